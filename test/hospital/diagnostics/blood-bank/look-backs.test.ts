// What a finding casts doubt on is looked back upon: opened by the house, followed and closed by people
// (BLD-24, BLD-90, BLD-91, BLD-92).

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { bloodAtWork, infection } from '../../../support/desk/blood.ts'
import { done } from '../../../support/desk/ward.ts'

t.test('look-backs', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-21T06:00:00.000Z')
  let bank = await bloodAtWork(house)
  const list = (query = {}) => bank.head.get('/blood-bank/look-backs', query)

  t.test('a reactive donor opens one over what was given before (BLD-24, BLD-90)', async (t) => {
    const donor = await bank.donor()
    const earlier = await bank.tested(donor, 'O+')
    const released = await done(bank.head.post(`/blood-bank/donations/${earlier.id}/release`, {}))
    const [unit] = released.units
    clock.freeze('2026-07-21T06:00:00.000Z')
    bank = await bloodAtWork(house)
    const again = await bank.bled(donor)
    const path = `/blood-bank/donations/${again.id}/tests`
    await done(bank.one.post(path, { tests: [infection('HIV', 'REACTIVE')] }))
    t.same((await list()).data, [], 'not before it reacts again')
    await done(bank.one.post(path, { tests: [infection('HIV', 'REACTIVE', 'REPEAT')] }))
    const found = await list({ status: 'OPEN', trigger: 'DONOR_REACTIVE', marker: 'HIV' })
    t.match(found.data, [
      { number: 'LK-2026-0001', donation_id: again.id, lines: [{ unit_number: unit.number }] },
    ])
    t.equal(found.data[0].lines.length, 1, 'of the earlier donation alone')
    t.equal((await bank.one.get('/blood-bank/look-backs')).status, 403)
  })

  t.test('a first donation that reacts has nothing to look back upon (BLD-90)', async (t) => {
    const { id } = await bank.bled(await bank.donor())
    const path = `/blood-bank/donations/${id}/tests`
    await done(bank.one.post(path, { tests: [infection('HCV', 'REACTIVE')] }))
    await done(bank.one.post(path, { tests: [infection('HCV', 'REACTIVE', 'REPEAT')] }))
    t.same((await list({ marker: 'HCV' })).data, [])
  })

  t.test('by hand: what is on the shelf is held at once (BLD-90, BLD-91)', async (t) => {
    const unit = await bank.unit('A+')
    const hold = {
      unit_ids: [unit.id],
      hold: true,
      reason: 'A donor rang',
      look_back: { marker: 'HIV' },
    }
    await done(bank.one.post('/blood-bank/units/hold', hold))
    const { data } = await list({ trigger: 'MANUAL', marker: 'HIV' })
    t.match(data, [{ lines: [{ unit_number: unit.number, state: 'HELD', fate: 'HELD' }] }])
  })

  t.test('closed when every unit was seen to, or with a reason (BLD-92)', async (t) => {
    const [open] = (await list({ trigger: 'DONOR_REACTIVE' })).data
    const path = `/blood-bank/look-backs/${open.id}`
    t.match(await bank.head.patch(path, { close: true }), {
      status: 409,
      message: '1 units of it are still to do: say why in close_note.',
    })
    const foreign = { lines: [{ id: open.id, state: 'TOLD' }] }
    t.match(await bank.head.patch(path, foreign), { status: 404, message: 'No such line.' })
    const [line] = open.lines as Data[]
    const told = { lines: [{ id: line.id, state: 'NOT_NEEDED', note: 'It expired unused' }] }
    const after = await done(bank.head.patch(path, { ...told, close: true }))
    t.match(after, { status: 'CLOSED', lines: [{ state: 'NOT_NEEDED', by_name: /./ }] })
    t.equal((await bank.head.patch(path, told)).status, 409, 'closed is closed')
  })
})
