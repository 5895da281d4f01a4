// Files by what they hold: `<data>/attachments/ab/cd/<sha256>`. The same bytes are kept once, and a
// name that stands can only mean those bytes. Rows refer to the name; a file without a row is waste
// that a job sweeps up, a row without a file is a fault that the doctor reports.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, statfs, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { clock, minutes } from '../../core/clock.ts'
import { inTransaction } from '../connection.ts'
import { isMissing } from '../../core/disk.ts'
import { newId } from '../../core/ids.ts'
import { databaseFull } from '../../core/refusal.ts'
import { filesAway, filesFolder, requireFiles, setFilesFolder } from './place.ts'

/** Given once at start: the data folder, and where the files lie when that is elsewhere. */
export function setFileStore(data_dir: string, folder = join(data_dir, 'attachments')): void {
  setFilesFolder(folder)
}

/** Keeps the bytes and answers their name; they are on the disk when it answers. */
export async function put(bytes: Uint8Array): Promise<string> {
  // A disk is slow and does not roll back, so nothing is kept while a transaction waits.
  if (inTransaction()) throw new Error('a file cannot be kept inside a transaction')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const path = pathOf(sha256)
  await requireFiles()
  if (await isThere(path)) return sha256
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const own = join(folder, `.${newId()}`)
  try {
    await writeWhole(own, bytes)
    await rename(own, path)
    await settle(folder)
  } catch (error) {
    await rm(own, { force: true })
    throw (error as { code?: string }).code === 'ENOSPC' ? databaseFull() : error
  }
  return sha256
}

/** The bytes, or undefined when they were never kept, are erased or are not what they were. */
export async function get(sha256: string): Promise<Buffer | undefined> {
  const bytes = await kept(sha256)
  return bytes !== undefined && hashOf(bytes) === sha256 ? bytes : undefined
}

/** As they lie there, for whoever judges them. */
export async function kept(sha256: string): Promise<Buffer | undefined> {
  if (filesAway() !== null) await requireFiles()
  return orAway(() => readFile(pathOf(sha256)))
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Undefined where there is no such file; where the whole place is away it is said so. */
async function orAway<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    await requireFiles()
    if (isMissing(error)) return undefined
    throw error
  }
}

const proved = new Map<string, { mark: string; at_ms: number }>()
const proved_most = 1000
const proved_ms = minutes(10)

/**
 * Whether a file may be sent: what lies there under its name is what was kept (operations 6.2). A file
 * that did not change since it was read through a moment ago is not read through again.
 */
export async function isWhole(sha256: string): Promise<boolean> {
  if (filesAway() !== null) await requireFiles()
  const path = pathOf(sha256)
  const found = await orAway(() => stat(path))
  if (found === undefined) return false
  const mark = `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`
  const known = proved.get(sha256)
  if (known?.mark === mark && clock.ms() - known.at_ms < proved_ms) return true
  const hash = createHash('sha256')
  const read = await orAway(async () => {
    for await (const part of createReadStream(path)) hash.update(part as Buffer)
    return true
  })
  if (read === undefined || hash.digest('hex') !== sha256) return false
  if (proved.size >= proved_most) proved.clear()
  proved.set(sha256, { mark, at_ms: clock.ms() })
  return true
}

export async function sizeOf(sha256: string): Promise<number | undefined> {
  const found = await stat(pathOf(sha256)).catch(() => undefined)
  return found?.size
}

/** For jobs that erase what no row refers to any more. */
export async function erase(sha256: string): Promise<void> {
  if (inTransaction()) throw new Error('a file cannot be erased inside a transaction')
  await rm(pathOf(sha256), { force: true })
}

export function pathOf(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('a kept file is named by its SHA-256')
  return join(storeRoot(), sha256.slice(0, 2), sha256.slice(2, 4), sha256)
}

const storeRoot = filesFolder

/** A file that is kept anew is young again: the sweep leaves it alone until its row is there. */
const isThere = (path: string): Promise<boolean> =>
  utimes(path, clock.now(), clock.now()).then(
    () => true,
    () => false,
  )

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o400)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The new name itself must outlive a power cut. */
async function settle(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Where a file may lie while it arrives: on the same disk, so that keeping it is a renaming. */
export async function arrivalPath(): Promise<string> {
  await requireFiles()
  const folder = join(storeRoot(), 'arriving')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return join(folder, newId())
}

/** Takes a whole file that arrived into the store, under the name of what it holds. */
export async function adopt(arrived: string, sha256: string): Promise<void> {
  if (inTransaction()) throw new Error('a file cannot be kept inside a transaction')
  await requireFiles()
  const path = pathOf(sha256)
  if (await isThere(path)) return rm(arrived, { force: true })
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = await open(arrived, 'r+')
  try {
    await file.sync()
    await file.chmod(0o400)
  } finally {
    await file.close()
  }
  await rename(arrived, path)
  await settle(folder)
}

/** Free room on the disk of the files. */
export async function room(): Promise<{ free: number; total: number }> {
  await requireFiles()
  const folder = storeRoot()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const disk = await statfs(folder)
  return { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize }
}

/** Names and partial files that lay untouched since before an instant, folder by folder. */
export async function* untouchedSince(
  before_ms: number,
): AsyncGenerator<{ kept: string[]; partial: string[] }> {
  const top = storeRoot()
  for (const first of await names(top)) {
    const second = first === 'arriving' ? [''] : await names(join(top, first))
    for (const name of second) {
      const folder = join(top, first, name)
      const kept: string[] = []
      const partial: string[] = []
      for (const file of await names(folder)) {
        const path = join(folder, file)
        const found = await stat(path).catch(() => undefined)
        if (found === undefined || !found.isFile() || found.mtimeMs >= before_ms) continue
        const aside = /^(?<sha256>[0-9a-f]{64})\./.exec(file)?.groups?.['sha256']
        // A sweep that died here: the file goes back and is judged like the others.
        if (aside !== undefined) await rename(path, pathOf(aside))
        if (aside !== undefined || /^[0-9a-f]{64}$/.test(file)) kept.push(aside ?? file)
        else partial.push(path)
      }
      if (kept.length + partial.length > 0) yield { kept, partial }
    }
  }
}

/**
 * Erases a file that nobody needs. It is put aside first and asked about once more: whoever kept
 * the same bytes meanwhile has either touched it, and it goes back, or has written them anew.
 */
export async function eraseUnless(
  sha256: string,
  before_ms: number,
  isNeeded: () => Promise<boolean>,
): Promise<boolean> {
  if (inTransaction()) throw new Error('a file cannot be erased inside a transaction')
  const path = pathOf(sha256)
  const aside = `${path}.${newId()}`
  await rename(path, aside)
  const found = await stat(aside)
  if (found.mtimeMs < before_ms && !(await isNeeded())) {
    await rm(aside, { force: true })
    return true
  }
  await rename(aside, path)
  return false
}

/** Answers how many bytes went. */
export async function erasePartial(path: string): Promise<number> {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0
  await rm(path, { force: true })
  return size
}

const names = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    const { code } = error as { code?: string }
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  })
