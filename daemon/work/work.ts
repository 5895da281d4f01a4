// What the daemon does beside answering: jobs, the timetable, its sign of life, shared limits.

import { hostname } from 'node:os'
import { join } from 'node:path'
import { clock, minutes, seconds } from '../../db/core/clock.ts'
import { database, dialect, isOwnFile, onOwn, outside } from '../../db/store/connection.ts'
import { saysDamaged } from '../../db/store/engines/sqlite-errors.ts'
import type { Configuration } from '../../db/appliance/configuration/read.ts'
import { filesAway, lookAtFiles } from '../../db/store/files/place.ts'
import { setRecordPapers } from '../../db/hospital/desk/data-files/papers.ts'
import { setWorklistFolder } from '../../db/hospital/diagnostics/imaging/worklist/files.ts'
import { setExportFolder } from '../../db/hospital/office/exports/files.ts'
import { recordPapers } from './record-papers.ts'
import { setImportFolder } from '../../db/hospital/office/imports/files.ts'
import { tellOfSchedule } from '../../db/hospital/office/system/watch.ts'
import { aloneHold } from '../../db/appliance/house/alone.ts'
import { type Hold, lookAtMaintenance } from '../../db/appliance/house/maintenance.ts'
import { holdReadOnly, lookAtDisk, type Turn } from '../../db/appliance/house/room.ts'
import { databaseAnswers } from '../../db/appliance/health.ts'
import { noteAnswers, noteAway } from '../../db/appliance/house/away.ts'
import { noteBack, noteBroken } from '../../db/appliance/house/broken.ts'
import { holdersOf } from '../../db/appliance/house/file-holders.ts'
import { filesExhausted } from '../../db/appliance/house/open-files.ts'
import { lookBack, type Seen, seenNow } from '../../db/appliance/house/went-back.ts'
import { forgetTroubles, lookAtTroubles } from '../../db/appliance/house/troubles.ts'
import { foreignWatch, noteFilesExhausted, noteHolder } from '../../db/appliance/house/seen.ts'
import { share } from '../../db/store/limits/shared.ts'
import { campaignOfGroup } from '../../db/messaging/campaigns/campaigns.ts'
import { setGroupUse } from '../../db/messaging/contacts/groups.ts'
import { setWordReader } from '../../db/messaging/inbound/arrive.ts'
import { hearWords } from '../../db/messaging/opt-outs/words-heard.ts'
import { onFileTrouble, onFull, Refusal } from '../../db/core/refusal.ts'
import * as daemons from '../../db/appliance/timetable/daemons.ts'
import { openedDeployment } from '../../db/appliance/deployment/deployment.ts'
import { readPointer } from '../../db/appliance/deployment/server.ts'
import { proofs } from '../../db/appliance/deployment/check.ts'
import { version } from '../../db/core/version.ts'
import { proveNewest } from './after-damage.ts'
import { runCampaigns } from '../sending/campaigns.ts'
import { startDeliveries } from '../sending/deliver.ts'
import { type Log, runJobs } from './jobs.ts'
import { startDrain } from '../sending/drain.ts'
import type { OpenCounter } from '../edge/limits.ts'
import { countFailure, setMeasuredTimetable } from '../watching/measures.ts'
import type { AtWork } from '../edge/standing.ts'
import { hearAnalysers } from '../analysers/hearing.ts'
import { startTicker } from './ticker.ts'
import { theTimetable } from './timetable.ts'
import { runWhatsapp } from '../sending/whatsapp.ts'

export interface WorkOptions {
  id: string
  log: Log
  data_dir: string
  urls: readonly string[]
  counter: OpenCounter
  time_zone?: string
  configuration?: () => Configuration
  /** Told as long as it stands; whoever is told does not wait for it here. */
  onAlone?: (hold: Pick<Hold, 'reason'>) => void
}

export interface Work {
  /** How long ago the last small write was answered, whichever way (OPS-15). */
  probe_age_ms(): number
  /** What it is at, beside answering. */
  at_work: Omit<AtWork, 'in_flight'>
  stop(): Promise<void>
}

const heartbeat_ms = seconds(10)

export async function startWork(options: WorkOptions): Promise<Work> {
  const begun: (() => Promise<unknown>)[] = []
  try {
    return await begin(options, begun)
  } catch (error) {
    for (const stop of begun.toReversed()) await stop()
    throw error
  }
}

/** What is begun is told at once, so that a start that fails leaves nothing at work. */
async function begin(options: WorkOptions, begun: (() => Promise<unknown>)[]): Promise<Work> {
  const { id, log, data_dir } = options
  setExportFolder(join(data_dir, 'exports'))
  setRecordPapers(recordPapers)
  setWorklistFolder(join(data_dir, 'worklist'))
  setImportFolder(join(data_dir, 'imports'))
  const name = `${hostname()} ${id.slice(-12)}`.slice(0, 160)
  await daemons.announce({
    id,
    host: hostname().slice(0, 120),
    pid: process.pid,
    program: version,
    state: 'READY',
    reasons: [],
    listen: [...options.urls],
  })
  // Whoever asked for the house between two looks at the database has not seen this daemon.
  const other = await otherwiseNow()
  if (other !== null) {
    await daemons.leave(id)
    throw new Refusal(503, 'work.cut', `${other}. Try again.`)
  }
  const ticker = await startTicker({
    daemon: name,
    entries: theTimetable(log),
    log,
    failed: (entry) => countFailure(entry.name),
    troubled: tellOfSchedule,
    ...(options.time_zone === undefined ? {} : { time_zone: options.time_zone }),
    may_lead: () => options.configuration?.().get('timetable.enabled') !== false,
  })
  begun.push(() => ticker.stop())
  setMeasuredTimetable(ticker)
  const analysers = await hearAnalysers(options)
  begun.push(() => analysers.stop())
  const jobs = runJobs({ daemon: name, log })
  begun.push(() => jobs.stop())
  const drain = await startDrain({ daemon: id, log })
  setWordReader(hearWords)
  setGroupUse(campaignOfGroup)
  const campaigns = runCampaigns({ log, leads: () => ticker.term() !== null })
  const whatsapp = runWhatsapp({ log, leads: () => ticker.term() !== null })
  const deliveries = startDeliveries({ log, leads: () => ticker.term() !== null })
  let probed_at = performance.now()
  const beat = async (): Promise<void> => {
    try {
      await daemons.beat(id, { leads: ticker.term() !== null, term: ticker.term() })
    } finally {
      probed_at = performance.now()
    }
  }
  const repeated = [
    repeat(heartbeat_ms, log, beat),
    // OPS-17: in force on every daemon within 5 s.
    repeat(seconds(2), log, async () => void (await lookAtMaintenance())),
    repeat(seconds(2), log, hearingAlone(options)),
    repeat(seconds(10), log, hearingOfTurn(options)),
    repeat(seconds(10), log, watchingFiles(log)),
    repeat(seconds(30), log, async () => sayTurn(log, await lookAtDisk(data_dir))),
    repeat(seconds(10), log, watchingOpenFiles(log)),
    repeat(seconds(5), log, watchingTroubles(log)),
    ...(dialect() === 'sqlite'
      ? [
          repeat(seconds(10), log, watchingForeign(log)),
          repeat(seconds(5), log, watchingDatabaseFile(log)),
        ]
      : []),
    ...(dialect() === 'postgres'
      ? [repeat(seconds(10), log, watchingBack(log)), repeat(seconds(2), log, watchingAnswers(log))]
      : []),
    // Where only one daemon can be there is nobody to share with.
    ...(dialect() === 'postgres' ? [repeat(seconds(1), log, sharing(id, options.counter))] : []),
  ]
  onFileTrouble(hearingOfFile(log))
  onFull(() => {
    if (holdReadOnly(data_dir, 'a write found the disk full')) sayTurn(log, 'held')
  })
  return {
    probe_age_ms: () => performance.now() - probed_at,
    at_work: {
      jobs: () => jobs.running(),
      schedules: () => ticker.running(),
      links: () => drain.links(),
    },
    async stop() {
      await analysers.stop()
      forgetTroubles()
      onFull(() => undefined)
      onFileTrouble(() => undefined)
      setMeasuredTimetable(null)
      // Told before anybody is waited for (OPS-10).
      const ending = Promise.all([ticker.stop(), jobs.stop()])
      ending.catch(() => undefined)
      for (const one of repeated) await one.stop()
      await drain.stop()
      await campaigns.stop()
      await whatsapp.stop()
      await deliveries.stop()
      await ending
      // A row that nobody removes is gone after a minute.
      await daemons.leave(id).catch((error: unknown) => log.error({ err: error }, 'left unsaid'))
    },
  }
}

/** OPS-55: a command on another machine needs the house alone, on every machine. */
const hearingAlone =
  ({ onAlone }: WorkOptions) =>
  async (): Promise<void> => {
    const hold = dialect() === 'postgres' ? await aloneHold() : null
    if (hold !== null) onAlone?.(hold)
  }

/** OPS-125, 152: on a server the pointer may be turned, and the server left, from another machine. */
const hearingOfTurn =
  ({ onAlone }: WorkOptions) =>
  async (): Promise<void> => {
    const reason = await turnedNow()
    if (reason !== null) onAlone?.({ reason })
  }

async function turnedNow(): Promise<string | null> {
  const deployment = dialect() === 'postgres' ? openedDeployment() : null
  const live = deployment === null ? null : await readPointer()
  if (live === null) return null
  if (live.left !== null) return `the data left this PostgreSQL for ${live.left.to}`
  const { number } = live
  return number === deployment?.generation ? null : `generation ${number} became live`
}

/** Why this daemon may not begin its work on what it has opened. */
async function otherwiseNow(): Promise<string | null> {
  const is_taken = dialect() === 'postgres' && (await aloneHold()) !== null
  return is_taken ? 'A command has this database for itself' : turnedNow()
}

function sayTurn(log: Log, turn: Turn): void {
  if (turn === 'held') log.error({}, 'the disk is full: nothing is changed until there is room')
  if (turn === 'released') log.info({}, 'there is room again: changes go on')
}

/** OPS-43: a mount may go and come back; said once each time. */
function watchingFiles(log: Log): () => Promise<void> {
  let was_away = false
  return async () => {
    await lookAtFiles()
    const now = filesAway()
    if (now !== null && !was_away) log.error({}, `the place of the files is away: ${now.why}`)
    if (now === null && was_away) log.info({}, 'the place of the files is back')
    was_away = now !== null
  }
}

/** OPS-26: what readiness names while it says yes; said once each time. */
function watchingTroubles(log: Log): () => Promise<void> {
  return async () => {
    const deployment = openedDeployment()
    if (deployment === null) return
    const { came, went } = await lookAtTroubles(deployment)
    for (const one of came) log.error({}, `the house works, and something is amiss: ${one}`)
    for (const one of went) log.info({}, `that is well again: ${one}`)
  }
}

/** The file's number is another, or there is no such file: within ten seconds it is said. */
export function watchingDatabaseFile(log: Log): () => Promise<void> {
  return async () => {
    try {
      database().stillThere?.()
      if (noteBack()) log.info({}, 'the database file is back')
    } catch (error) {
      const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
      if (noteBroken('gone', why))
        log.error({ err: error }, 'the database file is not where it was')
    }
  }
}

/** Said once each time; whoever asks later hears since when. */
export function watchingAnswers(log: Log): () => Promise<void> {
  return async () => {
    if (!(await databaseAnswers())) {
      if (noteAway()) log.error({}, 'the database does not answer')
      return
    }
    const since = noteAnswers()
    if (since !== null) log.info({}, `the database answers again; it was away since ${since}`)
  }
}

/** A server that failed over to one that lagged shows rows that are older than those seen before. */
export function watchingBack(log: Log): () => Promise<void> {
  let known: Seen | null = null
  return async () => {
    const deployment = openedDeployment()
    if (deployment === null) return
    const closed = await lookBack(deployment, known)
    if (closed !== null) {
      log.error({}, closed)
      await lookAtMaintenance()
    }
    known = await seenNow(deployment)
  }
}

const looked_again_ms = seconds(10)

const pagesWrong = (): Promise<string[]> =>
  proofs.find(({ name }) => name === 'pages')?.run() ?? Promise.resolve([])

/** Nothing is wrong while nothing was read that is: a look that falters looks again. */
async function damageFound(pages: typeof pagesWrong, why: string): Promise<string | null> {
  try {
    return (await pages())[0] ?? null
  } catch (error) {
    if (saysDamaged(error)) return why
    throw error
  }
}

type Heard = Parameters<typeof onFileTrouble>[0]

/** A write had to wait for another program, or the file is damaged. */
export function hearingOfFile(log: Log, pages = pagesWrong): Heard {
  const looked = { held: Number.NEGATIVE_INFINITY, damaged: Number.NEGATIVE_INFINITY }
  const looking = { held: false, damaged: false }
  const looks = {
    async held(_why: string, file: string): Promise<void> {
      const [first] = await holdersOf(file)
      if (first === undefined) return
      noteHolder(first)
      log.error({}, `${first.program} (pid ${first.pid}) holds the database file`)
    },
    async damaged(why: string, file: string): Promise<void> {
      const found = await damageFound(pages, why)
      // Another generation may have been opened meanwhile.
      if (found === null || !isOwnFile(file) || !noteBroken('damaged', found)) return
      log.error({}, 'the database file is damaged')
      await proveNewest(log)
    },
  }
  return (what, why, file) => {
    if (!isOwnFile(file) || looking[what] || clock.ms() - looked[what] < looked_again_ms) return
    looking[what] = true
    void onOwn(() => looks[what](why, file))
      .catch((error: unknown) => log.error({ err: error }, 'a look at the database file failed'))
      .finally(() => {
        looking[what] = false
        looked[what] = clock.ms()
      })
  }
}

const said_again_ms = minutes(1)

/** BAD once a minute, not for each connection that is turned away. */
export function watchingOpenFiles(log: Log, exhausted = filesExhausted): () => Promise<void> {
  let said = Number.NEGATIVE_INFINITY
  return async () => {
    if (!(await exhausted())) return
    noteFilesExhausted()
    if (clock.ms() - said < said_again_ms) return
    said = clock.ms()
    log.error({}, 'no more files can be opened: new connections are turned away')
  }
}

/** OPS-51: SQLite would let another program write, and readers of this house would not know. */
function watchingForeign(log: Log): () => Promise<void> {
  const moved = foreignWatch(async () => (await database().foreignCommits()) ?? 0)
  return async () => {
    if (await moved()) log.error({}, 'another program has written to the database file')
  }
}

/** Says what it counted, hears what the others have; says nothing anew while nobody asks. */
export const sharing =
  (id: string, counter: OpenCounter): (() => Promise<void>) =>
  async () => {
    const { minute, counts, changed } = counter.current()
    counter.hear(minute, await share(id, minute, changed ? counts : new Map()))
  }

function repeat(every_ms: number, log: Log, work: () => Promise<void>): Pick<Work, 'stop'> {
  let turn: Promise<void> | null = null
  const timer = setInterval(() => {
    turn ??= outside(work)
      .catch((error: unknown) => log.error({ err: error }, 'a small duty was missed'))
      .finally(() => {
        turn = null
      })
  }, every_ms)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await turn
    },
  }
}
