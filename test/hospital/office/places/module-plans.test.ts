// OPS-88: a switch at an hour of its own, and what people do while its hour comes.

import t from 'tap'
import type { Caller } from '../../../../db/core/caller.ts'
import { clock, hours, instantIn, minutes } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import {
  forgetPlan,
  planSwitch,
  plansOf,
  switchDue,
} from '../../../../db/hospital/office/places/module-plans.ts'
import { facility_modules } from '../../../../db/hospital/office/places/tables.ts'
import { bring, type Brings } from '../../../../db/hospital/registry.ts'
import { brings } from '../../../../db/hospital/areas.ts'
import { boot } from '../../../support/boot.ts'

t.test('module plans', async (t) => {
  const { system, facility_id } = await boot(t)
  const caller: Caller = system
  const here = { hospital_id: caller.hospital_id, facility_id }
  const plan = (module: string, at = instantIn(hours(1))) =>
    within(() =>
      planSwitch(caller, facility_id, module, { enabled: false, at, reason: 'building works' }),
    )
  const enabled = async (module: 'theatre' | 'mortuary') =>
    (await facility_modules.find({ ...here, module }))?.enabled

  t.beforeEach(async () => {
    clock.freeze('2026-01-05T08:00:00Z')
    await within(async () => {
      for (const module of ['theatre', 'mortuary'] as const) {
        await facility_modules.change({ ...here, module }, { enabled: true, due_at: null })
      }
    })
  })

  /** What somebody does in a transaction that ends only after the timetable has looked. */
  async function meanwhile(act: () => Promise<unknown>) {
    let look: () => void = () => undefined
    const acted = new Promise<void>((resolve) => (look = resolve))
    let let_go: () => void = () => undefined
    const held = within(async () => {
      await act()
      look()
      await new Promise<void>((resolve) => (let_go = resolve))
    })
    await acted
    const going = switchDue()
    await new Promise((resolve) => setTimeout(resolve, 150))
    let_go()
    await held
    return going
  }

  for (const [what, act, left] of [
    ['was taken back', () => forgetPlan(caller, facility_id, 'theatre'), 0],
    [
      'was planned anew',
      () =>
        planSwitch(caller, facility_id, 'theatre', {
          enabled: false,
          at: instantIn(hours(5)),
          reason: 'later',
        }),
      1,
    ],
  ] as const)
    t.test(`one that ${what} while its hour came does not run`, async (t) => {
      await plan('theatre')
      clock.advance(hours(1) + minutes(1))
      t.same(await meanwhile(act), { switched: 0, refused: 0 })
      t.equal(await enabled('theatre'), true)
      t.equal((await plansOf(caller)).length, left, 'and what was planned anew stands')
    })

  t.test('a fault in one keeps no other from its hour', async (t) => {
    bring([
      ...brings,
      {
        area: 'test',
        openWork: async (_, module) => {
          if (module === 'mortuary') throw new Error('no such column')
          return []
        },
      } satisfies Brings,
    ])
    t.teardown(() => bring(brings))
    await plan('mortuary')
    await plan('theatre', instantIn(hours(2)))
    clock.advance(hours(3))
    await t.rejects(switchDue(), { message: 'no such column' }, 'the run says so')
    t.equal(await enabled('theatre'), false)
    t.match(await plansOf(caller), [{ module: 'mortuary' }], 'its own plan stands')
  })
})
