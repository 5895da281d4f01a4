// While a backup is put back nobody lets it go, nor the files it names: a mark beside the lock of its
// repository says which one is read, and by whom.

import { hostname } from 'node:os'
import { join } from 'node:path'
import { clock, hours } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { lives, type Mark, ownMark } from '../../core/processes.ts'
import { isSilence } from './answers.ts'
import { dropAt, namesAt, textAt, writeWholeAt } from './in-place.ts'
import type { Repository } from './repository.ts'

interface Reader extends Mark {
  host: string
  name: string
  since: string
}

const prefix = 'reading-'
/** Whether a process of another machine lives cannot be seen from here. */
const elsewhere_ms = hours(24)

export async function whileRead<T>(
  repository: Pick<Repository, 'dir'>,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const { dir } = repository
  const file = join(dir, 'locks', `${prefix}${newId()}.json`)
  const reader: Reader = { ...ownMark(), host: hostname(), name, since: clock.instant() }
  await writeWholeAt(dir, file, JSON.stringify(reader)).catch((error: unknown) => {
    // A stick that may only be read lets nothing go; and a full one keeps nobody from his data.
    if (isSilence(error)) throw error
  })
  try {
    return await work()
  } finally {
    await dropAt(dir, file)
  }
}

/** Names of backups; a mark that a dead one left behind goes. */
export async function beingRead({ dir }: Pick<Repository, 'dir'>): Promise<Set<string>> {
  const names = new Set<string>()
  const entries = await namesAt(dir, join(dir, 'locks')).catch(orSilence([]))
  for (const entry of entries) {
    if (!entry.startsWith(prefix) || !entry.endsWith('.json')) continue
    const file = join(dir, 'locks', entry)
    const reader = readerIn(await textAt(dir, file).catch(orSilence('')))
    if (reader !== null && isAtWork(reader)) names.add(reader.name)
    else await dropAt(dir, file)
  }
  return names
}

const orSilence =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (isSilence(error)) throw error
    return otherwise
  }

const isAtWork = (reader: Reader): boolean =>
  reader.host === hostname() ? lives(reader) : clock.ms() - Date.parse(reader.since) < elsewhere_ms

function readerIn(text: string): Reader | null {
  try {
    return JSON.parse(text) as Reader
  } catch {
    return null
  }
}
