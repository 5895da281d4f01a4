// A second place for the backups (OPS-121): a mirror, only what is missing; and one file that holds a
// backup with all that opens it (OPS-122).

import { dirname, join } from 'node:path'
import { mustGoOn } from '../../store/engines/stopping.ts'
import { ofNamed } from '../../core/named-file.ts'
import { conflict } from '../../core/refusal.ts'
import { damaged, type Take } from './sealed-stream.ts'
import { manifestIn } from './check.ts'
import { parsed, readContainer, takeFrom } from './container.ts'
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
  openAt,
  partsAt,
  settle,
  type Source,
  writeAt,
} from './in-place.ts'
import { findRepository, masterOf, namesOf, type Repository } from './repository.ts'
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

const folders = ['keys', 'backups', 'objects', 'locks', 'state']

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
async function write(dir: string, target: string, parts: AsyncIterable<Buffer>): Promise<void> {
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

/** Takes in what `exported` wrote; into an empty place with its keys. Answers the backup's name. */
export async function imported(
  file: string,
  to: { name: string; path: string; append_only?: boolean | undefined },
): Promise<{ name: string; bytes: number }> {
  try {
    return await takenIn(file, to)
  } catch (error) {
    throw ofNamed(file, error)
  }
}

async function takenIn(
  file: string,
  to: Parameters<typeof imported>[1],
): ReturnType<typeof imported> {
  // The file may lie on a stick that was pulled, or on a share, as a repository may.
  const { source, size, close } = await openAt(dirname(file), file)
  try {
    let at = 0
    let name = ''
    let bytes = 0
    const fresh = !(await isAt(to.path, join(to.path, 'config.json')))
    while (at + 512 <= size) {
      const block = await takeFrom(source, at)(512)
      if (block.every((byte) => byte === 0)) break
      const found = readHeader(block, file)
      at += 512
      // Whose it is stands first: before that is known nothing is taken in.
      if ((at === 512) !== (found.name === 'config.json')) throw damaged(file)
      if (!(found.size >= 0 && found.size <= size - at)) throw damaged(file)
      await place(source, { ...found, at }, { dir: to.path, fresh, file })
      if (found.name.startsWith('backups/')) name = found.name.slice('backups/'.length)
      bytes += found.size
      at += Math.ceil(found.size / 512) * 512
    }
    if (name === '') throw damaged(file)
    const into = await findRepository(to, false)
    if (!(await namesOf(into)).includes(name)) throw damaged(file)
    return { name, bytes }
  } finally {
    await close()
  }
}

function readHeader(block: Buffer, file: string): { name: string; size: number } {
  const text = (from: number, length: number): string =>
    block.toString('utf8', from, from + length).replace(/\0.*$/s, '')
  if (text(257, 5) !== 'ustar') throw damaged(file)
  const prefix = text(345, 155)
  const name = prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`
  const size =
    block[124] === 0x80 ? Number(block.readBigUInt64BE(128)) : Number.parseInt(text(124, 12), 8)
  if (
    !/^(?:config\.json|(?:keys|backups|objects)(?:\/[\w.-]+)+)$/.test(name) ||
    name.includes('..')
  ) {
    throw damaged(file)
  }
  return { name, size }
}

const config_max = 64 * 1024

async function place(
  source: Source,
  { name, size, at }: { name: string; size: number; at: number },
  { dir, fresh, file }: { dir: string; fresh: boolean; file: string },
): Promise<void> {
  const target = join(dir, name)
  if (name === 'config.json' && !fresh) {
    const text = await takeFrom(source, at)(Math.min(size, config_max))
    const { id } = parsed<{ id?: unknown } | null>(text.toString('utf8'), file) ?? {}
    if ((await findRepository({ name: 'here', path: dir }, false)).id === id) return
    throw conflict(
      'This backup is of another repository. Take it in where none is: kituo backup repository add, then --repository.',
      'data_dir.foreign',
    )
  }
  if ((await isAt(dir, target)) || (name.startsWith('keys/') && !fresh)) return
  for (const folder of folders) await folderAt(dir, join(dir, folder))
  await write(dir, target, taken(takeFrom(source, at), size, file))
}

async function* taken(take: Take, size: number, file: string): AsyncGenerator<Buffer> {
  for (let left = size; left > 0; ) {
    const part = await take(Math.min(left, 1 << 20))
    if (part.length === 0) throw damaged(file)
    left -= part.length
    yield part
  }
}
