// Files that come in, whole and within their limit.

import { type FileHandle, open, rm } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { arrivalPath } from '../../db/store/files/store.ts'
import { databaseFull, invalid, Refusal, unreadable } from '../../db/core/refusal.ts'

/** One part of a multipart body, or the raw body of an upload. */
export interface Upload {
  readonly file_name: string
  readonly content_type: string
  readonly bytes: Buffer
  readonly fields: Readonly<Record<string, string>>
}

/** A file that lies on the disk when the rule is asked; the edge takes away what the rule leaves. */
export interface Deposit {
  readonly path: string
  readonly file_name: string
  readonly fields: Readonly<Record<string, string>>
}

export const isMultipart = (request: FastifyRequest): boolean =>
  (request.headers['content-type'] ?? '').startsWith('multipart/form-data')

/** The part `file` with the fields beside it, in whatever order they were sent. */
export async function arrived(request: FastifyRequest, max_mb: number): Promise<Upload> {
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
  let file: Landed | undefined
  // Known to the parser, though not to its types: a part that is too long ends, and is no error.
  const wholly: object = {
    throwFileSizeLimit: false,
    limits: { fileSize: most_mb * 1024 * 1024, files: 1, fields: 20, fieldSize: 65_536 },
  }
  try {
    for await (const part of request.parts(wholly)) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else if (part.fieldname === 'file') {
        file = await land(part.file, part.filename ?? '', limitMb)
        if (part.file.truncated) file.failure ??= tooLarge(most_mb)
      } else part.file.resume()
    }
    if (file?.failure !== undefined) throw file.failure
  } catch (error) {
    if (file !== undefined) await rm(file.path, { force: true })
    throw translated(error, most_mb)
  }
  if (file === undefined) throw invalid('file', 'is required.')
  return { path: file.path, file_name: file.file_name, fields }
}

interface Landed {
  path: string
  file_name: string
  failure: unknown
}

/**
 * Reads a part to its end whatever happens, because a request that is not read to its end is never
 * answered; what is too much, or cannot be written, is read and dropped.
 */
async function land(
  pieces: AsyncIterable<Buffer>,
  file_name: string,
  limitMb: (head: Buffer) => Promise<number>,
): Promise<Landed> {
  const landed: Landed = { path: '', file_name, failure: undefined }
  const handle = await opened(landed)
  let head = Buffer.alloc(0)
  let count = 0
  let mb: number | undefined
  try {
    for await (const piece of pieces) {
      if (landed.failure !== undefined) continue
      count += piece.length
      try {
        if (head.length < head_bytes) head = Buffer.concat([head, piece])
        if (head.length >= head_bytes) mb ??= await limitMb(head)
        if (mb !== undefined && count > mb * 1024 * 1024) throw tooLarge(mb)
        await handle?.appendFile(piece)
      } catch (error) {
        landed.failure = (error as { code?: string }).code === 'ENOSPC' ? databaseFull() : error
      }
    }
  } catch (error) {
    await rm(landed.path, { force: true })
    throw error
  } finally {
    await handle?.close()
  }
  return landed
}

/** Null where nothing can be kept just now: the part is read to its end all the same. */
async function opened(landed: Landed): Promise<FileHandle | null> {
  try {
    landed.path = await arrivalPath()
    return await open(landed.path, 'wx', 0o600)
  } catch (error) {
    landed.failure = (error as { code?: string }).code === 'ENOSPC' ? databaseFull() : error
    return null
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
