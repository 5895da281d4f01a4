// A second place for the backups (OPS-121): a mirror, only what is missing; and one file that holds a
// backup with all that opens it (OPS-122). What takes such a file in is take-in.ts.

import { dirname, join } from 'node:path'
import { mustGoOn } from '../../store/engines/stopping.ts'
import { conflict } from '../../core/refusal.ts'
import { damaged } from './sealed-stream.ts'
import { manifestIn } from './check.ts'
import { readContainer } from './container.ts'
import type { OnPart } from './image.ts'
import {
  asideOf,
  dropAt,
  entriesAt,
  factsAt,
  folderAt,
  isAside,
  isAt,
  namesAt,
  partsAt,
  settle,
  writeAt,
} from './in-place.ts'
import { findRepository, masterOf, type Repository } from './repository.ts'
import { withLock } from './repository-lock.ts'
import type { Masters } from './slots.ts'

export interface Copied {
  copied: number
  bytes: number
}

/** Objects first, the backups that name them last; keys as they are at the source. */
export async function mirror(
  from: Repository,
  to: { name: string; path: string; append_only?: boolean | undefined },
  onPart: OnPart = () => undefined,
): Promise<Copied & { repository: Repository }> {
  await adopt(from, to.path)
  const into = await findRepository(to, false)
  if (into.id !== from.id) {
    throw conflict(
      `${to.path} holds backups of another repository. Give an empty folder.`,
      'data_dir.foreign',
    )
  }
  return withLock(into, 'kituo backup copy', async () => {
    const result: Copied = { copied: 0, bytes: 0 }
    const files = [
      ...(await below(from.dir, 'keys')),
      ...(await below(from.dir, 'objects')),
      ...(await below(from.dir, 'state')),
      ...(await below(from.dir, 'backups')),
      'config.json',
    ]
    for (const [index, name] of files.entries()) {
      mustGoOn()
      onPart('copying', index, files.length)
      const bytes = await bring(from.dir, into.dir, name, alwaysNew(name))
      if (bytes === null) continue
      result.copied += 1
      result.bytes += bytes
    }
    return { ...result, repository: await findRepository(to, false) }
  })
}

/** Keys, marks and the number of the master key change; what is sealed never does. */
const alwaysNew = (name: string): boolean =>
  name.startsWith('keys/') || name.startsWith('state/') || name === 'config.json'

export const folders = ['keys', 'backups', 'objects', 'locks', 'state']

/** One that was cut off here before had made folders, and no more. */
async function adopt(from: Repository, path: string): Promise<void> {
  if (await isAt(path, join(path, 'config.json'))) return
  await folderAt(path, path)
  const strange = (await namesAt(path, path)).filter(
    (name) => name !== 'lost+found' && !folders.includes(name) && !isAside(name),
  )
  if (strange.length > 0) {
    throw conflict(
      `${path} holds other files (${strange[0]}). Give an empty folder.`,
      'data_dir.foreign',
    )
  }
  for (const folder of folders) await folderAt(path, join(path, folder))
  await bring(from.dir, path, 'config.json', true)
}

async function bring(
  from: string,
  to: string,
  name: string,
  anew: boolean,
): Promise<number | null> {
  const [source, target] = [join(from, name), join(to, name)]
  const size = (await factsAt(from, source))?.size
  // Let go since it was listed.
  if (size === undefined) return null
  const there = await factsAt(to, target)
  if (there !== undefined && !anew && there.size === size) return null
  await write(to, target, partsAt(from, source))
  return there === undefined ? size : null
}

/** Whole under its own name, or not there. */
export async function write(
  dir: string,
  target: string,
  parts: AsyncIterable<Buffer>,
): Promise<void> {
  await folderAt(dir, dirname(target))
  const aside = asideOf(target)
  try {
    const writing = await writeAt(dir, aside)
    try {
      for await (const part of parts) await writing.write(part)
      await writing.finish()
    } catch (error) {
      await writing.abandon()
      throw error
    }
    await settle(dir, aside, target)
  } finally {
    await dropAt(dir, aside)
  }
}

async function below(dir: string, folder: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await entriesAt(dir, join(dir, folder))) {
    const name = join(folder, entry.name)
    if (entry.isDirectory()) found.push(...(await below(dir, name)))
    else if (entry.isFile() && !isAside(name)) found.push(name)
  }
  return found.sort()
}

// One file: names, sizes and bytes one after the other, in the manner of tar (ustar), so that it can be
// looked into without Kituo.

export async function* exported(
  repository: Repository,
  name: string,
  masters: Masters,
  attachments: boolean,
): AsyncGenerator<Buffer> {
  const files = [
    'config.json',
    ...(await below(repository.dir, 'keys')),
    join('backups', name),
    ...(attachments ? await objectsOf(repository, name, masters) : []),
  ]
  for (const file of files) yield* entry(repository.dir, file)
  yield Buffer.alloc(1024)
}

async function objectsOf(
  repository: Repository,
  name: string,
  masters: Masters,
): Promise<string[]> {
  const reading = await readContainer(repository, name)
  try {
    const { attachments } = await manifestIn(reading, masterOf(masters, reading.head.master))
    return attachments.map(({ object }) => join('objects', object.slice(0, 2), object))
  } finally {
    await reading.close()
  }
}

async function* entry(dir: string, name: string): AsyncGenerator<Buffer> {
  const size = (await factsAt(dir, join(dir, name)))?.size
  if (size === undefined) throw damaged(`${join(dir, name)} is not there; it`)
  yield header(name, size)
  yield* partsAt(dir, join(dir, name))
  const over = size % 512
  if (over > 0) yield Buffer.alloc(512 - over)
}

function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(512)
  // An object's name is longer than a hundred letters with its folder: the prefix takes the folder.
  const cut = name.length > 100 ? name.lastIndexOf('/') : -1
  block.write(name.slice(cut + 1), 0, 100)
  if (cut > 0) block.write(name.slice(0, cut), 345, 155)
  block.write('0000600\0', 100)
  block.write('0000000\0', 108)
  block.write('0000000\0', 116)
  if (size < 8 ** 11) block.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  else {
    block[124] = 0x80
    block.writeBigUInt64BE(BigInt(size), 128)
  }
  block.write('00000000000\0', 136)
  block.write('        ', 148)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((all, byte) => all + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}
