// Files that come in, whole and within their limit.

import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { arrivalPath } from '../db/files/store.ts'
import { invalid, Refusal, unreadable } from '../db/refusal.ts'
import type { Deposit, Upload } from './route.ts'

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

/** A file that comes in by way of the disk: memory does not grow with it. */
export async function arrivedOnDisk(
  request: FastifyRequest,
  most_mb: number,
  limitMb: (head: Buffer) => Promise<number>,
): Promise<Deposit> {
  const fields: Record<string, string> = {}
  let file: { path: string; file_name: string } | undefined
  try {
    for await (const part of request.parts({
      limits: { fileSize: most_mb * 1024 * 1024, files: 1, fields: 20, fieldSize: 65_536 },
    })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else if (part.fieldname === 'file') {
        file = { path: await arrivalPath(), file_name: part.filename ?? '' }
        const limit = new Limit(limitMb)
        await pipeline(part.file, limit, createWriteStream(file.path, { flags: 'wx', mode: 0o600 }))
      } else part.file.resume()
    }
  } catch (error) {
    if (file !== undefined) await rm(file.path, { force: true })
    throw translated(error, most_mb)
  }
  if (file === undefined) throw invalid('file', 'is required.')
  return { ...file, fields }
}

/** Cuts a file off at its limit, which its first bytes decide. */
class Limit extends Transform {
  private head = Buffer.alloc(0)
  private count = 0
  private mb: number | undefined
  private readonly limitMb: (head: Buffer) => Promise<number>

  constructor(limitMb: (head: Buffer) => Promise<number>) {
    super()
    this.limitMb = limitMb
  }

  override _transform(chunk: Buffer, _: string, done: TransformCallback): void {
    this.count += chunk.length
    if (this.head.length < head_bytes) this.head = Buffer.concat([this.head, chunk])
    if (this.mb !== undefined) return this.pass(chunk, done)
    if (this.head.length < head_bytes) return done(null, chunk)
    this.limitMb(this.head).then((mb) => {
      this.mb = mb
      this.pass(chunk, done)
    }, done)
  }

  private pass(chunk: Buffer, done: TransformCallback): void {
    const mb = this.mb ?? 0
    if (this.count > mb * 1024 * 1024) done(tooLarge(mb))
    else done(null, chunk)
  }
}

/** Enough to tell the kinds that may be larger. */
const head_bytes = 132

function translated(error: unknown, max_mb: number): unknown {
  const code = (error as { code?: string }).code
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    return tooLarge(max_mb)
  }
  if (code?.startsWith('FST_') === true) return unreadable()
  if (
    error instanceof Error &&
    /unexpected end|malformed|boundary|premature|multipart/i.test(error.message)
  )
    return unreadable()
  return error
}

const tooLarge = (mb: number): Refusal =>
  new Refusal(413, 'too_large', `The file is larger than ${mb} MB.`)
