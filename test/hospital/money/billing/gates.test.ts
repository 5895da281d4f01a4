import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { charge } from '../../../../db/hospital/money/billing/charges/charge.ts'
import { shipped_gates } from '../../../../db/hospital/money/billing/charges/service-gates.ts'
import { admissionClosed, depositsOf } from '../../../../db/hospital/money/billing/charges/stays.ts'
import { clientByPayer, creditCheck } from '../../../../db/hospital/neighbours/commercial.ts'
import { labourOf } from '../../../../db/hospital/neighbours/maternity.ts'
import { setVisitClass } from '../../../../db/hospital/desk/visits/for-areas.ts'
import { newId } from '../../../../db/core/ids.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { department } from '../../../support/desk/clinic.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody, visiting } from '../../../support/desk/visits.ts'

t.test('charge rules, overrides and stays', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const row = (code: string, price: number) => ({
    code,
    name: `Name of ${code}`,
    category: 'Consultation' as const,
    price,
  })
  await priced(house, [
    row('DENTAL', 700_000),
    row('CHILD', 100_000),
    row('SCHEME', 300_000),
    row('URGENT', 900_000),
    row('STAY', 400_000),
  ])
  await department(house, 'OPD')
  await department(house, 'Dental')
  const clerk = await people.with('reception')
  const cashier = await people.with('cashier')
  const biller = await people.with('billing')
  const doctor = await people.with('doctor')
  const manager = await people.with('manager')
  const officer = await people.with('insurance')
  await manager.patch('/billing/patient-flow', {
    consultation: { code: 'CONS', name: 'Consultation' },
    revisit_free_days: 7,
  })
  const pay_first = (on: boolean) =>
    manager.patch('/billing/patient-flow', { payment_before_service: on })
  const charged = async (visit: { id: string }) => {
    const { data } = await cashier.get(`/billing/visits/${visit.id}/account`)
    return data.pending_items.map(({ code }: { code: string }) => code)
  }
  const order = (visit: { id: string; patient: { id: string } }, code: string, more = {}) =>
    within(() =>
      charge(system, {
        patient_id: visit.patient.id,
        visit_id: visit.id,
        code,
        quantity: 1,
        source: 'order',
        source_id: `${visit.id}-${code}`,
        ...more,
      }),
    )
  const add = async (body: Record<string, unknown>) => {
    const made = await manager.post('/billing/charge-rules', {
      event: 'CONSULTATION',
      code: 'DENTAL',
      ...body,
    })
    t.equal(made.status, 201, made.message)
    return made.data
  }

  const bad: [string, Record<string, unknown>, number, string][] = [
    ['no code', { code: undefined }, 400, 'code is required.'],
    [
      'an event of nobody',
      { event: 'BIRTH' },
      400,
      'event must be one of REGISTRATION, CONSULTATION, FOLLOW_UP, EMERGENCY, ADMISSION.',
    ],
    ['a code without a price', { code: 'NONE' }, 409, 'NONE is not in the price list.'],
    ['a department of nobody', { department: 'Moon' }, 400, 'department "Moon" is not known.'],
    ['ages upside down', { age_from: 5, age_to: 4 }, 400, 'age_to is below age_from.'],
    ['too many days', { free_days: 366 }, 400, 'free_days must be between 0 and 365.'],
  ]
  for (const [what, body, status, message] of bad) {
    t.test(`a charge rule is refused: ${what}`, async (t) => {
      const refused = await manager.post('/billing/charge-rules', {
        event: 'CONSULTATION',
        code: 'DENTAL',
        ...body,
      })
      t.match(refused, { status, message })
    })
  }

  t.test('the rule that fits and names most is charged (BIL-5)', async (t) => {
    t.equal((await cashier.post('/billing/charge-rules', {})).status, 403)
    const rule = await add({ department: 'dental', free_days: 0 })
    t.equal(rule.department, 'Dental')
    await add({ code: 'CHILD', age_to: 4 })
    const scheme = await officer.post('/billing/schemes', { code: 'afya', name: 'Afya Bora' })
    await add({ code: 'SCHEME', payer: 'AFYA' })
    await add({ code: 'URGENT', event: 'EMERGENCY' })

    t.same(await charged(await visiting(clerk, { department: 'OPD' })), ['CONS'], 'none fits')
    t.same(await charged(await visiting(clerk, { department: 'Dental' })), ['DENTAL'])
    const small = { birth_date: '2023-01-01' }
    t.same(await charged(await visiting(clerk, { department: 'OPD' }, small)), ['CHILD'])
    t.same(
      await charged(await visiting(clerk, { department: 'Dental' }, small)),
      ['DENTAL'],
      'a tie goes to the department',
    )
    const member = await somebody(clerk)
    const { data: membership } = await clerk.post('/billing/memberships', {
      patient_id: member.id,
      scheme_id: scheme.data.id,
      member_no: 'M-1',
    })
    const insured = await clerk.post('/visits', {
      patient_id: member.id,
      department: 'OPD',
      payer: { kind: 'SCHEME', membership_id: membership.id },
    })
    t.same(await charged(insured.data), ['SCHEME'], 'named by the code of its scheme')
    const urgent = await visiting(clerk, { kind: 'EMERGENCY', department: 'OPD' })
    t.same(await charged(urgent), ['URGENT'])

    t.test('its free days stand before those of the flow, and it may end', async (t) => {
      const visit = await visiting(clerk, { department: 'Dental' })
      const again = await clerk.post(`/visits/${visit.id}/cancel`, { reason: 'Went home' })
      t.equal(again.status, 200, again.message)
      const listed = await manager.get('/billing/charge-rules', { event: 'CONSULTATION' })
      t.equal(listed.data.length, 3)
      const off = await manager.patch(`/billing/charge-rules/${rule.id}`, { active: false })
      t.equal(off.data.active, false)
      t.equal((await manager.get('/billing/charge-rules', { active: 'true' })).data.length, 3)
      t.same(await charged(await visiting(clerk, { department: 'Dental' })), ['CONS'])
      t.match(await manager.patch('/billing/charge-rules/nobody', {}), { status: 404 })
    })
  })

  t.test('a service is let go ahead unpaid, with a reason (BIL-29)', async (t) => {
    await pay_first(true)
    const visit = await visiting(clerk, { department: 'OPD' })
    const { data: waits } = await clerk.get(`/visits/${visit.id}`)
    await order(visit, 'FBC')
    const about = { source: 'order', source_id: `${visit.id}-FBC` }
    const wanted = { ...about, reason: 'Very weak, will pay' }
    t.equal((await cashier.post('/billing/gate-overrides', wanted)).status, 403)
    t.match(await doctor.post('/billing/gate-overrides', { ...about, reason: 'x' }), {
      status: 400,
      message: 'reason must be between 3 and 300 characters.',
    })
    t.match(await doctor.post('/billing/gate-overrides', { ...wanted, source_id: 'none' }), {
      status: 404,
      message: 'No such charge.',
    })
    await manager.put('/billing/service-gates', {
      rows: [
        ...shipped_gates,
        { category: 'Laboratory', visit_class: '*', payer_kind: '*', gate: 'BLOCK' },
      ],
    })
    t.match(await doctor.post('/billing/gate-overrides', wanted), {
      status: 409,
      message: /Nobody may let this through\.$/,
    })
    await manager.put('/billing/service-gates', { rows: shipped_gates })
    const made = await doctor.post('/billing/gate-overrides', wanted)
    t.equal(made.status, 201, made.message)
    t.match(made.data, { reason: 'Very weak, will pay', amount_due: null, reviewed_at: null })
    t.match(await doctor.post('/billing/gate-overrides', wanted), {
      status: 409,
      message: 'Full blood count may go ahead: nothing stands in its way.',
    })
    const [now] = (await doctor.get('/billing/clearance', about)).data
    t.match(now, { may_proceed: true, reason: 'OVERRIDE', settled: false })
    const account = (await cashier.get(`/billing/visits/${visit.id}/account`)).data
    t.ok(account.balance >= 5_000, 'it stays a debt')
    t.ok(waits)

    const accountant = await people.with('accountant')
    const unseen = await accountant.get('/billing/gate-overrides', { reviewed: 'false' })
    t.equal(unseen.status, 403, 'the list is read with gate:read')
    const chief = await people.holding('gate:read', 'gate:review', 'bill:read')
    const open = await chief.get('/billing/gate-overrides', { reviewed: 'false' })
    t.match(open.data, [{ id: made.data.id, amount_due: 5_000 }])
    t.equal((await doctor.post(`/billing/gate-overrides/${made.data.id}/review`)).status, 403)
    const seen = await chief.post(`/billing/gate-overrides/${made.data.id}/review`, {
      note: 'Fine',
    })
    t.match(seen.data, { review_note: 'Fine', reviewed_at: clock.instant() })
    t.equal((await chief.post(`/billing/gate-overrides/${made.data.id}/review`)).status, 409)
    t.same((await chief.get('/billing/gate-overrides', { reviewed: 'false' })).data, [])
    await pay_first(false)
  })

  t.test('who is paid for, who is born and who gives birth is never stopped', async (t) => {
    await pay_first(true)
    await manager.put('/billing/service-gates', {
      rows: shipped_gates.map((gate) =>
        gate.visit_class === 'INPATIENT' ? { ...gate, gate: 'BLOCK_WITH_OVERRIDE' } : gate,
      ),
    })
    const baby = await visiting(clerk, {}, { birth_date: '2026-03-20' })
    t.match((await order(baby, 'FBC')).clearance, { reason: 'EMERGENCY' }, 'BIL-26: newborn')

    const stay = async () => {
      const visit = await visiting(clerk)
      const admission_id = newId()
      await within(() =>
        setVisitClass(system, { visit_id: visit.id, visit_class: 'INPATIENT', admission_id }),
      )
      return { visit, admission_id }
    }
    const { visit, admission_id } = await stay()
    const about = { admission_id }
    t.match((await order(visit, 'XRAY', about)).clearance, { may_proceed: false })
    await cashier.post('/billing/deposits', {
      patient_id: visit.patient.id,
      amount: 25_000,
      method: 'Card',
      reference: 'ADV-1',
      admission_id,
    })
    const at_visit = async () =>
      (await doctor.get('/billing/clearance', { visit_id: visit.id })).data
    const cons = (await order(visit, 'FBC', about)).clearance
    t.match(cons, { may_proceed: false, reason: 'UNPAID' }, 'the advance is 25,000 of more')
    await manager.patch('/billing/policy', { inpatient_credit_limit: 20_000 })
    for (const line of await at_visit()) t.match(line, { may_proceed: true, reason: 'CREDIT' })
    const held = await depositsOf(system, { patient_id: visit.patient.id, admission_id })
    t.equal(held.remaining, 2_500_000, 'BIL-169')

    const clearance = await cashier.get(`/billing/admissions/${admission_id}/clearance`)
    t.match(clearance.data, {
      cleared: false,
      deposits: 25_000,
      pending_items: (await at_visit()).map(() => String),
      open_refunds: 0,
    })
    t.match(clearance.data.message, /is still to be paid\.$/)
    t.match(await cashier.get(`/billing/admissions/${newId()}/clearance`), {
      status: 404,
      message: 'No such admission.',
    })
    const closed = await within(() => admissionClosed(system, admission_id))
    t.ok(closed.issued.length + closed.left_open.length > 0, 'BIL-7')

    const other = await stay()
    answering(t, labourOf, async () => ({ started_at: clock.instant() }))
    await manager.patch('/billing/policy', { inpatient_credit_limit: null })
    const line = await order(other.visit, 'XRAY', { admission_id: other.admission_id })
    t.match(line.clearance, { reason: 'EMERGENCY' }, 'BIL-26: in labour')
    await manager.put('/billing/service-gates', { rows: shipped_gates })
    await pay_first(false)
  })

  t.test(
    'a client with credit is cleared, and is asked again at issue (BIL-25, BIL-35)',
    async (t) => {
      await pay_first(true)
      const client_id = newId()
      let limit = 100_000_000
      answering(t, clientByPayer, async (_caller, payer) =>
        payer.toLowerCase() === 'mgodi' ? { client_id, name: 'Mgodi', status: 'ACTIVE' } : null,
      )
      const sources: (string | undefined)[] = []
      answering(t, creditCheck, async (_caller, { amount, source }) => {
        sources.push(source)
        return amount <= limit
          ? { allowed: true }
          : { allowed: false, reason: 'Mgodi may owe no more.' }
      })
      const { id: patient_id } = await somebody(clerk)
      const made = await biller.post('/billing/bills', {
        patient_id,
        payer: 'Mgodi',
        items: [{ code: 'FBC' }],
      })
      t.equal(made.status, 201, made.message)
      const [item] = made.data.items
      const seen = await doctor.get('/billing/clearance', { source: 'item', source_id: item.id })
      t.match(seen.data, [{ may_proceed: true, reason: 'CREDIT' }])
      limit = 499_999
      t.match(await biller.post(`/billing/bills/${made.data.id}/issue`), {
        status: 409,
        message: 'Mgodi may owe no more.',
      })
      t.match(await biller.post(`/billing/bills/${made.data.id}/issue`, { emergency: true }), {
        status: 409,
      })
      limit = 500_000
      t.match(await biller.post(`/billing/bills/${made.data.id}/issue`), {
        status: 200,
        data: { status: 'ISSUED', payer_kind: 'CLIENT' },
      })
      await pay_first(false)
    },
  )
})
