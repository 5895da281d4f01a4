// A receiver that never answers under /hangs and at once elsewhere, and knows how old each post was.

import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { clock } from '../../db/core/clock.ts'
import { certificate, certificate_key } from '../../test/support/certificate.ts'
import { at } from './report.ts'

const ages: number[] = []
let hung = 0
const server = createServer({ key: certificate_key, cert: certificate }, (request, reply) => {
  const pieces: Buffer[] = []
  request.on('error', () => undefined)
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    if (request.url === '/hangs') {
      hung += 1
      return
    }
    const { createdAt } = JSON.parse(Buffer.concat(pieces).toString()) as { createdAt: string }
    ages.push(clock.ms() - Date.parse(createdAt))
    reply.writeHead(200).end()
  })
})
process.on('message', (word) => {
  if (word === 'end') process.exit(0)
  process.send?.({
    came: ages.length,
    hung,
    p50: at(0.5, ages),
    p95: at(0.95, ages),
    p99: at(0.99, ages),
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
