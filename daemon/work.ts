// What the daemon does beside answering: jobs, the timetable, its sign of life, shared limits.

import { hostname } from 'node:os'
import { join } from 'node:path'
import { seconds } from '../db/clock.ts'
import { database, dialect, outside } from '../db/connection.ts'
import { setExportFolder } from '../db/hospital/exports/files.ts'
import { setImportFolder } from '../db/hospital/imports/files.ts'
import { tellOfSchedule } from '../db/hospital/system/watch.ts'
import { lookAtMaintenance } from '../db/house/maintenance.ts'
import { holdReadOnly, lookAtDisk, type Turn } from '../db/house/room.ts'
import { foreignWatch } from '../db/house/seen.ts'
import { share } from '../db/limits/shared.ts'
import { campaignOfGroup } from '../db/messaging/campaigns/campaigns.ts'
import { setGroupUse } from '../db/messaging/contacts/groups.ts'
import { setWordReader } from '../db/messaging/inbound/arrive.ts'
import { hearWords } from '../db/messaging/opt-outs/words-heard.ts'
import { onFull } from '../db/refusal.ts'
import * as daemons from '../db/timetable/daemons.ts'
import { version } from '../db/version.ts'
import { runCampaigns } from './campaigns.ts'
import { startDeliveries } from './deliver.ts'
import { type Log, runJobs } from './jobs.ts'
import { startDrain } from './drain.ts'
import type { OpenCounter } from './limits.ts'
import { countFailure, setMeasuredTimetable } from './measures.ts'
import { startTicker } from './ticker.ts'
import { theTimetable } from './timetable.ts'
import { runWhatsapp } from './whatsapp.ts'

export interface WorkOptions {
  id: string
  log: Log
  data_dir: string
  urls: readonly string[]
  counter: OpenCounter
  time_zone?: string
}

export interface Work {
  /** How long ago the last small write was answered, whichever way (OPS-15). */
  probe_age_ms(): number
  stop(): Promise<void>
}

const heartbeat_ms = seconds(10)

export async function startWork(options: WorkOptions): Promise<Work> {
  const { id, log, data_dir } = options
  setExportFolder(join(data_dir, 'exports'))
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
  const ticker = await startTicker({
    daemon: name,
    entries: theTimetable(),
    log,
    failed: (entry) => countFailure(entry.name),
    troubled: tellOfSchedule,
    ...(options.time_zone === undefined ? {} : { time_zone: options.time_zone }),
  })
  setMeasuredTimetable(ticker)
  const jobs = runJobs({ daemon: name, log })
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
    repeat(seconds(30), log, async () => sayTurn(log, await lookAtDisk(data_dir))),
    ...(dialect() === 'sqlite' ? [repeat(seconds(10), log, watchingForeign(log))] : []),
    // Where only one daemon can be there is nobody to share with.
    ...(dialect() === 'postgres' ? [repeat(seconds(1), log, sharing(id, options.counter))] : []),
  ]
  onFull(() => {
    if (holdReadOnly(data_dir, 'a write found the disk full')) sayTurn(log, 'held')
  })
  return {
    probe_age_ms: () => performance.now() - probed_at,
    async stop() {
      onFull(() => undefined)
      setMeasuredTimetable(null)
      for (const one of repeated) await one.stop()
      await drain.stop()
      await campaigns.stop()
      await whatsapp.stop()
      await deliveries.stop()
      await ticker.stop()
      await jobs.stop()
      await daemons.leave(id)
    },
  }
}

function sayTurn(log: Log, turn: Turn): void {
  if (turn === 'held') log.error({}, 'the disk is full: nothing is changed until there is room')
  if (turn === 'released') log.info({}, 'there is room again: changes go on')
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
