// Newer versions (OPS-168…OPS-173): looked for where told, judged by signature, looked back at.

import { readConfiguration } from '../../db/appliance/configuration/read.ts'
import { text } from '../../db/appliance/configuration/kinds.ts'
import type { Listed } from '../../db/appliance/release/waiting.ts'
import { command, done, word } from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'
import { archive, commands as bringing, releaseOf, unsigned } from './apply.ts'
import { commands as asked_of_the_house } from './house.ts'
import { commands as returning } from './returning.ts'

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
    const { version } = await import('../../db/core/version.ts')
    const { compareVersions, newestIn } = await import('../../db/appliance/release/archive.ts')
    const { from } = frame.flags
    const found = from.startsWith('https://') ? await newestAt(from) : newestIn(from)
    const newer = found !== null && compareVersions(found.version, version) > 0
    // Who signed it is known of a file that is here; what it migrates only once it is rehearsed.
    const signature =
      newer && !from.startsWith('https://')
        ? (await releaseOf(frame, found.file, true)).signed_by
        : null
    return done(
      newer ? `${found.version} can be brought in.` : `There is nothing newer than ${version}.`,
      { current: version, found: newer ? found : null, signature, migrations: null },
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

const history = command('update history', {
  says: 'Prints the updates of this machine and how they ended.',
  class: 'R',
  needs: 'nothing',
  permission: 'system:read',
  examples: ['kituo update history', 'kituo update history --json'],
  run: async (frame) => {
    const { updates } = await import('../../db/appliance/release/history.ts')
    const { installedAt } = await import('../../db/appliance/release/installed.ts')
    const { asListed, waitingAt } = await import('../../db/appliance/release/waiting.ts')
    const installed = installedAt(readConfiguration(frame.asking).file)
    const waiting = waitingAt(installed.config_dir)
    const found = updates(installed.config_dir)
    const all = waiting === null ? found : [...found, asListed(installed, waiting)]
    return done(`${all.length} updates.`, all, { total: all.length })
  },
  view: tableOf<Listed>(
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
    const { bringAreas } = await import('../../db/hospital/start.ts')
    bringAreas()
    const configuration = readConfiguration(frame.asking)
    const found =
      configuration.get('database.engine') === 'postgres'
        ? await rehearsedOnServer(configuration)
        : await (await import('../../db/appliance/release/copy.ts')).rehearse(
            configuration.get('data.dir'),
          )
    if (found === null) return done('There is nothing to rehearse on.', null)
    const [first] = found.wrong
    return first === undefined
      ? done(`Schema ${found.from} to ${found.to} in ${found.took_ms} ms.`, found)
      : done(`after the migrations: ${first}.`, found, { error: { code: 'check.failed' } })
  },
  view: () => null,
})

export const commands = [
  check,
  verify,
  history,
  rehearse,
  ...bringing,
  ...asked_of_the_house,
  ...returning,
]

/** On what the backup before the update holds: a server has no file that could be copied. */
async function rehearsedOnServer(configuration: ReturnType<typeof readConfiguration>) {
  const { openDeployment } = await import('../../db/appliance/deployment/deployment.ts')
  const { rehearseOnServer } = await import('../../db/appliance/release/server-copy.ts')
  const command = 'kituo update rehearse'
  const opening = { purpose: 'read', command, any_schema: true } as const
  const deployment = await openDeployment(configuration, opening)
  try {
    return await rehearseOnServer(deployment)
  } finally {
    await deployment.close()
  }
}

/** The names that SHA256SUMS lists there. */
async function newestAt(address: string) {
  const { Refusal } = await import('../../db/core/refusal.ts')
  const { compareVersions, versionIn } = await import('../../db/appliance/release/archive.ts')
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
