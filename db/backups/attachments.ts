// Attachments in a repository: each once for ever, under a name that gives nothing away. They are
// named by what they hold, so "database first, then the files" is consistent without stopping anybody.

import { createReadStream, createWriteStream, existsSync, mkdirSync, statSync } from 'node:fs'
import { open as openFile, readdir, rm, stat } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { once } from 'node:events'
import { rows } from '../connection.ts'
import { sql } from '../sql.ts'
import { takeFrom } from './container.ts'
import type { OnPart } from './image.ts'
import { asideOf, objectFile, objectNamed, type Repository, settle } from './repository.ts'
import { damaged, open, seal } from './sealed-stream.ts'
import type { AttachmentOf } from './words.ts'

export interface Carried {
  objects: AttachmentOf[]
  /** Named by the database, and not there or not what its name says. */
  missing: string[]
  added_bytes: number
}

export async function carryAttachments(
  dir: string,
  repository: Repository,
  master: Buffer,
  { onPart, signal }: { onPart?: OnPart | undefined; signal?: AbortSignal | undefined },
): Promise<Carried> {
  const kept = await keptIn(dir)
  const carried: Carried = { objects: [], missing: [], added_bytes: 0 }
  let index = 0
  for (const [sha256, path] of kept) {
    signal?.throwIfAborted()
    onPart?.('files', index++, kept.size)
    const object = objectNamed(master, sha256)
    const { size } = await stat(path)
    const added = await carryOne(path, sha256, objectFile(repository, object), master)
    if (added === null) carried.missing.push(sha256)
    else {
      carried.objects.push({ object, sha256, bytes: size })
      carried.added_bytes += added
    }
  }
  for (const sha256 of await named()) if (!kept.has(sha256)) carried.missing.push(sha256)
  return carried
}

/** Bytes added; null when the file is not what its name says. */
async function carryOne(
  path: string,
  sha256: string,
  file: string,
  master: Buffer,
): Promise<number | null> {
  if (existsSync(file)) return 0
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const aside = asideOf(file)
  const hash = createHash('sha256')
  try {
    const stream = createWriteStream(aside, { flags: 'wx', mode: 0o600, flush: true })
    const source = createReadStream(path)
    let bytes = 0
    for await (const part of seal(hashed(source, hash), master, {
      compress: !isCompressed(await firstOf(path)),
    })) {
      bytes += part.length
      if (!stream.write(part)) await once(stream, 'drain')
    }
    stream.end()
    await finished(stream)
    if (hash.digest('hex') !== sha256) return null
    settle(aside, file)
    return bytes
  } finally {
    await rm(aside, { force: true })
  }
}

/** The bytes of an attachment out of a repository; throws when they are not what was put in. */
export async function* bytesOfObject(
  repository: Repository,
  { object, sha256 }: AttachmentOf,
  master: Buffer,
): AsyncGenerator<Buffer> {
  const file = objectFile(repository, object)
  const handle = await openFile(file, 'r').catch(() => {
    throw damaged(`${file} is not there; it`)
  })
  const hash = createHash('sha256')
  try {
    for await (const part of open(takeFrom(handle, 0), master, file)) {
      hash.update(part)
      yield part
    }
    if (hash.digest('hex') !== sha256) throw damaged(file)
  } finally {
    await handle.close()
  }
}

/** Opened another time; here it must only be there. */
export function refuseMissing(repository: Repository, { object }: AttachmentOf): void {
  const file = objectFile(repository, object)
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) {
    throw damaged(`${file} is not there; it`)
  }
}

async function* hashed(
  source: AsyncIterable<unknown>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  for await (const part of source) {
    hash.update(part as Buffer)
    yield part as Buffer
  }
}

export async function keptIn(top: string): Promise<Map<string, string>> {
  const kept = new Map<string, string>()
  for (const first of await names(top)) {
    if (first.length !== 2) continue
    for (const second of await names(join(top, first))) {
      for (const file of await names(join(top, first, second))) {
        if (/^[0-9a-f]{64}$/.test(file)) kept.set(file, join(top, first, second, file))
      }
    }
  }
  return kept
}

/** What rows refer to (attachments and photos). */
async function named(): Promise<string[]> {
  const found = await rows<{ sha256: string }>(
    sql`select sha256 from attachments where erased_at is null union select sha256 from photos union select thumb_sha256 from photos`,
  )
  return found.map(({ sha256 }) => sha256)
}

const names = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

async function firstOf(path: string): Promise<Buffer> {
  const handle = await openFile(path, 'r')
  try {
    return await takeFrom(handle, 0)(4)
  } finally {
    await handle.close()
  }
}

/** JPEG, PNG, ZIP and what is built on it, PDF: pressing them again gains nothing. */
const compressed_starts = ['ffd8ff', '89504e47', '504b0304', '25504446', '1f8b', '28b52ffd']
const isCompressed = (first: Buffer): boolean =>
  compressed_starts.some((start) => first.toString('hex').startsWith(start))
