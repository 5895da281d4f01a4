// From one database to the other (operations 4.13): a new generation is filled on the other engine,
// proved row by row, and made live by one pointer. The old one is kept as it was left. Work that is
// killed goes on where it stopped, because only what differs is ever written.

import { createBackup, repositoryOf } from '../backups/create.ts'
import { unlockOrMake } from '../backups/keys.ts'
import { openTarget } from '../backups/stage.ts'
import { verifyBackup } from '../backups/verify.ts'
import { clock } from '../../core/clock.ts'
import type { Asked } from '../configuration/read.ts'
import { closeDatabase, onDatabase, row, within } from '../../store/connection.ts'
import { serverAddress } from '../deployment/address.ts'
import { checkConfigurable, configureEngine } from '../deployment/cut-over.ts'
import type { Deployment } from '../deployment/deployment.ts'
import {
  finishGeneration,
  makeLive,
  nextGeneration,
  removeGeneration,
} from '../deployment/generation.ts'
import {
  beginGeneration,
  closeJournal,
  leaveJournal,
  type Journal,
  openJournals,
  reach,
  refuseAtWork,
  refuseSecond,
} from '../deployment/journal.ts'
import { asRoot } from '../deployment/root.ts'
import { known_schema } from '../deployment/schema.ts'
import { leaveOnServer, makeLiveOnServer, removeOnServer } from '../deployment/server.ts'
import { allAside, carryHolds, mustStillBeAlone } from '../house/alone.ts'
import { thisMachine } from '../house/machines.ts'
import { migrate, migrationState } from '../../store/migrate.ts'
import { conflict } from '../../core/refusal.ts'
import { keepSecret, secretsFile } from '../secrets/secrets.ts'
import { type Dialect, raw, sql } from '../../store/sql.ts'
import { called, list as liveDaemons } from '../timetable/daemons.ts'
import { type Copied, copyAll } from './copy.ts'
import { lint } from './lint.ts'
import { prove } from './prove.ts'
import { type Carried, carriedAt } from './tables.ts'
import { addressFor, checkServer, makeTarget } from './target.ts'

export const move_phases = ['prepare', 'copy', 'prove', 'cut-over'] as const
export type MovePhase = (typeof move_phases)[number]

/** One is read while the other is written. */
export const parallel_standard = 2

export interface Moving {
  to: Dialect
  /** Without a password. */
  url: string | null
  password: string | null
  asking: Asked
  env: NodeJS.ProcessEnv
  by: string
  reason: string
  /** Tables at once. */
  parallel?: number | undefined
  /** The last one to be done now. */
  until?: MovePhase | undefined
  /** A house that runs stands aside from here on; until then it works while rows are copied. */
  beside?: { is_here: boolean; standAside: () => Promise<void> } | undefined
  onPart?: (phase: string, done: number, total: number, item?: string) => void
  /** Tests end the process, or meddle, at a phase. */
  onPhase?: (phase: string) => void | Promise<void>
}

export interface Moved {
  phase: MovePhase
  generation: number
  tables: Copied[]
  rows: number
  backup: string | null
  took_ms: number
  offline_ms: number | null
}

export interface MovePlan {
  from: Dialect
  generation: number
  resumed: string | null
  tables: number
  rows: number
}

/** Looks, and writes nothing. */
export async function planMove(deployment: Deployment, moving: Moving): Promise<MovePlan> {
  const { engine, root, configuration } = deployment
  if (engine.dialect === moving.to) {
    throw conflict(`The data of this hospital are on ${names[moving.to]} already.`, 'rule.refused')
  }
  checkConfigurable(configuration)
  const url = addressFor(deployment, moving)
  if (url !== null) {
    await checkServer(deployment, url)
    const found = await lint(engine, await tablesOf())
    if (found.length > 0) {
      throw conflict(
        `${found.length} rows would be refused by PostgreSQL. See: kituo database lint`,
        'check.failed',
      )
    }
  } else {
    const others = (await liveDaemons()).map(called)
    // The one beside this command stands aside for the last step (OPS-152).
    if (others.length > (moving.beside?.is_here === true ? 1 : 0)) {
      throw conflict(`Daemons still work on this database: ${others.join(', ')}.`, 'lock.held')
    }
  }
  const begun = journalOf(deployment, moving)
  const tables = await tablesOf()
  return {
    from: engine.dialect,
    generation: begun?.generation ?? nextGeneration(root),
    resumed: begun?.phase ?? null,
    tables: tables.length,
    rows: await rowsOf(tables),
  }
}

const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** What stands over the house is no row of it: it is carried at the end. */
const tablesOf = async (): Promise<Carried[]> =>
  (await carriedAt((await migrationState()).applied.map(({ name }) => name))).filter(
    ({ name }) => name !== 'house_holds',
  )

async function rowsOf(tables: readonly Carried[]): Promise<number> {
  let rows = 0
  for (const { name } of tables) {
    rows += Number((await row<{ n: number }>(sql`select count(*) as n from ${raw(name)}`))?.n ?? 0)
  }
  return rows
}

/** A try of the same move that was not finished. */
const journalOf = ({ root }: Deployment, { to, url }: Moving): Journal | undefined =>
  openJournals(root).find(
    ({ kind, move }) => kind === 'move' && move?.to === to && move.url === url,
  )

export async function moveDatabase(deployment: Deployment, moving: Moving): Promise<Moved> {
  const began = performance.now()
  const { root } = deployment
  const onPhase = moving.onPhase ?? (() => undefined)
  const { parallel = parallel_standard, onPart = () => undefined } = moving
  refuseSecond(root)
  const plan = await planMove(deployment, moving)
  const until = move_phases.indexOf(moving.until ?? 'cut-over')
  let journal = begin(deployment, moving)
  const number = journal.generation
  const step = async (phase: string): Promise<void> => {
    journal = reach(root, journal, phase)
    await onPhase(phase)
  }
  const tables = await tablesOf()
  const target = await makeTarget(deployment, number, addressFor(deployment, moving))
  const into = await openTarget(target, parallel + 2)
  const moved: Moved = {
    phase: 'prepare',
    generation: number,
    tables: [],
    rows: 0,
    backup: null,
    took_ms: 0,
    offline_ms: null,
  }
  const ended = (phase: MovePhase): Moved => ({
    ...moved,
    phase,
    took_ms: Math.round(performance.now() - began),
  })
  let offline = 0
  let is_proved = false
  let letOthers = (): Promise<void> => Promise.resolve()
  try {
    await onDatabase(into, async () => migrate(() => undefined, await sourceNames(deployment)))
    await step('PREPARED')
    if (until === 0) return ended('prepare')
    // The last safe copy of what is, proved, before anything is turned (OPS-116).
    if (until === 3) moved.backup = await safety(deployment, moving, onPart)
    const copy = (): Promise<Copied[]> =>
      copyAll({
        from: deployment.engine,
        into,
        tables,
        parallel,
        onRows: (name, done) => onPart('copying', done, plan.rows, name),
      })
    moved.tables = await copy()
    moved.rows = rowsIn(moved.tables)
    await step('COPIED')
    if (until === 1) return ended('copy')
    offline = performance.now()
    if (moving.beside !== undefined) {
      // People worked meanwhile: what they changed comes over while nobody does (OPS-151).
      await moving.beside.standAside()
      letOthers = await aloneOn(deployment)
      moved.tables = together(moved.tables, await copy())
      moved.rows = rowsIn(moved.tables)
    }
    // Nobody writes any more: what was read on both sides and did not differ is proved by that.
    const written = tables.filter((_, n) => moved.tables[n]?.digest_equal !== true)
    await prove({
      from: deployment.engine,
      into,
      tables: moving.beside === undefined ? tables : written,
      parallel,
      onTable: (name, n) => onPart('proving', n, written.length, name),
    })
    for (const one of moved.tables) one.digest_equal = true
    await step('PROVED')
    if (until === 2) return ended('prove')
    await onDatabase(into, () => within(() => carryHolds(deployment.engine)))
    is_proved = true
  } finally {
    if (!is_proved) {
      leaveJournal(root, journal)
      await letOthers()
    }
    await into.close()
  }
  // Where nobody had to stand aside, nobody worked before the turn either.
  if (moving.beside === undefined) offline = performance.now()
  try {
    await cutOver(deployment, moving, number, step)
  } finally {
    await letOthers()
  }
  closeJournal(root, journal)
  await onPhase('DONE')
  return { ...ended('cut-over'), offline_ms: Math.round(performance.now() - offline) }
}

/** No daemon of any machine works on a server that is being left (OPS-152); SQLite has one alone. */
async function aloneOn({ engine }: Deployment): Promise<() => Promise<void>> {
  if (engine.dialect === 'sqlite') return () => Promise.resolve()
  const letGo = await allAside('kituo database move')
  // Nobody renews the word any more: it ends by itself.
  return () => letGo().catch(() => undefined)
}

/** One that was begun is gone on with, by nobody else from now on. */
function begin(deployment: Deployment, moving: Moving): Journal {
  const { root, generation: parent, engine } = deployment
  const begun = journalOf(deployment, moving)
  if (begun === undefined) {
    const { by, to, url } = moving
    const move = { from: engine.dialect, to, url }
    return beginGeneration(root, { kind: 'move', by, parent, phase: 'PREPARED', move })
  }
  refuseSecond(root)
  return reach(root, begun, begun.phase)
}

const rowsIn = (tables: readonly Copied[]): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0)

/** What was written in both rounds. */
const together = (first: readonly Copied[], then: readonly Copied[]): Copied[] =>
  then.map((one, n) => ({
    ...one,
    added: one.added + (first[n]?.added ?? 0),
    removed: one.removed + (first[n]?.removed ?? 0),
  }))

async function sourceNames({ engine }: Deployment): Promise<string[]> {
  const found = await engine.read('select name from migrations order by name', [])
  return found.map(({ name }) => String(name))
}

async function safety(
  deployment: Deployment,
  { by, reason }: Moving,
  onPart: NonNullable<Moving['onPart']>,
): Promise<string> {
  const made = await createBackup(deployment, { tag: 'before-move', by, reason, onPart })
  const repository = await repositoryOf(deployment, undefined)
  const masters = await unlockOrMake(repository, deployment.secrets, by)
  await verifyBackup(deployment, repository, made.name, masters, onPart)
  return made.name
}

/** Pointer, then configuration; from the first of them on, whoever comes next finishes it. */
async function cutOver(
  deployment: Deployment,
  moving: Moving,
  number: number,
  step: (phase: string) => Promise<void>,
): Promise<void> {
  const { root, generation, configuration, engine } = deployment
  const was = { engine: engine.dialect, url: configuration.get('database.url') }
  const from = was.engine === 'postgres' ? serverAddress(configuration, deployment.secrets) : null
  finishGeneration(root, {
    number,
    made_by: 'move',
    engine: moving.to,
    schema: known_schema,
    parent: generation,
    at: clock.instant(),
  })
  if (moving.password !== null) {
    const { password } = moving
    asRoot(() => keepSecret(secretsFile(configuration, moving.env), 'database_password', password))
  }
  await step('CUT_OVER')
  await mustStillBeAlone()
  await closeDatabase()
  // Before the turn: at no moment may a house start here and another there (OPS-39).
  if (from !== null) await leaveOnServer(from, `SQLite on ${thisMachine().host}, ${root.dir}`)
  await moving.onPhase?.('LEFT')
  const url = addressFor(deployment, moving)
  if (url !== null) await makeLiveOnServer(url, number)
  makeLive(root, number)
  await moving.onPhase?.('TURNED')
  try {
    await deployment.turnTo(
      number,
      configureEngine(moving.asking, { engine: moving.to, url: moving.url }),
    )
    await row(sql`select count(*) as n from hospitals`)
  } catch (error) {
    // The new one does not answer: the old one stands as it was left (operations 3.9).
    if (from !== null) await makeLiveOnServer(from, generation)
    makeLive(root, generation)
    await deployment.turnTo(generation, configureEngine(moving.asking, was))
    throw error
  }
}

type OpenMove = Journal & { readonly move: NonNullable<Journal['move']> }

/** Moves that were begun and are not live. */
export const openMoves = ({
  root,
  generation,
}: Pick<Deployment, 'root' | 'generation'>): OpenMove[] =>
  openJournals(root).filter(
    (one): one is OpenMove =>
      one.kind === 'move' && one.move !== undefined && one.generation !== generation,
  )

/** A move that is not to be finished: what it made goes. Without a name it is the only one. */
export async function abortMove(
  deployment: Deployment,
  password: string | null,
  named?: string,
): Promise<number | null> {
  const { root } = deployment
  const journal = openMoves(deployment).find(({ id }) => named === undefined || id === named)
  if (journal === undefined) return null
  refuseAtWork(journal)
  const { move } = journal
  // Cut off before it knew where to: nothing lies on any server.
  const url = move.url === null ? null : addressFor(deployment, { ...move, password })
  if (url !== null) await removeOnServer(url, journal.generation)
  removeGeneration(root, journal.generation)
  closeJournal(root, journal)
  return journal.generation
}
