import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import { type Configuration, tryConfiguration } from '../../db/appliance/configuration/read.ts'
import { categories, type Finding, type Patient } from '../../db/appliance/doctor/finding.ts'
import type { SystemReport } from '../../db/hospital/office/system/shapes.ts'
import {
  command,
  done,
  type Frame,
  maybe,
  type Turn,
  words,
  yes,
} from '../frame/grammar/command.ts'
import { lines, type Page, table } from '../frame/page.ts'
import { echo, usage } from '../frame/grammar/usage.ts'

const id = text('the name of a check, as kituo doctor --list shows them', /^[a-z_]+\.[a-z_]+$/)

/** Beside it the fields of the platform's SystemReport, where a hospital is here to tell of (OPS-163). */
interface Report extends Partial<SystemReport> {
  list: { id: string; category: string; says: string }[] | null
  findings: Finding[]
  counts: Record<Finding['state'], number> | null
}

const flags = {
  list: yes('the checks, without looking'),
  category: maybe(choice(categories), 'only this part of the house'),
  skip: words(id, 'not this check'),
  severity: maybe(choice(['WARN', 'BAD']), 'show only findings of this weight or more'),
  light: yes('only what is quick'),
  mend: yes('does what Kituo can mend itself'),
  offline: yes('without the daemon: from the files alone'),
}

interface Looking {
  says: string
  beside?: true
  turns?: readonly Turn[]
  examples: readonly [string, string, ...string[]]
}

const looking = (name: string, own: Looking) =>
  command(name, {
    ...own,
    class: 'R',
    needs: 'whatever',
    about: 'deployment',
    permission: 'system:read',
    exits: [20, 1],
    asks: { ids: words(id, 'only these checks') },
    flags,
    run: async (frame) => {
      const { asked, flags } = frame
      const { checks, counted, examine, worst } = await import(
        '../../db/appliance/doctor/doctor.ts'
      )
      const known = checks.map((check) => check.id)
      for (const name of [...asked.ids, ...flags.skip]) {
        if (!known.includes(name)) throw usage('value', `there is no check ${echo(name)}.`)
      }
      if (flags.list) {
        const all = checks.map(({ id: name, category, says }) => ({ id: name, category, says }))
        const listed: Report = { list: all, findings: [], counts: null }
        return done(`${all.length} checks.`, listed)
      }
      const findings = await examine(patientOf(frame), {
        ids: asked.ids,
        skip: flags.skip,
        category: flags.category,
        light: flags.light,
        onCheck: (name, at, total) => frame.progress('checks', { item: name, done: at, total }),
      })
      const state = worst(findings)
      const shown = findings.filter((finding) => isAtLeast(finding.state, flags.severity))
      const report = await reportFor(frame)
      const data: Report = { ...report, list: null, findings: shown, counts: counted(findings) }
      if (state === 'BAD') {
        return done('Something is BAD.', data, { error: { code: 'finding.bad' } })
      }
      return done(state === 'OK' ? 'All is well.' : 'There are warnings.', data, {
        exit: state === 'WARN' ? 20 : 0,
        next: shown.flatMap(({ mend_command }) => mend_command ?? []),
      })
    },
    view: ({ list, findings }, page) =>
      list === null
        ? findingsView(findings, page)
        : lines(
            list.map(({ id: name, says }) => [name, says] as const),
            page,
          ),
  })

const doctor = looking('doctor', {
  says: 'Looks for what is wrong here, and says how to mend it.',
  turns: [
    { flag: 'mend', into: 'doctor mend' },
    { flag: 'offline', into: 'doctor offline' },
  ],
  examples: [
    'kituo doctor',
    'kituo doctor disk.free --json',
    'kituo doctor --category database --severity WARN --skip disk.free',
  ],
})

const offline = looking('doctor offline', {
  says: 'The same from the files alone: a house that is down, or that does not answer.',
  // Whoever does not answer is not asked.
  beside: true,
  examples: ['kituo doctor --offline', 'kituo doctor unit.mdwe --offline --json'],
})

const mend = command('doctor mend', {
  says: 'Does the mends that Kituo can do itself; no data of a hospital are touched.',
  class: 'M',
  needs: 'whatever',
  transaction: 'rule',
  about: 'deployment',
  permission: 'system:operate',
  confirm: 'C1',
  asks: { ids: words(id, 'only these checks') },
  examples: ['kituo doctor --mend', 'kituo doctor data.folders --mend --yes'],
  plan: async (frame) => {
    const sick = await mendable(frame)
    return {
      steps: sick.map(({ id: name, message }) => `${name}: ${message}`),
      nothing: sick.length === 0,
    }
  },
  run: async (frame) => {
    const { mend: mended } = await import('../../db/appliance/doctor/doctor.ts')
    const tried = await mended(patientOf(frame), await mendable(frame))
    const count = tried.filter((one) => one.mended).length
    return done(`${count} of ${tried.length} mended.`, tried, { changed: count > 0 })
  },
})

/** A house that is broken has findings, and perhaps no report. */
async function reportFor({
  deployment,
  workspace,
}: Pick<Frame, 'deployment' | 'workspace'>): Promise<SystemReport | null> {
  if (deployment === null) return null
  try {
    const { all } = await import('../../db/hospital/office/hospitals/hospitals.ts')
    const { system } = await import('../../db/core/caller.ts')
    const { report } = await import('../../db/hospital/office/system/report.ts')
    const { scannerProbes } = await import('../frame/hands.ts')
    const here = await all()
    const one = here.find(({ code }) => workspace === undefined || code === workspace)
    return one === undefined ? null : await report(system(one.id), await scannerProbes())
  } catch {
    return null
  }
}

async function mendable(
  frame: Parameters<typeof patientOf>[0] & { asked: { ids: readonly string[] } },
) {
  const { examine } = await import('../../db/appliance/doctor/doctor.ts')
  const found = await examine(patientOf(frame), { ids: frame.asked.ids })
  return found.filter(({ mends_itself }) => mends_itself)
}

export const commands = [doctor, offline, mend]

/** A doctor that needs a good configuration could not say what is wrong with it. */
export function patientOf(
  frame: Pick<Frame, 'asking' | 'deployment' | 'obstacle' | 'env'>,
): Patient {
  const { asking, deployment, obstacle, env } = frame
  const tried = tryConfiguration(asking)
  const configuration: Configuration = deployment?.configuration ?? tried.configuration
  return { configuration, faults: tried.faults, env, deployment, obstacle }
}

const isAtLeast = (state: Finding['state'], severity: 'WARN' | 'BAD' | undefined): boolean =>
  severity === undefined || state === 'BAD' || (severity === 'WARN' && state === 'WARN')

const marks = { BAD: 'X ', WARN: '! ', OK: 'OK', SKIPPED: '- ' } as const
const styles = { BAD: 'red', WARN: 'yellow', OK: 'green', SKIPPED: 'dim' } as const

/** What is wrong first, however much is well; each weight in the order in which it was looked at. */
const gravest = (findings: readonly Finding[]): Finding[] =>
  Object.keys(marks).flatMap((weight) => findings.filter(({ state }) => state === weight))

const instants = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g

export function findingsView(found: readonly Finding[], page: Page): string {
  const findings = gravest(found)
  const body = table(
    findings,
    [
      { title: '', of: ({ state }) => marks[state] },
      { title: 'Check', of: (finding) => finding.id },
      { title: 'Found', of: ({ message }) => message.replaceAll(instants, (at) => page.time(at)) },
      {
        title: 'Mend',
        of: ({ state, mend, mend_command }) => (state === 'OK' ? '' : (mend_command ?? mend)),
      },
      { title: 'ms', of: ({ took_ms }) => took_ms, right: true, wide: true },
    ],
    page,
  ).split('\n')
  const [head = '', ...rows] = body
  return [
    head,
    ...rows.map((row, index) => page.paint(styles[findings[index]?.state ?? 'OK'], row)),
  ].join('\n')
}
