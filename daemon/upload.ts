// Files that come in, whole and within their limit.

import type { FastifyRequest } from 'fastify'
import { invalid, Refusal, unreadable } from '../db/refusal.ts'
import type { Upload } from './route.ts'

export type Arrived = Upload

export const isMultipart = (request: FastifyRequest): boolean =>
  (request.headers['content-type'] ?? '').startsWith('multipart/form-data')

/** The part `file` with the fields beside it, in whatever order they were sent. */
export async function arrived(request: FastifyRequest, max_mb: number): Promise<Arrived> {
  const fields: Record<string, string> = {}
  let file: { name: string; type: string; bytes: Buffer } | undefined
  try {
    for await (const part of request.parts({
      limits: { fileSize: max_mb * 1024 * 1024, files: 1, fields: 20, fieldSize: 65_536 },
    })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else if (part.fieldname === 'file') {
        file = { name: part.filename, type: part.mimetype, bytes: await part.toBuffer() }
      } else part.file.resume()
    }
  } catch (error) {
    throw translated(error, max_mb)
  }
  if (file === undefined) throw invalid('file', 'is required.')
  return { file_name: file.name, content_type: file.type, bytes: file.bytes, fields }
}

function translated(error: unknown, max_mb: number): unknown {
  const code = (error as { code?: string }).code
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    return new Refusal(413, 'too_large', `The file is larger than ${max_mb} MB.`)
  }
  if (code?.startsWith('FST_') === true) return unreadable()
  if (
    error instanceof Error &&
    /unexpected end|malformed|boundary|premature|multipart/i.test(error.message)
  )
    return unreadable()
  return error
}
