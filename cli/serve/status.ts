import { sizeInWords } from '../../db/core/sizes.ts'
import type { Pace } from '../../db/appliance/backups/hourly.ts'
import type { Finding } from '../../db/appliance/doctor/finding.ts'
import { duration } from '../../db/appliance/configuration/kinds.ts'
import { command, done, type Frame, maybeBare } from '../frame/grammar/command.ts'
import { patientOf } from './doctor.ts'
import { lines, type Page } from '../frame/page.ts'
import type { StatusFacts } from './status-facts.ts'

interface Status extends Partial<StatusFacts> {
  daemon: { state: string; [fact: string]: unknown } | null
  hospital: { code: string; name: string } | null
  database: { engine: string; bytes: number; schema: number; generation: number } | null
  disk: { free: number; total: number }
  /** What stands over the house until it is over, as on every screen. */
  banners: readonly string[]
  advice: { finding: string; state: string; message: string; command: string | null }[]
}

const status = command('status', {
  says: 'Prints whether the house runs, how it stands and what needs doing.',
  class: 'R',
  needs: 'whatever',
  about: 'deployment',
  permission: 'system:read',
  exits: [1, 6, 8, 20],
  flags: {
    watch: maybeBare(duration(), '2s', 'again and again so often, until Ctrl-C'),
  },
  examples: [
    'kituo status',
    'kituo status --field data.daemon.state',
    'kituo status --watch',
    'kituo status --watch 10s',
  ],
  again: ({ watch }) => (watch === undefined ? null : (duration().read(watch) ?? null)),
  run: async (frame) => {
    const { deployment, obstacle, house } = frame
    // Nothing here to be running, or nobody this person may ask.
    if (deployment === null && obstacle !== null) throw obstacle
    const found = await standing(frame)
    if (house === null) {
      return done('Kituo is not running.', found, {
        error: { code: 'daemon.silent', command: 'kituo serve' },
      })
    }
    const bad = found.advice.some(({ state }) => state === 'BAD')
    if (bad) return done('Something is BAD.', found, { error: { code: 'finding.bad' } })
    return done(`Kituo is ${found.daemon?.state}.`, found, {
      exit: found.advice.length > 0 ? 20 : 0,
    })
  },
  view: (found, page) => statusView(found, page),
})

export const commands = [status]

async function standing(
  frame: Pick<Frame, 'asking' | 'deployment' | 'obstacle' | 'env' | 'house'>,
): Promise<Status> {
  const { examine } = await import('../../db/appliance/doctor/doctor.ts')
  const { spaceAt } = await import('../../db/appliance/deployment/filesystem.ts')
  const { sizeOf } = await import('../../db/appliance/deployment/figures.ts')
  const patient = patientOf(frame)
  const { deployment } = frame
  const light = await examine(patient, { light: true })
  const { broken } = await import('../../db/appliance/house/broken.ts')
  // Too much to look for each time, and known where the house has met it.
  const damage = broken() === null ? [] : await examine(patient, { ids: ['database.quick'] })
  const findings = [...damage, ...light]
  const daemon = frame.house?.status() ?? null
  const away = findings.some(({ id, state }) => id === 'database.away' && state === 'BAD')
  // What stands in a database that does not answer is left out; the rest is told.
  const answering = away ? null : deployment
  const database = answering === null ? null : await sizeOf(answering)
  const { known_schema } = await import('../../db/appliance/deployment/schema.ts')
  // What another schema calls its tables is not known here.
  const known = database?.schema === known_schema ? answering : null
  const facts =
    known === null ? {} : await (await import('./status-facts.ts')).factsOf(known, beganAt(daemon))
  return {
    daemon,
    hospital: answering === null ? null : await onlyHospital(),
    database,
    ...facts,
    banners:
      answering === null
        ? []
        : await (await import('../../db/appliance/house/banners.ts')).banners(),
    disk: spaceAt(patient.configuration.get('data.dir')),
    advice: findings.filter(({ state }) => state === 'WARN' || state === 'BAD').map(advised),
  }
}

const beganAt = (daemon: Status['daemon']): string | null => {
  const began = daemon?.['started_at']
  return typeof began === 'string' ? began : null
}

async function onlyHospital(): Promise<Status['hospital']> {
  const { only, shownName } = await import('../../db/hospital/office/hospitals/hospitals.ts')
  const found = await only()
  return found === undefined ? null : { code: found.code, name: shownName(found) }
}

const advised = ({ id, state, message, mend_command }: Finding): Status['advice'][number] => ({
  finding: id,
  state,
  message,
  command: mend_command,
})

function statusView(
  { daemon, hospital, database, disk, banners, advice, ...facts }: Status,
  page: Page,
): string {
  const rows: [string, string][] = [
    ['Kituo', daemon === null ? 'not running' : daemonWords(daemon, page)],
    ...(hospital === null
      ? []
      : [['Hospital', `${hospital.name} (${hospital.code})`] as [string, string]]),
    ...(database === null
      ? []
      : [
          [
            'Database',
            `${database.engine} ${sizeInWords(database.bytes)}, generation ${database.generation}, schema ${database.schema}`,
          ] as [string, string],
        ]),
    ['Disk', `${sizeInWords(disk.free)} free of ${sizeInWords(disk.total)}`],
    ...factLines(facts, page),
  ]
  const above = banners.map((text) => page.paint('bold', text))
  if (advice.length === 0) return [...above, lines(rows, page)].join('\n')
  const said = advice.map(
    ({ state, finding, message, command: mend }) =>
      `  ${state === 'BAD' ? 'X' : '!'} ${finding}  ${message}${mend === null ? '' : `  ${page.paint('dim', mend)}`}`,
  )
  return [...above, lines(rows, page), page.paint('bold', 'Advice'), ...said].join('\n')
}

function factLines(
  { queue, links, schedules, backups, leases }: Partial<StatusFacts>,
  page: Page,
): [string, string][] {
  const found: [string, string | null][] = [
    [
      'Queue',
      queue === undefined
        ? null
        : `${queue.waiting} waiting${queue.oldest === null ? '' : `, the oldest of ${page.time(queue.oldest)}`}; links ${links?.up ?? 0} of ${links?.of ?? 0} up`,
    ],
    [
      'Schedules',
      schedules === undefined
        ? null
        : `${schedules.late} late, ${schedules.left_to_catch_up} left to catch up`,
    ],
    [
      'Backup',
      backups === undefined || backups === null
        ? null
        : `${page.time(backups.last) || 'none'}, verified ${page.time(backups.verified) || 'never'}, drilled ${page.time(backups.drilled) || 'never'}${paceWords(backups.hourly)}`,
    ],
    [
      'Workstations',
      leases === undefined || leases.active + leases.lapsed === 0
        ? null
        : `${leases.active} active, ${leases.ending_in_7d} end within 7 d, ${leases.lapsed} lapsed`,
    ],
  ]
  return found.flatMap(([name, said]) => (said === null ? [] : [[name, said] as [string, string]]))
}

/** Said as long as it is not each hour. */
const paceWords = (pace: Pace | null): string =>
  pace?.each === 'sixth' ? `; hourly ones every 6 h: ${pace.because}` : ''

const daemonWords = (
  { state, reasons, version, pid, started_at, listen }: NonNullable<Status['daemon']>,
  page: Page,
): string =>
  [
    `${String(version)} ${state}${(reasons as string[] | undefined)?.length ? `: ${(reasons as string[]).join(', ')}` : ''}`,
    `since ${page.time(started_at as string)}`,
    `pid ${String(pid)}`,
    ...((listen as string[] | undefined) ?? []),
  ].join(', ')
