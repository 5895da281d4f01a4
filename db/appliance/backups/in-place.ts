// Files at a place for backups. Each call goes by itself and may be given up (answers.ts), so that what
// was given up does nothing more when the place comes back than the one step it hung in.

import type { Dirent } from 'node:fs'
import {
  chmod,
  type FileHandle,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
} from 'node:fs/promises'
import { dirname } from 'node:path'
import { randomBytes } from 'node:crypto'
import { isMissing } from '../../core/disk.ts'
import { makeFoldersAt } from '../../core/folders.ts'
import { ask, tidy } from './answers.ts'

export const textAt = (dir: string, file: string): Promise<string> =>
  ask(dir, () => readFile(file, 'utf8'))

export const namesAt = (dir: string, folder: string): Promise<string[]> =>
  ask(dir, () => readdir(folder))

export const entriesAt = (dir: string, folder: string): Promise<Dirent[]> =>
  ask(dir, () => readdir(folder, { withFileTypes: true }))

/** Undefined where there is nothing. */
export async function factsAt(
  dir: string,
  file: string,
): Promise<{ size: number; dev: number; mtimeMs: number } | undefined> {
  try {
    return await ask(dir, () => stat(file))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

export const isAt = async (dir: string, file: string): Promise<boolean> =>
  (await factsAt(dir, file)) !== undefined

export const folderAt = async (dir: string, folder: string): Promise<void> => {
  await ask(dir, () => makeFoldersAt(folder))
}

export const removeAt = (dir: string, file: string): Promise<void> => ask(dir, () => rm(file))

export async function roomAt(dir: string): Promise<number> {
  const { bavail, bsize } = await ask(dir, () => statfs(dir))
  return bavail * bsize
}

/** A name to write to; `settle` gives the file its own, for good. */
export const asideOf = (file: string): string => `${file}.${randomBytes(6).toString('hex')}.part`

/** What a write that was cut off left behind. */
export const isAside = (name: string): boolean => name.endsWith('.part')

export async function settle(dir: string, aside: string, file: string): Promise<void> {
  await ask(dir, () => rename(aside, file))
  const folder = await opened(dir, dirname(file), 'r')
  try {
    await ask(dir, () => folder.sync())
  } finally {
    await tidy(dir, () => folder.close())
  }
}

/** What was begun and is not to be: gone at once, or when the place answers again. */
export const dropAt = (dir: string, aside: string): Promise<void> =>
  tidy(dir, () => rm(aside, { force: true }))

/** Whole or not there. */
export async function writeWholeAt(
  dir: string,
  file: string,
  text: string | Uint8Array,
): Promise<void> {
  const aside = asideOf(file)
  try {
    const writing = await writeAt(dir, aside)
    try {
      await writing.write(typeof text === 'string' ? Buffer.from(text) : text)
      await writing.finish()
    } catch (error) {
      await writing.abandon()
      throw error
    }
    // The umask may have taken bits away.
    await ask(dir, () => chmod(aside, 0o600))
    await settle(dir, aside, file)
  } catch (error) {
    await dropAt(dir, aside)
    throw error
  }
}

const opened = (dir: string, file: string, flags: string): Promise<FileHandle> =>
  ask(
    dir,
    () => open(file, flags, 0o600),
    (handle) => handle.close(),
  )

/** Bytes of a file from a place in it; fewer where it ends. */
export type Source = (into: Buffer, at: number) => Promise<number>

export interface Open {
  readonly size: number
  readonly source: Source
  readonly close: () => Promise<void>
}

export async function openAt(dir: string, file: string): Promise<Open> {
  const handle = await opened(dir, file, 'r')
  const close = (): Promise<void> => tidy(dir, () => handle.close())
  try {
    const found = await ask(dir, () => handle.stat())
    // It opens all the same, and where it has no size of its own it would be read as an empty file.
    if (found.isDirectory()) throw Object.assign(new Error(file), { code: 'EISDIR' })
    const { size } = found
    return {
      size,
      source: async (into, at) =>
        (await ask(dir, () => handle.read(into, 0, into.length, at))).bytesRead,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** All of a file, a good deal at a time. */
export async function* partsAt(dir: string, file: string): AsyncGenerator<Buffer> {
  const { size, source, close } = await openAt(dir, file)
  try {
    for (let at = 0; at < size; ) {
      // No more than there is: of many small files the rest would all be thrown away again.
      const part = Buffer.allocUnsafe(Math.min(read_at_once, size - at))
      const bytes = await source(part, at)
      if (bytes === 0) return
      at += bytes
      yield part.subarray(0, bytes)
    }
  } finally {
    await close()
  }
}

export interface Writing {
  readonly write: (bytes: Uint8Array) => Promise<void>
  /** Everything is on the disk when it answers. */
  readonly finish: () => Promise<void>
  readonly abandon: () => Promise<void>
}

const read_at_once = 256 * 1024
const written_at_once = 1024 ** 2
/** Synced in parts: no disk, however slow, has more to do in one call than it can in its time. */
const synced_at_once = 64 * 1024 ** 2

/** A file that is not there yet. */
export async function writeAt(dir: string, file: string): Promise<Writing> {
  const handle = await opened(dir, file, 'wx')
  let held: Uint8Array[] = []
  let held_bytes = 0
  let unsynced = 0
  const flush = async (): Promise<void> => {
    const parts = held
    held = []
    held_bytes = 0
    while (parts.length > 0) {
      const { bytesWritten } = await ask(dir, () => handle.writev(parts))
      unsynced += bytesWritten
      takeOff(parts, bytesWritten)
    }
    if (unsynced < synced_at_once) return
    await ask(dir, () => handle.datasync())
    unsynced = 0
  }
  return {
    async write(bytes) {
      held.push(bytes)
      held_bytes += bytes.length
      if (held_bytes >= written_at_once) await flush()
    },
    async finish() {
      await flush()
      await ask(dir, () => handle.sync())
      await ask(dir, () => handle.close())
    },
    abandon: () => tidy(dir, () => handle.close()),
  }
}

/** What a call has written; a disk may take less than it was given. */
function takeOff(parts: Uint8Array[], bytes: number): void {
  for (let left = bytes; parts[0] !== undefined && left >= 0; ) {
    const [first] = parts
    if (first.length > left) {
      parts[0] = first.subarray(left)
      return
    }
    left -= first.length
    parts.shift()
  }
}
