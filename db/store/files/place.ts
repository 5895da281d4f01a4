// Where the files of patients and staff lie, and whether that is the place of this house (OPS-43): a
// mount may be away, or be another's. A file STORE in it names the deployments that keep theirs there.

import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clock, seconds } from '../../core/clock.ts'
import { codeOf, isMissing, writeWhole } from '../../core/disk.ts'
import { Refusal, unavailable } from '../../core/refusal.ts'

let folder: string | null = null
/** Whose files they are; null asks nobody, as in a process that only looks. */
let expected: string | null = null
let away: { since: string; why: string } | null = null
let looking: Promise<boolean> | null = null
let patience_ms = seconds(5)

/** The folder itself; what was known of the one before is forgotten. */
export function setFilesFolder(path: string): void {
  if (path !== folder) [expected, away, looking] = [null, null, null]
  folder = path
}

export function filesFolder(): string {
  if (folder === null) throw new Error('the file store was not named at start')
  return folder
}

/** Since when nothing can be read or kept there; null while it answers. */
export const filesAway = (): { since: string; why: string } | null => away

/** Tests do not wait for a mount that hangs. */
export function setPatience(ms: number): void {
  patience_ms = ms
}

const fileIn = (path: string): string => join(path, 'STORE')
const idsOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')

export type Belongs = 'ours' | 'away'

export interface Taking {
  id: string
  /** This database has known its place before: a folder without the mark is not it. */
  marked: boolean
  /** Some of the files that the database names. */
  named: () => Promise<readonly string[]>
}

/**
 * At a start: refused when it is another's. A bare folder where the database names files is a mount
 * that is not there, and nothing is written under it.
 */
export async function takePlace({ id, marked, named }: Taking): Promise<Belongs> {
  const path = filesFolder()
  expected = id
  if (await looksOurs()) return 'ours'
  if ((await idsHere(path)) !== null) return refuse(path)
  if (marked || away?.why !== no_mark) return 'away'
  const names = await named()
  if (isBare(path) && names.length > 0) return 'away'
  if (!isBare(path) && !names.some((name) => hasFile(path, name))) return refuse(path)
  admit(id)
  away = null
  return 'ours'
}

function refuse(path: string): never {
  expected = null
  away = null
  throw new Refusal(409, 'data_dir.store', `${path} holds the attachments of another deployment.`)
}

export type Whose = 'ours' | 'anothers' | 'unmarked'

/** For the doctor: a look that changes nothing of what is known. */
export async function whoseFiles(id: string): Promise<Whose> {
  const ids = await inTime(idsHere(filesFolder()), null)
  return ids === null ? 'unmarked' : ids.includes(id) ? 'ours' : 'anothers'
}

/** Somebody says that it is the place although the mark is gone; false where it cannot be. */
export async function markAgain(
  id: string,
  named: () => Promise<readonly string[]>,
): Promise<boolean> {
  const path = filesFolder()
  if ((await whoseFiles(id)) !== 'unmarked') return false
  const names = isBare(path) ? [] : await named()
  if (!isBare(path) && !names.some((name) => hasFile(path, name))) return false
  admit(id)
  return lookAtFiles()
}

/** Before another database becomes the live one (a restore): its files lie here too. */
export function admit(id: string, path: string = filesFolder()): void {
  let ids: string[] = []
  try {
    ids = idsOf(readFileSync(fileIn(path), 'utf8'))
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  if (ids.includes(id)) return
  mkdirSync(path, { recursive: true, mode: 0o700 })
  writeWhole(fileIn(path), [...ids, id, ''].join('\n'))
}

/** That database is live now. */
export function expectFilesOf(id: string): void {
  if (expected !== null) expected = id
}

/** A look at the place: what turned away comes back by itself. One look at a time, however it hangs. */
export function lookAtFiles(): Promise<boolean> {
  if (expected === null) return Promise.resolve(true)
  looking ??= looksOurs().finally(() => {
    looking = null
  })
  return inTime(looking, false, () => goneAway('it does not answer'))
}

async function inTime<T>(work: Promise<T>, instead: T, tell = (): unknown => null): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => {
      tell()
      resolve(instead)
    }, patience_ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Before a file is opened or kept: nothing is asked of a place that is known to be away. */
export async function requireFiles(): Promise<void> {
  if (expected === null) return
  if (away !== null || !(await lookAtFiles())) throw filesAreAway()
}

export const filesAreAway = (): Refusal =>
  unavailable(
    'The place of the files does not answer: none can be opened or kept just now. Tell the IT desk.',
    10,
  )

async function looksOurs(): Promise<boolean> {
  try {
    const ids = idsOf(await readFile(fileIn(filesFolder()), 'utf8'))
    if (expected === null || ids.includes(expected)) {
      away = null
      return true
    }
    return goneAway('it holds the files of another deployment')
  } catch (error) {
    return goneAway(isMissing(error) ? no_mark : (codeOf(error) ?? 'it cannot be read'))
  }
}

const no_mark = 'STORE is not there'

function goneAway(why: string): false {
  away = { since: away?.since ?? clock.instant(), why }
  return false
}

async function idsHere(path: string): Promise<string[] | null> {
  try {
    return idsOf(await readFile(fileIn(path), 'utf8'))
  } catch {
    return null
  }
}

const namesIn = (path: string): string[] => {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

/** No file in it; what a network filesystem puts into every folder does not count. */
const isBare = (path: string): boolean =>
  namesIn(path).every(
    (name) =>
      name[0] === '.' ||
      name === 'arriving' ||
      name === 'lost+found' ||
      (/^[0-9a-f]{2}$/.test(name) &&
        namesIn(join(path, name)).every((inner) => namesIn(join(path, name, inner)).length === 0)),
  )

const hasFile = (path: string, sha256: string): boolean =>
  namesIn(join(path, sha256.slice(0, 2), sha256.slice(2, 4))).includes(sha256)
