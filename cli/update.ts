// Newer versions (OPS-168…OPS-173): looked for where told, judged by signature, brought in so that a
// failure brings the old one back.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { duration, path, text } from '../db/configuration/kinds.ts'
import { readConfiguration } from '../db/configuration/read.ts'
import type { Update } from '../db/release/history.ts'
import { command, done, type Frame, orElse, word, yes } from './command.ts'
import { tableOf } from './lists.ts'

const archive = word(path(), 'kituo-<version>-linux-<arch>.tar.gz, with SHA256SUMS beside it')
const unsigned = { allow_unsigned: yes('a build of one’s own that nobody signed') }
const patience = orElse(duration(), '120s', 'how long a start may take')

const check = command('update check', {
  says: 'Looks for a newer version where told; nothing is asked from the network by itself.',
  class: 'R',
  needs: 'nothing',
  permission: 'system:read',
  exits: [6, 10],
  flags: {
    from: word(
      text('a folder or an https address', /^(?:\/|\.|https:\/\/)\S{1,300}$/),
      'where releases lie',
    ),
  },
  examples: [
    'kituo update check --from /media/usb',
    'kituo update check --from https://kituo.example/releases',
  ],
  run: async (frame) => {
    const { version } = await import('../db/version.ts')
    const { compareVersions, newestIn } = await import('../db/release/archive.ts')
    const { from } = frame.flags
    const found = from.startsWith('https://') ? await newestAt(from) : newestIn(from)
    const newer = found !== null && compareVersions(found.version, version) > 0
    return done(
      newer ? `${found.version} can be brought in.` : `There is nothing newer than ${version}.`,
      { current: version, found: newer ? found : null },
      newer && !from.startsWith('https://') ? { next: [`kituo update apply ${found.file}`] } : {},
    )
  },
  view: () => null,
})

const verify = command('update verify', {
  says: 'Judges a release by its signature and checksum; nothing is unpacked.',
  class: 'L',
  permission: null,
  exits: [10],
  asks: { file: archive },
  flags: { ...unsigned },
  examples: [
    'kituo update verify ./kituo-1.5.0-linux-x64.tar.gz',
    'kituo update verify ./kituo-1.5.0-linux-x64.tar.gz --allow-unsigned',
  ],
  run: async (frame) => {
    const release = await releaseOf(frame, frame.asked.file, frame.flags.allow_unsigned)
    const by =
      release.signed_by === null
        ? 'signed by nobody'
        : `signed by ${release.signed_by.slice(0, 16)}`
    return done(`${release.version}, ${by}.`, release)
  },
  view: () => null,
})

const apply = command('update apply', {
  says: 'Brings a newer version in: backup, rehearsal on a copy, switch, health; a failure is undone.',
  class: 'X',
  needs: 'nothing',
  permission: 'update:apply',
  confirm: 'C2',
  exits: [5, 10, 12, 13],
  asks: { file: archive },
  flags: { ...unsigned, health_timeout: patience },
  examples: [
    'kituo update apply ./kituo-1.5.0-linux-x64.tar.gz',
    'kituo update apply ./kituo-1.5.0-linux-x64.tar.gz --yes --confirm 1.5.0',
  ],
  plan: async (frame) => {
    const release = await releaseOf(frame, frame.asked.file, frame.flags.allow_unsigned)
    return {
      steps: [
        `unpack ${release.version}`,
        'back up as before-update, and prove the backup',
        'rehearse the migrations of the new version on a copy',
        'stop the house, give the new version a generation of its own, start it',
        'wait until it is READY and its proofs hold, or bring back what was before',
      ],
      type: release.version,
    }
  },
  run: async (frame) => {
    const release = await releaseOf(frame, frame.asked.file, frame.flags.allow_unsigned)
    const { applyUpdate } = await import('../db/release/apply.ts')
    const made = await applyUpdate({ ...(await applying(frame)), release })
    return ended(made, `Kituo ${made.to} runs.`)
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
    const { goBack } = await import('../db/release/back.ts')
    const made = await goBack({ ...(await applying(frame)), installed }, way)
    return made.reason === null
      ? done(`Kituo ${made.to} is in use again.`, made)
      : done(`${made.reason}.`, made, { error: { code: 'fault' } })
  },
  view: () => null,
})

const history = command('update history', {
  says: 'Prints the updates of this machine and how they ended.',
  class: 'R',
  needs: 'nothing',
  permission: 'system:read',
  examples: ['kituo update history', 'kituo update history --json'],
  run: async (frame) => {
    const { updates } = await import('../db/release/history.ts')
    const { installedAt } = await import('../db/release/installed.ts')
    const found = updates(installedAt(readConfiguration(frame.asking).file).config_dir)
    return done(`${found.length} updates.`, found, { total: found.length })
  },
  view: tableOf<Update>(
    ['At', (row, page) => page.time(row.at)],
    ['From', (row) => row.from],
    ['To', (row) => row.to],
    ['Ended', (row) => row.outcome],
    ['Reason', (row) => row.reason ?? ''],
    ['By', (row) => row.by, 'wide'],
  ),
})

const rehearse = command('update rehearse', {
  says: 'Applies the migrations of this program to a copy of the live data, and proves the copy.',
  class: 'R',
  needs: 'nothing',
  permission: 'database:check',
  hidden: true,
  examples: ['kituo update rehearse', 'kituo update rehearse --json'],
  run: async (frame) => {
    const { rehearse: tried } = await import('../db/release/copy.ts')
    const { bringAreas } = await import('../db/hospital/start.ts')
    bringAreas()
    const found = await tried(readConfiguration(frame.asking).get('data.dir'))
    if (found === null) return done('There is nothing to rehearse on.', null)
    const [first] = found.wrong
    return first === undefined
      ? done(`Schema ${found.from} to ${found.to} in ${found.took_ms} ms.`, found)
      : done(`after the migrations: ${first}.`, found, { error: { code: 'check.failed' } })
  },
  view: () => null,
})

export const commands = [check, verify, apply, rollback, history, rehearse]

async function releaseOf(frame: Pick<Frame, 'asking'>, file: string, allow_unsigned: boolean) {
  const { readRelease } = await import('../db/release/archive.ts')
  const { dirname } = await import('node:path')
  const config_dir = dirname(readConfiguration(frame.asking).file)
  return readRelease(file, { config_dir, allow_unsigned })
}

async function applying(frame: Frame & { flags: { health_timeout: number } }) {
  const { installedAt } = await import('../db/release/installed.ts')
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
    onStep: (step: string) => frame.progress(step),
  }
}

async function wayOf(frame: Pick<Frame, 'asking'>) {
  const { installedAt } = await import('../db/release/installed.ts')
  const { wayBack } = await import('../db/release/back.ts')
  const configuration = readConfiguration(frame.asking)
  const installed = installedAt(configuration.file)
  return { installed, way: wayBack(installed, configuration.get('data.dir')) }
}

function ended(made: Update, well: string) {
  if (made.outcome === 'DONE') return done(well, made)
  return done(`Update to ${made.to} was rolled back: ${made.reason}.`, made, {
    error: { code: 'fault' },
  })
}

/** The names that SHA256SUMS lists there. */
async function newestAt(address: string) {
  const { Refusal } = await import('../db/refusal.ts')
  const { compareVersions, versionIn } = await import('../db/release/archive.ts')
  const url = `${address.replace(/\/$/, '')}/SHA256SUMS`
  const answer = await fetch(url, { signal: AbortSignal.timeout(20_000) }).catch(() => null)
  if (answer === null || !answer.ok) {
    throw new Refusal(503, 'repository.away', `${url} did not answer.`)
  }
  const names = (await answer.text()).split('\n').flatMap((line) => line.split('  ')[1] ?? [])
  const found = names.flatMap((name) => {
    const version = versionIn(name)
    return version === null ? [] : [{ file: `${address.replace(/\/$/, '')}/${name}`, version }]
  })
  return found.sort((a, b) => compareVersions(b.version, a.version))[0] ?? null
}
