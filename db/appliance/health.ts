// Whether the house stands: what load balancers, consoles and people ask first.

import { statfs } from 'node:fs/promises'
import { clock } from '../core/clock.ts'
import { database } from '../store/connection.ts'
import { diskLimits } from '../core/disk-room.ts'
import { broken } from './house/broken.ts'
import { closedForChanges, maintenance } from './house/maintenance.ts'
import { readOnly } from './house/room.ts'
import { migrationState } from '../store/migrate.ts'

const started_at = clock.ms()
/** A database that takes longer than this to say anything does not answer (PLT-133). */
const patience_ms = 2000

let data_dir: string | null = null
export const setDataDir = (folder: string): void => {
  data_dir = folder
}

export const dataDir = (): string | null => data_dir

let migrated = false

export const startedAt = (): string => new Date(started_at).toISOString()
export const uptimeS = (): number => Math.max(0, Math.round((clock.ms() - started_at) / 1000))

export async function databaseAnswers(): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patience_ms)
  })
  const answer = answering().then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

const answering = async (): Promise<void> => database().answers()

/** Codes of what stands in the way of work; none when the house is ready. */
export async function obstacles(): Promise<string[]> {
  const found: string[] = []
  if (broken() !== null || !(await databaseAnswers())) found.push('database')
  else if (!(await isMigrated())) found.push('migrating')
  if (closedForChanges() !== null && !found.includes('database')) found.push('database')
  if (readOnly() !== null || (await diskIsFull())) found.push('disk')
  if (maintenance() !== null) found.push('maintenance')
  return found
}

/** Migrations run before the listeners open, so once true it stays true. */
async function isMigrated(): Promise<boolean> {
  if (!migrated) migrated = (await migrationState()).pending.length === 0
  return migrated
}

async function diskIsFull(): Promise<boolean> {
  if (data_dir === null) return false
  try {
    const disk = await statfs(data_dir)
    return disk.bavail * disk.bsize < diskLimits().read_only
  } catch {
    // A folder that cannot be asked is the database's trouble, and is said there.
    return false
  }
}
