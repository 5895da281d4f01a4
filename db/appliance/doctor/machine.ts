// Checks of the machine: what it gives, and what its clock says.

import { sizeInWords } from '../../core/sizes.ts'
import { totalmem } from 'node:os'
import { clock, minutes } from '../../core/clock.ts'
import { row } from '../../store/connection.ts'
import { seen } from '../house/seen.ts'
import { sql } from '../../store/sql.ts'
import { asked } from './asked.ts'
import { type Check, bad, ok, skipped, warn } from './finding.ts'

const files_min = 4096
const memory_min = 1024 ** 3
const clock_slack_ms = minutes(5)
const off_warn_s = 2
const off_bad_s = 60

export const machine_checks: readonly Check[] = [
  {
    id: 'machine.cpu',
    category: 'machine',
    says: 'there is more than one processor core',
    light: true,
    run: () => {
      const cores = asked().cores()
      return cores > 1
        ? ok(`${cores} cores`)
        : warn('there is one core: reports make people wait', { mend: 'Give the machine two.' })
    },
  },
  {
    id: 'machine.memory',
    category: 'machine',
    says: '1 GiB of memory is free',
    light: true,
    run: () => {
      const free = freeMemory()
      const evidence = { free, total: totalmem() }
      return free >= memory_min
        ? ok(`${sizeInWords(free)} free`, evidence)
        : warn(`${sizeInWords(free)} of memory are free`, {
            evidence,
            mend: 'End other programs, or give the machine more.',
          })
    },
  },
  {
    id: 'machine.files',
    category: 'machine',
    says: `a process may open ${files_min} files`,
    light: true,
    run: () => {
      const { files_exhausted_at } = seen()
      if (files_exhausted_at !== null && clock.ms() - Date.parse(files_exhausted_at) < minutes(5)) {
        return bad('no more files can be opened: new connections are turned away', {
          mend: 'LimitNOFILE=65536 in the unit, then start it anew.',
        })
      }
      const limit = openFileLimit()
      if (limit === null) return skipped('this system does not tell')
      return limit >= files_min
        ? ok(`${limit} files`)
        : warn(`only ${limit} files may be open at once`, {
            mend: 'LimitNOFILE=65536 in the unit, or ulimit -n 65536.',
            mend_command: 'ulimit -n 65536',
          })
    },
  },
  {
    id: 'machine.clock',
    category: 'machine',
    says: 'the clock is right, and has not gone back',
    light: false,
    async run({ deployment }) {
      const mend = {
        mend: 'Set the clock; then let it be kept by a time source.',
        mend_command: 'timedatectl set-ntp true',
      }
      const last = deployment === null ? null : await newestInstant(deployment.root.created_at)
      if (last !== null && clock.ms() < Date.parse(last) - clock_slack_ms) {
        return bad(`it is ${clock.instant()}, and something was recorded at ${last}`, {
          evidence: { now: clock.instant(), recorded: last },
          ...mend,
        })
      }
      const off = offBy()
      if (off === null) return ok(clock.instant())
      if (off <= off_warn_s) return ok(`${Math.round(off * 1000)} ms off its source`)
      const message = `the clock is ${Math.round(off)} s off its source`
      return off > off_bad_s ? bad(message, mend) : warn(message, mend)
    },
  },
]

/** What programs could take, not what happens to lie idle. */
function freeMemory(): number {
  const kib = /^MemAvailable:\s+(?<kib>\d+)/m.exec(asked().text('/proc/meminfo') ?? '')
  return Number(kib?.groups?.['kib'] ?? 0) * 1024 || asked().idle()
}

function openFileLimit(): number | null {
  const text = asked().text('/proc/self/limits') ?? ''
  const soft = /^Max open files\s+(?<soft>\S+)/m.exec(text)?.groups?.['soft']
  if (soft === undefined) return null
  return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft)
}

async function newestInstant(created_at: string): Promise<string> {
  const found = await row<{ at: string | null }>(sql`select max(applied_at) as at from migrations`)
  const audit = await row<{ at: string | null }>(
    sql`select at from audit_rows order by id desc limit 1`,
  ).catch(() => undefined)
  return [created_at, found?.at ?? '', audit?.at ?? ''].sort().at(-1) ?? created_at
}

/** Of chrony, or of systemd's own; null where neither tells. */
function offBy(): number | null {
  const of_chrony = asked().output('chronyc', '-c', 'tracking')?.split(',')[4]
  if (of_chrony !== undefined) return Math.abs(Number(of_chrony))
  const said = asked().output('timedatectl', 'timesync-status') ?? ''
  const line = /^ *Offset: [+-]?(?<line>.+)$/m.exec(said)?.groups?.['line']
  if (line === undefined) return null
  const seconds_in: Record<string, number> = {
    us: 1e-6,
    ms: 1e-3,
    s: 1,
    min: 60,
    h: 3600,
    d: 86_400,
  }
  return [...line.matchAll(/(?<number>[\d.]+)(?<unit>[a-z]+)/g)].reduce(
    (sum, { groups }) =>
      sum + Number(groups?.['number']) * (seconds_in[groups?.['unit'] ?? ''] ?? 0),
    0,
  )
}
