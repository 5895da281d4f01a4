// A fast operator: answers every submit and sends its receipt at once. Prints the port it listens on.

import { createServer } from 'node:net'
import { decode, encode, isReadable } from '../../daemon/sending/operators/smpp/codec.ts'
import { Frames } from '../../daemon/sending/operators/smpp/frames.ts'
import { receiptOf } from './receipt.ts'

let count = 0
const wanted_port = Number(process.argv[2] ?? 0)
const server = createServer((socket) => {
  socket.setNoDelay(true)
  socket.on('error', () => undefined)
  const frames = new Frames()
  let sequence = 0
  socket.on('data', (piece: Buffer) => {
    socket.cork()
    frames.push(piece, (frame) => {
      const pdu = decode(frame)
      if (!isReadable(pdu)) return
      switch (pdu.command) {
        case 'bind_transceiver':
        case 'bind_transmitter':
        case 'bind_receiver':
          socket.write(encode(`${pdu.command}_resp`, pdu.sequence, { system_id: 'sink' }))
          break
        case 'enquire_link':
          socket.write(encode('enquire_link_resp', pdu.sequence, {}))
          break
        case 'unbind':
          socket.end(encode('unbind_resp', pdu.sequence, {}))
          break
        case 'submit_sm': {
          const id = `m${(++count).toString(36)}`
          socket.write(encode('submit_sm_resp', pdu.sequence, { message_id: id }))
          sequence = (sequence % 0x7fffffff) + 1
          socket.write(encode('deliver_sm', sequence, receiptOf(id, pdu.body)))
          break
        }
        default:
      }
    })
    socket.uncork()
  })
})
server.listen(wanted_port, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' && address !== null ? address.port : 0}\n`)
})
