import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { run, within } from '../../../../db/store/connection.ts'
import { bill_items } from '../../../../db/hospital/money/billing/bills/tables.ts'
import { isSettled } from '../../../../db/hospital/money/billing/charges/clearance.ts'
import { verify } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import { sql } from '../../../../db/store/sql.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { tamper } from '../../../support/programs/tamper.ts'
import { rowCounts } from '../../../support/counts.ts'
import { complete } from '../../../support/money/claims.ts'
import { insured } from '../../../support/money/insured.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { somebody } from '../../../support/desk/visits.ts'

const nobody_id = '01a20000-1de4-7573-b853-57b97905f91d'

// BIL-50, P-13: a scheme takes over a part of what is left to pay.

t.test('insurance as a payment', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-10T09:00:00.000Z')
  const cast = await insured(house)
  const { officer, clerk, cashier, accountant, manager } = cast
  const supervisor = await people.with('supervisor', 'cashier', 'billing')
  const nurse = await people.with('nurse')
  const books = await ledgerOf(house)
  await atDrawer(house, cashier, 100_000)
  await cast.price('FBC', 10_000)
  await cast.price('XRAY', 25_000, { category: 'Radiology' })
  const pay = (bill_id: string, body: Record<string, unknown>) =>
    cashier.post(`/billing/bills/${bill_id}/payments`, { method: 'Insurance', ...body })
  const bill = async (id: string) => (await cashier.get(`/billing/bills/${id}`)).data
  const balances = async () => {
    const found: Record<string, number> = {}
    for (const code of ['1201', '1202', '1203']) found[code] = await books.balance(accountant, code)
    return found
  }
  const claimsOf = async (patient_id: string) =>
    (await officer.get('/billing/claims', { patient_id })).data
  const joins = async (patient_id: string, scheme_id: string, more: object = {}) => {
    const member_no = `S-${patient_id.slice(-8)}`
    const made = await clerk.post('/billing/memberships', {
      patient_id,
      scheme_id,
      member_no,
      card_no: `${member_no}1`,
      priority: 2,
      ...more,
    })
    t.equal(made.status, 201, made.message)
    return made.data
  }
  /** A bill of a blood count and an X-ray, of which the first scheme pays this much in the hundred. */
  const shared = async (coverage_pct = 80, more: Record<string, unknown> = {}) => {
    const first = await cast.scheme({ coverage_pct, ...more })
    const visit = await cast.visit(first.id)
    const { bill_id } = await visit.charge('FBC')
    await visit.charge('XRAY')
    return { first, visit, bill_id }
  }

  t.test('a second scheme pays what the first leaves, without any money (P-13)', async (t) => {
    const { visit, bill_id, first } = await shared()
    const second = await cast.scheme({ kind: 'NATIONAL' })
    const member = await joins(visit.patient_id, second.id)
    await cashier.post(`/billing/bills/${bill_id}/issue`)
    const before = await balances()
    const shift = await cashier.get('/billing/shifts/current')
    const paid = await pay(bill_id, { amount: 7000, scheme_id: second.id })
    t.equal(paid.status, 201, paid.message)
    t.match(paid.data, {
      change: 0,
      payment: {
        method: 'Insurance',
        status: 'RECORDED',
        amount: 7000,
        scheme_id: second.id,
        payer_name: second.name,
        clearing: 'NOT_NEEDED',
        account_id: null,
        shift_id: null,
        tendered: null,
        allocations: [{ amount: 2000 }, { amount: 5000 }],
      },
      bill: { status: 'SETTLED', insured: 7000, balance: 0, scheme_due: 28_000, paid: 0 },
    })
    t.match(paid.data.payment.number, /^ADJ-2026-\d{6}$/, 'BIL-40: no receipt of money')
    t.match(
      paid.data.bill.items.map((one: Record<string, unknown>) => one['authorised_by']),
      ['COVERED', 'COVERED'],
    )
    t.match(await within_gate(visit.id), { settled: true, reason: 'COVERED' })
    const after = await balances()
    t.equal((after['1201'] ?? 0) - (before['1201'] ?? 0), -7000)
    t.equal((after['1202'] ?? 0) - (before['1202'] ?? 0), 7000)
    t.equal(after['1203'], before['1203'])
    t.same((await cashier.get('/billing/shifts/current')).data, shift.data, 'nothing in the till')
    const [one, two] = await claimsOf(visit.patient_id)
    t.same(
      new Map([one, two].map(({ scheme_id, claimed }) => [scheme_id, claimed])),
      new Map([
        [first.id, 28_000],
        [second.id, 7000],
      ]),
      'each scheme has a claim of its own part',
    )
    t.equal([one, two].find(({ scheme_id }) => scheme_id === second.id).membership_id, member.id)
  })

  const within_gate = (visit_id: string) => isSettled(system, 'order', `${visit_id}-1`)

  t.test('the scheme of the bill takes more once its rules allow it', async (t) => {
    const { visit, bill_id, first } = await shared(60)
    const issued = await cashier.post(`/billing/bills/${bill_id}/issue`)
    t.match(issued.data, { balance: 14_000, scheme_due: 21_000 })
    const before = await rowCounts()
    t.match(await pay(bill_id, { amount: 1000 }), {
      status: 409,
      message: `${first.name} covers 0 of these lines.`,
    })
    t.same(await rowCounts(), before, 'a refusal leaves nothing')
    await officer.patch(`/billing/schemes/${first.id}`, { coverage_pct: 90 })
    const [fbc, xray] = issued.data.items
    t.match(await pay(bill_id, { amount: 10_501 }), {
      status: 409,
      message: `${first.name} covers 10,500 of these lines.`,
    })
    t.match(await pay(bill_id, { amount: 3001, item_ids: [fbc.id] }), {
      status: 409,
      message: `${first.name} covers 3,000 of these lines.`,
    })
    t.match(await pay(bill_id, { amount: 7500, item_ids: [xray.id] }), {
      status: 201,
      data: {
        bill: {
          status: 'PART_PAID',
          insured: 7500,
          balance: 6500,
          scheme_due: 28_500,
          items: [{ balance: 4000 }, { balance: 2500, settled: 7500 }],
        },
      },
    })
    t.match(await claimsOf(visit.patient_id), [{ claimed: 28_500, status: 'DRAFT' }])
    t.match(await pay(bill_id, { amount: 3001 }), {
      message: `${first.name} covers 3,000 of these lines.`,
    })
    const [claim] = await claimsOf(visit.patient_id)
    const opened = (await officer.get(`/billing/claims/${claim.id}`)).data
    t.same(
      opened.lines.map(({ amount }: { amount: number }) => amount),
      [6000, 22_500],
    )
  })

  t.test('never above its ceilings, which it uses up (BIL-104, BIL-34)', async (t) => {
    const { visit, bill_id } = await shared(0)
    const second = await cast.scheme({ coverage_pct: 100 })
    const plan = await officer.post(`/billing/schemes/${second.id}/plans`, {
      code: 'p',
      name: 'Plain',
      year_ceiling: 12_000,
    })
    const { id } = await joins(visit.patient_id, second.id, { plan_id: plan.data.id })
    await cashier.post(`/billing/bills/${bill_id}/issue`)
    const asked = { scheme_id: second.id, membership_id: id }
    t.match(await pay(bill_id, { amount: 12_001, ...asked }), {
      status: 409,
      message: `${second.name} covers 12,000 of these lines.`,
    })
    const paid = await pay(bill_id, { amount: 8000, ...asked })
    t.equal(paid.status, 201, paid.message)
    const year = async () => {
      const { balances: left } = (await clerk.get(`/billing/memberships/${id}`)).data
      return left.year_left
    }
    t.equal(await year(), 4000)
    t.match(await pay(bill_id, { amount: 4001, ...asked }), {
      message: `${second.name} covers 4,000 of these lines.`,
    })
    const path = `/billing/payments/${paid.data.payment.id}/reverse`
    t.match(await supervisor.post(path, { reason: 'Wrong scheme' }), { status: 200 })
    t.equal(await year(), 12_000)
    t.match(await bill(bill_id), { status: 'ISSUED', insured: 0, balance: 35_000 })
    t.same(await claimsOf(visit.patient_id).then((all) => all.map(({ status }: never) => status)), [
      'CANCELLED',
    ])
    t.match(await supervisor.post(path, { reason: 'Wrong scheme' }), { status: 409 })
  })

  t.test('what is asked wrongly is refused and leaves nothing', async (t) => {
    const { visit, bill_id, first } = await shared()
    await cashier.post(`/billing/bills/${bill_id}/issue`)
    const second = await cast.scheme()
    const third = await cast.scheme()
    const strict = await cast.scheme({ authorisation_required: true })
    await joins(visit.patient_id, strict.id)
    const other = await somebody(clerk)
    const foreign = await joins(other.id, second.id)
    const mine = await joins(visit.patient_id, third.id)
    await clerk.post(`/billing/memberships/${mine.id}/suspend`, { reason: 'Premium not paid' })
    const closed = await cast.scheme()
    await officer.patch(`/billing/schemes/${closed.id}`, { active: false })
    const self = await somebody(clerk)
    const own = await cashier.post('/billing/bills', {
      patient_id: self.id,
      items: [{ code: 'FBC' }],
    })
    const name = (await bill(bill_id)).patient_name
    const before = await rowCounts()
    const cases: [string, Record<string, unknown>, number, string][] = [
      [own.data.id, { amount: 1000 }, 400, 'scheme_id is required for Insurance.'],
      [bill_id, { amount: 0 }, 400, 'amount must be more than 0.'],
      [bill_id, { amount: 1, scheme_id: nobody_id }, 404, 'scheme_id: no such scheme.'],
      [bill_id, { amount: 1, membership_id: nobody_id }, 404, 'membership_id: no such membership.'],
      [
        bill_id,
        { amount: 1, scheme_id: first.id, membership_id: mine.id },
        400,
        'membership_id is of another scheme.',
      ],
      [bill_id, { amount: 1, membership_id: foreign.id }, 409, `This membership is not ${name}'s.`],
      [
        bill_id,
        { amount: 1, scheme_id: second.id },
        409,
        `${name} is no active member of ${second.name}.`,
      ],
      [
        bill_id,
        { amount: 1, membership_id: mine.id },
        409,
        `${name} is no active member of ${third.name}.`,
      ],
      [bill_id, { amount: 1, scheme_id: closed.id }, 409, `${closed.name} is not active.`],
      [bill_id, { amount: 7001 }, 409, 'Only 7,000 is due. Cash gives change; Insurance does not.'],
      [
        bill_id,
        { amount: 1, scheme_id: strict.id },
        409,
        `${strict.name} wants an authorisation number.`,
      ],
      [bill_id, { amount: 1, item_ids: [nobody_id] }, 404, 'No such item.'],
    ]
    for (const [id, body, status, message] of cases) {
      const refused = await pay(id, body)
      t.equal(refused.message, message)
      t.equal(refused.status, status, message)
    }
    t.same(await rowCounts(), before)
    const path = `/billing/bills/${bill_id}/payments`
    t.equal((await nurse.post(path, { method: 'Insurance', amount: 1 })).status, 403)
    t.equal((await clerk.post(path, { method: 'Insurance', amount: 1 })).status, 403)
    const given = await clerk.post('/billing/authorisations', {
      membership_id: (await clerk.get('/billing/memberships', { scheme_id: strict.id })).data[0].id,
      visit_id: visit.id,
      visit_type: 1,
      number: 'AUTH-9',
    })
    t.equal(given.status, 201, given.message)
    const paid = await officer.post(path, {
      method: 'Insurance',
      amount: 7000,
      scheme_id: strict.id,
    })
    t.equal(paid.status, 201, 'claim:manage may, without a till')
    const all = await claimsOf(visit.patient_id)
    const of_strict = all.find(({ scheme_id }: { scheme_id: string }) => scheme_id === strict.id)
    t.equal(of_strict.authorisation_no, 'AUTH-9')
  })

  t.test('a draft is issued first; nobody without the right to issue does (BIL-41)', async (t) => {
    const patient = await somebody(clerk)
    const scheme = await cast.scheme()
    await joins(patient.id, scheme.id)
    const draft = await cashier.post('/billing/bills', {
      patient_id: patient.id,
      payer: 'Self',
      items: [{ code: 'FBC' }, { code: 'XRAY' }],
    })
    const path = `/billing/bills/${draft.data.id}/payments`
    const asked = { method: 'Insurance', amount: 5000, scheme_id: scheme.id }
    t.equal((await officer.post(path, asked)).status, 403)
    const paid = await cashier.post(path, { ...asked, item_ids: [draft.data.items[0].id] })
    t.equal(paid.status, 201, paid.message)
    t.match(paid.data.bill, { status: 'PART_PAID', balance: 5000, items: [{ settled: 5000 }] })
    t.match(await bill(draft.data.id), { status: 'DRAFT', total: 25_000 })
  })

  t.test('a credit note takes it out of that scheme and its claim (BIL-71, P-18)', async (t) => {
    const { visit, bill_id, first } = await shared()
    const second = await cast.scheme({ kind: 'NATIONAL' })
    await joins(visit.patient_id, second.id)
    await cashier.post(`/billing/bills/${bill_id}/issue`)
    const paid = await pay(bill_id, { amount: 7000, scheme_id: second.id })
    const before = await balances()
    const [fbc] = (await bill(bill_id)).items
    await manager.patch('/billing/policy', { credit_note_self_limit: 1_000_000 })
    const note = await supervisor.post('/billing/credit-notes', {
      bill_id,
      reason: 'Not done',
      reason_code: 'NOT_DONE',
      lines: [{ item_id: fbc.id }],
      issue: true,
    })
    t.equal(note.status, 201, note.message)
    t.match(note.data, { total: 10_000, scheme_part: 8000, insured_part: 2000, paid_part: 0 })
    const after = await balances()
    t.equal((after['1202'] ?? 0) - (before['1202'] ?? 0), -2000)
    t.equal((after['1203'] ?? 0) - (before['1203'] ?? 0), -8000)
    t.match(await bill(bill_id), { insured: 5000, balance: 0, scheme_due: 20_000 })
    const claims = await claimsOf(visit.patient_id)
    t.same(
      new Map(claims.map((one: Record<string, unknown>) => [one['scheme_id'], one['claimed']])),
      new Map([
        [first.id, 20_000],
        [second.id, 5000],
      ]),
    )
    t.match(
      await supervisor.post(`/billing/payments/${paid.data.payment.id}/reverse`, {
        reason: 'Wrong scheme',
      }),
      { status: 409, message: /^A part of ADJ-.* was credited: credit the rest of bill INV-/ },
    )
  })

  t.test('its denial makes it the patient’s again, and that can be undone (BIL-125)', async (t) => {
    const { visit, bill_id } = await shared(0)
    const second = await cast.scheme({ kind: 'NATIONAL' })
    await joins(visit.patient_id, second.id)
    await cashier.post(`/billing/bills/${bill_id}/issue`)
    const paid = await pay(bill_id, { amount: 10_000, scheme_id: second.id })
    t.equal(paid.status, 201, paid.message)
    const [claim] = await claimsOf(visit.patient_id)
    await within(() =>
      run(sql`update bill_items set service_status = 'DONE' where bill_id = ${bill_id}`),
    )
    await complete(cast, claim.id)
    const batch = await officer.post('/billing/claim-batches', {
      scheme_id: second.id,
      month: '2026-03',
      all_ready: true,
    })
    await officer.post(`/billing/claim-batches/${batch.data.id}/seal`)
    await officer.post(`/billing/claim-batches/${batch.data.id}/submit`)
    t.match(
      await supervisor.post(`/billing/payments/${paid.data.payment.id}/reverse`, {
        reason: 'Wrong scheme',
      }),
      {
        status: 409,
        message: `Claim ${claim.number} was already submitted: ask the insurer desk.`,
      },
    )
    const remit = await officer.post('/billing/remittances', {
      scheme_id: second.id,
      reference: 'R-1',
      received_on: '2026-03-10',
      account_id: (await accountant.get('/accounting/funding-accounts', { kind: 'bank' })).data[0]
        .id,
      amount: 6000,
      lines: [{ claim_id: claim.id, paid: 6000, denied: 4000, reason_code: 'D01' }],
    })
    t.equal(remit.status, 201, remit.message)
    await accountant.post(`/billing/remittances/${remit.data.id}/post`)
    const opened = (await officer.get(`/billing/claims/${claim.id}`)).data
    const [line] = opened.lines
    const { hospital_id } = system
    await within(() => bill_items.change({ hospital_id, bill_id }, { difference_accepted: true }))
    const decide = (decision: string) =>
      officer.post(`/billing/claims/${claim.id}/decide`, {
        decisions: [{ line_id: line.id, decision }],
      })
    const before = await balances()
    const decided = await decide('PATIENT')
    t.equal(decided.status, 200, decided.message)
    t.match(await bill(bill_id), { insured: 6000, balance: 29_000, moved_from_scheme: 0 })
    const after = await balances()
    t.equal((after['1201'] ?? 0) - (before['1201'] ?? 0), 4000)
    t.equal((after['1202'] ?? 0) - (before['1202'] ?? 0), -4000)
    t.equal((await decide('NONE')).status, 200)
    t.match(await bill(bill_id), { insured: 10_000, balance: 25_000 })
    t.same(await balances(), before)
  })

  t.test('the books agree with the bills and can be built anew (ACC-93, ACC-108)', async (t) => {
    const found = await verify(system)
    t.same(
      found.checks.filter(({ state }) => state === 'FAILED'),
      [],
    )
    await rebuilt(t, house, 5)
  })

  t.test('what another scheme than the bill’s own took over is held to its payments', async (t) => {
    for (const column of ['insured', 'due']) {
      await tamper(house, [`update bill_schemes set ${column} = ${column} + 1`], [])
      const { checks } = await verify(system, { only: ['ACC-122'] })
      t.match(checks, [{ state: 'FAILED', first: /^BIL-17 INV-.+ other scheme$/ }], column)
      await tamper(house, [`update bill_schemes set ${column} = ${column} - 1`], [])
    }
    t.equal((await verify(system, { only: ['ACC-122'] })).failed, 0)
  })
})
