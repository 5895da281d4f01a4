// Where backups lie (OPS-105): a folder on a disk, a stick or a mounted share. Every file is written
// aside, synced and renamed, the backup itself last: a crash leaves only what nobody refers to.

import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { clock } from '../../core/clock.ts'
import { codeOf, isMissing } from '../../core/disk.ts'
import { newId } from '../../core/ids.ts'
import { noneCalled, Refusal } from '../../core/refusal.ts'
import {
  dropAt,
  factsAt,
  folderAt,
  isAside,
  isAt,
  namesAt,
  removeAt,
  roomAt,
  textAt,
  writeWholeAt,
} from './in-place.ts'
import {
  type Holding,
  isStretched,
  type KeySlot,
  makeSlot,
  type Masters,
  newMaster,
  openSlot,
} from './slots.ts'
import type { BackupMarks } from './words.ts'

export interface Repository {
  readonly name: string
  readonly dir: string
  readonly append_only: boolean
  readonly id: string
  /** The master key that seals what is made now. */
  readonly master: number
}

interface Config {
  format: 1
  id: string
  made_at: string
  master: number
}

const folders = ['keys', 'backups', 'objects', 'locks', 'state']

/** As configured; `make` makes one where the folder is empty or not there. */
export async function findRepository(
  place: { name: string; path: string; append_only?: boolean | undefined },
  make: boolean,
): Promise<Repository> {
  const { name, path: dir, append_only = false } = place
  const file = join(dir, 'config.json')
  try {
    if (make && !(await isAt(dir, file))) await makeRepository(dir, file)
    const { id, master, format } = JSON.parse(await textAt(dir, file)) as Config
    if (format !== 1)
      throw new Refusal(409, 'version.repository', `${dir} was made by a newer Kituo.`)
    return { name, dir, append_only, id, master }
  } catch (error) {
    if (isMissing(error)) {
      throw new Refusal(503, 'repository.away', `There are no backups in ${dir} yet.`)
    }
    if (['EACCES', 'EROFS', 'EPERM', 'ENOTDIR'].includes(codeOf(error) ?? '')) {
      throw new Refusal(503, 'repository.away', `${dir} cannot be written to (${codeOf(error)}).`)
    }
    if (error instanceof SyntaxError) {
      throw new Refusal(409, 'integrity.backup', `${file} cannot be read.`)
    }
    throw error
  }
}

async function makeRepository(dir: string, file: string): Promise<void> {
  await folderAt(dir, dir)
  const strange = (await namesAt(dir, dir)).filter(
    (name) => !folders.includes(name) && !isAside(name),
  )
  if (strange.length > 0) {
    throw new Refusal(
      409,
      'data_dir.foreign',
      `${dir} holds other files (${strange[0]}). Give an empty folder.`,
    )
  }
  for (const folder of folders) await folderAt(dir, join(dir, folder))
  const made: Config = { format: 1, id: newId(), made_at: clock.instant(), master: 1 }
  await writeWholeAt(dir, file, `${JSON.stringify(made)}\n`)
}

export async function slotsOf(repository: Repository): Promise<KeySlot[]> {
  const { slots, broken } = await readSlots(repository)
  if (broken.length === 0) return slots
  throw new Refusal(
    409,
    'integrity.backup',
    `The key ${broken[0]} cannot be read. The others open as ever; move it out of the folder keys.`,
  )
}

async function readSlots({ dir }: Repository): Promise<{ slots: KeySlot[]; broken: string[] }> {
  const slots: KeySlot[] = []
  const broken: string[] = []
  for (const name of await namesAt(dir, join(dir, 'keys'))) {
    if (!name.endsWith('.json')) continue
    const file = slotFile(dir, name.slice(0, -5))
    const slot = slotIn(await textAt(dir, file))
    if (slot === null) broken.push(file)
    else slots.push(slot)
  }
  return { slots: slots.sort((a, b) => (a.id < b.id ? -1 : 1)), broken }
}

function slotIn(text: string): KeySlot | null {
  try {
    const slot = JSON.parse(text) as Partial<KeySlot> | null
    const { id, kind, salt, stretched, wrapped } = slot ?? {}
    const is_whole = [id, kind, salt, wrapped].every((one) => typeof one === 'string')
    return is_whole && isStretched(stretched) ? (slot as KeySlot) : null
  } catch {
    return null
  }
}

export const keepSlot = ({ dir }: Repository, slot: KeySlot): Promise<void> =>
  writeWholeAt(dir, slotFile(dir, slot.id), `${JSON.stringify(slot)}\n`)

export const dropSlot = ({ dir }: Repository, id: string): Promise<void> =>
  removeAt(dir, slotFile(dir, id))

const slotFile = (dir: string, id: string): string => join(dir, 'keys', `${id}.json`)

/** Tries what is held, in the order given; wrong: says which kinds of key there are (OPS-111). */
export async function unlock(
  repository: Repository,
  holdings: readonly Holding[],
  /** The fingerprint or the id of the slot meant; without it every one is tried. */
  only?: string,
): Promise<{ masters: Masters; slot: KeySlot }> {
  // One that cannot be read keeps nobody out who holds another.
  const { slots: all } = await readSlots(repository)
  const slots = all.filter(
    ({ id, fingerprint }) => only === undefined || id === only || fingerprint === only,
  )
  if (only !== undefined && slots.length === 0) throw noneCalled('slot', only)
  for (const holding of holdings) {
    for (const slot of slots) {
      const masters = await openSlot(slot, holding)
      if (masters !== null) return { masters, slot }
    }
  }
  throw new Refusal(409, 'backup.key_wrong', noneOpens(repository, holdings, all))
}

/** OPS-111: what was tried, and what there is to try. */
function noneOpens(
  { dir }: Repository,
  holdings: readonly Holding[],
  slots: readonly KeySlot[],
): string {
  const typed = holdings.find(({ kind }) => kind === 'passphrase' || kind === 'recovery')
  if (typed === undefined) {
    const kinds = slots.map(({ kind, fingerprint }) => `${kind} ${fingerprint}`).join(', ')
    return `None of the keys given opens ${dir}. It opens with: ${kinds || 'nothing yet'}.`
  }
  const tried = typed.kind === 'passphrase' ? 'this passphrase opens' : 'these words open'
  return `${tried} none of the ${slots.length} slots (${slots.map(slotSaid).join(', ')}).`
}

const slotSaid = ({ kind, label, fingerprint }: KeySlot): string =>
  kind === 'recovery'
    ? kind
    : kind === 'machine'
      ? `${kind} ${fingerprint.slice(0, 4)}…`
      : `${kind} "${label}"`

/** The first slot makes the master key; each further one needs somebody who can open it. */
export async function addSlot(
  repository: Repository,
  holding: Holding,
  by: { label: string; made_by: string },
  masters: Masters = new Map([[repository.master, newMaster()]]),
): Promise<KeySlot> {
  const slot = await makeSlot(holding, masters, by)
  await keepSlot(repository, slot)
  return slot
}

export const masterOf = (masters: Masters, number: number): Buffer => {
  const master = masters.get(number)
  if (master === undefined) {
    throw new Refusal(
      409,
      'backup.key_wrong',
      `This key does not open backups of master key ${number}.`,
    )
  }
  return master
}

export const backupFile = ({ dir }: Pick<Repository, 'dir'>, name: string): string =>
  join(dir, 'backups', name)

export const objectFile = ({ dir }: Repository, object: string): string =>
  join(dir, 'objects', object.slice(0, 2), object)

/** An attachment's name here gives nothing away of what it holds. */
export const objectNamed = (master: Buffer, sha256: string): string =>
  createHmac('sha256', master).update(`kituo/backup/name/${sha256}`).digest('hex')

export const namesOf = async ({ dir }: Repository): Promise<string[]> =>
  (await namesAt(dir, join(dir, 'backups'))).filter((name) => name.endsWith('.kbk')).sort()

export async function nameOf(repository: Repository, typed: string): Promise<string> {
  const names = await namesOf(repository)
  const found = names.find((name) => isCalled(name, typed))
  if (found !== undefined) return found
  const { code, message, status } = noneCalled('backup', typed)
  const newest = names.at(-1)
  throw new Refusal(status, code, newest === undefined ? message : `${message} Newest: ${newest}`)
}

/** `2027-02-03T071502Z-manual.kbk`; of two in one second the later takes the next. */
export async function newName(repository: Repository, at: string, tag: string): Promise<string> {
  for (let ms = Date.parse(at); ; ms += 1000) {
    const second = new Date(ms).toISOString().slice(0, 19).replaceAll(':', '')
    const name = `${second}Z-${tag}.kbk`
    if (!(await isAt(repository.dir, backupFile(repository, name)))) return name
  }
}

const isCalled = (name: string, typed: string): boolean => name === typed || name === `${typed}.kbk`

const no_marks: BackupMarks = {
  level: 'NONE',
  checked_at: null,
  verified_at: null,
  drilled_at: null,
  damaged: null,
  pinned: null,
  took_ms: 0,
  added_bytes: 0,
  database_bytes: 0,
  attachments: { count: 0, bytes: 0, missing: 0 },
}

/** The paper of its last drill, in `state/`. */
export const reportFile = (name: string): string => `${name}.drill.pdf`

export async function marksOf({ dir }: Repository, name: string): Promise<BackupMarks> {
  try {
    const text = await textAt(dir, join(dir, 'state', `${name}.json`))
    return { ...no_marks, ...(JSON.parse(text) as BackupMarks) }
  } catch (error) {
    // What was said of it and cannot be read counts as never said: the backup itself may be whole.
    if (isMissing(error) || error instanceof SyntaxError) return no_marks
    throw error
  }
}

const marking = new Map<string, Promise<void>>()

/** One after the other: each keeps what the one before it wrote. */
export async function mark(
  repository: Repository,
  name: string,
  more: Partial<BackupMarks> | ((was: BackupMarks) => Partial<BackupMarks>),
): Promise<void> {
  const { dir } = repository
  const file = join(dir, 'state', `${name}.json`)
  const write = async (): Promise<void> => {
    const was = await marksOf(repository, name)
    const marks = { ...was, ...(typeof more === 'function' ? more(was) : more) }
    await writeWholeAt(dir, file, `${JSON.stringify(marks)}\n`)
  }
  const written = (marking.get(file) ?? Promise.resolve()).then(write, write)
  marking.set(file, written)
  try {
    await written
  } finally {
    if (marking.get(file) === written) marking.delete(file)
  }
}

export async function removeBackup(repository: Repository, name: string): Promise<number> {
  const { dir } = repository
  const file = backupFile(repository, name)
  const size = (await factsAt(dir, file))?.size ?? 0
  await removeAt(dir, file)
  for (const beside of [`${name}.json`, reportFile(name)]) {
    await dropAt(dir, join(dir, 'state', beside))
  }
  return size
}

export const roomIn = ({ dir }: Repository): Promise<number> => roomAt(dir)
