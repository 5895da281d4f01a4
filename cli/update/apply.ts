// Bringing a newer version in, at once or at an hour of the night, and going back (OPS-169…OPS-173).

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { duration, path, text } from '../../db/appliance/configuration/kinds.ts'
import { readConfiguration } from '../../db/appliance/configuration/read.ts'
import type { Applying } from '../../db/appliance/release/apply.ts'
import type { Update } from '../../db/appliance/release/history.ts'
import type { Listed } from '../../db/appliance/release/waiting.ts'
import { isRefusal } from '../../db/core/refusal.ts'
import { machineZone } from '../../db/core/local-time.ts'
import { coming_hour, comingInstant } from '../frame/grammar/coming.ts'
import {
  command,
  done,
  type Frame,
  maybe,
  orElse,
  type Outcome,
  word,
  yes,
} from '../frame/grammar/command.ts'

export const archive = word(
  path(),
  'kituo-<version>-linux-<arch>.tar.gz, with SHA256SUMS beside it',
)
export const unsigned = { allow_unsigned: yes('a build of one’s own that nobody signed') }

const patience = orElse(duration(), '120s', 'how long a start may take')

const apply = command('update apply', {
  says: 'Brings a newer version in: backup, rehearsal on a copy, switch, health; a failure is undone.',
  class: 'X',
  needs: 'nothing',
  permission: 'update:apply',
  confirm: 'C2',
  exits: [5, 9, 10, 12, 13],
  asks: { file: archive },
  flags: {
    ...unsigned,
    health_timeout: patience,
    at: maybe(
      coming_hour,
      'later, by itself, unless the doctor says BAD then; never takes that back',
    ),
    binary_only: yes('the program alone: another daemon of the same PostgreSQL migrated the data'),
  },
  examples: [
    'kituo update apply ./kituo-1.5.0-linux-x64.tar.gz',
    'kituo update apply ./kituo-1.5.0-linux-x64.tar.gz --yes --confirm 1.5.0 --at 02:00',
  ],
  plan: async (frame) => {
    const { file } = frame.asked
    const { allow_unsigned, binary_only, at } = frame.flags
    const release = await signedRelease(frame, file, allow_unsigned)
    const steps = [
      `unpack ${release.version}`,
      ...(binary_only
        ? ['stop the house, switch the program and its unit, start it']
        : [
            'back up as before-update, and prove the backup',
            'rehearse the migrations of the new version on a copy',
            'stop the house, give the new version a generation of its own and its unit, start it',
          ]),
      'wait until it is READY, its proofs hold and it answers, or bring back what was before',
    ]
    const due = at === undefined ? null : await dueAt(frame, at)
    return {
      steps:
        due === null ? steps : [`wait until ${due}, and until the doctor is content`, ...steps],
      type: release.version,
    }
  },
  run: async (frame): Promise<Outcome<Listed | null>> => {
    const { at, allow_unsigned, binary_only } = frame.flags
    if (at === 'never') return takenBack(frame)
    const release = await signedRelease(frame, frame.asked.file, allow_unsigned)
    const given = { ...(await applying(frame)), release, binary_only }
    if (at !== undefined) return later(frame, given, at)
    const { applyUpdate } = await import('../../db/appliance/release/apply.ts')
    return ended(await applyUpdate(given), `Kituo ${release.version} runs.`)
  },
  view: () => null,
})

async function later(
  frame: Frame & { flags: { allow_unsigned: boolean } },
  given: Applying,
  at: string,
) {
  const { installed, release, config_file, binary_only = false, health_timeout_s } = given
  const { asListed, putOff } = await import('../../db/appliance/release/waiting.ts')
  const { begun } = await import('../../db/appliance/release/doors.ts')
  const { presentVersion } = await import('../../db/appliance/release/installed.ts')
  const due_at = await dueAt(frame, at)
  const by = await begun(given, presentVersion(installed), release.version, { when: due_at })
  const { allow_unsigned } = frame.flags
  const { file, version } = release
  const asked = { file, version, due_at, by, allow_unsigned, binary_only, health_timeout_s }
  const waiting = await putOff(installed, config_file, asked)
  return done(`Kituo ${version} comes in at ${due_at}.`, asListed(installed, waiting), {
    next: [`kituo update apply ${file} --at never`],
  })
}

async function takenBack(frame: Pick<Frame, 'asking'>) {
  const { takeBack } = await import('../../db/appliance/release/waiting.ts')
  const { installedAt } = await import('../../db/appliance/release/installed.ts')
  const was = takeBack(installedAt(readConfiguration(frame.asking).file).config_dir)
  return done(was ? 'It will not come in by itself.' : 'None was waiting.', null, { changed: was })
}

/** The next time the clock of the house shows it. */
async function dueAt({ asking, env }: Pick<Frame, 'asking' | 'env'>, at: string): Promise<string> {
  const { zoneHere } = await import('../frame/names/zone.ts')
  return comingInstant((await zoneHere(readConfiguration(asking), env)) ?? machineZone(), at)
}

const due = command('update due', {
  says: 'Waits for the hour of an update that was put off, and brings it in.',
  class: 'X',
  needs: 'nothing',
  permission: 'update:apply',
  hidden: true,
  exits: [5, 10, 12, 13],
  asks: { id: word(text('an id', /^[0-9a-f-]{36}$/), 'which one') },
  flags: { health_timeout: patience },
  examples: [
    'kituo update due 0199c0de-0000-7000-8000-000000000001',
    'kituo update due 0199c0de-0000-7000-8000-000000000001 --json',
  ],
  run: async (frame) => {
    const { bringDue } = await import('../../db/appliance/release/waiting.ts')
    const made = await bringDue(await applying(frame), frame.asked.id)
    return made === null
      ? done('It was taken back.', null, { changed: false })
      : ended(made, `Kituo ${made.to} runs.`)
  },
  view: () => null,
})

const rollback = command('update rollback', {
  says: 'Goes back to the version before; when the schema had moved, with the data of that time.',
  class: 'X',
  needs: 'nothing',
  permission: 'update:apply',
  confirm: 'C2',
  exits: [5, 13],
  flags: { health_timeout: patience },
  examples: ['kituo update rollback --dry-run', 'kituo update rollback --yes --confirm 1.4.2'],
  plan: async (frame) => {
    const { way } = await wayOf(frame)
    const { update, generation } = way
    return {
      steps: [
        'stop the house',
        ...(generation === null
          ? []
          : [
              `lose what was entered since ${update.at}: generation ${generation} becomes live again`,
            ]),
        `make ${update.from} the version in use and start it`,
      ],
      type: generation === null ? update.from : `lose since ${update.at.slice(0, 10)}`,
    }
  },
  run: async (frame) => {
    const { way, installed } = await wayOf(frame)
    const { goBack } = await import('../../db/appliance/release/back.ts')
    const made = await goBack({ ...(await applying(frame)), installed }, way)
    return made.reason === null
      ? done(`Kituo ${made.to} is in use again.`, made)
      : done(`${made.reason}.`, made, { error: { code: 'fault' } })
  },
  view: () => null,
})

export const commands = [apply, due, rollback]

export async function releaseOf(
  frame: Pick<Frame, 'asking'>,
  file: string,
  allow_unsigned: boolean,
) {
  const { readRelease } = await import('../../db/appliance/release/archive.ts')
  const { dirname } = await import('node:path')
  const config_dir = dirname(readConfiguration(frame.asking).file)
  return readRelease(file, { config_dir, allow_unsigned })
}

/** Nobody signed what an altered file has become (operations 6.1). */
async function signedRelease(...given: Parameters<typeof releaseOf>) {
  const [, , allow_unsigned] = given
  return releaseOf(...given).catch(async (error: unknown) => {
    const altered = isRefusal(error) && error.code === 'integrity.altered' && !allow_unsigned
    if (!altered) throw error
    const { unsigned: notSigned } = await import('../../db/appliance/release/archive.ts')
    throw notSigned()
  })
}

async function applying(frame: Frame & { flags: { health_timeout: number } }) {
  const { installedAt } = await import('../../db/appliance/release/installed.ts')
  const configuration = readConfiguration(frame.asking)
  const data_dir = configuration.get('data.dir')
  return {
    installed: installedAt(configuration.file),
    config_file: configuration.file,
    data_dir,
    is_set_up: existsSync(join(data_dir, 'current')),
    health_timeout_s: frame.flags.health_timeout / 1000,
    keep_versions: configuration.get('update.keep_versions'),
    by: frame.at,
    token: frame.person?.token ?? null,
    onStep: (step: string) => frame.progress(step),
    warn: frame.warn,
  }
}

async function wayOf(frame: Pick<Frame, 'asking'>) {
  const { installedAt } = await import('../../db/appliance/release/installed.ts')
  const { wayBack } = await import('../../db/appliance/release/back.ts')
  const configuration = readConfiguration(frame.asking)
  const installed = installedAt(configuration.file)
  return { installed, way: wayBack(installed, configuration.get('data.dir')) }
}

function ended(made: Update, well: string) {
  if (made.outcome === 'DONE') return done(well, made)
  const how = made.outcome === 'REFUSED' ? 'refused' : 'rolled back'
  return done(`Update to ${made.to} was ${how}: ${made.reason}.`, made, {
    error: { code: 'fault' },
  })
}
