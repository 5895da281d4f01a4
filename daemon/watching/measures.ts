// What this daemon measures about itself, and what it asks the database when it is scraped.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { database, dialect, setReadWatch, setWriteWatch } from '../../db/store/connection.ts'
import { audit_lost } from '../../db/hospital/office/audit/reads.ts'
import { uptimeS } from '../../db/appliance/health.ts'
import { outbox_channels } from '../../db/hospital/office/outbox/words.ts'
import { noteWait } from '../../db/appliance/house/write-waits.ts'
import { figures } from '../../db/appliance/measures.ts'
import { version } from '../../db/core/version.ts'
import { measureMessaging } from '../sending/messaging-measures.ts'
import { newMetrics } from './metrics.ts'

const metrics = newMetrics()
const messaging = measureMessaging(metrics)
const second_bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const build = metrics.gauge('kituo_build_info', 'Version, runtime and database; always 1.')
const up = metrics.gauge('kituo_up_seconds', 'Seconds since this daemon started.')
const requests = metrics.counter('kituo_http_requests_total', 'Requests answered.')
const request_seconds = metrics.summary('kituo_http_request_seconds', 'Time to answer, by route.')
const all_seconds = metrics.histogram(
  'kituo_http_seconds',
  'Time to answer, of all routes of one API.',
  second_bounds,
)
const limited = metrics.counter('kituo_rate_limited_total', 'Requests refused by a limit.')
const write_wait = metrics.histogram(
  'kituo_db_write_wait_seconds',
  'Time a write waited for its turn.',
  second_bounds,
)
const write_took = metrics.histogram(
  'kituo_db_write_seconds',
  'Time a write took once it was its turn.',
  second_bounds,
)
const read_took = metrics.histogram(
  'kituo_db_read_seconds',
  'Time of a read outside any transaction.',
  second_bounds,
)
const writes_waiting = metrics.gauge('kituo_db_writes_waiting', 'Writes in the queue now.')
const lag = metrics.gauge('kituo_event_loop_lag_seconds', 'Delay of the loop since the last look.')
const memory = metrics.gauge('kituo_memory_bytes', 'Memory that this daemon holds.')
const jobs = metrics.gauge('kituo_jobs', 'Background jobs by state.')
const oldest_job = metrics.gauge('kituo_job_oldest_seconds', 'How long the oldest due job waits.')
const sessions = metrics.gauge('kituo_sessions', 'Open sessions.')
const messages = metrics.gauge(
  'kituo_outbox_messages',
  'Messages of the last day, and all that are queued, by channel and status.',
)
const oldest_message = metrics.gauge(
  'kituo_outbox_oldest_seconds',
  'How long the oldest due message waits.',
)
const lost = metrics.counter(
  'kituo_audit_reads_lost_total',
  'Reads that this daemon answered without a row in the audit log.',
)
const chain = metrics.gauge('kituo_audit_chain_ok', 'Whether the last proofs held; 1 or 0.')
const log_size = metrics.gauge('kituo_sqlite_wal_bytes', 'Size of the write-ahead log.')
const audit = metrics.counter('kituo_audit_events_total', 'Rows of the audit logs.')
const succeeded = metrics.gauge(
  'kituo_schedule_last_success_seconds',
  'When each schedule last ended well, in seconds of 1970.',
)
const behind = metrics.gauge('kituo_schedule_lag_seconds', 'How late the last run began.')
const failing = metrics.gauge('kituo_schedule_failing', 'Due instants that failed in a row.')
const failures_total = metrics.counter(
  'kituo_schedule_failures_total',
  'Runs that failed on this daemon.',
)
const leads = metrics.gauge('kituo_leader', 'Whether this daemon leads the timetable.')
const restarts = metrics.counter(
  'kituo_timetable_ticks_restarted_total',
  'How often the beat of the timetable was started anew.',
)
const disk = metrics.gauge('kituo_disk_free_bytes', 'Free space of the disk of the data.')

setWriteWatch((waited_s, took_s) => {
  write_wait.observe(waited_s)
  noteWait(waited_s)
  write_took.observe(took_s)
})

setReadWatch((took_s) => read_took.observe(took_s))

/** Requests, since the start. */
let answered = 0
export const requestsAnswered = (): number => answered

const known_methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])

/** The route's template, so that no id and no word of a person becomes a label. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    const { of_status, of_route, of_api } = labelsOf(route, request.method, reply.statusCode)
    requests.add(of_status)
    answered += 1
    const seconds = reply.elapsedTime / 1000
    request_seconds.observe(seconds, of_route)
    all_seconds.observe(seconds, of_api)
    if (reply.statusCode === 429) limited.add(of_api)
    done()
  })
}

interface RequestLabels {
  of_status: Record<string, string>
  of_route: Record<string, string>
  of_api: Record<string, string>
}
/** As many as there are routes, methods and kinds of answer. */
const request_labels = new Map<string, RequestLabels>()

function labelsOf(route: string, asked: string, status: number): RequestLabels {
  const method = known_methods.has(asked) ? asked : 'other'
  const status_class = `${Math.floor(status / 100)}xx`
  const key = `${status_class} ${method} ${route}`
  let labels = request_labels.get(key)
  if (labels === undefined) {
    const api = /^\/v1(\/|$)/.test(route) ? 'messaging' : 'hospital'
    labels = {
      of_status: { api, route, method, status_class },
      of_route: { api, route },
      of_api: { api },
    }
    request_labels.set(key, labels)
  }
  return labels
}

let loop: ReturnType<typeof monitorEventLoopDelay> | null = null
let audited = 0
let restarted = 0
let lost_before = 0

export const countReplay = (): void => messaging.replayed()

export const countFailure = (name: string): void => failures_total.add({ name })

export interface Timetable {
  term(): number | null
  restarts(): number
}
let timetable: Timetable | null = null
export function setMeasuredTimetable(own: Timetable | null): void {
  timetable = own
}

export async function metricsText(): Promise<string> {
  build.set(1, { version, node: process.version, database: dialect() })
  up.set(uptimeS())
  writes_waiting.set(database().waiting())
  memory.set(process.memoryUsage.rss())
  lookAtLoop()
  leads.set((timetable?.term() ?? null) === null ? 0 : 1)
  const silences = timetable?.restarts() ?? 0
  restarts.add({}, Math.max(0, silences - restarted))
  restarted = silences
  lost.add({}, audit_lost.rows - lost_before)
  lost_before = audit_lost.rows
  await askDatabase()
  await messaging.ask()
  return metrics.text()
}

function lookAtLoop(): void {
  if (loop === null) {
    loop = monitorEventLoopDelay({ resolution: 10 })
    loop.enable()
  }
  for (const quantile of [50, 99]) {
    const seconds = loop.percentile(quantile) / 1e9
    lag.set(Number.isFinite(seconds) ? seconds : 0, { quantile: `0.${quantile}` })
  }
  lag.set(Number.isFinite(loop.max) ? loop.max / 1e9 : 0, { quantile: '1' })
  loop.reset()
}

async function askDatabase(): Promise<void> {
  const now = await figures()
  for (const status of ['QUEUED', 'RUNNING', 'FAILED']) {
    jobs.set(now.jobs.find((one) => one.status === status)?.n ?? 0, { status })
  }
  oldest_job.set(now.oldest_job_s)
  sessions.set(now.sessions)
  audit.add({}, Math.max(0, now.audit_rows - audited))
  audited = Math.max(audited, now.audit_rows)
  messages.clear()
  for (const { channel, status, n } of now.messages) messages.set(n, { channel, status })
  oldest_message.clear()
  for (const channel of outbox_channels) {
    const due = now.oldest_message_s.find((one) => one.channel === channel)
    oldest_message.set(due?.seconds ?? 0, { channel })
  }
  if (now.audit_chains_hold !== null) chain.set(now.audit_chains_hold ? 1 : 0)
  if (now.log_bytes !== null) log_size.set(now.log_bytes)
  for (const { name, last_success_at, lag_ms, failures } of now.schedules) {
    const at = last_success_at === null || last_success_at === '' ? 0 : Date.parse(last_success_at)
    succeeded.set(Math.floor(at / 1000), { name })
    behind.set(Number(lag_ms ?? 0) / 1000, { name })
    failing.set(Number(failures), { name })
  }
  if (now.disk_free_bytes !== null) disk.set(now.disk_free_bytes, { place: 'data' })
}
