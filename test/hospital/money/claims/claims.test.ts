// Claims as bills make them, are checked and completed, and follow their bills.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { claimed, complete } from '../../../support/money/claims.ts'
import { rowCounts } from '../../../support/counts.ts'
import { insured } from '../../../support/money/insured.ts'

const nobody_id = '01a20000-1de4-7573-b853-57b97905f91d'

t.test('claims', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-10T09:00:00.000Z')
  const cast = await insured(house)
  const { officer, clerk } = cast
  await cast.price('FBC', 10_000)
  await cast.price('XRAY', 25_000, { category: 'Radiology' })

  t.test('a bill with a share of a scheme makes its claim (BIL-113 to BIL-115)', async (t) => {
    const { id, name } = await cast.scheme({ coverage_pct: 80 })
    const { claim, visit, bill_id } = await claimed(house, cast, id, ['FBC', 'XRAY'])
    t.match(claim, {
      number: /^CLM-2026-\d{6}$/,
      status: 'DRAFT',
      scheme_name: name,
      visit_id: visit.id,
      claim_year: 2026,
      claim_month: 3,
      patient_type: 'OUT',
      claimed: 28_000,
      pending: 28_000,
      card_no: /^C-/,
      folio_no: null,
      moves: ['validate', 'cancel'],
    })
    const opened = await officer.get(`/billing/claims/${claim.id}`)
    t.match(opened.data.lines, [
      { scheme_code: 'FBC', amount: 8000, pending: 8000 },
      { amount: 20_000 },
    ])
    t.equal((await clerk.get(`/billing/claims/${claim.id}`)).status, 403)
    await complete(cast, claim.id)
    const more = await visit.charge('FBC')
    t.not(more.bill_id, bill_id)
    await cast.cashier.post(`/billing/bills/${more.bill_id}/issue`)
    const extended = await officer.get(`/billing/claims/${claim.id}`)
    t.match(extended.data, { status: 'DRAFT', claimed: 36_000 }, 'READY falls back to DRAFT')
    t.equal(extended.data.lines.length, 3)
    const scheme = (await officer.get(`/billing/schemes`, { search: name })).data[0]
    t.match(scheme, { open_claims: 1, claimed_unpaid: 36_000 })
  })

  t.test('a check says everything that is wrong at once (BIL-112)', async (t) => {
    const { id } = await cast.scheme({
      authorisation_required: true,
      claim_format: 'NHIF_FOLIO',
      open_claim_month: '2026-04',
    })
    const visit = await cast.visit(id)
    const line = await visit.charge('FBC')
    await cast.cashier.post(`/billing/bills/${line.bill_id}/issue`)
    const [claim] = (await officer.get('/billing/claims', { patient_id: visit.patient_id })).data
    await officer.patch(`/billing/claims/${claim.id}`, { card_no: '' })
    const checked = await officer.post(`/billing/claims/${claim.id}/validate`)
    t.equal(checked.data.status, 'DRAFT')
    t.same(checked.data.errors.map((one: { code: string }) => one.code).toSorted(), [
      'ITEM_NOT_DONE',
      'LATE',
      'NO_AUTHORISATION',
      'NO_CARD',
      'NO_DIAGNOSIS',
      'NO_PRACTITIONER',
      'NO_SCHEME_CODE',
      'NO_SIGNATURE',
    ])
    const listed = await officer.get('/billing/claims', { error: 'NO_CARD' })
    t.equal(listed.data.length, 1)
    const month = await officer.post('/billing/claims/validate', {
      scheme_id: id,
      month: '2026-03',
    })
    t.match(month.data, { ready: 0, with_errors: 1 })
    t.equal(month.data.by_code.length, 8)
    t.equal(
      (await officer.post('/billing/claims/validate', { scheme_id: id, month: '2026-13' })).message,
      'month must be a month like 2026-03.',
    )
    const provisional = { diagnoses: [{ code: 'B54', status: 'PROVISIONAL' }] }
    await officer.patch(`/billing/claims/${claim.id}`, provisional)
    const again = await officer.post(`/billing/claims/${claim.id}/validate`)
    t.ok(again.data.errors.some((one: { code: string }) => one.code === 'NO_FINAL_DIAGNOSIS'))
  })

  t.test(
    'a line that was billed by hand is done: no area will ever say so (BIL-112)',
    async (t) => {
      const { id } = await cast.scheme()
      const visit = await cast.visit(id)
      const biller = await house.people.with('billing')
      const bill = await biller.post('/billing/bills', {
        patient_id: visit.patient_id,
        visit_id: visit.id,
        scheme_id: id,
        items: [{ code: 'FBC' }],
      })
      t.equal(bill.status, 201, bill.message)
      await cast.cashier.post(`/billing/bills/${bill.data.id}/issue`)
      const [claim] = (await officer.get('/billing/claims', { patient_id: visit.patient_id })).data
      const checked = await officer.post(`/billing/claims/${claim.id}/validate`)
      const codes = checked.data.errors.map((one: { code: string }) => one.code)
      t.notOk(codes.includes('ITEM_NOT_DONE'), codes.join())
    },
  )

  t.test('a claim is completed only while it is early', async (t) => {
    const { id } = await cast.scheme()
    const { claim } = await claimed(house, cast, id, ['FBC'])
    const path = `/billing/claims/${claim.id}`
    const cases: [Record<string, unknown>, number, string][] = [
      [{ visit_type: 5 }, 400, 'visit_type must be between 1 and 4.'],
      [{ signature_attachment_id: nobody_id }, 404, 'signature_attachment_id: no such attachment.'],
    ]
    const before = await rowCounts()
    for (const [body, status, message] of cases) {
      const refused = await officer.patch(path, body)
      t.same([refused.status, refused.message], [status, message])
    }
    t.same(await rowCounts(), before)
    await complete(cast, claim.id)
    const late = await officer.patch(path, { card_no: '7' })
    t.equal(late.message, `Claim ${claim.number} is READY. It can: reopen, add, cancel.`)
    t.match((await officer.post(`${path}/reopen`)).data, { status: 'DRAFT' })
    const owed = await officer.post(`${path}/cancel`, { reason: 'Not wanted' })
    t.match(owed.message, /rebill or credit them first\.$/)
  })

  t.test('a credit note takes the scheme’s part out of bill, claim and ceiling', async (t) => {
    const { id } = await cast.scheme({ coverage_pct: 80, account_id: null })
    const { claim, bill_id, lines, visit } = await claimed(house, cast, id, ['FBC', 'XRAY'])
    const billing = await house.people.with('billing')
    const supervisor = await house.people.with('supervisor')
    const made = await billing.post('/billing/credit-notes', {
      bill_id,
      reason: 'Not done after all',
      reason_code: 'OTHER',
      lines: [{ item_id: lines[0]?.item_id }],
    })
    t.equal(made.status, 201, made.message)
    const issued = await supervisor.post(`/billing/credit-notes/${made.data.id}/issue`)
    t.equal(issued.status, 200, issued.message)
    t.match(issued.data, { scheme_part: 8000, unpaid_part: 2000 })
    const bill = (await cast.cashier.get(`/billing/bills/${bill_id}`)).data
    t.match(bill, { scheme_due: 20_000, balance: 5000 })
    t.match((await officer.get(`/billing/claims/${claim.id}`)).data, { claimed: 20_000 })
    const member = await clerk.get(`/billing/memberships/${visit.membership_id}`)
    t.match(member.data.balances, { year_used: 20_000 })
  })

  t.test(
    'a covered bill is cancelled on its day, and its lines are covered anew (3.1)',
    async (t) => {
      const { id } = await cast.scheme()
      const { claim, bill_id, visit } = await claimed(house, cast, id, ['FBC'])
      const supervisor = await house.people.with('supervisor')
      const done = await supervisor.post(`/billing/bills/${bill_id}/cancel`, {
        reason: 'Wrong branch',
      })
      t.equal(done.status, 200, done.message)
      t.match(done.data, { status: 'CANCELLED', scheme_due: 0 })
      t.match((await officer.get(`/billing/claims/${claim.id}`)).data, { status: 'CANCELLED' })
      const drafts = await cast.cashier.get('/billing/bills', {
        patient_id: visit.patient_id,
        status: 'DRAFT',
      })
      t.match(drafts.data, [{ scheme_share: 10_000, scheme_due: 0 }])
      const again = await cast.cashier.post(`/billing/bills/${drafts.data[0].id}/issue`)
      t.match(again.data, { status: 'SETTLED', scheme_due: 10_000 })
      const found = await officer.get('/billing/claims', {
        patient_id: visit.patient_id,
        status: 'DRAFT',
      })
      t.match(found.data, [{ claimed: 10_000 }])
    },
  )
})

t.test(
  'a visit after midnight belongs to the new day and month, where the hospital is',
  async (t) => {
    const house = await boot(t)
    clock.freeze('2026-03-31T21:30:00.000Z')
    t.teardown(() => clock.release())
    const cast = await insured(house)
    await cast.price('FBC', 10_000)
    const { id } = await cast.scheme({ coverage_pct: 80 })
    const { claim } = await claimed(house, cast, id, ['FBC'])
    const { data } = await cast.officer.get(`/billing/claims/${claim.id}`)
    t.match(data, { attendance_on: '2026-04-01', claim_month: 4 })
  },
)
