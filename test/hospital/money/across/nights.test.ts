// What money does by the clock (billing 7, accounting 7): lapses, endings, reminders, alerts; a job that
// runs twice changes nothing the second time.

import t from 'tap'
import { entries } from '../../../../daemon/work/timetable.ts'
import { clock, days, hours } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { charge } from '../../../../db/hospital/money/billing/charges/charge.ts'
import { serviceDone } from '../../../../db/hospital/money/billing/charges/service-done.ts'
import { lapse } from '../../../../db/hospital/money/billing/charges/lapse.ts'
import { remindRefunds } from '../../../../db/hospital/money/billing/refunds/reminders.ts'
import { refunds } from '../../../../db/hospital/money/billing/refunds/tables.ts'
import { bill_items, bills } from '../../../../db/hospital/money/billing/bills/tables.ts'
import {
  remindBatches,
  remindDenials,
  remindMonth,
} from '../../../../db/hospital/money/claims/reminders.ts'
import { claim_lines } from '../../../../db/hospital/money/claims/tables.ts'
import { watchDrawers } from '../../../../db/hospital/money/drawers/watch.ts'
import { expire } from '../../../../db/hospital/money/insurance/expiry.ts'
import { authorisations } from '../../../../db/hospital/money/insurance/tables.ts'
import { tell } from '../../../../db/hospital/neighbours/telling.ts'
import { remind } from '../../../../db/hospital/money/accounting/calendar.ts'
import { answering } from '../../../support/answers.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { insured } from '../../../support/money/insured.ts'
import { priced } from '../../../support/money/prices.ts'
import { visiting } from '../../../support/desk/visits.ts'

t.test('the timetable: jobs of money stand in it, at their time', async (t) => {
  const at = (name: string) => {
    const { cron, every, scope } = entries.find((one) => one.name === name) ?? {}
    return { cron, every, scope }
  }
  const hospital = { every: undefined, scope: 'hospital' }
  t.same(at('pending-lapse'), { cron: '15 0 * * *', ...hospital })
  t.same(at('money-reminders'), { cron: '0 7 * * *', ...hospital })
  t.same(at('money-month'), { cron: '0 3 1 * *', ...hospital })
  t.same(at('drawers'), { cron: undefined, every: hours(1), scope: 'hospital' })
})

t.test('nights of money', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  const { hospital_id } = system
  clock.freeze('2026-03-16T06:00:00.000Z')
  await priced(house)
  const said: { to: object; title: string; body: string }[] = []
  answering(t, tell, async (_caller, notice) => {
    const { to, title, body } = notice
    said.push({ to, title, body })
    return undefined
  })
  const heard = () => said.splice(0)
  const line = async (id: string) => bill_items.find({ hospital_id, id })

  t.test('what nobody came for lapses after seven days (BIL-8)', async (t) => {
    const clerk = await people.with('reception')
    const cashier = await people.with('cashier')
    await atDrawer(house, cashier)
    const visit = await visiting(clerk)
    const ordered = (code: string, source_id: string) =>
      within(() =>
        charge(system, {
          patient_id: visit.patient.id,
          visit_id: visit.id,
          code,
          quantity: 1,
          source: 'order',
          source_id,
        }),
      )
    const paid = await ordered('FBC', 'paid')
    const unpaid = await ordered('XRAY', 'unpaid')
    const done = await ordered('TAXED', 'done')
    const { bill_id } = paid
    const part = await cashier.post(`/billing/bills/${bill_id}/payments`, {
      amount: 5_000,
      item_ids: [paid.item_id],
    })
    t.equal(part.status, 201, part.message)
    await within(() => serviceDone(system, 'order', 'done', {}))
    const rest = (await line(unpaid.item_id))?.bill_id ?? ''
    const issued = await cashier.post(`/billing/bills/${rest}/issue`)
    t.equal(issued.status, 200, issued.message)
    const waiting = await ordered('FBC', 'draft')

    clock.advance(days(7) - hours(1))
    t.same(await lapse(system), { dropped: 0, credited: 0, kept: 0 }, 'not a moment early')
    clock.advance(hours(2))
    t.same(await lapse(system), { dropped: 1, credited: 1, kept: 0 })
    t.same(await lapse(system), { dropped: 0, credited: 0, kept: 0 }, 'once')
    t.match(await line(paid.item_id), { service_status: 'AUTHORISED' }, 'money lies on it')
    t.match(await line(done.item_id), { service_status: 'DONE' })
    t.match(await line(unpaid.item_id), { service_status: 'CANCELLED', cancel_reason: 'LAPSED' })
    t.match(await line(waiting.item_id), {
      service_status: 'CANCELLED',
      cancel_reason: 'Not taken up',
    })
    t.equal((await bills.find({ hospital_id, id: waiting.bill_id }))?.total, 0)
    t.equal((await bills.find({ hospital_id, id: rest }))?.balance, 20_000, 'what is done is owed')

    clock.advance(hours(1))
    const later = await people.holding('gate:read', 'bill:read')
    const asked = await later.get('/billing/clearance', { source: 'order', source_id: 'unpaid' })
    t.match(asked.data[0] ?? asked.data, { due: 25_000, reason: 'NOT_REQUIRED' }, asked.message)
    const again = await bill_items.all({ hospital_id, source: 'order', source_id: 'unpaid' })
    t.equal(again.length, 2, 'charged anew')
    const never = await later.get('/billing/clearance', { source: 'order', source_id: 'never' })
    t.match(never.data[0] ?? never.data, { reason: 'NOT_CHARGED' })

    clock.advance(days(30))
    const manager = await people.with('manager')
    await manager.patch('/billing/policy', { pending_item_days: 0 })
    t.same(await lapse(system), { dropped: 0, credited: 0, kept: 0 }, '0 is never')
  })

  t.test('memberships, authorisations and approvals end by their date', async (t) => {
    clock.freeze('2026-05-04T06:00:00.000Z')
    const desk = await insured(house)
    const scheme = await desk.scheme({ coverage_pct: 80, authorisation_required: true })
    await desk.price('SCAN', 10_000)
    const visit = await desk.visit(scheme.id, { valid_to: '2026-05-31' })
    const given = await desk.clerk.post('/billing/authorisations', {
      membership_id: visit.membership_id,
      visit_id: visit.id,
      visit_type: 1,
      number: 'A-77',
    })
    t.equal(given.status, 201, given.message)
    const until = { valid_to: '2026-05-10' }
    await within(() => authorisations.change({ hospital_id, id: given.data.id }, until))
    const asked = await desk.officer.post('/billing/preauthorisations', {
      membership_id: visit.membership_id,
      items: [{ code: 'SCAN', quantity: 1, amount: 8_000 }],
      diagnosis_codes: ['J18.9'],
      justification: 'It is needed',
    })
    t.equal(asked.status, 201, asked.message)
    const path = `/billing/preauthorisations/${asked.data.id}`
    await desk.officer.post(`${path}/request`)
    const answer = await desk.officer.post(`${path}/respond`, {
      result: 'APPROVED',
      reference: 'PA-9',
      valid_to: '2026-05-20',
    })
    t.equal(answer.status, 200, answer.message)
    const charged = await visit.charge('SCAN')
    t.ok(charged.covered > 0, 'the scheme pays')

    clock.freeze('2026-05-10T21:30:00.000Z')
    const none = { memberships: 0, authorisations: 0, approvals: 0 }
    t.same(await expire(system), { ...none, authorisations: 1 }, 'the day after, here')
    clock.freeze('2026-05-20T22:00:00.000Z')
    t.same(await expire(system), { ...none, approvals: 1 })
    clock.freeze('2026-05-31T22:00:00.000Z')
    t.same(await expire(system), { ...none, memberships: 1 })
    t.same(await expire(system), none, 'once')
    const officer = await people.with('insurance')
    t.match((await officer.get(path)).data, { status: 'EXPIRED' })
    t.match((await officer.get(`/billing/memberships/${visit.membership_id}`)).data, {
      status: 'LAPSED',
    })
    t.equal((await line(charged.item_id))?.covered, 0, 'the draft is covered anew')
  })

  t.test('denials nobody decides are listed, then to the manager (BIL-126)', async (t) => {
    clock.freeze('2026-06-01T06:00:00.000Z')
    heard()
    const desk = await insured(house)
    const scheme = await desk.scheme({ coverage_pct: 100, appeal_days: 10, claim_due_day: 5 })
    await desk.price('MRI', 9_000)
    const visit = await desk.visit(scheme.id)
    const { bill_id, item_id } = await visit.charge('MRI')
    const issued = await desk.cashier.post(`/billing/bills/${bill_id}/issue`)
    t.equal(issued.status, 200, issued.message)
    await within(() =>
      claim_lines.change({ hospital_id, item_id }, { denied: 400_000, denied_on: '2026-06-01' }),
    )
    t.equal(await remindDenials(system), 0)
    clock.freeze('2026-06-12T06:00:00.000Z')
    t.equal(await remindDenials(system), 1)
    t.match(heard(), [{ to: { role: 'insurance' }, body: `${scheme.name}: 1 lines, 4,000.` }])
    clock.freeze('2026-06-22T06:00:00.000Z')
    t.equal(await remindDenials(system), 2)
    t.match(heard(), [{ to: { role: 'insurance' } }, { to: { role: 'manager' } }])
    await within(() => claim_lines.change({ hospital_id, item_id }, { accepted: 400_000 }))
    t.equal(await remindDenials(system), 0, 'until it is decided')

    const officer = await people.with('insurance')
    const batch = await officer.post('/billing/claim-batches', {
      scheme_id: scheme.id,
      month: '2026-06',
    })
    t.equal(batch.status, 201, batch.message)
    t.equal(await remindBatches(system), 0)
    t.equal(await remindMonth(system), 0)
    clock.freeze('2026-07-01T06:00:00.000Z')
    t.equal(await remindMonth(system), 1)
    t.equal(await remindBatches(system), 0, 'the 5th is not past')
    clock.freeze('2026-07-06T06:00:00.000Z')
    heard()
    t.equal(await remindBatches(system), 1)
    t.match(heard(), [{ to: { role: 'insurance' }, title: 'Claims are past their day' }])
  })

  t.test('shifts that stay open and drawers that hold much are told of', async (t) => {
    clock.freeze('2026-08-03T10:00:00.000Z')
    heard()
    const cashier = await people.with('cashier')
    const manager = await people.with('manager')
    await atDrawer(house, cashier, 400_000)
    await manager.patch('/billing/policy', { max_drawer_cash: 400_000 })
    t.equal((await watchDrawers(system)).full, 0, 'as much as allowed')
    await manager.patch('/billing/policy', { max_drawer_cash: 399_999 })
    heard()
    t.equal((await watchDrawers(system)).full, 1)
    t.match(heard(), [
      { to: { user: cashier.user.id }, title: / holds too much$/ },
      {
        to: { role: 'supervisor' },
        title: / holds 400,000$/,
        body: 'More than 399,999: drop cash to the safe.',
      },
    ])
    await manager.patch('/billing/policy', { max_drawer_cash: null })
    const before = (await watchDrawers(system)).long
    clock.advance(hours(24))
    t.equal((await watchDrawers(system)).long, before + 1, 'open for a day')
    clock.advance(hours(1))
    t.equal((await watchDrawers(system)).long, 0, 'once a day')
  })

  t.test('refunds that nobody paid for 30 days (BIL-79)', async (t) => {
    clock.freeze('2026-09-07T06:00:00.000Z')
    const clerk = await people.with('reception')
    const cashier = await people.with('cashier')
    const biller = await people.with('billing')
    const manager = await people.with('manager')
    await atDrawer(house, cashier)
    const visit = await visiting(clerk)
    const deposit = await cashier.post('/billing/deposits', {
      patient_id: visit.patient.id,
      amount: 7_000,
    })
    t.equal(deposit.status, 201, deposit.message)
    const asked = await biller.post('/billing/refunds', {
      deposit_id: deposit.data.deposit.id,
      payee_name: 'Neema',
      reason: 'Not needed',
    })
    t.equal(asked.status, 201, asked.message)
    t.equal((await manager.post(`/billing/refunds/${asked.data.id}/approve`, {})).status, 200)
    t.equal(await remindRefunds(system), 0)
    clock.advance(days(31))
    heard()
    t.equal(await remindRefunds(system), 1)
    const { number } = (await refunds.find({ hospital_id, id: asked.data.id })) ?? {}
    t.match(heard(), [
      {
        to: { role: 'manager' },
        body: `1 refunds, 7,000 in all, wait for more than 30 days; the first is ${number}.`,
      },
    ])
  })

  t.test('budgets above 90 % are in the morning’s words', async (t) => {
    clock.freeze('2026-10-05T06:00:00.000Z')
    const accountant = await people.with('accountant')
    const manager = await people.with('manager')
    const books = await ledgerOf(house)
    const made = await accountant.post('/accounting/budgets', {
      account_id: books.id('6305'),
      amount: 1_000,
      period_year: 2026,
    })
    await manager.post(`/accounting/budgets/${made.data.id}/approve`)
    await books.post(accountant, { '6305': 899, '3101': -899 })
    heard()
    await remind(system)
    t.notMatch(JSON.stringify(heard()), '6305 Insurance')
    await books.post(accountant, { '6305': 201, '3101': -201 })
    await remind(system)
    t.match(JSON.stringify(heard()), '6305 Insurance is at 110 %')
  })
})
