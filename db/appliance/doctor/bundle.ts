// What goes to whoever helps from afar (OPS-166): how the house stands, and nothing of its people. Each
// part is made of an allow-list; what is left of telephone numbers and addresses is taken out of lines.

import { createHash, createHmac, randomBytes } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { cpus, freemem, loadavg, release, totalmem, uptime } from 'node:os'
import { statfsSync } from 'node:fs'
import { clock } from '../../core/clock.ts'
import { row, rows } from '../../store/connection.ts'
import type { LogLine } from '../house/log-file.ts'
import { migrationState } from '../../store/migrate.ts'
import { raw, sql } from '../../store/sql.ts'
import { tables } from '../../tables.ts'
import { version } from '../../core/version.ts'
import type { Finding, Patient } from './finding.ts'

export interface BundleFile {
  name: string
  bytes: Buffer
}

export interface BundleParts {
  patient: Patient
  findings: readonly Finding[]
  lines: readonly LogLine[]
  configuration: boolean
  /** Null where no daemon runs. */
  metrics: string | null
  since: string
}

/** Fields of a log line that say how the house runs (OPS-29). */
const line_fields = [
  'ts',
  'level',
  'msg',
  'req',
  'route',
  'method',
  'status',
  'ms',
  'daemon',
  'code',
]

export async function bundleOf(parts: BundleParts): Promise<BundleFile[]> {
  const { patient, findings, lines } = parts
  const cleaned = cleaner()
  const files: BundleFile[] = [
    json('version.json', { version, node: process.version, made_at: clock.instant() }),
    ...(parts.configuration ? [json('configuration.json', configurationOf(patient))] : []),
    ...(parts.metrics === null ? [] : [{ name: 'metrics.txt', bytes: Buffer.from(parts.metrics) }]),
    json(
      'doctor.json',
      findings.map((one) => strings(one, cleaned)),
    ),
    json('machine.json', machine(patient)),
    {
      name: 'log.jsonl',
      bytes: Buffer.from(
        lines.map((line) => `${JSON.stringify(logLine(line, cleaned))}\n`).join(''),
      ),
    },
    {
      name: 'unit.txt',
      bytes: Buffer.from(cleaned(outputOf('systemctl', 'cat', 'kituo.service'))),
    },
    { name: 'time.txt', bytes: Buffer.from(outputOf('timedatectl', 'show')) },
  ]
  if (patient.deployment !== null) {
    files.push(json('migrations.json', await migrationState()))
    files.push(json('tables.json', await tableSizes()))
    files.push(
      json(
        'runs.json',
        (await runsSince(parts.since)).map((one) => strings(one, cleaned)),
      ),
    )
  }
  return files
}

/** Values of settings whose names say what they hold; addresses without what opens them. */
function configurationOf({ configuration }: Patient): unknown {
  return configuration.settings.map(({ key, written, origin }) => ({
    key,
    value: typeof written === 'string' ? written.replace(/:\/\/[^@/\s]*@/, '://…@') : written,
    origin: origin.kind,
  }))
}

function logLine(line: LogLine, cleaned: (text: string) => string): Record<string, unknown> {
  const kept = Object.fromEntries(line_fields.flatMap((f) => (f in line ? [[f, line[f]]] : [])))
  return strings(kept, cleaned) as Record<string, unknown>
}

/** Telephone numbers and addresses become the same mark wherever they stand in this bundle. */
export function cleaner(): (text: string) => string {
  const salt = randomBytes(16)
  const mark = (kind: string, text: string): string =>
    `<${kind} ${createHmac('sha256', salt).update(text).digest('hex').slice(0, 8)}>`
  return (text) =>
    text
      .replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, (found) => mark('mail', found))
      .replace(/(?<![\w-])\+?\d[\d ]{7,14}\d(?![\w-])/g, (found) =>
        mark('phone', found.replaceAll(' ', '')),
      )
      .replace(/(?<=password|secret|token|api[_-]?key)(["'=:\s]+)[^\s"',}]{4,}/gi, '$1<removed>')
}

function strings(value: unknown, cleaned: (text: string) => string): unknown {
  if (typeof value === 'string') return isInstant(value) ? value : cleaned(value)
  if (Array.isArray(value)) return value.map((one) => strings(one, cleaned))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, strings(one, cleaned)]),
  )
}

const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)

async function tableSizes(): Promise<{ name: string; rows: number }[]> {
  const found: { name: string; rows: number }[] = []
  for (const { name } of tables) {
    const counted = await row<{ n: number | string }>(sql`select count(*) as n from ${raw(name)}`)
    found.push({ name, rows: Number(counted?.n ?? 0) })
  }
  return found
}

const runsSince = (since: string) =>
  rows<Record<string, unknown>>(
    sql`select schedule, due_at, started_at, finished_at, outcome, message from schedule_runs
        where started_at >= ${since} order by started_at desc limit 2000`,
  )

function machine({ configuration }: Patient): unknown {
  const { bsize, bavail, blocks } = statfsSync(configuration.get('data.dir'))
  return {
    kernel: release(),
    cores: cpus().length,
    load: loadavg(),
    memory: { free: freemem(), total: totalmem() },
    up_s: Math.round(uptime()),
    disk: { free: bsize * bavail, total: bsize * blocks },
  }
}

function outputOf(program: string, ...args: string[]): string {
  const { stdout, error } = spawnSync(program, args, { encoding: 'utf8', timeout: 5000 })
  return error === undefined ? (stdout ?? '') : `${program}: ${error.message}\n`
}

const json = (name: string, value: unknown): BundleFile => ({
  name,
  bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
})

export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
