// What pending migrations would do: guessed from the rows, or tried on a copy (OPS-145).

import type { Deployment } from '../../db/appliance/deployment/deployment.ts'
import { conflict, isRefusal } from '../../db/core/refusal.ts'
import { opened } from '../backup/frame.ts'
import { command, done } from '../frame/grammar/command.ts'
import { table } from '../frame/page.ts'

const plan = command('database migrate-plan', {
  says: 'Prints the pending migrations with the time they may take, from the rows there are.',
  class: 'R',
  needs: 'any_schema',
  about: 'deployment',
  permission: 'database:change',
  exits: [13],
  examples: ['kituo database migrate --plan', 'kituo database migrate --plan --json'],
  run: async ({ deployment }) => {
    const { migrationState } = await import('../../db/store/migrate.ts')
    const { migrations } = await import('../../db/store/migrations/list.ts')
    const { databaseFigures } = await import('../../db/appliance/deployment/figures.ts')
    const { known_schema, refuseNewer, schemaIn } = await import(
      '../../db/appliance/deployment/schema.ts'
    )
    const { planned } = await import('../../db/appliance/release/planned.ts')
    const state = await migrationState()
    refuseNewer(state)
    const { tables } = await databaseFigures(opened({ deployment }))
    const counts = new Map(tables.map(({ name, rows }) => [name, rows]))
    const waiting = migrations.filter(({ name }) => state.pending.includes(name))
    const pending = await planned(waiting, counts)
    const quick_ms = pending.reduce((sum, one) => sum + one.quick_ms, 0)
    const slow_ms = pending.reduce((sum, one) => sum + one.slow_ms, 0)
    const breaking = pending.filter((one) => one.breaking).map(({ name }) => name)
    const facts = { from: schemaIn(state), to: known_schema, pending, breaking, quick_ms, slow_ms }
    return pending.length === 0
      ? done(`The database is at schema ${facts.to} already.`, facts, { total: 0 })
      : done(`${pending.length} migrations, ${span(facts)}.`, facts, {
          total: pending.length,
          next: ['kituo database migrate --on-copy', 'kituo database migrate'],
        })
  },
  view: ({ pending, from, to, ...taking }, page) =>
    pending.length === 0
      ? `The database is at schema ${to} already.`
      : [
          `Schema ${from} to ${to}, ${span(taking)}. --on-copy measures it here.`,
          table(
            pending,
            [
              { title: 'Migration', of: (row) => row.name },
              { title: 'Steps', of: (row) => row.steps, right: true },
              { title: 'Rows', of: (row) => row.rows, right: true },
              { title: 'Quick disk', of: (row) => inWords(row.quick_ms), right: true },
              { title: 'Slow disk', of: (row) => inWords(row.slow_ms), right: true },
              { title: 'Breaking', of: (row) => (row.breaking ? 'yes' : '') },
            ],
            page,
          ),
        ].join('\n\n'),
})

const on_copy = command('database migrate-on-copy', {
  says: 'Runs the pending migrations on a copy, proves it, and says how long that took.',
  class: 'R',
  needs: 'any_schema',
  about: 'deployment',
  permission: 'database:change',
  // The copy is made by the process that was typed: a house that runs goes on undisturbed.
  beside: true,
  exits: [3, 12, 13],
  examples: ['kituo database migrate --on-copy', 'kituo database migrate --on-copy --json'],
  run: async ({ deployment, progress }) => {
    const { engine, root } = opened({ deployment })
    const { rehearse } = await import('../../db/appliance/release/copy.ts')
    const { refuseNewer } = await import('../../db/appliance/deployment/schema.ts')
    const { migrationState } = await import('../../db/store/migrate.ts')
    refuseNewer(await migrationState())
    progress('copy')
    // SQLite's file is copied; on PostgreSQL the newest backup is what can be had twice.
    const trying =
      engine.dialect === 'sqlite' ? rehearse(root.dir) : onServer(opened({ deployment }))
    const found = await trying.catch((error: unknown) => {
      throw isRefusal(error) ? error : conflict(`on the copy: ${faultIn(error)}`, 'check.failed')
    })
    if (found === null) {
      return done('There is nothing to try on: no backup was made yet.', null, {
        next: ['kituo backup create'],
      })
    }
    const [first] = found.wrong
    return first === undefined
      ? done(
          `Schema ${found.from} to ${found.to} in ${inWords(found.took_ms)}; the proofs hold.`,
          found,
        )
      : done(`after the migrations: ${first}.`, found, { error: { code: 'check.failed' } })
  },
  view: () => null,
})

async function onServer(deployment: Deployment) {
  const { rehearseOnServer } = await import('../../db/appliance/release/server-copy.ts')
  return rehearseOnServer(deployment)
}

const faultIn = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)

const span = ({ quick_ms, slow_ms }: { quick_ms: number; slow_ms: number }): string =>
  `from ${inWords(quick_ms)} on a quick disk to ${inWords(slow_ms)} on a slow one`

function inWords(ms: number): string {
  if (ms < 950) return `${ms} ms`
  const seconds = Math.round(ms / 1000)
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`
}

export const commands = [plan, on_copy]
