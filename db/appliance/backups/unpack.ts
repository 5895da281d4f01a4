// A backup beside the live data (OPS-131): into a folder for looking, or only the files that are
// missing. Neither touches the database.

import { createWriteStream, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { writeWhole } from '../../core/disk.ts'
import { makeNamedFolders } from '../../core/folders.ts'
import { conflict } from '../../core/refusal.ts'
import { bytesOfObject } from './attachments.ts'
import { manifestIn, textOf } from './check.ts'
import { readContainer, type Reading } from './container.ts'
import type { OnPart } from './image.ts'
import { masterOf, type Repository } from './repository.ts'
import { bringBack } from './bring-back.ts'
import type { Masters } from './slots.ts'
import { stage } from './stage.ts'
import type { Manifest } from './words.ts'

export interface Unpacking {
  repository: Repository
  name: string
  masters: Masters
  dir: string
  only: 'configuration' | null
  files: boolean
  onPart: OnPart
}

export interface Unpacked {
  dir: string
  database: string | null
  /** PostgreSQL's own dump, for pg_restore. */
  native: string | null
  configuration: string | null
  files: number
}

/** Keys and authorities stay sealed: whoever looks at old data needs none of them. */
export async function unpackBackup(unpacking: Unpacking): Promise<Unpacked> {
  const { repository, name, masters, dir, only, onPart } = unpacking
  if (existsSync(dir)) throw conflict(`${dir} is there already.`, 'exists.different')
  const reading = await readContainer(repository, name)
  let is_made = false
  try {
    const master = masterOf(masters, reading.head.master)
    const manifest = await manifestIn(reading, master)
    makeNamedFolders(dir)
    is_made = true
    const configuration = await configurationOf(reading, master, dir)
    if (only === 'configuration')
      return { dir, database: null, native: null, configuration, files: 0 }
    const database = join(dir, 'kituo.db')
    await stage(
      { engine: 'sqlite', file: database },
      { reading, master, manifest, tmp: dir, onPart },
    )
    const files = unpacking.files ? await filesOf(unpacking, manifest, master) : 0
    const native = reading.has('native') ? await nativeOf(reading, master, dir) : null
    return { dir, database, native, configuration, files }
  } catch (error) {
    if (is_made) rmSync(dir, { recursive: true, force: true })
    throw error
  } finally {
    await reading.close()
  }
}

async function configurationOf(
  reading: Reading,
  master: Buffer,
  dir: string,
): Promise<string | null> {
  const text = await textOf(reading.section('configuration', master))
  if (text === '') return null
  const file = join(dir, 'kituo.toml')
  writeWhole(file, text, 0o600)
  return file
}

async function nativeOf(reading: Reading, master: Buffer, dir: string): Promise<string> {
  const file = join(dir, 'native.dump')
  await written(file, reading.section('native', master))
  return file
}

const written = (file: string, parts: AsyncIterable<Buffer>): Promise<void> =>
  pipeline(parts, createWriteStream(file, { mode: 0o600 }))

async function filesOf(
  { repository, dir, onPart }: Unpacking,
  { attachments }: Manifest,
  master: Buffer,
): Promise<number> {
  for (const [index, one] of attachments.entries()) {
    onPart('files', index, attachments.length)
    const folder = join(dir, 'attachments', one.sha256.slice(0, 2), one.sha256.slice(2, 4))
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    await written(join(folder, one.sha256), bytesOfObject(repository, one, master))
  }
  return attachments.length
}

export async function bringMissing(
  repository: Repository,
  name: string,
  masters: Masters,
  onPart: OnPart,
): Promise<{ back: number; missing: number }> {
  const reading = await readContainer(repository, name)
  try {
    const master = masterOf(masters, reading.head.master)
    const manifest = await manifestIn(reading, master)
    return await bringBack(repository, reading, master, manifest, onPart)
  } finally {
    await reading.close()
  }
}
