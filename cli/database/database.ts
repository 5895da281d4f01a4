import { choice } from '../../db/appliance/configuration/kinds.ts'
import type { Proof } from '../../db/appliance/deployment/check.ts'
import type { Deployment } from '../../db/appliance/deployment/deployment.ts'
import { Refusal } from '../../db/core/refusal.ts'
import { command, done, type Frame, maybe, yes } from '../frame/grammar/command.ts'
import { commands as trying } from './migrate.ts'
import { commands as moving } from './move.ts'
import { commands as asking } from './query.ts'
import { lines, table } from '../frame/page.ts'

const proof_names = [
  'pages',
  'references',
  'schema',
  'series',
  'holds',
  'indexes',
  'closed',
  'attachments',
] as const

const info = command('database info', {
  also: ['database status'],
  says: 'Prints engine, size, schema and the rows of every table.',
  class: 'R',
  needs: 'any_schema',
  about: 'deployment',
  permission: 'system:read',
  examples: ['kituo database info', 'kituo db status --json'],
  run: async ({ deployment }) => {
    const { databaseFigures } = await import('../../db/appliance/deployment/figures.ts')
    const figures = await databaseFigures(opened(deployment))
    return done(`${figures.engine}, schema ${figures.schema}.`, figures)
  },
  view: ({ tables, writer, ...rest }, page) =>
    [
      lines(
        [
          ...Object.entries(rest),
          ['waiting writes', writer.waiting],
          ['wait p99 ms', writer.p99_ms],
        ],
        page,
      ),
      table(
        tables,
        [
          { title: 'Table', of: (row) => row.name },
          { title: 'Rows', of: (row) => row.rows, right: true },
          { title: 'Bytes', of: (row) => row.bytes, right: true },
        ],
        page,
      ),
    ].join('\n\n'),
})

const check = command('database check', {
  says: 'Proves that pages, references, schema and series are whole; with --full everything.',
  class: 'R',
  needs: 'any_schema',
  about: 'deployment',
  permission: 'database:check',
  exits: [6],
  flags: {
    quick: yes('what is fast; this is what happens without a flag'),
    full: yes(
      'also indexes, closed years against the last backup, and files: half a minute a gigabyte',
    ),
    only: maybe(choice(proof_names), 'one proof'),
  },
  examples: ['kituo database check', 'kituo database check --full --json'],
  run: async ({ flags: { full, only }, deployment, progress, signal }) => {
    const { proofs, saysHere } = await import('../../db/appliance/deployment/check.ts')
    const all = [...proofs, ...(await wholeHouse(opened(deployment)))]
    const chosen = all.filter(({ name, full: long }) =>
      only === undefined ? full || long !== true : name === only,
    )
    const checks: { name: string; says: string; ok: boolean; wrong: string[] }[] = []
    for (const [index, proof] of chosen.entries()) {
      const { name, run } = proof
      if (signal.aborted) break
      progress('proofs', { item: name, done: index, total: chosen.length })
      const wrong = await run()
      checks.push({ name, says: saysHere(proof), ok: wrong.length === 0, wrong })
    }
    const first = checks.find(({ ok }) => !ok)
    return first === undefined
      ? done('The database is whole.', { checks })
      : done(`${first.name}: ${first.wrong[0]}.`, { checks }, { error: { code: 'check.failed' } })
  },
  view: ({ checks }, page) =>
    table(
      checks,
      [
        { title: 'Proof', of: (row) => row.name },
        { title: 'Holds', of: (row) => (row.ok ? 'yes' : `NO: ${row.wrong.join('; ')}`) },
        { title: 'Says', of: (row) => row.says, wide: true },
      ],
      page,
    ),
})

const migrate = command('database migrate', {
  says: 'Brings the schema to what this program needs.',
  class: 'X',
  needs: 'any_schema',
  about: 'deployment',
  permission: 'database:change',
  confirm: 'C1',
  exits: [5, 13],
  flags: {
    plan: yes('what is pending and how long it may take, without doing it'),
    on_copy: yes('tries it on a copy, beside a house that runs'),
  },
  turns: [
    { flag: 'plan', into: 'database migrate-plan' },
    { flag: 'on_copy', into: 'database migrate-on-copy' },
  ],
  examples: ['kituo database migrate', 'kituo db migrate --dry-run'],
  plan: async () => {
    const { migrationState } = await import('../../db/store/migrate.ts')
    const { pending } = await migrationState()
    return { steps: pending.map((name) => `apply ${name}`), nothing: pending.length === 0 }
  },
  run: async (frame) => migrated(frame),
})

const checkpoint = command('database checkpoint', {
  says: 'Takes the log of an SQLite database into its file and empties it.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'database:change',
  examples: ['kituo database checkpoint', 'kituo db checkpoint --json'],
  plan: async () => ({ steps: ['write the log into the file', 'empty the log'] }),
  run: async () => {
    const { databaseSize } = await import('../../db/hospital/office/system/checks.ts')
    const { database, dialect } = await import('../../db/store/connection.ts')
    const before = (await databaseSize()).log_bytes ?? 0
    if (dialect() === 'postgres') {
      return done('PostgreSQL does this itself.', { before, after: before }, { changed: false })
    }
    await database().script('pragma wal_checkpoint(truncate)')
    const after = (await databaseSize()).log_bytes ?? 0
    return done(`The log went from ${before} to ${after} bytes.`, { before, after })
  },
  view: () => null,
})

export const commands = [info, check, checkpoint, migrate, ...trying, ...asking, ...moving]

/** What is more than the database alone, and takes its time (OPS-146). */
async function wholeHouse(deployment: Deployment): Promise<Proof[]> {
  const { closedWrong } = await import('../../db/appliance/backups/closed.ts')
  const { proveFiles } = await import('../../db/hospital/office/attachments/proof.ts')
  return [
    {
      name: 'closed',
      says: 'the ledger of closed years is that of the last backup',
      full: true,
      run: () => closedWrong(deployment),
    },
    {
      name: 'attachments',
      says: 'every file that a record names is there, and is what it was',
      full: true,
      run: async () => {
        const { missing, damaged } = await proveFiles({ sample: 100 })
        return [
          ...missing.map(({ file_name, sha256 }) => `${file_name} (${sha256}) is missing`),
          ...damaged.map(({ file_name, sha256 }) => `${file_name} (${sha256}) is damaged`),
        ].slice(0, 20)
      },
    },
  ]
}

async function migrated({
  progress,
  deployment,
  at,
}: Pick<Frame, 'progress' | 'deployment' | 'at'>) {
  const { migrationState } = await import('../../db/store/migrate.ts')
  const { bringUp } = await import('../../db/appliance/release/bring-up.ts')
  const { schemaIn } = await import('../../db/appliance/deployment/schema.ts')
  const { migrations } = await import('../../db/store/migrations/list.ts')
  const before = await migrationState()
  const breaking = migrations
    .filter((one) => before.pending.includes(one.name) && one.breaking === true)
    .map(({ name }) => name)
  const applied: { name: string; took_ms: number }[] = []
  const { backup } = await bringUp(opened(deployment), at, (name, took_ms) => {
    applied.push({ name, took_ms })
    progress('migrations', { item: name, done: applied.length, total: before.pending.length })
  })
  const [from, to] = [schemaIn(before), schemaIn(await migrationState())]
  return done(
    applied.length === 0
      ? `The database is at schema ${to} already.`
      : `The database went from schema ${from} to ${to}.`,
    { from, to, applied, breaking, backup },
    { changed: applied.length > 0 },
  )
}

function opened<T>(deployment: T | null): T {
  if (deployment !== null) return deployment
  throw new Refusal(503, 'database.away', 'The database is not open.')
}
