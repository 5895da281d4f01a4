// Workstations: codes, leases, certificates.

import { choice, duration, text, whole } from '../../db/appliance/configuration/kinds.ts'
import type { Activation, Device } from '../../db/hospital/office/devices/shapes.ts'
import {
  activation_states,
  device_states,
  station_roles,
} from '../../db/hospital/office/devices/words.ts'
import { command, done, maybe, word } from '../frame/grammar/command.ts'
import { saidBranch } from '../frame/names/branch.ts'
import { commands as activating } from './activate.ts'
import { commands as sheets } from './sheet.ts'
import { commands as authority_commands } from './authority.ts'
import { commands as changing } from './change.ts'
import { commands as revoking } from './revoke.ts'
import { called, label } from '../frame/names/device-name.ts'
import { gathered, searched, tableOf } from '../frame/lists.ts'

const shapes = () => import('../../db/hospital/office/devices/shapes.ts')
const activation_id = word(text('the id of an activation', /^[^\s\0]{1,60}$/), 'the activation')

const activations = command('device activations', {
  says: 'Prints activations, the newest first; of each code the last two characters.',
  class: 'R',
  reply: async () => ({ each: (await shapes()).Activation }),
  permission: 'device:read',
  http: 'GET /api/v1/devices/activations',
  flags: { ...searched, status: maybe(choice(activation_states), 'only in this state') },
  examples: ['kituo device activations', 'kituo device activations --status PENDING --json'],
  run: async ({ flags: { limit, status }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/office/devices/activations.ts')
    return gathered(limit, (page) =>
      list(by, { ...page, ...(status === undefined ? {} : { status }) }),
    )
  },
  view: tableOf<Activation>(
    ['Id', (row) => row.id],
    ['Label', (row) => row.label],
    ['For', (row) => row.station_role],
    ['State', (row) => row.status],
    ['Code', (row) => `…${row.code_hint}`],
    ['Until', (row, page) => (row.expires_at === null ? 'used' : page.time(row.expires_at))],
  ),
})

const cancel = command('device cancel', {
  says: 'Cancels an activation code.',
  class: 'M',
  rehearses: true,
  reply: async () => ({ whole: (await shapes()).Activation }),
  permission: 'device:activate',
  http: 'POST /api/v1/devices/activations/:id/cancel',
  confirm: 'C1',
  asks: { activation_id },
  examples: [
    'kituo device cancel 0199a5c2-7d1e-7000-8000-000000000001',
    'kituo device cancel 0199a5c2-7d1e-7000-8000-000000000001 --yes',
  ],
  plan: async ({ asked }) => ({ steps: [`cancel the activation ${asked.activation_id}`] }),
  run: async ({ asked, caller }) => {
    const { cancel: cancelled } = await import('../../db/hospital/office/devices/activations.ts')
    return done('Activation cancelled.', await cancelled(await caller(), asked.activation_id))
  },
  view: () => null,
})

const list = command('device list', {
  says: 'Prints the workstations.',
  class: 'R',
  reply: async () => ({ each: (await shapes()).Device }),
  permission: 'device:read',
  http: 'GET /api/v1/devices',
  flags: {
    ...searched,
    status: maybe(choice([...device_states, 'quiet']), 'only in this state, or long silent'),
    role: maybe(choice(station_roles), 'only of this kind'),
    authority: maybe(
      choice(['present', 'previous']),
      'only with a certificate of the present authority, or of one before',
    ),
    ending_in: maybe(duration(), 'only active ones whose lease ends within this: 7d'),
  },
  examples: [
    'kituo device list --facility MAIN --ending-in 7d',
    'kituo device list --authority previous --json',
  ],
  run: async ({ flags, facility, caller }) => {
    const { limit, search, status, role, authority: signed, ending_in } = flags
    const by = await caller()
    const at = await saidBranch({ facility, caller })
    const { instantIn } = await import('../../db/core/clock.ts')
    const { list: devices } = await import('../../db/hospital/office/devices/devices.ts')
    return gathered(limit, (page) =>
      devices(by, {
        ...page,
        ...(search === undefined ? {} : { search }),
        ...(status === undefined ? {} : { status }),
        ...(role === undefined ? {} : { station_role: role }),
        ...at,
        ...(signed === undefined ? {} : { authority: signed }),
        ...(ending_in === undefined ? {} : { ending_by: instantIn(ending_in) }),
      }),
    )
  },
  view: tableOf<Device>(
    ['Label', (row) => row.label],
    ['For', (row) => row.station_role],
    ['State', (row) => row.status],
    ['Lease until', (row, page) => page.time(row.lease_until)],
    ['Seen', (row, page) => (row.last_seen_at === null ? 'never' : page.time(row.last_seen_at))],
    ['Sessions', (row) => row.open_sessions],
    ['Machine', (row) => row.hostname, 'wide'],
  ),
})

const show = command('device show', {
  says: 'Prints one workstation.',
  class: 'R',
  reply: async () => ({ whole: (await shapes()).Device }),
  permission: 'device:read',
  http: 'GET /api/v1/devices/:id',
  asks: { label },
  examples: ['kituo device show "Till 1"', 'kituo device show "Till 1" --field data.lease_until'],
  run: async (frame) => done('', await called(frame, frame.asked.label)),
})

const extend = command('device extend', {
  says: 'Extends the lease of a workstation that could not reach the house.',
  class: 'M',
  rehearses: true,
  reply: async () => ({ whole: (await shapes()).Device }),
  permission: 'device:update',
  http: 'POST /api/v1/devices/:id/extend',
  confirm: 'C1',
  reason: 'must',
  asks: { label },
  flags: { days: word(whole(1, 30), 'from now') },
  examples: [
    'kituo device extend "Till 1" --days 5 --reason "the line is down"',
    'kituo device extend "Till 1" --days 5 --reason "the line is down" --yes',
  ],
  plan: async ({ asked, flags }) => ({
    steps: [`extend the lease of ${asked.label} by ${flags.days} days from now`],
  }),
  run: async (frame) => {
    const { extend: extended } = await import('../../db/hospital/office/devices/devices.ts')
    const { id } = await called(frame, frame.asked.label)
    const { days } = frame.flags
    const made = await extended(await frame.caller(), id, { days, reason: frame.reason ?? '' })
    return done('Lease extended.', made)
  },
  view: () => null,
})

const authority = command('device ca show', {
  says: 'Prints the workstations’ authority and its revocation list.',
  class: 'R',
  reply: async () => ({ whole: (await shapes()).CaInfo }),
  permission: 'device:read',
  http: 'GET /api/v1/devices/ca/info',
  examples: ['kituo device ca show', 'kituo device ca show --field data.fingerprint_sha256'],
  run: async ({ caller }) => {
    const { info } = await import('../../db/hospital/office/devices/ca.ts')
    return done('', await info(await caller()))
  },
})

export const commands = [
  ...activating,
  ...sheets,
  activations,
  cancel,
  list,
  show,
  ...changing,
  extend,
  ...revoking,
  authority,
  ...authority_commands,
]
