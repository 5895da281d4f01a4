// The daemon: from an opened database to READY, and back to nothing without losing a request.
// Who starts it (the command line) has read the configuration, holds the data and has migrated.

import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Deployment, setDeployment } from '../db/appliance/deployment/kind.ts'
import { type DiskLimits, setDiskLimits } from '../db/core/disk-room.ts'
import { setAnchorLog } from '../db/hospital/office/audit/anchor-log.ts'
import { setClosingLines, writeClosings } from '../db/hospital/office/auditing/after-closing.ts'
import { setAnchorMail } from '../db/hospital/office/auditing/anchors.ts'
import { lookAtMaintenance, setAside } from '../db/appliance/house/maintenance.ts'
import { releaseBoards } from '../db/hospital/modules/parts/boards.ts'
import { releaseWaiting } from '../db/hospital/office/notifications/waiting.ts'
import { bringAreas } from '../db/hospital/start.ts'
import { giveBackAfterStart, keepLittle } from './watching/give-back.ts'
import { setFileStore } from '../db/store/files/store.ts'
import { setDataDir } from '../db/appliance/health.ts'
import { newId } from '../db/core/ids.ts'
import { setOutbound } from '../db/appliance/outbound/holds.ts'
import { version } from '../db/core/version.ts'
import type { Configuration } from '../db/appliance/configuration/read.ts'
import type { Shown } from '../db/appliance/pki/shown.ts'
import { writeLines } from './work/anchor-lines.ts'
import { buildApp } from './edge/app.ts'
import { closedFor } from './edge/gate.ts'
import { hospital_doors } from './hospital/areas.ts'
import { OpenCounter, type OpenLimits } from './edge/limits.ts'
import { setCertificate, show } from './edge/certificate.ts'
import { type Handed, handedOver, needsRestart, refuseOpen } from './edge/handed-over.ts'
import { type Address, bind, type Listeners } from './edge/listeners.ts'
import { redirectTo } from './edge/redirect.ts'
import { type Log, type LogLevel, openLog } from './watching/log.ts'
import { messaging_doors } from './messaging/areas.ts'
import { setScanner } from './work/scanner.ts'
import { endStreams } from './edge/display/streams.ts'
import { endWorkers } from './work/workers.ts'
import { stall_max_ms, type Stalls, watchStalls } from './work/stalls.ts'
import { dump } from './edge/standing.ts'
import { answerUnreadable } from './edge/unreadable.ts'
import { startWork, type Work } from './work/work.ts'

export interface DaemonOptions {
  listen: readonly Address[]
  data_dir: string
  /** Where the files lie, when not in it. */
  attachments?: string
  /** What the listeners show; null speaks plain HTTP (OPS-20). */
  shown?: Shown
  /** What the file says now; who renews the certificate asks. */
  configuration?: () => Configuration
  /** Plain HTTP that leads to public_url (OPS-22). */
  redirect_listen?: Address | null
  /** What people and devices are told to use. */
  public_url?: () => string | null
  deployment?: Deployment
  limits?: OpenLimits
  trusted_proxies?: readonly string[]
  origins?: readonly string[]
  body_limit?: number
  log?: { level: LogLevel; format: 'json' | 'pretty'; out?: NodeJS.WritableStream }
  drain_deadline_s?: number
  /** The virus scanner: `host:port` or a socket (PLT-108). */
  scanner?: string | null
  /** Free space below which the disk is worth a word (OPS-44). */
  disk?: DiskLimits
  /** Where anchors of the audit log are also sent (PLT-116). */
  anchors_to?: string | null
  /** False: nothing leaves the machine but answers and backups (OPS-135). */
  outbound?: boolean
  /** `timetable.timezone` */
  time_zone?: string
  /** Another machine needs every daemon of this database to stand aside. */
  onAlone?: (hold: { reason: string }) => void
}

export type DaemonState = 'STARTING' | 'READY' | 'DRAINING' | 'STOPPED'

export interface Daemon {
  readonly id: string
  readonly urls: readonly string[]
  readonly log: Log
  state(): DaemonState
  readonly stalls: Stalls
  /** How long ago the last small write was answered (OPS-15). */
  probe_age_ms(): number
  /** Another certificate, without a stop; answers whether it is another. */
  show(shown: Shown): Promise<boolean>
  /** What the listeners cannot take in while they are open is refused before anything is. */
  refuseRestart(shown: Shown): void
  /**
   * Lets go of the database, and goes on listening: everybody is told that the house is being
   * maintained (OPS-17). Answers how many requests were cut at the deadline.
   */
  standAside(why: { reason: string; until: string | null }): Promise<{ cut: number }>
  /** Works again, on the database that is open now. */
  comeBack(): Promise<void>
  /** Requests in flight finish; answers how many were cut at the deadline (OPS-10, OPS-11). */
  stop(deadline_ms?: number): Promise<{ cut: number }>
  inFlight(): number
  /** What it is at, as one entry of the log. */
  dump(why: string): void
}

export async function start(options: DaemonOptions): Promise<Daemon> {
  const log = openLog(options.log ?? { level: 'info', format: 'json' })
  let state: DaemonState = 'STARTING'
  const shown = options.shown ?? null
  const handed = handedOver(process.env)
  const listeners = await bind(handed.listen.length > 0 ? handed.listen : options.listen, shown)

  let id = newId()
  const counter = new OpenCounter(options.limits ?? { sign_in: 30, open: 120 })
  let app: FastifyInstance
  try {
    if (handed.listen.length > 0 && isPlain(options)) refuseOpen(listeners.hosts)
    bringAreas()
    setDataDir(options.data_dir)
    setAnchorLog(join(options.data_dir, 'audit-anchors.log'))
    hearClosings(log)
    setFileStore(options.data_dir, options.attachments)
    setOutbound(options.outbound ?? true)
    setScanner(options.scanner ?? null)
    setAnchorMail(options.anchors_to ?? null)
    if (options.disk !== undefined) setDiskLimits(options.disk)
    setDeployment(options.deployment ?? 'single')
    await lookAtMaintenance()
    app = await openDoors(options, log, counter)
  } catch (error) {
    await listeners.close(0)
    throw error
  }
  const redirecting = await redirect(options, app, handed.redirect).catch(
    async (error: unknown) => {
      await listeners.close(0)
      await app.close()
      throw error
    },
  )
  const { configuration } = options
  if (configuration !== undefined) setCertificate({ configuration, listeners, shown })
  /** Each time as another: what an earlier one had begun is not this one's. */
  const workOn = (): Promise<Work> => {
    id = newId()
    return startWork({ ...options, id, log, urls: listeners.urls, counter })
  }
  let work = await workOn().catch(async (error: unknown) => {
    await listeners.close(0)
    await redirecting?.close(0)
    await app.close()
    throw error
  })
  let is_aside = false
  const at_work = {
    jobs: () => work.at_work.jobs(),
    schedules: () => work.at_work.schedules(),
    links: () => work.at_work.links(),
    in_flight: () => listeners.inFlight(),
  }
  const stalls = watchStalls((ms) => {
    log.warn({ ms }, 'nothing else could run')
    if (ms > stall_max_ms) dump(log, at_work, `nothing else could run for ${ms} ms`)
  })
  // Whoever is answered here finds the control socket answering as well: nothing comes after (OPS-1).
  listeners.serve((request, response) => app.routing(request, response), answerUnreadable)
  state = 'READY'
  keepLittle()
  giveBackAfterStart()
  log.info({ version, address: listeners.urls.join(' ') }, 'ready')

  let stopping: Promise<{ cut: number }> | null = null
  return {
    get id() {
      return id
    },
    get urls() {
      return listeners.urls
    },
    log,
    state: () => state,
    stalls,
    probe_age_ms: () => (is_aside ? 0 : work.probe_age_ms()),
    refuseRestart(next) {
      if (!listeners.takes(next)) throw needsRestart()
    },
    show,
    inFlight: () => listeners.inFlight(),
    dump: (why) => dump(log, at_work, why),
    async standAside(why) {
      is_aside = true
      setAside(why)
      releaseWaiting()
      releaseBoards()
      endStreams()
      const cut = await listeners.answered((options.drain_deadline_s ?? 30) * 1000)
      await rest(work)
      log.info({ count: cut }, `stands aside: ${why.reason}`)
      return { cut }
    },
    async comeBack() {
      hearClosings(log)
      await lookAtMaintenance()
      work = await workOn()
      is_aside = false
      setAside(null)
      log.info({ version }, 'is back')
    },
    stop(deadline_ms) {
      stalls.stop()
      const patience =
        deadline_ms === undefined ? options : { ...options, drain_deadline_s: deadline_ms / 1000 }
      const at_rest = is_aside ? null : work
      stopping ??= drain({ app, listeners, redirecting, work: at_rest }, patience, log, (next) => {
        state = next
      })
      return stopping
    },
  }
}

/** OPS-130 */
function hearClosings(log: Log): void {
  setClosingLines((hospital_ids) =>
    writeLines(hospital_ids).catch((error: unknown) =>
      log.warn({ err: error }, 'a closing has no line in audit-anchors.log until the next hour'),
    ),
  )
}

/** What works by itself comes to its end, and nothing asks the database any more. */
async function rest(work: Work): Promise<void> {
  await work.stop()
  await writeClosings()
  setClosingLines(null)
  await endWorkers()
}

/** Nobody said that passwords may cross the network as they are. */
const isPlain = ({ shown, trusted_proxies = [], configuration }: DaemonOptions): boolean =>
  (shown ?? null) === null &&
  trusted_proxies.length === 0 &&
  configuration?.().get('allow_plain_http') !== true

/** Plain HTTP beside the encrypted listeners, where it was asked for. */
async function redirect(
  { redirect_listen, public_url }: DaemonOptions,
  app: FastifyInstance,
  handed: Handed | null,
): Promise<Listeners | null> {
  const where = handed ?? redirect_listen ?? null
  if (where === null) return null
  const handler = redirectTo(public_url ?? (() => null), (request, response) =>
    app.routing(request, response),
  )
  return bind([where], null, handler)
}

async function openDoors(
  options: DaemonOptions,
  log: Log,
  counter: OpenCounter,
): Promise<FastifyInstance> {
  const app = await buildApp({
    hospital: hospital_doors,
    messaging: messaging_doors,
    logger: log,
    counter,
    closed: (request) => closedFor(request, options.time_zone ?? 'UTC'),
    lasting_tls: () => options.configuration?.().get('tls.mode') === 'files',
    ...(options.trusted_proxies === undefined ? {} : { trusted_proxies: options.trusted_proxies }),
    ...(options.origins === undefined ? {} : { origins: options.origins }),
    ...(options.public_url === undefined ? {} : { public_url: options.public_url }),
    ...(options.body_limit === undefined ? {} : { body_limit: options.body_limit }),
  })
  await app.ready()
  return app
}

async function drain(
  {
    app,
    listeners,
    redirecting,
    work,
  }: {
    app: FastifyInstance
    listeners: Listeners
    redirecting: Listeners | null
    work: Work | null
  },
  options: DaemonOptions,
  log: Log,
  become: (state: DaemonState) => void,
): Promise<{ cut: number }> {
  become('DRAINING')
  log.info({}, 'stopping')
  setCertificate(null)
  await redirecting?.close(1000)
  const cut = await listeners.close((options.drain_deadline_s ?? 30) * 1000, () => {
    // Not before: whoever waits would ask again, and wait again.
    releaseWaiting()
    releaseBoards()
    endStreams()
  })
  if (work !== null) await rest(work)
  await app.close()
  become('STOPPED')
  log.info({ count: cut }, cut === 0 ? 'stopped' : 'stopped, with requests cut')
  return { cut }
}
