import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { charge } from '../../../../db/hospital/money/billing/charges/charge.ts'
import { creditCheck } from '../../../../db/hospital/neighbours/commercial.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { somebody, visiting } from '../../../support/desk/visits.ts'

t.test('what a line costs comes from the price list (BIL-4, BIL-12, BIL-13, BIL-18)', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const cashier = await people.with('cashier')
  const manager = await people.with('manager')
  const insurer = await people.with('insurance')
  const price = (body: Record<string, unknown>) =>
    manager.post('/billing/tariffs', { name: 'Blood count', category: 'Laboratory', ...body })
  await price({ code: 'FBC', price: 5_000, emergency_pct: 50 })
  await price({ code: 'FBC', price: 3_000, payer: 'Blue Shield' })
  const scheme = await insurer.post('/billing/schemes', { code: 'BLUE', name: 'Blue Shield' })

  const order = async (patient_id: string, more: Record<string, unknown> = {}) => {
    const line = await within(() =>
      charge(system, {
        patient_id,
        code: 'fbc',
        quantity: 1,
        source: 'order',
        source_id: `${patient_id}-${JSON.stringify(more)}`,
        ...more,
      }),
    )
    return { line, bill: (await cashier.get(`/billing/bills/${line.bill_id}`)).data }
  }

  t.test('self pays the general price; the line keeps the row that priced it', async (t) => {
    const { id } = await somebody(clerk)
    const { line, bill } = await order(id)
    t.equal(line.unit_price, 500_000)
    t.match(bill, { payer: null, payer_kind: 'SELF' })
    t.match(bill.items[0], { list_price: 5_000, price_reason: 'GENERAL' })
    const { data } = await manager.get('/billing/tariffs', { search: 'FBC', payer: 'general' })
    t.equal(bill.items[0].tariff_id, data[0].id)
  })

  t.test('a member’s scheme pays by its own list', async (t) => {
    const { id } = await somebody(clerk)
    const made = await clerk.post('/billing/memberships', {
      patient_id: id,
      scheme_id: scheme.data.id,
      member_no: 'B-1',
      valid_from: '2026-01-01',
    })
    t.equal(made.status, 201, made.message)
    const { line, bill } = await order(id)
    t.equal(line.unit_price, 300_000)
    t.match(bill, { payer: 'Blue Shield', payer_kind: 'SCHEME', scheme_name: 'Blue Shield' })
    t.equal(bill.membership_id, made.data.id)
    t.equal(bill.items[0].price_reason, 'PAYER')
  })

  t.test('the emergency price counts on an emergency visit', async (t) => {
    const visit = await visiting(clerk, { visit_class: 'EMERGENCY' })
    const { line, bill } = await order(visit.patient.id, { visit_id: visit.id })
    if (visit.visit_class === 'EMERGENCY') {
      t.equal(line.unit_price, 750_000)
      t.equal(bill.items[0].price_reason, 'EMERGENCY')
    } else t.equal(line.unit_price, 500_000)
  })

  t.test('the price of the day on which it is done', async (t) => {
    const old = await price({
      code: 'OLD',
      price: 100,
      effective_from: '2026-01-01',
      reason: 'a list on paper',
    })
    await manager.patch(`/billing/tariffs/${old.data.id}`, {
      price: 900,
      effective_from: '2026-03-15',
      reason: 'dearer',
    })
    const { id } = await somebody(clerk)
    const before = await order(id, { code: 'OLD', service_date: '2026-03-14' })
    t.equal(before.line.unit_price, 10_000)
    const after = await order(id, { code: 'OLD', service_date: '2026-03-15' })
    t.equal(after.line.unit_price, 90_000)
  })

  t.test('a client without credit leaves it to the patient, with a warning (BIL-13)', async (t) => {
    answering(t, creditCheck, async () => ({ allowed: false, reason: 'On hold.' }))
    const visit = await visiting(clerk, {
      payer: { kind: 'CLIENT', client_id: 'c-1', name: 'Mill' },
    })
    if (visit?.payer?.kind !== 'CLIENT') return
    const { bill } = await order(visit.patient.id, { visit_id: visit.id })
    t.match(bill, { payer_kind: 'SELF', warnings: ['CLIENT_ON_HOLD'] })
  })

  t.test('a row that priced a line is followed by another, never altered (BIL-165)', async (t) => {
    const made = await price({ code: 'USED', price: 700 })
    const { id } = await somebody(clerk)
    await order(id, { code: 'USED' })
    const refused = await manager.patch(`/billing/tariffs/${made.data.id}`, { price: 800 })
    t.equal(refused.status, 409, 'from this very day it already has a price')
    const said = { price: 750, reason: 'Typed wrongly' }
    const corrected = await manager.patch(`/billing/tariffs/${made.data.id}`, said)
    t.match(corrected.data, { id: made.data.id, ...said }, corrected.message)
    const [line] = (await manager.get('/billing/bills', { patient_id: id })).data
    t.equal(line.total, 700, 'what was billed stays')
    const next = await manager.patch(`/billing/tariffs/${made.data.id}`, {
      price: 800,
      effective_from: '2026-04-01',
    })
    t.equal(next.status, 200, next.message)
    t.not(next.data.id, made.data.id)
  })
})
