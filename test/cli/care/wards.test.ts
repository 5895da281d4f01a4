// The commands of wards, beds and the census (care 8): what they set up, show, charge and confirm.

import t from 'tap'
import { commands as beds } from '../../../cli/care/beds.ts'
import { commands as census } from '../../../cli/care/census.ts'
import { commands as wards } from '../../../cli/care/wards.ts'
import type { Frame } from '../../../cli/frame/grammar/command.ts'
import { clock, days } from '../../../db/core/clock.ts'
import { takeCensuses } from '../../../db/hospital/care/wards/jobs.ts'
import { within } from '../../../db/store/connection.ts'
import { done, pricedBeds, wardHouse } from '../../support/desk/ward.ts'

t.test('commands of wards', async (t) => {
  const on = await wardHouse(t)
  const { house, admin } = on
  clock.freeze('2026-03-01T05:00:00.000Z')
  const all = [...wards, ...beds, ...census]
  const typed = (path: string, flags: object = {}, asked: object = {}) => {
    const command = all.find((one) => one.name === path)
    if (command === undefined) throw new Error(`no ${path}`)
    const frame = {
      flags: { limit: 1000, ...flags },
      asked,
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
    t.match(made, { message: 'Female ward is set up.', data: { code: 'FW' } })
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
})
