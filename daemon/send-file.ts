// Bytes that go out: their kind, their name, and what a browser may do with them.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileReply } from './route.ts'

export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileReply,
): FastifyReply {
  reply.header('content-type', file.content_type)
  reply.header('cache-control', file.cache ?? 'private, no-store')
  for (const [name, value] of Object.entries(file.headers ?? {})) reply.header(name, value)
  if (file.etag !== undefined) {
    const etag = `"${file.etag}"`
    reply.header('etag', etag)
    if (request.headers['if-none-match']?.split(/,\s*/).includes(etag) === true) {
      return reply.code(304).send()
    }
  }
  if (file.file_name !== undefined) {
    const way = file.inline === true ? 'inline' : 'attachment'
    reply.header(
      'content-disposition',
      `${way}; filename*=UTF-8''${encodeURIComponent(file.file_name)}`,
    )
  }
  return Buffer.isBuffer(file.bytes)
    ? sendRange(request, reply, file.bytes)
    : reply.send(file.bytes)
}

/** One range of bytes, so that a long file can be taken up where it broke off (PLT-107). */
function sendRange(request: FastifyRequest, reply: FastifyReply, bytes: Buffer): FastifyReply {
  reply.header('accept-ranges', 'bytes')
  const asked = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '')
  if (asked === null) return reply.send(bytes)
  const [, first = '', last = ''] = asked
  const start = first === '' ? Math.max(0, bytes.length - Number(last)) : Number(first)
  const end =
    first === '' || last === '' ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1)
  if ((first === '' && last === '') || start > end) {
    return reply.code(416).header('content-range', `bytes */${bytes.length}`).send()
  }
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${bytes.length}`)
    .send(bytes.subarray(start, end + 1))
}
