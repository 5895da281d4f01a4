// One backup is one file (OPS-106): a line that says what it is, a line that anybody may read, the
// sealed sections one after the other, and where each begins.
//
//   "KITUO-BACKUP 1\n" · head (JSON)\n · sections · index (JSON) · its place (u64) · "KBKEND1\n"

import { type FileHandle, open as openFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { BackupHead } from './words.ts'
import { damaged, open, seal, type Take } from './sealed-stream.ts'

const first_line = 'KITUO-BACKUP 1\n'
const last_line = 'KBKEND1\n'
const end_bytes = 8 + last_line.length

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
  abandon(): void
}

export async function writeContainer(file: string, head: BackupHead): Promise<Writing> {
  const stream = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  const failed = new Promise<never>((_, reject) => stream.once('error', reject))
  failed.catch(() => undefined)
  const places: Place[] = []
  let at = 0
  const write = async (bytes: Uint8Array): Promise<void> => {
    at += bytes.length
    if (!stream.write(bytes)) await Promise.race([once(stream, 'drain'), failed])
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
      stream.end()
      await Promise.race([once(stream, 'close'), failed])
      return at
    },
    abandon: () => stream.destroy(),
  }
}

export interface Reading {
  readonly head: BackupHead
  readonly bytes: number
  has(name: Section): boolean
  section(name: Section, master: Uint8Array): AsyncGenerator<Buffer>
  close(): Promise<void>
}

export async function readContainer(file: string): Promise<Reading> {
  const handle = await openFile(file, 'r')
  try {
    const { size } = await handle.stat()
    const places = await readIndex(handle, size, file)
    return {
      head: await readHead(handle, file),
      bytes: size,
      has: (name) => places.some(({ section }) => section === name),
      section(name, master) {
        const place = places.find(({ section }) => section === name)
        const what = `${basename(file)}: ${name}`
        if (place === undefined) throw damaged(what)
        return open(takeFrom(handle, place.at), master, what)
      },
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** The line that anybody may read, without looking at the rest. */
export async function headOf(file: string): Promise<BackupHead> {
  const handle = await openFile(file, 'r')
  try {
    return await readHead(handle, file)
  } finally {
    await handle.close()
  }
}

async function readHead(handle: FileHandle, file: string): Promise<BackupHead> {
  const start = await takeFrom(handle, 0)(64 * 1024)
  const text = start.toString('utf8')
  const end = text.indexOf('\n', first_line.length)
  if (!text.startsWith(first_line) || end < 0) throw damaged(file)
  return parsed(text.slice(first_line.length, end), file)
}

async function readIndex(handle: FileHandle, size: number, file: string): Promise<Place[]> {
  if (size < first_line.length + end_bytes) throw damaged(file)
  const end = await takeFrom(handle, size - end_bytes)(end_bytes)
  const at = Number(end.readBigUInt64BE())
  if (end.subarray(8).toString() !== last_line || at >= size - end_bytes) throw damaged(file)
  const text = await takeFrom(handle, at)(size - end_bytes - at)
  return parsed(text.toString('utf8'), file)
}

function parsed<T>(text: string, file: string): T {
  try {
    return JSON.parse(text) as T
  } catch {
    throw damaged(file)
  }
}

const ahead_bytes = 256 * 1024

/** Reads on from a place, a good deal at a time. */
export function takeFrom(handle: FileHandle, from: number): Take {
  let held = Buffer.alloc(0)
  let at = from
  return async (bytes) => {
    while (held.length < bytes) {
      const more = Buffer.allocUnsafe(Math.max(ahead_bytes, bytes - held.length))
      const { bytesRead } = await handle.read(more, 0, more.length, at)
      if (bytesRead === 0) break
      at += bytesRead
      held = Buffer.concat([held, more.subarray(0, bytesRead)])
    }
    const taken = held.subarray(0, bytes)
    held = held.subarray(bytes)
    return taken
  }
}
