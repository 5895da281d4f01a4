// Bringing the live schema to what this program needs (OPS-144): kept first, then migration by
// migration, each whole or not at all; what goes wrong says how far it came and where the data of
// before are.

import { createBackup } from '../backups/create.ts'
import { clock, days } from '../../core/clock.ts'
import { dialect, row } from '../../store/connection.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { generationAt } from '../deployment/generation.ts'
import { refuseNewer, schemaIn } from '../deployment/schema.ts'
import { migrate, migrationState } from '../../store/migrate.ts'
import { migrations } from '../../store/migrations/list.ts'
import { isRefusal, Refusal } from '../../core/refusal.ts'
import { sql } from '../../store/sql.ts'
import { list as daemonList } from '../timetable/daemons.ts'
import { version } from '../../core/version.ts'
import { compareVersions } from './archive.ts'

export interface BroughtUp {
  applied: string[]
  /** The name of the backup that was made first. */
  backup: string | null
}

export async function bringUp(
  deployment: Deployment,
  by: string,
  onEach: (name: string, took_ms: number) => void = () => undefined,
): Promise<BroughtUp> {
  const state = await migrationState()
  refuseNewer(state)
  if (state.pending.length === 0) return { applied: [], backup: null }
  const is_empty = await isEmpty()
  if (!is_empty) await refuseOlderDaemons(state.pending)
  const backup = is_empty || isOfUpdate(deployment) ? null : await keptFirst(deployment, by)
  try {
    return { applied: await migrate(onEach), backup }
  } catch (error) {
    throw isRefusal(error) ? error : await failed(error, backup)
  }
}

/** Nobody's data stand in it yet: on a first start there is nothing to keep. */
async function isEmpty(): Promise<boolean> {
  const { applied } = await migrationState()
  if (applied.length === 0) return true
  const found = await row<{ n: number | string }>(sql`select count(*) as n from hospitals`)
  return Number(found?.n ?? 0) === 0
}

/** `update apply` has made its backup, and this generation for the new version alone. */
function isOfUpdate({ root, generation }: Deployment): boolean {
  const found = generationAt(root, generation)
  return found?.made_by === 'update' && clock.ms() - Date.parse(found.at) < days(1)
}

/** On PostgreSQL the server keeps its data; whoever migrates there has made a backup of his own. */
async function keptFirst(deployment: Deployment, by: string): Promise<string | null> {
  if (dialect() === 'postgres') return null
  return (await createBackup(deployment, { tag: 'before-update', by })).name
}

/** A breaking migration takes the tables from under a program that does not know it. */
async function refuseOlderDaemons(pending: readonly string[]): Promise<void> {
  const breaking = migrations.find(
    ({ name, breaking: is }) => is === true && pending.includes(name),
  )
  if (breaking === undefined) return
  const older = (await daemonList()).find(({ program }) => compareVersions(program, version) < 0)
  if (older === undefined) return
  throw new Refusal(
    409,
    'version.daemon',
    `${older.host} runs Kituo ${older.program}, which cannot work once ${breaking.name} is applied. Stop it, then start again.`,
    { facts: { host: older.host, version: older.program, migration: breaking.name } },
  )
}

async function failed(error: unknown, backup: string | null): Promise<Refusal> {
  const state = await migrationState()
  // The runner of migrations wraps what went wrong in words of its own.
  const { cause = error } = error as { cause?: unknown }
  const why = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause)
  const way =
    backup === null
      ? 'Start the version before, or mend what is named and start again.'
      : `Start the version before, or put back what was: kituo backup restore ${backup}`
  return new Refusal(
    409,
    'version.migration',
    `${state.pending[0] ?? 'A migration'} did not go through: ${why}. The database is at schema ${schemaIn(state)}, whole. ${way}`,
    { facts: { pending: state.pending, backup } },
  )
}
