// A hospital suspended, and let in again.

import { choice } from '../../db/appliance/configuration/kinds.ts'
import { suspend_reasons } from '../../db/hospital/tenants/platform/words.ts'
import { command, done, orElse } from '../frame/grammar/command.ts'
import { field, said } from '../frame/grammar/fields.ts'
import { hospital, hosted } from '../frame/names/hospital-name.ts'

const suspend = command('platform hospital suspend', {
  also: ['hospital suspend'],
  says: 'Suspends a hospital: sign-in is shut, nothing is erased.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/tenants/platform/shapes.ts')).Hospital,
  }),
  about: 'operator',
  permission: 'platform:hospital',
  http: 'POST /api/v1/platform/hospitals/:id/suspend',
  confirm: 'C2',
  reason: 'must',
  asks: { hospital },
  flags: {
    because: orElse(choice(suspend_reasons), 'OWN_REQUEST', 'on what ground'),
    from: field('from then on, 2027-02-03T08:00Z; without it at once'),
  },
  examples: [
    'kituo platform hospital suspend st-mary --because SECURITY --reason "stolen server"',
    'kituo hospital suspend st-mary --reason "asked by its board" --yes --confirm st-mary',
  ],
  plan: async ({ asked }) => {
    await hosted()
    const { called } = await import('../../db/hospital/tenants/platform/hospitals.ts')
    const { code, name, status } = await called(asked.hospital)
    return { steps: [`suspend ${name}`], type: code, nothing: status === 'SUSPENDED' }
  },
  run: async ({ asked, flags, reason, caller }) => {
    await hosted()
    const by = await caller()
    const rules = await import('../../db/hospital/tenants/platform/hospitals.ts')
    const { Suspend } = await import('../../db/hospital/tenants/platform/shapes.ts')
    const { id, status, name } = await rules.called(asked.hospital)
    if (status === 'SUSPENDED') {
      const data = await rules.find(by, id)
      return done(`${name} is SUSPENDED already.`, data, { changed: false })
    }
    const body = await said(Suspend, { reason_code: flags.because, reason, from: flags.from })
    const moved = await rules.suspend(by, id, body)
    const when = moved.status === 'SUSPENDED' ? 'is suspended' : `ends on ${moved.suspended_from}`
    return done(`${moved.name} ${when}.`, moved)
  },
})

const reinstate = command('platform hospital reinstate', {
  also: ['hospital reinstate'],
  says: 'Lets a hospital in again, or takes an announced suspension back.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/tenants/platform/shapes.ts')).Hospital,
  }),
  about: 'operator',
  permission: 'platform:hospital',
  http: 'POST /api/v1/platform/hospitals/:id/reinstate',
  confirm: 'C1',
  reason: 'must',
  asks: { hospital },
  examples: [
    'kituo platform hospital reinstate st-mary --reason "all is in order"',
    'kituo hospital reinstate st-mary --reason "all is in order" --yes',
  ],
  plan: async ({ asked }) => {
    await hosted()
    const { called } = await import('../../db/hospital/tenants/platform/hospitals.ts')
    const { name, status, suspended_from } = await called(asked.hospital)
    const open = status === 'ACTIVE' && suspended_from === null
    return { steps: [`let ${name} in again`], nothing: open }
  },
  run: async ({ asked, reason, caller }) => {
    await hosted()
    const by = await caller()
    const rules = await import('../../db/hospital/tenants/platform/hospitals.ts')
    const { id, status, suspended_from, name } = await rules.called(asked.hospital)
    if (status === 'ACTIVE' && suspended_from === null) {
      return done(`${name} is ACTIVE already.`, await rules.find(by, id), { changed: false })
    }
    const moved = await rules.reinstate(by, id, reason ?? '')
    return done(`${moved.name} is ${moved.status}.`, moved)
  },
})

export const commands = [suspend, reinstate]
