// A body that is too large is refused while it is still being sent. Were the line cut at once, the client would
// hear of a broken line and not of the refusal; so what comes is read and dropped, up to a limit.

import type { FastifyReply, FastifyRequest } from 'fastify'

const most_bytes = 64 * 1024 * 1024

export function readOn({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (reply.statusCode < 400 || raw.complete || raw.destroyed) return
  if (Number(raw.headers['content-length'] ?? 0) > most_bytes) return
  // Closed with the answer, as Fastify would and as the client may have asked, the line takes the answer with it.
  reply.header('connection', 'keep-alive')
  let left = most_bytes
  raw.on('data', (piece: Buffer) => {
    left -= piece.length
    if (left < 0) raw.socket.destroy()
  })
}
