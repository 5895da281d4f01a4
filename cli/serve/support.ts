import { choice, duration, path } from '../../db/appliance/configuration/kinds.ts'
import { command, done, type Frame, orElse, word, words } from '../frame/grammar/command.ts'
import { patientOf } from './doctor.ts'
import { linesOf } from './log.ts'
import { tableOf } from '../frame/lists.ts'

const parts = ['logs', 'config', 'doctor', 'metrics'] as const

const bundle = command('support bundle', {
  says: 'Writes what somebody needs who helps from afar: no people, no money, no texts, no keys.',
  // Who hands on how the house stands is written into the audit log (decision 0245).
  class: 'M',
  needs: 'whatever',
  transaction: 'rule',
  about: 'deployment',
  permission: 'system:read',
  confirm: 'C1',
  flags: {
    out: word(path(), 'the file to write, .tar.gz'),
    since: orElse(duration(), '24h', 'lines and runs no older than this'),
    include: words(choice(parts), 'only these parts'),
  },
  examples: [
    'kituo support bundle --out ./kituo-support.tar.gz',
    'kituo support bundle --out ./s.tar.gz --since 12h --include logs --yes',
  ],
  plan: async (frame) => ({
    steps: (await made(frame)).map(({ name, bytes }) => `take ${name}, ${bytes.length} bytes`),
  }),
  run: async (frame) => {
    const { digestOf } = await import('../../db/appliance/doctor/bundle.ts')
    const { tarOf } = await import('../../db/appliance/doctor/tar.ts')
    const { out } = frame.flags
    const files = await made(frame)
    const bytes = tarOf('kituo-support', files)
    await frame.put(bytes)
    const contents = files.map((one) => ({ name: one.name, bytes: one.bytes.length }))
    return done(
      `${files.length} files in ${out}. Look at them before you hand them on.`,
      { file: out, sha256: digestOf(bytes), contents },
      { total: files.length, changed: false },
    )
  },
  view: (data, page) =>
    tableOf<{ name: string; bytes: number }>(
      ['File', (one) => one.name],
      ['Bytes', (one) => one.bytes],
    )(data.contents, page),
})

type Part = (typeof parts)[number]
type Bundling = Frame<unknown, { since: number; include: readonly Part[] }>

async function made(frame: Bundling) {
  const { instantIn } = await import('../../db/core/clock.ts')
  const { examine } = await import('../../db/appliance/doctor/doctor.ts')
  const { bundleOf } = await import('../../db/appliance/doctor/bundle.ts')
  const { flags, house } = frame
  const wants = (part: Part): boolean => flags.include.length === 0 || flags.include.includes(part)
  const patient = patientOf(frame)
  const since = instantIn(-flags.since)
  return bundleOf({
    patient,
    since,
    configuration: wants('config'),
    findings: wants('doctor') ? await examine(patient) : [],
    lines: wants('logs') ? await lines(frame, since) : [],
    metrics: wants('metrics') && house !== null ? await house.metrics() : null,
  })
}

/** A house without a log of its own has a bundle all the same. */
async function lines({ configuration }: Pick<Frame, 'configuration'>, since: string) {
  const found = await linesOf(configuration.get('log.file'), since).catch(() => [])
  return found.filter(({ ts }) => (ts ?? '') >= since)
}

export const commands = [bundle]
