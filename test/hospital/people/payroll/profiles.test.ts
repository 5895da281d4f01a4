// What somebody is paid from a day on, and what comes to one month (people 2.9, HR-121).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { staffDesk } from '../../../support/staff.ts'

t.test('pay profiles and inputs', async (t) => {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-03-20T06:00:00.000Z')
  const desk = await staffDesk(house)
  const { payroll, officer } = desk
  const manager = await people.with('manager')
  const person = await desk.hire()
  const path = `/hr/staff/${person.id}/pay-profiles`
  const body = { effective_from: '2026-03-01', basic_pay: 975_000 }

  t.test('entered by one, approved by another; a later one ends it (2.9)', async (t) => {
    t.equal((await officer.post(path, body)).status, 403)
    const made = await payroll.post(path, {
      ...body,
      components: [
        { code: 'housing', value: 100_000 },
        { code: 'ONCALL', value: 15_000, units: 2.5 },
      ],
      flags: { nhif: true },
    })
    t.equal(made.status, 201, made.message)
    t.match(made.data, {
      status: 'PENDING',
      basic_pay: 975_000,
      pay_basis: 'MONTHLY',
      components: [
        { code: 'HOUSING', value: 100_000, units: null },
        { code: 'ONCALL', value: 15_000, units: 2.5 },
      ],
      flags: { nhif: true, heslb: false },
      split: [],
    })
    t.equal((await payroll.post(`/hr/pay-profiles/${made.data.id}/approve`, {})).status, 403)
    const twice = await payroll.post(path, body)
    t.match(twice, {
      status: 409,
      message: 'There is a pay profile from 2026-03-01 already: give another day.',
    })
    const approved = await manager.post(`/hr/pay-profiles/${made.data.id}/approve`, {})
    t.match(approved.data, { status: 'ACTIVE', moves: [], approved_on: '2026-03-20' })
    const again = await manager.post(`/hr/pay-profiles/${made.data.id}/approve`, {})
    t.equal(
      again.message,
      'Pay profile from 2026-03-01 is ACTIVE. Nothing more can be done with it.',
    )
    const later = await payroll.post(path, { ...body, effective_from: '2026-03-16' })
    await manager.post(`/hr/pay-profiles/${later.data.id}/approve`, {})
    t.match((await payroll.get(path)).data, [
      { effective_from: '2026-03-16', status: 'ACTIVE' },
      { effective_from: '2026-03-01', status: 'ENDED' },
    ])
    const third = await payroll.post(path, { ...body, effective_from: '2026-04-01' })
    const refused = `/hr/pay-profiles/${third.data.id}/refuse`
    t.equal((await manager.post(refused, {})).status, 400)
    t.match((await manager.post(refused, { note: 'Not agreed' })).data, { status: 'REFUSED' })
    t.equal(
      (await payroll.post(path, { ...body, effective_from: '2026-04-01' })).status,
      201,
      'what was refused may be entered anew',
    )
  })

  t.test('nobody changes or approves his own pay (HR-121)', async (t) => {
    const own = await desk.hire()
    await desk.link(payroll, own.id)
    const mine = await payroll.post(`/hr/staff/${own.id}/pay-profiles`, body)
    t.match(mine, { status: 409, message: 'Somebody else must change your own pay.' })
    const rows = [{ staff_id: own.id, component_code: 'BONUS', amount: 1, note: 'Well done' }]
    const month = { period_year: 2026, period_month: 3 }
    t.match(await payroll.put('/hr/pay-inputs', { ...month, rows }), {
      status: 409,
      message: 'Somebody else must change your own pay.',
    })
    const both = await people.holding('payroll:prepare', 'payroll:approve', 'payroll:read')
    const other = await desk.hire()
    const made = await both.post(`/hr/staff/${other.id}/pay-profiles`, body)
    t.match(await both.post(`/hr/pay-profiles/${made.data.id}/approve`, {}), {
      status: 409,
      message: 'Somebody else must approve this pay.',
    })
    const bosses = await desk.hire()
    await desk.link(manager, bosses.id)
    const entered = await payroll.post(`/hr/staff/${bosses.id}/pay-profiles`, body)
    t.equal((await manager.post(`/hr/pay-profiles/${entered.data.id}/approve`, {})).status, 409)
  })

  t.test('what a profile cannot hold', async (t) => {
    const other = await desk.hire()
    const labour = { facility_id: other.facility_id, department: 'labour WARD' }
    const bad: [Record<string, unknown>, string][] = [
      [{ basic_pay: -1 }, 'basic_pay must be 0 or more.'],
      [{ basic_pay: 1.005 }, 'basic_pay has more decimals than TZS allows.'],
      [{ effective_from: '2026-01-01' }, 'effective_from is before hired_on.'],
      [
        { components: [{ code: 'NONE', value: 1 }] },
        'components[0].code names no component: there is no "NONE".',
      ],
      [
        { components: [{ code: 'PAYE', value: 1 }] },
        'components[0].code is reckoned by the house: PAYE stands in no profile.',
      ],
      [
        {
          components: [
            { code: 'HOUSING', value: 1 },
            { code: 'housing', value: 2 },
          ],
        },
        'components: HOUSING is named twice.',
      ],
      [{ components: [{ code: 'HOUSING', value: -1 }] }, 'components[0].value must be 0 or more.'],
      [
        { components: [{ code: 'HOUSING', value: 1, from: '2026-05-01', to: '2026-04-01' }] },
        'components[0].to is before from.',
      ],
      [{ split: [{ ...labour, pct: 90 }] }, 'split: the shares add up to 90, not 100.'],
    ]
    for (const [more, message] of bad) {
      const refused = await payroll.post(`/hr/staff/${other.id}/pay-profiles`, { ...body, ...more })
      t.equal(refused.message, message)
      t.equal(refused.status, 400)
    }
    const split = [{ ...labour, pct: 100 }]
    const made = await payroll.post(`/hr/staff/${other.id}/pay-profiles`, { ...body, split })
    t.match(made.data, { split: [{ department: 'Labour ward', pct: 100 }] }, made.message)
  })

  t.test('inputs of a month are set whole rows at a time (2.9)', async (t) => {
    const month = { period_year: 2026, period_month: 3 }
    const put = (rows: unknown[]) => payroll.put('/hr/pay-inputs', { ...month, rows })
    const line = { staff_id: person.id, component_code: 'bonus', amount: 50_000, note: 'Easter' }
    const hours = { staff_id: person.id, component_code: 'OVERTIME', units: 4, note: 'Signed list' }
    t.match((await put([line, hours])).data, { set: 2, removed: 0 })
    const listed = await payroll.get('/hr/pay-inputs', { period_year: '2026', period_month: '3' })
    t.match(listed.data.map((one: { component_code: string }) => one.component_code).toSorted(), [
      'BONUS',
      'OVERTIME',
    ])
    t.match((await put([{ ...line, amount: 60_000 }])).data, { set: 1, removed: 0 })
    const [found] = (await payroll.get('/hr/pay-inputs', { component_code: 'bonus' })).data
    t.match(found, { amount: 60_000, units: null, source: 'MANUAL', staff_name: person.full_name })
    const { amount: _amount, ...gone } = line
    t.match((await put([gone])).data, { set: 0, removed: 1 })
    const bad: [Record<string, unknown>, string][] = [
      [{ ...line, note: '' }, 'rows[0].note is required.'],
      [{ ...line, units: 2 }, 'rows[0].units are not counted for BONUS.'],
      [
        { ...hours, amount: 5 },
        'rows[0].amount stands in the place of units: give one of the two.',
      ],
      [{ ...line, amount: -5 }, 'rows[0].amount must be 0 or more.'],
      [{ ...line, component_code: 'NONE' }, 'rows[0].component_code names no component: "NONE".'],
      [
        { ...line, component_code: 'PAYE' },
        'rows[0].component_code is reckoned by the house: PAYE.',
      ],
    ]
    for (const [row, message] of bad) {
      const refused = await put([row])
      t.equal(refused.message, message)
      t.equal(refused.status, 400)
    }
    t.equal((await put([line, line])).status, 400)
    const nobody = await put([{ ...line, staff_id: house.hospital.id }])
    t.match(nobody, { status: 404, message: 'No such staff member.' })
    t.equal((await payroll.get('/hr/pay-inputs', { source: 'EXIT' })).data.length, 0)
  })
})
