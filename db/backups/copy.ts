// A second place for the backups (OPS-121): a mirror, only what is missing; and one file that holds a
// backup with all that opens it (OPS-122).

import {
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { mustGoOn } from '../engines/stopping.ts'
import { conflict } from '../refusal.ts'
import { damaged } from './sealed-stream.ts'
import { manifestIn } from './check.ts'
import { readContainer, takeFrom } from './container.ts'
import type { OnPart } from './image.ts'
import {
  asideOf,
  backupFile,
  findRepository,
  masterOf,
  namesOf,
  type Repository,
  settle,
} from './repository.ts'
import { withLock } from './repository-lock.ts'
import type { Masters } from './slots.ts'

export interface Copied {
  copied: number
  bytes: number
}

/** Objects first, the backups that name them last; keys as they are at the source. */
export function mirror(
  from: Repository,
  to: { name: string; path: string; append_only?: boolean | undefined },
  onPart: OnPart = () => undefined,
): Promise<Copied & { repository: Repository }> {
  adopt(from, to.path)
  const into = findRepository(to, false)
  if (into.id !== from.id) {
    throw conflict(
      `${to.path} holds backups of another repository. Give an empty folder.`,
      'data_dir.foreign',
    )
  }
  return withLock(into, 'kituo backup copy', async () => {
    const result: Copied = { copied: 0, bytes: 0 }
    const files = [
      ...below(from.dir, 'keys'),
      ...below(from.dir, 'objects'),
      ...below(from.dir, 'state'),
      ...below(from.dir, 'backups'),
      'config.json',
    ]
    for (const [index, name] of files.entries()) {
      mustGoOn()
      onPart('copying', index, files.length)
      const bytes = bring(join(from.dir, name), join(into.dir, name), alwaysNew(name))
      if (bytes === null) continue
      result.copied += 1
      result.bytes += bytes
    }
    return { ...result, repository: findRepository(to, false) }
  })
}

/** Keys, marks and the number of the master key change; what is sealed never does. */
const alwaysNew = (name: string): boolean =>
  name.startsWith('keys/') || name.startsWith('state/') || name === 'config.json'

function adopt(from: Repository, path: string): void {
  if (existsSync(join(path, 'config.json'))) return
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const strange = readdirSync(path).filter((name) => name !== 'lost+found')
  if (strange.length > 0) {
    throw conflict(
      `${path} holds other files (${strange[0]}). Give an empty folder.`,
      'data_dir.foreign',
    )
  }
  for (const folder of ['keys', 'backups', 'objects', 'locks', 'state']) {
    mkdirSync(join(path, folder), { mode: 0o700 })
  }
  bring(join(from.dir, 'config.json'), join(path, 'config.json'), true)
}

function bring(source: string, target: string, anew: boolean): number | null {
  const { size } = statSync(source)
  const there = statSync(target, { throwIfNoEntry: false })
  if (there !== undefined && !anew && there.size === size) return null
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  const aside = asideOf(target)
  copyFileSync(source, aside)
  settle(aside, target)
  return there === undefined ? size : null
}

function below(dir: string, folder: string): string[] {
  return readdirSync(join(dir, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .sort()
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
    ...below(repository.dir, 'keys'),
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
  const reading = await readContainer(backupFile(repository, name))
  try {
    const { attachments } = await manifestIn(reading, masterOf(masters, reading.head.master))
    return attachments.map(({ object }) => join('objects', object.slice(0, 2), object))
  } finally {
    await reading.close()
  }
}

async function* entry(dir: string, name: string): AsyncGenerator<Buffer> {
  const { size } = statSync(join(dir, name))
  yield header(name, size)
  for await (const part of createReadStream(join(dir, name), { highWaterMark: 1 << 20 })) {
    yield part as Buffer
  }
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
  const handle = await openFile(file, 'r')
  try {
    const { size } = await handle.stat()
    let at = 0
    let name = ''
    let bytes = 0
    const fresh = !existsSync(join(to.path, 'config.json'))
    while (at + 512 <= size) {
      const block = await takeFrom(handle, at)(512)
      if (block.every((byte) => byte === 0)) break
      const found = readHeader(block, file)
      at += 512
      await place(handle, { ...found, at }, { dir: to.path, fresh, file })
      if (found.name.startsWith('backups/')) name = found.name.slice('backups/'.length)
      bytes += found.size
      at += Math.ceil(found.size / 512) * 512
    }
    if (name === '') throw damaged(file)
    const into = findRepository(to, false)
    if (!namesOf(into).includes(name)) throw damaged(file)
    return { name, bytes }
  } finally {
    await handle.close()
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

async function place(
  handle: Awaited<ReturnType<typeof openFile>>,
  { name, size, at }: { name: string; size: number; at: number },
  { dir, fresh, file }: { dir: string; fresh: boolean; file: string },
): Promise<void> {
  const target = join(dir, name)
  if (name === 'config.json' && !fresh) {
    const text = await takeFrom(handle, at)(size)
    const { id } = JSON.parse(text.toString('utf8')) as { id: string }
    if (findRepository({ name: 'here', path: dir }, false).id === id) return
    throw conflict(
      'This backup is of another repository. Take it in where none is: kituo backup repository add, then --repository.',
      'data_dir.foreign',
    )
  }
  if (existsSync(target) || (name.startsWith('keys/') && !fresh)) return
  for (const folder of ['keys', 'backups', 'objects', 'locks', 'state']) {
    mkdirSync(join(dir, folder), { recursive: true, mode: 0o700 })
  }
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  const aside = asideOf(target)
  const stream = createWriteStream(aside, { flags: 'wx', mode: 0o600, flush: true })
  const take = takeFrom(handle, at)
  for (let left = size; left > 0; ) {
    const part = await take(Math.min(left, 1 << 20))
    if (part.length === 0) {
      stream.destroy()
      throw damaged(file)
    }
    left -= part.length
    if (!stream.write(part)) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'close')
  settle(aside, target)
}
