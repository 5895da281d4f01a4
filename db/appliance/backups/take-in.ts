// Taking in what `backup export` wrote (OPS-122): the backup itself last, so that one that is cut off is
// none; and nothing stays of a file that does not hold.

import { dirname, join } from 'node:path'
import { ofNamed } from '../../core/named-file.ts'
import { conflict, isRefusal } from '../../core/refusal.ts'
import { lookThrough, raise } from './check.ts'
import { parsed, takeFrom } from './container.ts'
import { folders, write } from './copy.ts'
import type { OnPart } from './image.ts'
import { dropAt, folderAt, isAt, openAt, type Source } from './in-place.ts'
import { clock } from '../../core/clock.ts'
import { findRepository, removeBackup, type Repository, unlock } from './repository.ts'
import { withLock } from './repository-lock.ts'
import { damaged, type Take } from './sealed-stream.ts'
import type { Holding } from './slots.ts'

export interface Place {
  name: string
  path: string
  append_only?: boolean | undefined
}

export interface LaidOut {
  repository: Repository
  name: string
  bytes: number
}

export interface TakenIn extends LaidOut {
  /** `files`: the files of people were left out of it. Null: no key at hand opens it. */
  proved: 'whole' | 'files' | null
}

export interface Taking {
  /** What may open it. */
  holdings: readonly Holding[]
  /** Somebody says that one of them does. */
  must_open: boolean
  onPart?: OnPart
}

/** As it is: whoever goes on with it proves it. */
export const layOut = (file: string, to: Place): Promise<LaidOut> =>
  inPlace(file, to, (laid) => Promise.resolve(laid))

export const takeIn = (file: string, to: Place, taking: Taking): Promise<TakenIn> =>
  inPlace(file, to, async (laid, has_files) => ({
    ...laid,
    proved: await proved(laid, has_files, taking),
  }))

async function proved(
  { repository, name }: LaidOut,
  has_files: boolean,
  { holdings, must_open, onPart }: Taking,
): Promise<TakenIn['proved']> {
  const opened = await unlock(repository, holdings).catch((error: unknown) => {
    if (!must_open && isRefusal(error) && error.code === 'backup.key_wrong') return null
    throw error
  })
  if (opened === null) return null
  const files = has_files ? 'open' : 'none'
  const { attachments } = await lookThrough(repository, name, opened.masters, { files, onPart })
  if (!has_files && attachments.length > 0) return 'files'
  await raise(repository, name, 'CHECK', { checked_at: clock.instant() })
  return 'whole'
}

async function inPlace<T>(
  file: string,
  to: Place,
  then: (laid: LaidOut, has_files: boolean) => Promise<T>,
): Promise<T> {
  try {
    // The file may lie on a stick that was pulled, or on a share, as a repository may.
    const { source, size, close } = await openAt(dirname(file), file)
    try {
      return await placed({ file, source, ...(await entriesOf(source, size, file)) }, to, then)
    } finally {
      await close()
    }
  } catch (error) {
    throw ofNamed(file, error)
  }
}

interface Entry {
  name: string
  size: number
  at: number
}

/** Whose it is, the backup, and what opens it and lies beside it. */
interface Entries {
  config: Entry
  backup: Entry
  keys: readonly Entry[]
  objects: readonly Entry[]
}

interface Export extends Entries {
  file: string
  source: Source
}

/** Everything that it says it holds, before any of it is taken in. */
async function entriesOf(source: Source, size: number, file: string): Promise<Entries> {
  const entries: Entry[] = []
  const block = Buffer.alloc(512)
  for (let at = 0; at + 512 <= size; ) {
    if ((await source(block, at)) < 512) throw damaged(file)
    if (block.every((byte) => byte === 0)) break
    const found = readHeader(block, file)
    at += 512
    if (!(found.size >= 0 && found.size <= size - at)) throw damaged(file)
    entries.push({ ...found, at })
    at += Math.ceil(found.size / 512) * 512
  }
  const [config, ...others] = entries
  const [backup, ...more] = entries.filter(({ name }) => is_backup.test(name))
  // Whose it is stands first, and stands once; so does the backup.
  const is_whole = config?.name === 'config.json' && more.length === 0
  if (!is_whole || backup === undefined || others.some(({ name }) => name === config.name)) {
    throw damaged(file)
  }
  const under = (folder: string) => entries.filter(({ name }) => name.startsWith(folder))
  return { config, backup, keys: under('keys/'), objects: under('objects/') }
}

const is_backup = /^backups\/[^/]+\.kbk$/
const nameOf = ({ name }: Entry): string => name.slice('backups/'.length)

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

async function placed<T>(
  given: Export,
  to: Place,
  then: (laid: LaidOut, has_files: boolean) => Promise<T>,
): Promise<T> {
  const fresh = !(await isAt(to.path, join(to.path, 'config.json')))
  await (fresh ? placeConfig(given, to) : refuseOther(given, to))
  const repository = await findRepository(to, false)
  return withLock(repository, 'kituo backup import', async () => {
    const made = fresh ? ['config.json'] : []
    try {
      const { backup, keys, objects } = given
      const coming = [...(fresh ? keys : []), ...objects, backup]
      for (const one of coming) if (await placeOne(given, one, to.path)) made.push(one.name)
      const bytes = coming.reduce((sum, { size }) => sum + size, 0)
      return await then({ repository, name: nameOf(backup), bytes }, objects.length > 0)
    } catch (error) {
      await takeOut(repository, made)
      throw error
    }
  })
}

const config_max = 64 * 1024

async function refuseOther({ file, source, config }: Export, to: Place): Promise<void> {
  const text = await takeFrom(source, config.at)(Math.min(config.size, config_max))
  const { id } = parsed<{ id?: unknown } | null>(text.toString('utf8'), file) ?? {}
  if ((await findRepository({ name: 'here', path: to.path }, false)).id === id) return
  throw conflict(
    'This backup is of another repository. Take it in where none is: kituo backup repository add, then --repository.',
    'data_dir.foreign',
  )
}

async function placeConfig(given: Export, { path }: Place): Promise<void> {
  for (const folder of folders) await folderAt(path, join(path, folder))
  await placeOne(given, given.config, path)
}

/** False where it is there already. */
async function placeOne(
  { file, source }: Export,
  { name, size, at }: Entry,
  dir: string,
): Promise<boolean> {
  const target = join(dir, name)
  if (await isAt(dir, target)) return false
  await write(dir, target, taken(takeFrom(source, at), size, file))
  return true
}

async function* taken(take: Take, size: number, file: string): AsyncGenerator<Buffer> {
  for (let left = size; left > 0; ) {
    const part = await take(Math.min(left, 1 << 20))
    if (part.length === 0) throw damaged(file)
    left -= part.length
    yield part
  }
}

/** The backup first: what is left when this is cut off is no backup. */
async function takeOut(repository: Repository, made: readonly string[]): Promise<void> {
  for (const name of made.toReversed()) {
    if (is_backup.test(name)) await removeBackup(repository, name.slice('backups/'.length))
    else await dropAt(repository.dir, join(repository.dir, name))
  }
}
