// One backup is one file (OPS-106): a line that says what it is, a line that anybody may read, the
// sealed sections one after the other, and where each begins.
//
//   "KITUO-BACKUP 1\n" · head (JSON)\n · sections · index (JSON) · its place (u64) · "KBKEND1\n"

import { basename } from 'node:path'
import { openAt, type Source, writeAt } from './in-place.ts'
import { backupFile, type Repository } from './repository.ts'
import type { BackupHead } from './words.ts'
import { damaged, open, seal, type Take } from './sealed-stream.ts'

const first_line = 'KITUO-BACKUP 1\n'
const last_line = 'KBKEND1\n'
const end_bytes = 8 + last_line.length
const head_max = 64 * 1024

export const sections = [
  'database',
  'configuration',
  'secrets',
  'identity',
  'native',
  'manifest',
] as const
export type Section = (typeof sections)[number]

type Place = { section: Section; at: number }

export interface Writing {
  section(name: Section, plain: AsyncIterable<Uint8Array>, master: Uint8Array): Promise<void>
  /** Everything is on the disk when it answers. */
  finish(): Promise<number>
  abandon(): Promise<void>
}

export async function writeContainer(
  { dir }: Pick<Repository, 'dir'>,
  file: string,
  head: BackupHead,
): Promise<Writing> {
  const writing = await writeAt(dir, file)
  const places: Place[] = []
  let at = 0
  const write = async (bytes: Uint8Array): Promise<void> => {
    at += bytes.length
    await writing.write(bytes)
  }
  await write(Buffer.from(`${first_line}${JSON.stringify(head)}\n`))
  return {
    async section(name, plain, master) {
      places.push({ section: name, at })
      for await (const bytes of seal(plain, master)) await write(bytes)
    },
    async finish() {
      const index_at = at
      const place = Buffer.alloc(8)
      place.writeBigUInt64BE(BigInt(index_at))
      await write(Buffer.from(JSON.stringify(places)))
      await write(Buffer.concat([place, Buffer.from(last_line)]))
      await writing.finish()
      return at
    },
    abandon: writing.abandon,
  }
}

export interface Reading {
  readonly head: BackupHead
  readonly bytes: number
  has(name: Section): boolean
  section(name: Section, master: Uint8Array): AsyncGenerator<Buffer>
  close(): Promise<void>
}

export async function readContainer(
  repository: Pick<Repository, 'dir'>,
  name: string,
): Promise<Reading> {
  const file = backupFile(repository, name)
  const { source, size, close } = await openAt(repository.dir, file)
  try {
    const places = await readIndex(source, size, file)
    return {
      head: await readHead(source, file),
      bytes: size,
      has: (name) => places.some(({ section }) => section === name),
      section(name, master) {
        const place = places.find(({ section }) => section === name)
        const what = `${basename(file)}: ${name}`
        if (place === undefined) throw damaged(what)
        return open(takeFrom(source, place.at), master, what)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The line that anybody may read, without looking at the rest; and how large it is. */
export async function headOf(
  repository: Pick<Repository, 'dir'>,
  name: string,
): Promise<{ head: BackupHead; bytes: number }> {
  const file = backupFile(repository, name)
  const { source, size, close } = await openAt(repository.dir, file)
  try {
    return { head: await readHead(source, file), bytes: size }
  } finally {
    await close()
  }
}

async function readHead(source: Source, file: string): Promise<BackupHead> {
  const start = await takeFrom(source, 0)(head_max)
  const text = start.toString('utf8')
  const end = text.indexOf('\n', first_line.length)
  if (!text.startsWith(first_line) || end < 0) throw damaged(file)
  const head = parsed<BackupHead | null>(text.slice(first_line.length, end), file)
  if (typeof head?.name !== 'string' || typeof head.at !== 'string') throw damaged(file)
  return head
}

async function readIndex(source: Source, size: number, file: string): Promise<Place[]> {
  if (size < first_line.length + end_bytes) throw damaged(file)
  const end = await takeFrom(source, size - end_bytes)(end_bytes)
  const at = Number(end.readBigUInt64BE())
  if (end.subarray(8).toString() !== last_line || at >= size - end_bytes) throw damaged(file)
  // Of six names and places; what is larger was put there by somebody.
  if (size - end_bytes - at > head_max) throw damaged(file)
  const text = await takeFrom(source, at)(size - end_bytes - at)
  const places = parsed<Place[] | null>(text.toString('utf8'), file)
  const is_index =
    Array.isArray(places) && places.every((one) => Number.isSafeInteger(one?.at) && one.at >= 0)
  if (!is_index) throw damaged(file)
  return places
}

export function parsed<T>(text: string, file: string): T {
  try {
    return JSON.parse(text) as T
  } catch {
    throw damaged(file)
  }
}

const ahead_bytes = 256 * 1024

/** Reads on from a place, a good deal at a time. */
export function takeFrom(source: Source, from: number): Take {
  let held = Buffer.alloc(0)
  let at = from
  return async (bytes) => {
    while (held.length < bytes) {
      const more = Buffer.allocUnsafe(Math.max(ahead_bytes, bytes - held.length))
      const bytes_read = await source(more, at)
      if (bytes_read === 0) break
      at += bytes_read
      held = Buffer.concat([held, more.subarray(0, bytes_read)])
    }
    const taken = held.subarray(0, bytes)
    held = held.subarray(bytes)
    return taken
  }
}
