// Bytes that go out: their kind, their name, and what a browser may do with them.

import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface FileReply {
  /** 200 when nothing is said. */
  readonly status?: number
  readonly content_type: string
  readonly bytes: Buffer | string | Readable | Stored
  readonly size?: number
  /** Given: sent as a download under this name. */
  readonly file_name?: string
  readonly inline?: boolean
  readonly etag?: string
  readonly cache?: string
  readonly headers?: Record<string, string>
}

/** Bytes in a file on the disk, read where they are asked for. */
export interface Stored {
  readonly path: string
  readonly size: number
}

export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileReply,
): FastifyReply {
  if (file.status !== undefined) reply.code(file.status)
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
    reply.header('content-disposition', `${way}; filename*=UTF-8''${extended(file.file_name)}`)
  }
  const { bytes } = file
  if (Buffer.isBuffer(bytes)) {
    return sendRange(request, reply, bytes.length, (start, end) => bytes.subarray(start, end + 1))
  }
  if (typeof bytes === 'object' && 'path' in bytes && 'size' in bytes) {
    return sendRange(request, reply, bytes.size, (start, end) =>
      createReadStream(bytes.path, { start, end }),
    )
  }
  return reply.send(bytes)
}

/** RFC 8187 leaves fewer letters as they are than an address does. */
const extended = (name: string): string =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** One range of bytes, so that a long file can be taken up where it broke off (PLT-107). */
function sendRange(
  request: FastifyRequest,
  reply: FastifyReply,
  size: number,
  piece: (start: number, end: number) => Buffer | Readable,
): FastifyReply {
  reply.header('accept-ranges', 'bytes')
  const asked = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '')
  if (asked === null) {
    return reply.header('content-length', String(size)).send(piece(0, size - 1))
  }
  const [, first = '', last = ''] = asked
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if ((first === '' && (last === '' || Number(last) === 0)) || start > end) {
    return reply.code(416).header('content-range', `bytes */${size}`).send()
  }
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${size}`)
    .header('content-length', String(end - start + 1))
    .send(piece(start, end))
}
