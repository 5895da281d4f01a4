import t from 'tap'
import { clock, hours } from '../../../../db/core/clock.ts'
import { run, within } from '../../../../db/store/connection.ts'
import { isSettled } from '../../../../db/hospital/money/billing/charges/clearance.ts'
import { bill_items } from '../../../../db/hospital/money/billing/bills/tables.ts'
import { sql } from '../../../../db/store/sql.ts'
import { returnCover } from '../../../../db/hospital/money/insurance/cover.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { insured } from '../../../support/money/insured.ts'

t.test('bills of a scheme', async (t) => {
  const house = await boot(t)
  const { system } = house
  clock.freeze('2026-03-10T09:00:00.000Z')
  const cast = await insured(house)
  const { officer, clerk, cashier, accountant, manager } = cast
  const books = await ledgerOf(house)
  await cast.price('FBC', 10_000)
  await cast.price('XRAY', 25_000, { category: 'Radiology' })
  await cast.price('MRI', 400_000, { category: 'Radiology' })
  const bill = async (id: string) => (await cashier.get(`/billing/bills/${id}`)).data
  const issue = (id: string, body?: unknown) => cashier.post(`/billing/bills/${id}/issue`, body)

  t.test('a draft shows who pays what, and follows the membership (BIL-100)', async (t) => {
    const { id, name } = await cast.scheme({ coverage_pct: 80 })
    const visit = await cast.visit(id)
    const line = await visit.charge('FBC')
    t.match(line, { amount: 1_000_000, covered: 800_000, patient_share: 200_000 })
    await visit.charge('XRAY')
    t.match(await bill(line.bill_id), {
      payer: name,
      payer_kind: 'SCHEME',
      scheme_share: 28_000,
      patient_share: 7000,
      balance: 7000,
      items: [{ covered: 8000, cover_reason: 'PERCENT' }, { covered: 20_000 }],
    })
    const path = `/billing/memberships/${visit.membership_id}`
    await clerk.post(`${path}/suspend`, { reason: 'Premium not paid' })
    t.match(await bill(line.bill_id), {
      scheme_share: 0,
      balance: 35_000,
      warnings: ['MEMBERSHIP_LAPSED'],
      items: [{ cover_reason: 'NO_SCHEME' }, {}],
    })
    await clerk.post(`${path}/resume`)
    t.match(await bill(line.bill_id), { balance: 7000, warnings: [] })
  })

  t.test('the scheme owes its share in the ledger (P-02)', async (t) => {
    const national = await cast.scheme({ kind: 'NATIONAL' })
    const before = [
      await books.balance(accountant, '1202'),
      await books.balance(accountant, '1201'),
    ]
    const visit = await cast.visit(national.id)
    const { bill_id } = await visit.charge('FBC')
    const issued = await issue(bill_id)
    t.equal(issued.status, 200, issued.message)
    t.match(issued.data, {
      status: 'SETTLED',
      balance: 0,
      scheme_share: 10_000,
      scheme_due: 10_000,
    })
    t.match(issued.data.items, [{ service_status: 'AUTHORISED', authorised_by: 'COVERED' }])
    const after = [await books.balance(accountant, '1202'), await books.balance(accountant, '1201')]
    t.same([(after[0] ?? 0) - (before[0] ?? 0), after[1]], [10_000, before[1]])
    const part = await cast.scheme({ coverage_pct: 60 })
    const shared = await cast.visit(part.id)
    const line = await shared.charge('FBC')
    const was = await books.balance(accountant, '1203')
    t.match((await issue(line.bill_id)).data, { status: 'ISSUED', balance: 4000, scheme_due: 6000 })
    t.equal((await books.balance(accountant, '1203')) - was, 6000)
    const paid = await cashier.post(`/billing/bills/${line.bill_id}/payments`, {
      amount: 4000,
      method: 'Mobile Money',
      reference: 'QGH7812XYZ',
    })
    t.equal(paid.status, 201, paid.message)
    t.match(paid.data.bill, { status: 'SETTLED', scheme_due: 6000 })
  })

  t.test(
    'ceilings count what is issued, and get back what is returned (BIL-34, BIL-104)',
    async (t) => {
      const { id } = await cast.scheme()
      const plan = await officer.post(`/billing/schemes/${id}/plans`, {
        code: 'P',
        name: 'Plan',
        year_ceiling: 15_000,
      })
      const visit = await cast.visit(id, { plan_id: plan.data.id })
      const one = await visit.charge('FBC')
      await issue(one.bill_id)
      const two = await visit.charge('FBC')
      t.match(two, { covered: 500_000, patient_share: 500_000 })
      const member = await clerk.get(`/billing/memberships/${visit.membership_id}`)
      t.match(member.data.balances, { year_used: 10_000, year_left: 5000 })
      t.match(await bill(two.bill_id), { warnings: ['CEILING_REACHED'] })
      await within(() => returnCover(system, { item_id: one.item_id, covered: 400_000 }))
      const again = await clerk.get(`/billing/memberships/${visit.membership_id}`)
      t.match(again.data.balances, { year_used: 6000, year_left: 9000 })
      await issue(two.bill_id)
      t.match(await bill(two.bill_id), { scheme_share: 9000, balance: 1000 })
    },
  )

  t.test(
    'a family never passes its ceiling, however its bills meet (BIL-34, BIL-103)',
    async (t) => {
      const { id } = await cast.scheme()
      const plan = await officer.post(`/billing/schemes/${id}/plans`, {
        code: 'P',
        name: 'Plan',
        year_ceiling: 25_000,
        shared_year: true,
      })
      const plan_id = plan.data.id
      const head = await cast.visit(id, { plan_id })
      const family = { plan_id, relation: 'CHILD', principal_id: head.membership_id }
      const visits = [head]
      for (let n = 0; n < 3; n++) visits.push(await cast.visit(id, family))
      const lines = []
      for (const visit of visits) lines.push(await visit.charge('FBC'))
      t.ok(lines.every(({ covered }) => covered === 1_000_000))
      const issued = await Promise.all(lines.map(({ bill_id }) => issue(bill_id)))
      t.ok(issued.every(({ status }) => status === 200))
      const shares = issued.map(({ data }) => data.scheme_share)
      t.same(
        shares.toSorted((a, b) => a - b),
        [0, 5000, 10_000, 10_000],
      )
    },
  )

  t.test('what is not approved is issued only when the patient signed (BIL-33)', async (t) => {
    const { id, name } = await cast.scheme()
    await cast.rule(id, { code: 'MRI', preauth_required: true })
    const visit = await cast.visit(id)
    const line = await visit.charge('MRI')
    t.match(await bill(line.bill_id), {
      balance: 400_000,
      warnings: ['PREAUTH_MISSING'],
      items: [{ cover_reason: 'PREAUTH_MISSING' }],
    })
    const refusal = `Name of MRI needs a pre-authorisation of ${name}: 400,000 is not approved.`
    t.equal((await issue(line.bill_id)).message, refusal)
    t.equal((await issue(line.bill_id, { accept_difference: true })).message, refusal)
    t.match(await bill(line.bill_id), { status: 'DRAFT', number: null })
    const asked = await officer.post('/billing/preauthorisations', {
      membership_id: visit.membership_id,
      items: [{ code: 'MRI' }],
      diagnosis_codes: ['G44'],
    })
    const path = `/billing/preauthorisations/${asked.data.id}`
    await officer.post(`${path}/request`)
    await officer.post(`${path}/respond`, {
      result: 'PARTLY_APPROVED',
      reference: 'OK-1',
      valid_to: '2026-04-01',
      items: [{ code: 'MRI', approved_amount: 300_000 }],
    })
    t.match(await bill(line.bill_id), { balance: 100_000, scheme_share: 300_000 })
    t.equal(
      (await issue(line.bill_id)).message,
      `Name of MRI needs a pre-authorisation of ${name}: 100,000 is not approved.`,
    )
    const { hospital_id } = system
    await within(() =>
      bill_items.change({ hospital_id, id: line.item_id }, { difference_accepted: true }),
    )
    const issued = await issue(line.bill_id, { accept_difference: true })
    t.match(issued.data, { status: 'ISSUED', balance: 100_000, scheme_share: 300_000 })
    t.match((await officer.get(path)).data, { status: 'USED', used_amount: 300_000 })
    await within(() => returnCover(system, { item_id: line.item_id, covered: 10_000_000 }))
    t.match((await officer.get(path)).data, { status: 'PARTLY_APPROVED', used_amount: 200_000 })
  })

  t.test('cover clears a line only where the scheme was asked (BIL-25)', async (t) => {
    await manager.patch('/billing/patient-flow', { payment_before_service: true })
    const { id } = await cast.scheme({ authorisation_required: true })
    const visit = await cast.visit(id)
    const line = await visit.charge('FBC')
    const asked = () => isSettled(system, 'order', `${visit.id}-1`)
    t.match(await asked(), { settled: false, may_proceed: false })
    const given = await clerk.post('/billing/authorisations', {
      membership_id: visit.membership_id,
      visit_id: visit.id,
      visit_type: 1,
      number: 'AUTH-9',
    })
    t.equal(given.status, 201, given.message)
    t.match(await asked(), { settled: true, may_proceed: true, reason: 'COVERED' })
    t.match(await bill(line.bill_id), { authorisation_no: 'AUTH-9' })
    await manager.patch('/billing/patient-flow', { payment_before_service: false })
  })

  t.test('a contract that ended issues nothing by hand (BIL-13)', async (t) => {
    const { id, name } = await cast.scheme()
    const visit = await cast.visit(id)
    const line = await visit.charge('FBC')
    await officer.patch(`/billing/schemes/${id}`, { active: false })
    t.equal((await issue(line.bill_id)).message, `${name} is not active.`)
    await officer.patch(`/billing/schemes/${id}`, { active: true })
    t.equal((await issue(line.bill_id)).status, 200)
  })

  t.test('an emergency is covered at once for two days (BIL-109)', async (t) => {
    const { id } = await cast.scheme()
    await cast.rule(id, { code: 'MRI', preauth_required: true })
    const visit = await cast.visit(id)
    await within(() => run(sql`update visits set visit_class = 'EMERGENCY' where id = ${visit.id}`))
    t.match(await visit.charge('MRI'), { covered: 40_000_000, patient_share: 0 })
    clock.advance(hours(49))
    const late = await visit.charge('MRI')
    t.match(late, { covered: 0, patient_share: 40_000_000 })
    clock.freeze('2026-03-10T09:00:00.000Z')
  })

  t.test('its documents give its entries anew (ACC-93)', (t) => rebuilt(t, house))
})
