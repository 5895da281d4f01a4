// The commands of wards, beds and the census (care 8): what they set up, show, charge and confirm.

import t from 'tap'
import { commands as beds } from '../../../cli/care/beds.ts'
import { commands as census } from '../../../cli/care/census.ts'
import { commands as wards } from '../../../cli/care/wards.ts'
import { commands as gates } from '../../../cli/desk/gate.ts'
import type { Frame } from '../../../cli/frame/grammar/command.ts'
import { clock, days } from '../../../db/core/clock.ts'
import { takeCensuses } from '../../../db/hospital/care/wards/jobs.ts'
import { within } from '../../../db/store/connection.ts'
import { done, pricedBeds, wardHouse } from '../../support/desk/ward.ts'

t.test('commands of wards', async (t) => {
  const on = await wardHouse(t)
  const { house, admin } = on
  clock.freeze('2026-03-01T05:00:00.000Z')
  const all = [...wards, ...beds, ...census, ...gates]
  const typed = (path: string, flags: object = {}, asked: object = {}, reason = '') => {
    const command = all.find((one) => one.name === path)
    if (command === undefined) throw new Error(`no ${path}`)
    const frame = {
      flags: { limit: 1000, ...flags },
      asked,
      reason,
      caller: async () => house.system,
      signal: new AbortController().signal,
    } as unknown as Frame
    return {
      plan: async () => command.plan?.(frame),
      run: () =>
        command.transaction === 'rule' || command.class === 'R'
          ? command.run(frame)
          : within(() => command.run(frame)),
    }
  }

  t.test('a ward, a room and a row of beds', async (t) => {
    const made = await typed('wards add', {
      name: 'Female ward',
      code: 'fw',
      kind: 'GENERAL',
    }).run()
    t.match(made, {
      message: 'Female ward is set up; rooms and beds follow.',
      data: { code: 'FW', beds: 0 },
    })
    const { id } = made.data as { id: string }
    await done(admin.post('/rooms', { ward_id: id, name: 'Hall' }))
    await done(admin.post('/bed-classes', { name: 'General', code: 'BEDG' }))
    const row = { room: 'hall', class: 'bedg', prefix: 'B', from: 1, to: 3 }
    const add = typed('beds add', row, { ward: 'FW' })
    t.match(await add.plan(), { steps: ['set up beds B1 to B3 in Hall of Female ward'] })
    t.match(await add.run(), { message: '3 beds in Female ward.' })
    await t.rejects(typed('beds add', { ...row, room: 'Loft' }, { ward: 'FW' }).run(), {
      message: /Loft/,
    })
    const listed = await typed('beds list', { status: 'FREE' }).run()
    t.match(listed.data, [{ label: 'B1' }, { label: 'B2' }, { label: 'B3' }])
    t.same((await typed('beds list', { status: 'OCCUPIED' }).run()).data, [])
  })

  t.test('days in bed that nobody charged, once (CAR-152)', async (t) => {
    await pricedBeds(house, { BEDG: 1_000_000 })
    const [bed] = await done(admin.get('/beds'))
    await on.admitted(bed.id)
    const charge = typed('beds bed-day')
    t.match(await charge.plan(), { nothing: true })
    clock.freeze(new Date(clock.ms() + days(3)).toISOString())
    t.match(await charge.plan(), { steps: ['charge 3 days in bed of 1 stays'], nothing: false })
    t.match(await charge.run(), { data: { stays: 1, days: 3, unpriced: 0 } })
    t.match(await charge.plan(), { nothing: true })
  })

  t.test('a ward as in a template, with its rooms, beds and classes', async (t) => {
    const shown = await typed('wards templates').run()
    t.match(shown.data, [{ template: 'male-medical', name: 'Male medical ward', beds: 22 }])
    const children = { template: 'children' }
    t.match(await typed('wards add', children).plan(), {
      steps: ['set up Children\u2019s ward (CH)', 'set up Hall with 16 beds'],
    })
    t.match(await typed('wards add', children).run(), {
      message: 'Children\u2019s ward is set up with 22 beds.',
      data: { code: 'CH', kind: 'PAEDIATRIC', beds: 22 },
      warnings: [{ message: /^A day there is charged as BED-ISO, which has no price yet/ }],
    })
    await t.rejects(typed('wards add', children).run(), {
      message: /^There is a ward (called|with the code)/,
    })
    const another = { template: 'female-medical', name: 'Ward 3', code: 'w3' }
    t.match(await typed('wards add', another).run(), { data: { code: 'W3', beds: 22 } })
    for (const [flags, message] of [
      [{ ...children, kind: 'PAEDIATRIC' }, /--kind is said by the template/],
      [{ name: 'Ward 4', code: 'W4' }, /--kind is needed, or --template/],
      [{ code: 'W4', kind: 'GENERAL' }, /--name is needed, or --template/],
      [{ name: 'Ward 4', kind: 'GENERAL' }, /--code is needed, or --template/],
    ] as const) {
      await t.rejects(typed('wards add', flags).run(), { message })
    }
  })

  t.test('the census of a day, shown and confirmed (CAR-153)', async (t) => {
    await takeCensuses(house.system)
    const asked = { ward: 'female WARD', date: '2026-03-01' }
    const shown = await typed('census show', asked).run()
    t.match(shown.data, [{ ward: 'Female ward', counts: { remaining: 1 }, status: 'OPEN' }])
    const confirm = typed('census confirm', asked)
    t.match(await confirm.plan(), { steps: ['confirm Female ward on 2026-03-01: 1 remain'] })
    t.match(await confirm.run(), { data: { status: 'CONFIRMED', remaining: 1 } })
    t.match(await confirm.plan(), { nothing: true })
    await t.rejects(typed('census show', { ward: 'Nowhere' }).run(), { message: /Nowhere/ })
    await t.rejects(typed('census confirm', { ...asked, date: '2030-01-01' }).plan(), {
      message: /^No such census/,
    })
  })
  t.test('gates of every area, as they stand and otherwise (CAR-53, CAR-211)', async (t) => {
    const keys = ((await typed('gate list').run()).data as { gate: string }[]).map(
      ({ gate }) => gate,
    )
    for (const key of ['VIS_BALANCE', 'RX_ALLERGY_EXACT', 'DIA_DUPLICATE', 'ADM_RUNNING'])
      t.ok(keys.includes(key), key)
    const early = async () => {
      const { data } = await typed('gate list', { action: 'dose.give' }).run()
      return (data as { gate: string }[]).filter(({ gate }) => gate === 'DOSE_EARLY')
    }
    t.match(await early(), [{ level: 'BLOCK_WITH_OVERRIDE', row: '', shipped: true }])
    t.same((await typed('gate list', { changed: true }).run()).data, [])
    const set = (gate: string, level: string) =>
      typed('gate set', {}, { gate, level }, 'Rounds begin at 7')
    t.match(await set('DOSE_EARLY', 'WARN').plan(), {
      steps: ['Before its time (DOSE_EARLY): BLOCK_WITH_OVERRIDE to WARN'],
      nothing: false,
    })
    t.match(await set('DOSE_EARLY', 'WARN').run(), { data: { level: 'WARN' } })
    t.match(await early(), [{ level: 'WARN', shipped: false, reason: 'Rounds begin at 7' }])
    t.match(await set('DOSE_EARLY', 'WARN').plan(), { nothing: true })
    await t.rejects(set('RX_ALLERGY_EXACT', 'NONE').run(), {
      message: 'This gate may be a warning, not off.',
    })
    await t.rejects(set('NO_SUCH', 'WARN').plan(), { message: 'No such gate.' })
  })

  t.test('the round, of a ward and of all', async (t) => {
    t.match(await typed('wards round', { ward: 'female ward' }).run(), {
      message: '0 doses are due, 0 of them late.',
      data: [],
    })
    await t.rejects(typed('wards round', { ward: 'Nowhere' }).run(), { message: /Nowhere/ })
  })
})
