// The data root: one folder of one user, closed to everybody else (operations 2.3).

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { clock } from '../../core/clock.ts'
import { codeOf, isMissing, writeWhole } from '../../core/disk.ts'
import { makeNamedFolders } from '../../core/folders.ts'
import { newId } from '../../core/ids.ts'
import { Refusal } from '../../core/refusal.ts'
import { refuseNetworkFilesystem } from './filesystem.ts'
import { userName } from './user.ts'

export interface Root {
  readonly dir: string
  readonly format: 1
  readonly deployment_id: string
  readonly created_at: string
}

const folders = [
  'gen',
  'attachments',
  'identity',
  'journal',
  'downtime',
  'cache',
  'run',
  'log',
  'tmp',
]

/** May lie in a root that was never made: a clone keeps its configuration there. */
const before_root = [
  'kituo.toml',
  'kituo.toml.bak',
  'secrets.toml',
  // Of the account whose home this is.
  '.cache',
  'lock.db',
  'holder.json',
  'backups',
]

/** The root as it stands; only init makes one (OPS-3). */
export function findRoot(dir: string): Root {
  const names = namesIn(dir)
  if (names.includes('ROOT')) return { dir, ...read(join(dir, 'ROOT')) }
  const strange = names.some((name) => !before_root.includes(name) && !folders.includes(name))
  if (strange || namesIn(join(dir, 'gen')).length > 0) {
    throw new Refusal(409, 'data_dir.foreign', `${dir} is not a Kituo data directory.`)
  }
  throw new Refusal(503, 'deployment.empty', `There is no hospital in ${dir} yet. Run: kituo init`)
}

/** Makes what is missing of it; harmless on one that is whole. */
export function makeRoot(dir: string): Root {
  const umask = process.umask(0o077)
  try {
    makeNamedFolders(dir, 0o700, 'data_dir.unmade')
    refuseNetworkFilesystem(dir)
    const found = tryFind(dir)
    for (const name of folders) makeNamedFolders(join(dir, name), 0o700, 'data_dir.unmade')
    if (found !== undefined) return found
    const made = { format: 1, deployment_id: newId(), created_at: clock.instant() } as const
    writeWhole(join(dir, 'ROOT'), `${JSON.stringify(made)}\n`)
    return { dir, ...made }
  } finally {
    process.umask(umask)
  }
}

/**
 * OPS-42: root steps down to the owner, so that no file is ever left to root. What ends in the
 * configuration, which is root's, steps down for as long as it works on the data.
 */
export function becomeOwner(dir: string, how: 'for good' | 'for now' = 'for good'): void {
  const own = process.getuid?.()
  const { uid, gid } = statSync(dir)
  if (own === undefined || uid === own) return
  if (own !== 0) throw notOwner(dir)
  process.setgroups?.([gid])
  if (how === 'for now') {
    process.setegid?.(gid)
    process.seteuid?.(uid)
    return
  }
  process.setgid?.(gid)
  process.setuid?.(uid)
}

/** Root again, for whoever stepped down for now. */
export function becomeRoot(): void {
  if (process.getuid?.() !== 0) return
  process.seteuid?.(0)
  process.setegid?.(0)
}

/** A piece of work as root, by whoever stepped down for now. */
export function asRoot<T>(work: () => T): T {
  const [uid, gid] = [process.geteuid?.(), process.getegid?.()]
  if (process.getuid?.() !== 0 || uid === 0 || uid === undefined || gid === undefined) return work()
  process.seteuid?.(0)
  process.setegid?.(0)
  try {
    return work()
  } finally {
    process.setegid?.(gid)
    process.seteuid?.(uid)
  }
}

const notOwner = (dir: string): Refusal => {
  const owner = existsSync(dir) ? userName(statSync(dir).uid) : 'its owner'
  return new Refusal(
    403,
    'not.permitted',
    `Only ${owner} and root may open ${dir} directly. The daemon is down; start it, or: sudo kituo …`,
  )
}

function tryFind(dir: string): Root | undefined {
  try {
    return findRoot(dir)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'deployment.empty') return undefined
    throw error
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch (error) {
    if (isMissing(error)) return []
    if (codeOf(error) === 'ENOTDIR') {
      throw new Refusal(409, 'data_dir.foreign', `${dir} is not a Kituo data directory.`)
    }
    if (codeOf(error) === 'EACCES') throw notOwner(dir)
    throw error
  }
}

function read(file: string): Omit<Root, 'dir'> {
  let found: Partial<Root>
  try {
    found = JSON.parse(readFileSync(file, 'utf8')) as Partial<Root>
  } catch (cause) {
    if (codeOf(cause) === 'EACCES') throw notOwner(join(file, '..'))
    throw new Refusal(409, 'integrity.root', `${file} cannot be read. Restore it from a backup.`)
  }
  if (found.format !== 1) {
    throw new Refusal(409, 'version.data_dir', `${file} was made by a newer Kituo.`)
  }
  const { format, deployment_id = '', created_at = '' } = found
  return { format, deployment_id, created_at }
}
