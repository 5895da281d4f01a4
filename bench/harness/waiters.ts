// Clients that wait for a notice, in a process of their own: says when all stand, and when all were
// answered. Arguments: address, token, how many.

import { Agent, request } from 'node:http'

const [address = '', token = '', count = '1000'] = process.argv.slice(2)
const agent = new Agent({ maxSockets: Infinity })
let answered = 0
let last = 0

for (let n = 0; n < Number(count); n++) {
  request(
    `${address}/api/v1/notifications/unread-count?wait=25&known=0`,
    { agent, headers: { authorization: `Bearer ${token}` } },
    (reply) => {
      reply.resume().once('end', () => {
        answered += 1
        last = performance.timeOrigin + performance.now()
        if (answered === Number(count)) process.send?.({ last })
      })
    },
  ).end()
}
