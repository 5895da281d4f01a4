// The workstations' authority and its list of revoked certificates, at the command line.

import { choice, path } from '../../db/appliance/configuration/kinds.ts'
import { conflict } from '../../db/core/refusal.ts'
import { command, done, orElse, word, yes } from '../frame/grammar/command.ts'

const format = orElse(choice(['pem', 'der']), 'pem', 'how it is written')
const out = word(path(), 'the file to write')

const exported = command('device ca export', {
  says: 'Writes the certificates of the workstations’ authority to a file.',
  class: 'R',
  about: 'deployment',
  permission: 'ca:read',
  flags: { format, out },
  examples: [
    'kituo device ca export --out ./ca.pem',
    'kituo device ca export --out ./ca.der --format der',
  ],
  run: async ({ flags, put }) => {
    const { certificates } = await import('../../db/hospital/office/devices/ca.ts')
    const { bytes } = await certificates(flags.format)
    await put(bytes)
    return done(`Written to ${flags.out}.`, { file: flags.out, bytes: bytes.length })
  },
  view: () => null,
})

const crlExported = command('device crl export', {
  says: 'Writes the list of revoked workstations to a file.',
  class: 'R',
  about: 'deployment',
  permission: 'ca:read',
  flags: { format: orElse(choice(['pem', 'der']), 'der', 'how it is written'), out },
  examples: [
    'kituo device crl export --out ./kituo.crl',
    'kituo device crl export --out ./crl.pem --format pem',
  ],
  run: async ({ flags, put }) => {
    const { list } = await import('../../db/hospital/office/devices/ca.ts')
    const { bytes } = await list(flags.format)
    await put(bytes)
    return done(`Written to ${flags.out}.`, { file: flags.out, bytes: bytes.length })
  },
  view: () => null,
})

const crlShown = command('device crl show', {
  says: 'Prints the number, the age and the length of each list of revoked workstations.',
  class: 'R',
  about: 'deployment',
  permission: 'ca:read',
  examples: ['kituo device crl show', 'kituo device crl show --json'],
  run: async () => {
    const { lists } = await import('../../db/hospital/office/devices/ca.ts')
    return done('', await lists())
  },
})

const publish = command('device crl publish', {
  says: 'Builds the list of revoked workstations anew, now.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'ca:manage',
  examples: ['kituo device crl publish', 'kituo device crl publish --json'],
  plan: async () => ({ steps: ['build and sign the list with a higher number'] }),
  run: async () => {
    const { lists } = await import('../../db/hospital/office/devices/ca.ts')
    const { rebuild } = await import('../../db/hospital/office/devices/revocation-list.ts')
    await rebuild()
    return done('The list is published.', await lists())
  },
  view: () => null,
})

const rotate = command('device ca rotate', {
  says: 'Makes a new authority for workstations; each gets its new certificate at its next renewal.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'ca:manage',
  confirm: 'C3',
  reason: 'must',
  flags: { distrust: yes('after a compromise: every workstation must be activated again') },
  examples: [
    'kituo device ca rotate --reason "ten years are over" --dry-run',
    'kituo device ca rotate --distrust --reason "the server was stolen"',
  ],
  plan: async ({ flags }) => {
    const { waitingForRotation } = await import('../../db/hospital/office/devices/ca.ts')
    const { active, present, before } = await waitingForRotation()
    if (flags.distrust) {
      return {
        steps: [
          'make a new authority; what those before it signed is worthless at once',
          `revoke ${active} workstations: each must be activated again`,
        ],
        type: 'distrust the authority',
      }
    }
    refuseWaiting(before)
    return {
      steps: [
        'make a new authority',
        `${present} workstations renew their certificate by themselves`,
      ],
      type: 'rotate the authority',
    }
  },
  run: async ({ flags, caller, house }) => {
    const rules = await import('../../db/hospital/office/devices/ca.ts')
    if (flags.distrust) {
      const made = await rules.distrustDevices(await caller())
      await house?.trustWorkstations()
      return done(
        `A new authority signs from now on; ${made.workstations_to_activate} workstations must be activated again.`,
        made,
        { next: ['kituo device activate --csv labels.csv'] },
      )
    }
    const { before } = await rules.waitingForRotation()
    refuseWaiting(before)
    const rotated = await rules.rotateDevices()
    await house?.trustWorkstations()
    return done('A new authority signs from now on.', rotated)
  },
  view: () => null,
})

/** OPS-141: whoever still holds a certificate of the one before would be left behind. */
function refuseWaiting(before: number): void {
  if (before === 0) return
  throw conflict(
    `${before} workstations still hold a certificate of the authority before. See: kituo device list --authority previous`,
  )
}

export const commands = [exported, rotate, crlExported, crlShown, publish]
