// Attachments in a repository: each once for ever, under a name that gives nothing away. They are
// named by what they hold, so "database first, then the files" is consistent without stopping anybody.

import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { rows } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import { isSilence } from './answers.ts'
import { takeFrom } from './container.ts'
import type { OnPart } from './image.ts'
import {
  asideOf,
  dropAt,
  factsAt,
  folderAt,
  isAt,
  namesAt,
  openAt,
  partsAt,
  settle,
  writeAt,
} from './in-place.ts'
import { objectFile, objectNamed, type Repository } from './repository.ts'
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
    const bytes = (await factsAt(dir, path))?.size ?? 0
    const file = objectFile(repository, object)
    const added = await carryOne({ dir, path, sha256 }, repository, file, master)
    if (added === null) carried.missing.push(sha256)
    else {
      carried.objects.push({ object, sha256, bytes })
      carried.added_bytes += added
    }
  }
  for (const sha256 of await named()) if (!kept.has(sha256)) carried.missing.push(sha256)
  return carried
}

/** Bytes added; null when the file is not what its name says. */
async function carryOne(
  from: { dir: string; path: string; sha256: string },
  { dir }: Repository,
  file: string,
  master: Buffer,
): Promise<number | null> {
  if (await isAt(dir, file)) return 0
  await folderAt(dir, dirname(file))
  const aside = asideOf(file)
  const hash = createHash('sha256')
  try {
    const writing = await writeAt(dir, aside)
    let bytes = 0
    try {
      const source = hashed(partsAt(from.dir, from.path), hash)
      const compress = !isCompressed(await firstOf(from))
      for await (const part of seal(source, master, { compress })) {
        bytes += part.length
        await writing.write(part)
      }
      await writing.finish()
    } catch (error) {
      await writing.abandon()
      throw error
    }
    if (hash.digest('hex') !== from.sha256) return null
    await settle(dir, aside, file)
    return bytes
  } finally {
    await dropAt(dir, aside)
  }
}

/** The bytes of an attachment out of a repository; throws when they are not what was put in. */
export async function* bytesOfObject(
  repository: Repository,
  { object, sha256 }: AttachmentOf,
  master: Buffer,
): AsyncGenerator<Buffer> {
  const file = objectFile(repository, object)
  const { source, close } = await openAt(repository.dir, file).catch((error: unknown) => {
    throw isSilence(error) ? error : damaged(`${file} is not there; it`)
  })
  const hash = createHash('sha256')
  try {
    for await (const part of open(takeFrom(source, 0), master, file)) {
      hash.update(part)
      yield part
    }
    if (hash.digest('hex') !== sha256) throw damaged(file)
  } finally {
    await close()
  }
}

/** Opened another time; here it must only be there. */
export async function refuseMissing(
  repository: Repository,
  { object }: AttachmentOf,
): Promise<void> {
  const file = objectFile(repository, object)
  if (((await factsAt(repository.dir, file))?.size ?? 0) === 0) {
    throw damaged(`${file} is not there; it`)
  }
}

async function* hashed(
  source: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  for await (const part of source) {
    hash.update(part)
    yield part
  }
}

async function keptIn(top: string): Promise<Map<string, string>> {
  const kept = new Map<string, string>()
  for (const first of await names(top, top)) {
    if (first.length !== 2) continue
    for (const second of await names(top, join(top, first))) {
      for (const file of await names(top, join(top, first, second))) {
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

const names = (top: string, folder: string): Promise<string[]> =>
  namesAt(top, folder).catch((error: unknown) => {
    if (isSilence(error)) throw error
    return []
  })

async function firstOf({ dir, path }: { dir: string; path: string }): Promise<Buffer> {
  const { source, close } = await openAt(dir, path)
  try {
    const first = Buffer.alloc(4)
    return first.subarray(0, await source(first, 0))
  } finally {
    await close()
  }
}

/** JPEG, PNG, ZIP and what is built on it, PDF: pressing them again gains nothing. */
const compressed_starts = ['ffd8ff', '89504e47', '504b0304', '25504446', '1f8b', '28b52ffd']
const isCompressed = (first: Buffer): boolean =>
  compressed_starts.some((start) => first.toString('hex').startsWith(start))
