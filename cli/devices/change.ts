// Workstations: what happened at one, changing one, and a new code for an activation.

import { choice, text, whole } from '../../db/appliance/configuration/kinds.ts'
import type { DeviceEvent } from '../../db/hospital/office/devices/shapes.ts'
import { device_event_kinds } from '../../db/hospital/office/devices/words.ts'
import { command, done, maybe, word, words, yes } from '../frame/grammar/command.ts'
import { called, label } from '../frame/names/device-name.ts'
import { lifeOf, networksIn } from './terms.ts'
import { emptied, said } from '../frame/grammar/fields.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'

const shapes = () => import('../../db/hospital/office/devices/shapes.ts')
const activation_id = word(text('the id of an activation', /^[^\s\0]{1,60}$/), 'the activation')
const network = text('a network, 10.1.0.0/16', /^[0-9a-f:./]{2,60}$/i)

const events = command('device events', {
  says: 'Prints what happened at a workstation, the newest first.',
  class: 'R',
  reply: async () => ({ each: (await shapes()).DeviceEvent }),
  permission: 'device:read',
  http: 'GET /api/v1/devices/:id/events',
  asks: { label },
  flags: { kind: maybe(choice(device_event_kinds), 'only these'), ...limited },
  examples: ['kituo device events "Till 1"', 'kituo device events "Till 1" --kind RENEWED --json'],
  run: async (frame) => {
    const by = await frame.caller()
    const { id } = await called(frame, frame.asked.label)
    const { events: happened } = await import('../../db/hospital/office/devices/devices.ts')
    const { kind, limit } = frame.flags
    return gathered(limit, (page) =>
      happened(by, id, { ...page, ...(kind === undefined ? {} : { kind }) }),
    )
  },
  view: tableOf<DeviceEvent>(
    ['When', (row, page) => page.time(row.at)],
    ['What', (row) => row.kind],
    ['Who', (row) => row.user_name],
    ['From', (row) => row.ip],
    ['Detail', (row) => row.detail],
  ),
})

const change = command('device change', {
  says: 'Changes the label, networks or lease of a workstation.',
  class: 'M',
  reply: async () => ({ whole: (await shapes()).Device }),
  permission: 'device:update',
  http: 'PATCH /api/v1/devices/:id',
  confirm: 'C1',
  asks: { label },
  flags: {
    new_label: maybe(text('1 to 60 characters', /^[^\0]{1,60}$/), 'what it is called from now on'),
    cidr: words(network, 'may be used from here alone'),
    empty: emptied(['cidr']),
    lease_days: maybe(whole(1, 365), 'days without the house until its lease ends'),
    force: yes('also when open sessions come from outside these networks'),
  },
  examples: [
    'kituo device change "Till 1" --new-label "Till 2"',
    'kituo device change "Till 1" --cidr 10.1.0.0/16 --yes',
  ],
  plan: async (frame) => {
    const { label: name } = await called(frame, frame.asked.label)
    const wanted = Object.keys(await changesOf(frame.flags)).filter((one) => one !== 'force')
    return {
      steps: wanted.map((one) => `change ${one.replaceAll('_', ' ')} of ${name}`),
      nothing: wanted.length === 0,
    }
  },
  run: async (frame) => {
    const before = await called(frame, frame.asked.label)
    const changes = await changesOf(frame.flags)
    const { change: changed } = await import('../../db/hospital/office/devices/devices.ts')
    const after = await changed(await frame.caller(), before.id, changes)
    return done('Workstation changed.', after)
  },
  view: () => null,
})

async function changesOf({
  new_label,
  cidr,
  empty,
  lease_days,
  force,
}: {
  new_label: string | undefined
  cidr: readonly string[]
  empty: readonly string[]
  lease_days: number | undefined
  force: boolean
}) {
  const { DeviceChange } = await shapes()
  return said(DeviceChange, {
    label: new_label,
    allowed_cidrs: empty.includes('cidr')
      ? []
      : cidr.length === 0
        ? undefined
        : await networksIn(cidr),
    lease_days,
    force: force ? true : undefined,
  })
}

const reissue = command('device reissue', {
  says: 'Makes a new code for an activation; the old one dies. It is shown once.',
  class: 'M',
  rehearses: true,
  reply: async () => ({ whole: (await shapes()).ActivationWithCode }),
  permission: 'device:activate',
  http: 'POST /api/v1/devices/activations/:id/reissue',
  confirm: 'C1',
  asks: { activation_id },
  flags: {
    hours: maybe(whole(1, 720), 'so long the code may be typed in; 24'),
    never_expires: yes('the code waits until it is used or cancelled'),
  },
  examples: [
    'kituo device reissue 0199a5c2-7d1e-7000-8000-000000000001',
    'kituo device reissue 0199a5c2-7d1e-7000-8000-000000000001 --hours 4 --yes',
  ],
  plan: async ({ asked }) => ({
    steps: [`make a new code for the activation ${asked.activation_id}; the old one dies`],
  }),
  run: async ({ asked, flags, caller }) => {
    const { reissue: again } = await import('../../db/hospital/office/devices/activations.ts')
    const made = await again(await caller(), asked.activation_id, lifeOf(flags))
    return done(`${made.code}  for ${made.label}. Shown once.`, made)
  },
  view: () => null,
})

export const commands = [events, change, reissue]
