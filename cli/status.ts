import type { Finding } from '../db/doctor/finding.ts'
import { duration } from '../db/configuration/kinds.ts'
import { command, done, type Frame, orElse, yes } from './command.ts'
import { patientOf } from './doctor.ts'
import { lines, type Page } from './page.ts'

interface Status {
  daemon: { state: string; [fact: string]: unknown } | null
  hospital: { code: string; name: string } | null
  database: { engine: string; bytes: number; schema: number; generation: number } | null
  disk: { free: number; total: number }
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
    watch: yes('again and again, until Ctrl-C'),
    every: orElse(duration(), '2s', 'with --watch: how often'),
  },
  examples: [
    'kituo status',
    'kituo status --field data.daemon.state',
    'kituo status --watch --every 10s',
  ],
  again: ({ watch, every }) =>
    watch === undefined ? null : (duration().read(every ?? '2s') ?? null),
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
  const { examine } = await import('../db/doctor/doctor.ts')
  const { spaceAt } = await import('../db/deployment/filesystem.ts')
  const { sizeOf } = await import('../db/deployment/figures.ts')
  const patient = patientOf(frame)
  const { deployment } = frame
  const findings = await examine(patient, { light: true })
  return {
    daemon: frame.house?.status() ?? null,
    hospital: deployment === null ? null : await onlyHospital(),
    database: deployment === null ? null : await sizeOf(deployment),
    disk: spaceAt(patient.configuration.get('data.dir')),
    advice: findings.filter(({ state }) => state === 'WARN' || state === 'BAD').map(advised),
  }
}

async function onlyHospital(): Promise<Status['hospital']> {
  const { only } = await import('../db/hospital/hospitals/hospitals.ts')
  const found = await only()
  return found === undefined ? null : { code: found.code, name: found.name }
}

const advised = ({ id, state, message, mend_command }: Finding): Status['advice'][number] => ({
  finding: id,
  state,
  message,
  command: mend_command,
})

function statusView({ daemon, hospital, database, disk, advice }: Status, page: Page): string {
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
            `${database.engine} ${mb(database.bytes)} MB, generation ${database.generation}, schema ${database.schema}`,
          ] as [string, string],
        ]),
    ['Disk', `${mb(disk.free)} MB free of ${mb(disk.total)} MB`],
  ]
  if (advice.length === 0) return lines(rows, page)
  const said = advice.map(
    ({ state, finding, message, command: mend }) =>
      `  ${state === 'BAD' ? 'X' : '!'} ${finding}  ${message}${mend === null ? '' : `  ${page.paint('dim', mend)}`}`,
  )
  return [lines(rows, page), page.paint('bold', 'Advice'), ...said].join('\n')
}

const daemonWords = (
  { state, version, pid, started_at, listen }: NonNullable<Status['daemon']>,
  page: Page,
): string =>
  [
    `${String(version)} ${state}`,
    `since ${page.time(started_at as string)}`,
    `pid ${String(pid)}`,
    ...((listen as string[] | undefined) ?? []),
  ].join(', ')

const mb = (bytes: number): number => Math.round(bytes / 1024 ** 2)
