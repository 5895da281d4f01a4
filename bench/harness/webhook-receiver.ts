// A receiver of webhooks that answers at once and checks each signature as a consumer should.

import { createHmac } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { certificate, certificate_key } from '../../test/support/certificate.ts'

let secret: string | null = null
let right = 0
let wrong = 0
const server = createServer({ key: certificate_key, cert: certificate }, (request, reply) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    if (secret !== null) {
      const mac = createHmac('sha256', secret)
        .update(`${String(request.headers['x-sms-timestamp'])}.`)
        .update(Buffer.concat(pieces))
      if (request.headers['x-sms-signature'] === `sha256=${mac.digest('hex')}`) right += 1
      else wrong += 1
    }
    reply.writeHead(200).end()
  })
})
process.on('message', (word: 'count' | 'end' | { secret: string }) => {
  if (word === 'count') process.send?.({ right, wrong })
  else if (word === 'end') process.exit(0)
  else secret = word.secret
})
server.listen(0, '127.0.0.1', () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
)
