// An operator that keeps its receipts back until it is told, and then sends so many a second: how soon
// each deliver_sm is answered, and whether every one is.

import { createServer, type Socket } from 'node:net'
import type { Body } from '../../daemon/sending/operators/smpp/fields.ts'
import { decode, encode, isReadable } from '../../daemon/sending/operators/smpp/codec.ts'
import { Frames } from '../../daemon/sending/operators/smpp/frames.ts'
import { receiptOf } from './receipt.ts'
import { at } from './report.ts'

type Submitted = Body<'submit_sm'>

const kept: { id: string; body: Submitted }[] = []
const sent_at = new Map<number, number>()
const took: number[] = []
let refused = 0
let submitted = 0
let last: Socket | null = null

function take(socket: Socket, frame: Buffer): void {
  const pdu = decode(frame)
  if (!isReadable(pdu)) return
  switch (pdu.command) {
    case 'bind_transceiver':
      last = socket
      socket.write(encode('bind_transceiver_resp', pdu.sequence, { system_id: 'sink' }))
      return
    case 'enquire_link':
      socket.write(encode('enquire_link_resp', pdu.sequence, {}))
      return
    case 'unbind':
      socket.end(encode('unbind_resp', pdu.sequence, {}))
      return
    case 'submit_sm': {
      const id = `m${(++submitted).toString(36)}`
      kept.push({ id, body: pdu.body })
      socket.write(encode('submit_sm_resp', pdu.sequence, { message_id: id }))
      return
    }
    case 'deliver_sm_resp': {
      if (pdu.status !== 0) refused += 1
      took.push(performance.now() - (sent_at.get(pdu.sequence) ?? 0))
      return
    }
    default:
  }
}

function sendAll(a_second: number): void {
  const began = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    const due = Math.min(kept.length, Math.floor(((performance.now() - began) / 1000) * a_second))
    last?.cork()
    for (; sent < due; sent++) {
      sent_at.set(sent + 1, performance.now())
      const one = kept[sent] as (typeof kept)[number]
      last?.write(encode('deliver_sm', sent + 1, receiptOf(one.id, one.body)))
    }
    last?.uncork()
    if (sent >= kept.length) clearInterval(timer)
  }, 5)
}

const server = createServer((socket) => {
  socket.setNoDelay(true)
  socket.on('error', () => undefined)
  const frames = new Frames()
  socket.on('data', (piece: Buffer) => {
    socket.cork()
    frames.push(piece, (frame) => take(socket, frame))
    socket.uncork()
  })
})
process.on('message', (word: string) => {
  if (word === 'end') process.exit(0)
  if (word === 'counts')
    return process.send?.({
      submitted,
      answered: took.length,
      refused,
      p50: at(0.5, took),
      p95: at(0.95, took),
      p99: at(0.99, took),
    })
  sendAll(Number(word))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0)
})
