// Backups as people see them: what each says of itself and what became of it.

import { isMissing } from '../../core/disk.ts'
import { headOf } from './container.ts'
import { factsAt } from './in-place.ts'
import { backupFile, marksOf, nameOf, namesOf, type Repository } from './repository.ts'
import type { BackupHead, BackupMarks, BackupState } from './words.ts'
import { isRefusal, noneCalled } from '../../core/refusal.ts'

export interface Backup extends Omit<BackupHead, 'format' | 'master'>, BackupMarks {
  readonly repository: string
  readonly bytes: number
  readonly state: BackupState
}

/** By its name, or the `latest`. */
export async function whichBackup(repository: Repository, typed: string): Promise<string> {
  if (typed !== 'latest') return nameOf(repository, typed)
  const last = (await listBackups(repository)).at(-1)
  if (last === undefined) throw noneCalled('backup', typed)
  return last.name
}

/** Oldest first. A file that cannot be read is shown as damaged, not left out. */
export async function listBackups(repository: Repository): Promise<Backup[]> {
  const found: Backup[] = []
  for (const name of await namesOf(repository)) {
    try {
      found.push(await backupNamed(repository, name))
    } catch (error) {
      // One that was let go meanwhile is none.
      if (!isMissing(error)) throw error
    }
  }
  return found.sort((a, b) => (a.at < b.at ? -1 : 1))
}

export async function backupNamed(repository: Repository, name: string): Promise<Backup> {
  const { turn: _turn, turns: _turns, ...marks } = await marksOf(repository, name)
  const read = await headOf(repository, name).catch((error: unknown) => {
    if (isRefusal(error) && error.code === 'integrity.backup') return null
    throw error
  })
  const { format: _f, master: _m, ...rest } = read?.head ?? unreadable(name)
  return {
    ...rest,
    ...marks,
    // As the file is called: a copy under another name is another backup.
    name,
    repository: repository.name,
    bytes: read?.bytes ?? (await sizeOf(repository, name)),
    state: read === null || marks.damaged !== null ? 'DAMAGED' : 'MADE',
  }
}

const sizeOf = async (repository: Repository, name: string): Promise<number> =>
  (await factsAt(repository.dir, backupFile(repository, name)))?.size ?? 0

const unreadable = (name: string): BackupHead => ({
  format: 1,
  id: '',
  name,
  tag: name.replace(/^[^-]*-[^-]*-[^-]*-|\.kbk$/g, ''),
  at: '',
  app_version: '',
  schema: 0,
  engine: 'sqlite',
  hospitals: [],
  by: '',
  reason: null,
  master: 0,
})
