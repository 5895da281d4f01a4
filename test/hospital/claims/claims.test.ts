import t from 'tap'
import { clock, days } from '../../../db/clock.ts'
import { within } from '../../../db/connection.ts'
import { serviceDone } from '../../../db/hospital/billing/charge.ts'
import { bill_items } from '../../../db/hospital/billing/tables.ts'
import { linesCredited } from '../../../db/hospital/claims/gather.ts'
import { largestRemainder } from '../../../db/kinds/spread.ts'
import { claimsOfItems } from '../../../db/hospital/neighbours/claims.ts'
import type { House } from '../../support/boot.ts'
import { ledgerOf } from '../../support/books.ts'
import { boot } from '../../support/boot.ts'
import { rowCounts } from '../../support/counts.ts'
import { attach, png } from '../../support/files.ts'
import { type Insured, insured } from '../../support/insured.ts'
import { statementsOf } from '../../support/statements.ts'

const nobody_id = '01a20000-1de4-7573-b853-57b97905f91d'

t.test('an amount is spread without a rest (BIL-121)', async (t) => {
  t.same(largestRemainder(100, [1, 1, 1]), [34, 33, 33])
  t.same(largestRemainder(0, [5, 5]), [0, 0])
  t.same(largestRemainder(7, [0, 0]), [0, 0])
  t.same(
    largestRemainder(9_007_199_254_740_991, [1, 2]),
    [3_002_399_751_580_330, 6_004_799_503_160_661],
  )
})

/** A visit with issued and done lines; its claim. */
async function claimed(house: House, cast: Insured, scheme_id: string, codes: readonly string[]) {
  const visit = await cast.visit(scheme_id)
  const lines = []
  for (const code of codes) lines.push(await visit.charge(code))
  for (const [at] of codes.entries()) {
    await within(() => serviceDone(house.system, 'order', `${visit.id}-${at + 1}`, {}))
  }
  const bill_id = lines[0]?.bill_id ?? ''
  const issued = await cast.cashier.post(`/billing/bills/${bill_id}/issue`)
  if (issued.status !== 200) throw new Error(issued.message)
  const found = await cast.officer.get('/billing/claims', { patient_id: visit.patient_id })
  return { visit, bill_id, lines, claim: found.data[0] }
}

async function complete(cast: Insured, id: string) {
  const signed = await attach(
    cast.officer,
    { entity_type: 'claim', entity_id: id },
    'signature.png',
    png(4, 4),
  )
  if (signed.status !== 201) throw new Error(signed.message)
  const said = await cast.officer.patch(`/billing/claims/${id}`, {
    signature_attachment_id: signed.data.id,
    practitioner_id: cast.officer.user.id,
    diagnoses: [{ code: 'b54' }],
  })
  if (said.status !== 200) throw new Error(said.message)
  const checked = await cast.officer.post(`/billing/claims/${id}/validate`)
  if (checked.data?.status !== 'READY')
    throw new Error(JSON.stringify(checked.data ?? checked.message))
  return checked.data
}

t.test('claims and batches', async (t) => {
  const house = await boot(t)
  const { system } = house
  clock.freeze('2026-03-10T09:00:00.000Z')
  const cast = await insured(house)
  const { officer, clerk, accountant } = cast
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

  t.test('a batch is numbered without a gap, once (BIL-116, BIL-118)', async (t) => {
    const { id, name } = await cast.scheme({ facility_code: 'KT01', settlement_days: 30 })
    const made = []
    for (let n = 0; n < 3; n++) made.push((await claimed(house, cast, id, ['FBC'])).claim)
    const draft = made[2]
    for (const claim of made.slice(0, 2)) await complete(cast, claim.id)
    const asked = { scheme_id: id, month: '2026-03', all_ready: true }
    const batch = await officer.post('/billing/claim-batches', asked)
    t.equal(batch.status, 201, batch.message)
    t.match(batch.data, {
      number: /^CLB-2026-\d{6}$/,
      status: 'OPEN',
      sequence: 1,
      claims_count: 2,
      claimed: 20_000,
      moves: ['seal'],
    })
    const path = `/billing/claim-batches/${batch.data.id}`
    const refused = await officer.post(`${path}/add`, { claim_ids: [draft.id] })
    t.equal(refused.message, `Claim ${draft.number} is DRAFT. It can: validate, cancel.`)
    t.equal(
      (await officer.post(`${path}/add`, { claim_ids: [nobody_id] })).message,
      'claim_ids[0]: no such claim.',
    )
    const out = await officer.post(`${path}/remove`, { claim_ids: [made[1].id] })
    t.match(out.data, { claims_count: 1 })
    await officer.post(`${path}/add`, { claim_ids: [made[1].id] })
    const unsealed = await officer.get(`${path}/export`)
    t.equal(unsealed.message, `Batch ${batch.data.number} is OPEN: seal it first.`)
    t.equal((await accountant.post(`${path}/seal`)).status, 403)
    const sealed = await officer.post(`${path}/seal`)
    t.match(sealed.data, { status: 'SEALED', first_folio: 1, last_folio: 2 })
    t.same(
      sealed.data.claims.map((one: { serial_no: string }) => one.serial_no),
      ['KT01\\03\\2026\\00001', 'KT01\\03\\2026\\00002'],
    )
    await complete(cast, draft.id)
    const second = await officer.post('/billing/claim-batches', asked)
    await officer.post(`/billing/claim-batches/${second.data.id}/seal`)
    const early = await officer.post(`${path}/reopen`, { reason: 'One more claim' })
    t.equal(early.message, `Batch ${second.data.number} follows it: its folio numbers stand.`)
    await officer.post(`/billing/claim-batches/${second.data.id}/reopen`, { reason: 'Wrong month' })
    t.match((await officer.post(`${path}/reopen`, { reason: 'Once more' })).data, {
      status: 'OPEN',
      first_folio: null,
    })
    t.match((await officer.post(`${path}/seal`)).data, { first_folio: 1, last_folio: 2 })
    await officer.patch(`/billing/schemes/${id}`, { open_claim_month: '2026-02' })
    t.equal(
      (await officer.post(`${path}/submit`)).message,
      `${name} takes claims of 2026-02 now, not 2026-03.`,
    )
    await officer.patch(`/billing/schemes/${id}`, { open_claim_month: '2026-03' })
    t.equal(
      (await officer.post(`${path}/submit`, { submitted_on: '2026-03-11' })).message,
      'submitted_on is in the future.',
    )
    const sent = await officer.post(`${path}/submit`, { reference: 'By hand' })
    t.match(sent.data, { status: 'SUBMITTED', due_on: '2026-04-09', reference: 'By hand' })
    t.match(sent.data.claims[0], { status: 'SUBMITTED', due_on: '2026-04-09' })
    const json = await officer.get(`${path}/export`)
    t.match(JSON.parse(json.raw.toString()), {
      batch: { claims: 2, claimed: 20_000, currency: 'TZS' },
      claims: [{ folio_no: 1, lines: [{ scheme_code: 'FBC', amount: 10_000 }] }, { folio_no: 2 }],
    })
    const csv = await officer.get(`${path}/export`, { format: 'csv' })
    t.equal(csv.raw.toString().trim().split('\r\n').length, 3)
    const again = await officer.post(`${path}/seal`)
    t.equal(
      again.message,
      `Batch ${batch.data.number} is SUBMITTED. Nothing more can be done with it.`,
    )
  })

  t.test('a rejected claim keeps its folio and goes again (BIL-116)', async (t) => {
    const { id } = await cast.scheme()
    const { claim } = await claimed(house, cast, id, ['FBC'])
    await complete(cast, claim.id)
    const asked = { scheme_id: id, month: '2026-03', all_ready: true }
    const batch = await officer.post('/billing/claim-batches', asked)
    const path = `/billing/claim-batches/${batch.data.id}`
    await officer.post(`${path}/seal`)
    await officer.post(`${path}/submit`)
    const said = `/billing/claims/${claim.id}/acknowledge`
    t.equal(
      (await officer.post(said, { result: 'REJECTED' })).message,
      'errors is required for REJECTED.',
    )
    const rejected = await officer.post(said, {
      result: 'REJECTED',
      errors: [{ code: 'E7', message: 'Card unreadable' }],
    })
    t.match(rejected.data, {
      status: 'REJECTED',
      batch_id: null,
      folio_no: 1,
      errors: [{ code: 'REJECTED', message: 'E7: Card unreadable' }],
    })
    t.match((await officer.post(`/billing/claims/${claim.id}/validate`)).data, { status: 'READY' })
    const next = await officer.post('/billing/claim-batches', asked)
    const sealed = await officer.post(`/billing/claim-batches/${next.data.id}/seal`)
    t.match(sealed.data, { sequence: 2, first_folio: 1, last_folio: 1 })
  })

  t.test(
    'what is credited falls out of an early claim, of a sent one nothing (BIL-72)',
    async (t) => {
      const { id } = await cast.scheme()
      const { claim, lines } = await claimed(house, cast, id, ['FBC', 'XRAY'])
      const [first, second] = lines
      t.match(await claimsOfItems(system, [first?.item_id ?? '']), [{ submitted: false }])
      const { hospital_id } = system
      await within(async () => {
        await linesCredited(system, [{ item_id: first?.item_id ?? '', amount: 1_000_000 }])
        await bill_items.change(
          { hospital_id, id: first?.item_id ?? '' },
          { credited: 1_000_000, credited_share: 0 },
        )
      })
      t.match((await officer.get(`/billing/claims/${claim.id}`)).data, {
        claimed: 25_000,
        lines: [{ code: 'XRAY' }],
      })
      await complete(cast, claim.id)
      const asked = { scheme_id: id, month: '2026-03', all_ready: true }
      const batch = await officer.post('/billing/claim-batches', asked)
      await officer.post(`/billing/claim-batches/${batch.data.id}/seal`)
      t.match(await claimsOfItems(system, [second?.item_id ?? '']), [
        { number: claim.number, submitted: true },
      ])
    },
  )

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

  t.test('a page of many claims needs as many statements as a page of two', async (t) => {
    const asked = (per_page: string) =>
      statementsOf(() => officer.get('/billing/claims', { per_page }))
    const [few, many] = [await asked('2'), await asked('50')]
    t.equal(many.length, few.length)
    const of_batches = (per_page: string) =>
      statementsOf(() => officer.get('/billing/claim-batches', { per_page }))
    t.equal((await of_batches('50')).length, (await of_batches('1')).length)
  })
})

t.test('what schemes pay and deny', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-10T09:00:00.000Z')
  const cast = await insured(house)
  const { officer, accountant, cashier } = cast
  const books = await ledgerOf(house)
  await cast.price('FBC', 10_000)
  await cast.price('XRAY', 25_000, { category: 'Radiology' })
  const bank = (await accountant.get('/accounting/funding-accounts', { kind: 'bank' })).data[0]
  let references = 0
  const sent = async (more: Record<string, unknown> = {}) => {
    const { id } = await cast.scheme(more)
    const found = await claimed(house, cast, id, ['FBC', 'XRAY'])
    await complete(cast, found.claim.id)
    const asked = { scheme_id: id, month: '2026-03', all_ready: true }
    const batch = await officer.post('/billing/claim-batches', asked)
    await officer.post(`/billing/claim-batches/${batch.data.id}/seal`)
    await officer.post(`/billing/claim-batches/${batch.data.id}/submit`)
    const claim = (await officer.get(`/billing/claims/${found.claim.id}`)).data
    return { ...found, claim, scheme_id: id, batch_id: batch.data.id }
  }
  const enter = (scheme_id: string, body: Record<string, unknown>) => {
    references += 1
    return officer.post('/billing/remittances', {
      scheme_id,
      reference: `REF ${references}`,
      received_on: '2026-03-10',
      account_id: bank.id,
      ...body,
    })
  }
  const posted = async (scheme_id: string, body: Record<string, unknown>) => {
    const made = await enter(scheme_id, body)
    t.equal(made.status, 201, made.message)
    const done = await accountant.post(`/billing/remittances/${made.data.id}/post`)
    t.equal(done.status, 200, done.message)
    return done.data
  }
  const claimOf = async (id: string) => (await officer.get(`/billing/claims/${id}`)).data
  const balances = async (...codes: string[]) => {
    const found: Record<string, number> = {}
    for (const code of codes) found[code] = await books.balance(accountant, code)
    return found
  }

  t.test('a remittance that says nonsense is refused', async (t) => {
    const { claim, scheme_id } = await sent()
    const other = await cast.scheme()
    const line = { claim_id: claim.id, paid: 1000 }
    const before = await rowCounts()
    const cases: [Record<string, unknown>, number, string][] = [
      [{ amount: -1 }, 400, 'amount must not be negative.'],
      [{ amount: 10.005 }, 400, 'amount has more decimals than TZS allows.'],
      [{ amount: 1, received_on: '2026-03-11' }, 400, 'received_on is in the future.'],
      [{ amount: 1, account_id: nobody_id }, 404, 'account_id: no such funding account.'],
      [
        { amount: 1, lines: [{ ...line, claim_id: nobody_id }] },
        404,
        'lines[0].claim_id: no such claim of this scheme.',
      ],
      [
        { amount: 1, lines: [{ ...line, line_id: nobody_id }] },
        404,
        'lines[0].line_id: no such line of this claim.',
      ],
      [
        { amount: 1, lines: [{ ...line, paid: 0 }] },
        400,
        'lines[0].paid or denied must be more than 0.',
      ],
      [
        { amount: 1, lines: [{ ...line, denied: 5 }] },
        400,
        'lines[0].reason_code is required with denied.',
      ],
      [
        { amount: 1, lines: [{ ...line, denied: 5, reason_code: 'ZZ' }] },
        404,
        'lines[0].reason_code: no such reason.',
      ],
      [{ amount: 999, lines: [line] }, 409, 'Lines add up to 1,000, the money is 999.'],
      [
        { amount: 40_000, lines: [{ ...line, paid: 35_001 }] },
        409,
        `Claim ${claim.number}: only 35,000 is pending.`,
      ],
    ]
    for (const [body, status, message] of cases) {
      const refused = await enter(scheme_id, body)
      t.same([refused.status, refused.message], [status, message])
    }
    t.equal((await enter(other.id, { amount: 1000, lines: [line] })).status, 404)
    t.same(await rowCounts(), before)
    const made = await enter(scheme_id, { amount: 1000, lines: [line] })
    const twice = await enter(scheme_id, {
      amount: 5,
      reference: made.data.reference.toLowerCase(),
    })
    t.equal(
      twice.message,
      `${made.data.reference.toLowerCase()} was already entered as ${made.data.number}.`,
    )
    t.equal((await officer.post(`/billing/remittances/${made.data.id}/post`)).status, 403)
    const changed = await officer.patch(`/billing/remittances/${made.data.id}`, { amount: 2000 })
    t.match(changed.data, { allocated: 1000, unallocated: 1000 })
  })

  t.test('money, withheld tax and what is left over are booked (P-25, BIL-123)', async (t) => {
    const { claim, scheme_id, batch_id, bill_id } = await sent()
    const codes = ['1203', '1304', '2202']
    const before = await balances(...codes)
    const money = bank.balance
    const done = await posted(scheme_id, {
      amount: 33_000,
      withheld_tax: 3000,
      certificate_no: 'W-1',
      lines: [{ claim_id: claim.id, paid: 35_000 }],
    })
    t.match(done, { status: 'POSTED', allocated: 35_000, unallocated: 1000, moves: [] })
    t.match(await claimOf(claim.id), {
      status: 'PAID',
      paid: 35_000,
      pending: 0,
      lines: [{ paid: 10_000 }, { paid: 25_000 }],
    })
    const after = await balances(...codes)
    t.same(
      codes.map((code) => (after[code] ?? 0) - (before[code] ?? 0)),
      [-35_000, 3000, 1000],
    )
    const now = (await accountant.get('/accounting/funding-accounts', { kind: 'bank' })).data[0]
    t.equal(now.balance - money, 33_000)
    t.match((await cashier.get(`/billing/bills/${bill_id}`)).data, {
      scheme_due: 0,
      status: 'SETTLED',
    })
    t.match((await officer.get(`/billing/claim-batches/${batch_id}`)).data, { status: 'SETTLED' })
    const path = `/billing/remittances/${done.id}`
    t.equal(
      (await officer.patch(path, { amount: 1 })).message,
      `Remittance ${done.number} is POSTED. It can: reverse.`,
    )
    const back = await accountant.post(`${path}/reverse`, { reason: 'Other scheme' })
    t.match(back.data, { status: 'REVERSED', reverse_reason: 'Other scheme' })
    t.match(await claimOf(claim.id), { status: 'SUBMITTED', paid: 0, pending: 35_000 })
    t.same(await balances(...codes), before)
    t.match((await cashier.get(`/billing/bills/${bill_id}`)).data, { scheme_due: 35_000 })
    t.match((await officer.get(`/billing/claim-batches/${batch_id}`)).data, {
      status: 'PART_SETTLED',
    })
  })

  t.test('what is denied is given up, or the patient’s, or appealed (P-26 to P-28)', async (t) => {
    const { claim, scheme_id, bill_id } = await sent()
    const [fbc, xray] = claim.lines
    await posted(scheme_id, {
      amount: 15_000,
      lines: [
        { claim_id: claim.id, line_id: fbc.id, paid: 0, denied: 10_000, reason_code: 'd02' },
        { claim_id: claim.id, line_id: xray.id, paid: 15_000, denied: 10_000, reason_code: 'D04' },
      ],
    })
    t.match(await claimOf(claim.id), { status: 'PART_PAID', paid: 15_000, denied: 20_000 })
    const open = await officer.get('/billing/denials', { decided: 'false', scheme_id })
    t.equal(open.data.length, 2)
    t.match(open.data[0], { undecided: 10_000, decision: 'NONE', days: 0 })
    const path = `/billing/claims/${claim.id}`
    t.match(
      (await officer.post(`${path}/close`)).message,
      /has denied lines that nobody decided\.$/,
    )
    const codes = ['1201', '1203', '1206', '4304']
    const before = await balances(...codes)
    const moved = async () => {
      const after = await balances(...codes)
      return codes.map((code) => (after[code] ?? 0) - (before[code] ?? 0))
    }
    const decide = (line_id: string, decision: string) =>
      officer.post(`${path}/decide`, { decisions: [{ line_id, decision }] })
    const unsigned = await decide(fbc.id, 'PATIENT')
    t.equal(
      unsigned.message,
      'The patient did not sign for Name of FBC: 10,000 cannot be asked for.',
    )
    t.equal((await decide(xray.id, 'PATIENT')).status, 200)
    t.match((await cashier.get(`/billing/bills/${bill_id}`)).data, {
      status: 'ISSUED',
      balance: 10_000,
      moved_from_scheme: 10_000,
      scheme_due: 10_000,
    })
    t.same(await moved(), [10_000, -10_000, 0, 0])
    t.equal((await decide(xray.id, 'NONE')).status, 200)
    t.same(await moved(), [0, 0, 0, 0])
    await decide(xray.id, 'PATIENT')
    const appealed = await officer.post(`${path}/appeal`, {
      line_ids: [fbc.id],
      note: 'The finding is attached',
    })
    t.match(appealed.data, { status: 'APPEALED' })
    t.same(await moved(), [10_000, -20_000, 10_000, 0])
    await posted(scheme_id, {
      amount: 4000,
      lines: [
        { claim_id: claim.id, line_id: fbc.id, paid: 4000, denied: 6000, reason_code: 'D02' },
      ],
    })
    t.match(await claimOf(claim.id), { status: 'DENIED_FINAL', paid: 19_000, denied: 16_000 })
    t.same(await moved(), [10_000, -20_000, 6000, 0])
    const given_up = await decide(fbc.id, 'ACCEPT')
    t.equal(given_up.status, 200, given_up.message)
    t.same(await moved(), [10_000, -20_000, 0, -6000], 'a loss stands against income')
    const closed = await officer.post(`${path}/close`)
    t.match(closed.data, { status: 'CLOSED', moves: [] })
    t.match((await cashier.get(`/billing/bills/${bill_id}`)).data, { scheme_due: 0 })
    t.equal(
      (await decide(fbc.id, 'NONE')).message,
      `Claim ${claim.number} is CLOSED. Nothing more can be done with it.`,
    )
  })

  t.test('a decision is undone on its day alone; appeals have an end (BIL-125)', async (t) => {
    const { claim, scheme_id } = await sent({ appeal_days: 10 })
    const done = await posted(scheme_id, {
      amount: 0,
      lines: [{ claim_id: claim.id, paid: 0, denied: 35_000, reason_code: 'D01' }],
    })
    t.match(await claimOf(claim.id), { status: 'DENIED', denied: 35_000 })
    const [line] = claim.lines
    const path = `/billing/claims/${claim.id}`
    const decide = (decision: string, by = officer) =>
      by.post(`${path}/decide`, { decisions: [{ line_id: line.id, decision }] })
    t.equal((await decide('NONE')).message, 'Name of FBC was not decided.')
    await decide('ACCEPT')
    t.equal((await decide('ACCEPT')).message, 'Nothing of Name of FBC is left to decide.')
    const built = await accountant.post(`/billing/remittances/${done.id}/reverse`, {
      reason: 'Mistyped',
    })
    t.match(built.message, /was decided upon after remittance/)
    clock.advance(days(11))
    const later = await house.people.with('insurance')
    t.equal(
      (await decide('NONE', later)).message,
      'Name of FBC was decided on 2026-03-10: it stands.',
    )
    const late = await later.post(`${path}/appeal`, {
      line_ids: [claim.lines[1].id],
      note: 'Too late',
    })
    t.match(late.message, /took appeals on claim .* until 2026-03-20\.$/)
    clock.freeze('2026-03-10T09:00:00.000Z')
  })

  t.test('reasons are the hospital’s own; one that was used stays', async (t) => {
    const [first] = (await officer.get('/billing/denial-reasons')).data
    t.match(first, { code: 'D01', kind: 'TECHNICAL' })
    const only = { reasons: [{ code: 'X1', name: 'Other words', kind: 'OTHER' }] }
    const refused = await officer.put('/billing/denial-reasons', only)
    t.match(refused.message, /^Reason D0\d was used: it can only be deactivated\.$/)
  })

  t.test('what schemes owe in the ledger is what their bills say (BIL-17)', async (t) => {
    const bills = (await cashier.get('/billing/bills', { per_page: '200' })).data
    const due = bills.reduce((sum: number, one: { scheme_due: number }) => sum + one.scheme_due, 0)
    const { 1203: owed = 0, 1206: appealed = 0 } = await balances('1203', '1206')
    t.equal(owed + appealed, due)
    for (const one of bills) {
      const { patient_share, moved_from_scheme, paid, balance } = one
      t.equal(patient_share + moved_from_scheme, paid + balance, one.number)
    }
  })
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
