// From SQLite to PostgreSQL and back (operations 4.13), and the rows that would not go.

import { choice, text, whole } from '../../db/appliance/configuration/kinds.ts'
import type { Mended } from '../../db/appliance/carry/lint-mend.ts'
import type { Moving } from '../../db/appliance/carry/move.ts'
import { opened } from '../backup/frame.ts'
import {
  command,
  done,
  type Frame,
  limit_flag,
  maybe,
  orElse,
  yes,
} from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'
import { table } from '../frame/page.ts'
import { type ServerNamed, serverNamed, url_file } from '../frame/names/server-address.ts'
import { usage } from '../frame/grammar/usage.ts'

const phases = ['prepare', 'copy', 'prove', 'cut-over'] as const
const to_kind = text(
  'sqlite, postgres, or the address postgres://user@host:5432/name',
  /^(?:sqlite|postgres|postgres(?:ql)?:\/\/\S{1,400})$/,
)

interface MoveFlags {
  to: string | undefined
  back: boolean
  phase: (typeof phases)[number] | undefined
  abort: boolean
  parallel: number
}

const move = command('database move', {
  says: 'Moves the data to PostgreSQL or back to SQLite, proved row by row; the old is kept.',
  class: 'X',
  late: { takes_s: 60 },
  others_stay: true,
  transaction: 'rule',
  stays_root: true,
  about: 'deployment',
  permission: 'database:change',
  confirm: 'C3',
  reason: 'must',
  exits: [5, 6, 10, 12, 13],
  flags: {
    to: maybe(to_kind, 'where to'),
    url_file,
    back: yes('to SQLite, beginning with what was left there'),
    phase: maybe(choice(phases), 'go no further now'),
    abort: yes('give up a move that was not finished'),
    parallel: orElse(whole(1, 16), '2', 'tables at once'),
  },
  examples: [
    'kituo database move --to postgres --url-file address.txt --reason "more branches"',
    'kituo database move --to postgres://kituo@127.0.0.1/kituo --dry-run',
    'kituo database move --back --reason "the server goes away"',
  ],
  plan: async (frame) => {
    const { abort, phase } = frame.flags
    if (abort)
      return { steps: ['drop what was copied; the live data stay'], type: 'abort the move' }
    const { planMove } = await import('../../db/appliance/carry/move.ts')
    const moving = await movingFor(frame)
    const plan = await planMove(opened(frame), moving)
    const last = phases.indexOf(phase ?? 'cut-over')
    const steps = [
      plan.resumed === null
        ? `make generation ${plan.generation} on ${moving.to}`
        : `go on with generation ${plan.generation} on ${moving.to}, which reached ${plan.resumed}`,
      ...(last === 3 ? ['back up what is live as before-move, and prove the backup'] : []),
      `copy what differs of ${plan.rows} rows in ${plan.tables} tables`,
      'prove every table by its rows and digest, every reference, and the audit log',
      `make generation ${plan.generation} live and set database.engine to ${moving.to}`,
    ]
    const cut = { prepare: 1, copy: 2, prove: 3, 'cut-over': steps.length }
    return { steps: steps.slice(0, cut[phase ?? 'cut-over']), type: `move to ${moving.to}` }
  },
  run: async (frame) => {
    const { abortMove, moveDatabase, openMoves } = await import('../../db/appliance/carry/move.ts')
    if (frame.flags.abort) {
      const named = addressIn(frame)
      const which = openMoves(opened(frame)).find(
        ({ move }) => named === null || move.url === named.url,
      )
      const given_up =
        which === undefined
          ? null
          : await abortMove(opened(frame), named?.password ?? null, which.id)
      return given_up === null
        ? done('No move is under way.', null, { changed: false })
        : done(`Given up: generation ${given_up} is gone; the live data are as they were.`, null)
    }
    const moving = await movingFor(frame)
    const rated = rate()
    const moved = await moveDatabase(opened(frame), {
      ...moving,
      onPart: (phase, at, total, item) =>
        frame.progress(phase, { item, done: at, total, eta_ms: rated(phase, at, total) }),
    })
    const a_second = Math.round(moved.rows / Math.max(0.001, moved.took_ms / 1000))
    return done(
      moved.phase === 'cut-over'
        ? `${moved.rows} rows are on ${moving.to} and proved (${a_second} a second); ${moved.offline_ms} ms for the last step. The old data are kept.`
        : `Reached: ${moved.phase}. The live data are where they were.`,
      moved,
      moved.phase === 'cut-over'
        ? { next: ['kituo serve', 'kituo database check'] }
        : { next: [`kituo database move --to ${moving.to} --reason …`] },
    )
  },
  view: (moved, page) =>
    moved === null
      ? ''
      : table(
          moved.tables.filter(({ rows, added, removed }) => rows + added + removed > 0),
          [
            { title: 'Table', of: (row) => row.name },
            { title: 'Rows', of: (row) => row.rows, right: true },
            { title: 'Written', of: (row) => row.added, right: true },
            { title: 'Equal', of: (row) => (row.digest_equal ? 'yes' : '-') },
          ],
          page,
        ),
})

type MoveFrame = Pick<
  Frame<unknown, MoveFlags>,
  'flags' | 'sent' | 'configuration' | 'asking' | 'env' | 'reason' | 'caller' | 'beside'
>

async function movingFor(frame: MoveFrame): Promise<Moving> {
  const { flags, asking, env, reason, caller, beside } = frame
  const given = addressIn(frame)
  const to = flags.back || flags.to === 'sqlite' ? 'sqlite' : 'postgres'
  if (flags.to === undefined && !flags.back && given === null) {
    throw usage('missing', '--to is needed: sqlite, postgres or an address.')
  }
  const { url, password } = given ?? {
    url: frame.configuration.get('database.url'),
    password: null,
  }
  if (to === 'postgres' && url === null) {
    throw usage('missing', '--url-file is needed: it holds the address of PostgreSQL.')
  }
  return {
    to,
    url: to === 'postgres' ? url : null,
    password: to === 'postgres' ? password : null,
    asking,
    env,
    by: (await caller()).name,
    reason: reason ?? '',
    until: flags.phase,
    parallel: flags.parallel,
    beside: beside ?? undefined,
  }
}

const addressIn = ({ flags, sent }: Pick<MoveFrame, 'flags' | 'sent'>): ServerNamed | null =>
  serverNamed(sent, flags.to?.includes('://') === true ? flags.to : undefined)

/** How long a phase will go on, by how it went so far. */
function rate(): (phase: string, done: number, total: number) => number | undefined {
  let began = performance.now()
  let kind = ''
  return (phase, at, total) => {
    if (phase !== kind) [kind, began] = [phase, performance.now()]
    const passed = performance.now() - began
    return at === 0 || passed < 1000 ? undefined : Math.round((passed / at) * (total - at))
  }
}

interface Linted {
  table: string
  id: string
  column: string
  rule: string
  kind: string
}

const linting = command('database lint', {
  says: 'Finds rows that SQLite took and PostgreSQL would refuse.',
  class: 'R',
  about: 'deployment',
  permission: 'database:check',
  exits: [6],
  flags: {
    table: maybe(text('the name of a table', /^[a-z_]{1,60}$/), 'only this one'),
    limit: limit_flag,
    mend: yes('mends what loses nothing by it'),
  },
  turns: { flag: 'mend', into: 'database lint-mend' },
  examples: ['kituo database lint', 'kituo database lint --table patients --json'],
  run: async ({ flags, deployment, progress }) => {
    const { lint } = await import('../../db/appliance/carry/lint.ts')
    const tables = await tablesFor(flags.table)
    const found = await lint(
      opened({ deployment }).engine,
      tables,
      flags.limit === 0 ? Number.POSITIVE_INFINITY : flags.limit,
      (name, index) => progress('tables', { item: name, done: index, total: tables.length }),
    )
    return found.length === 0
      ? done('Every row would move.', found, { total: 0 })
      : done(`${found.length} rows would be refused by PostgreSQL.`, found, {
          total: found.length,
          error: { code: 'check.failed' },
        })
  },
  view: tableOf<Linted>(
    ['Table', (row) => row.table],
    ['Row', (row) => row.id],
    ['Column', (row) => row.column],
    ['Wrong', (row) => row.rule],
    ['Kind', (row) => row.kind, 'wide'],
  ),
})

const mending = command('database lint-mend', {
  says: 'Mends rows that PostgreSQL would refuse, where nothing is lost by it.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'database:change',
  confirm: 'C1',
  exits: [6],
  flags: { table: maybe(text('the name of a table', /^[a-z_]{1,60}$/), 'only this one') },
  examples: ['kituo database lint --mend', 'kituo database lint --mend --table patients --yes'],
  plan: async (frame) => {
    const { lint } = await import('../../db/appliance/carry/lint.ts')
    const found = await lint(opened(frame).engine, await tablesFor(frame.flags.table))
    return {
      steps: found.map(
        ({ table, id, column, rule }) => `look at ${table} ${id}: ${column} ${rule}`,
      ),
      nothing: found.length === 0,
    }
  },
  run: async (frame) => {
    const { mendLint } = await import('../../db/appliance/carry/lint-mend.ts')
    const { engine } = opened(frame)
    if (engine.dialect === 'postgres') {
      return done('PostgreSQL keeps none of them.', [], { changed: false, total: 0 })
    }
    const tables = await tablesFor(frame.flags.table)
    const found = await mendLint(engine, tables, (name, index) =>
      frame.progress('tables', { item: name, done: index, total: tables.length }),
    )
    const mended = found.filter((one) => one.mended).length
    return done(`${mended} of ${found.length} mended.`, found, {
      total: found.length,
      changed: mended > 0,
      ...(mended < found.length ? { error: { code: 'check.failed' } } : {}),
    })
  },
  view: tableOf<Mended>(
    ['Table', (row) => row.table],
    ['Row', (row) => row.id],
    ['Column', (row) => row.column],
    ['Wrong', (row) => row.rule],
    ['Mended', (row) => (row.mended ? 'yes' : `no: ${row.why ?? ''}`)],
  ),
})

async function tablesFor(name: string | undefined) {
  const { carriedAt } = await import('../../db/appliance/carry/tables.ts')
  const { migrationState } = await import('../../db/store/migrate.ts')
  const all = await carriedAt((await migrationState()).applied.map((one) => one.name))
  const tables = all.filter((one) => name === undefined || one.name === name)
  if (tables.length === 0) throw usage('value', `there is no table ${name}.`)
  return tables
}

export const commands = [move, linting, mending]
