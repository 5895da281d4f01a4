// Whether this program and the database fit each other.

import { type MigrationState, migrationState } from '../../store/migrate.ts'
import { migrations } from '../../store/migrations/list.ts'
import { Refusal } from '../../core/refusal.ts'
import { version } from '../../core/version.ts'

/** `0042-notices` is schema 42. */
export const schemaNumber = (name: string | undefined): number => Number(name?.slice(0, 4) ?? 0)

export const known_schema = schemaNumber(migrations.at(-1)?.name)

export const schemaIn = ({ applied }: MigrationState): number =>
  Math.max(0, ...applied.map(({ name }) => schemaNumber(name)))

/** OPS-6 and OPS-144: a newer schema needs a newer program, an older one needs its migrations. */
export async function checkSchema(): Promise<MigrationState> {
  const state = await migrationState()
  refuseNewer(state)
  if (state.pending.length > 0) {
    throw new Refusal(
      409,
      'version.schema_older',
      `The database is at schema ${schemaIn(state)}; this Kituo ${version} needs ${known_schema}. Run: kituo database migrate`,
      { facts: { pending: state.pending } },
    )
  }
  return state
}

export function refuseNewer(state: MigrationState): void {
  const breaking = state.unknown.filter((migration) => migration.breaking)
  if (breaking.length === 0) return
  throw new Refusal(
    409,
    'version.schema_newer',
    `The database is at schema ${schemaIn(state)}; this Kituo ${version} knows ${known_schema}. Start the newer version, or restore the backup made before its update.`,
    { facts: { unknown: breaking.map(({ name }) => name) } },
  )
}
