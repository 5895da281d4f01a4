// Files by what they hold: `<data>/attachments/ab/cd/<sha256>`. The same bytes are kept once, and a
// name that stands can only mean those bytes. Rows refer to the name; a file without a row is waste
// that a job sweeps up, a row without a file is a fault that the doctor reports.

import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inTransaction } from '../connection.ts'
import { newId } from '../ids.ts'
import { databaseFull } from '../refusal.ts'

let root: string | null = null

/** Given once at start: the data folder. */
export function setFileStore(folder: string): void {
  root = join(folder, 'attachments')
}

/** Keeps the bytes and answers their name; they are on the disk when it answers. */
export async function put(bytes: Uint8Array): Promise<string> {
  // A disk is slow and does not roll back, so nothing is kept while a transaction waits.
  if (inTransaction()) throw new Error('a file cannot be kept inside a transaction')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const path = pathOf(sha256)
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

/** The bytes, or undefined when they were never kept or are erased. */
export async function get(sha256: string): Promise<Buffer | undefined> {
  return readFile(pathOf(sha256)).catch((error: unknown) => {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  })
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

function storeRoot(): string {
  if (root === null) throw new Error('the file store was not named at start')
  return root
}

const isThere = (path: string): Promise<boolean> =>
  access(path, constants.F_OK).then(
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
  const folder = join(storeRoot(), 'arriving')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return join(folder, newId())
}

/** Takes a whole file that arrived into the store, under the name of what it holds. */
export async function adopt(arrived: string, sha256: string): Promise<void> {
  if (inTransaction()) throw new Error('a file cannot be kept inside a transaction')
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
  const folder = storeRoot()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const disk = await statfs(folder)
  return { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize }
}
