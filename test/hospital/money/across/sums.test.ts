// What documents say beside the ledger (ACC-116, ACC-118, ACC-122, ACC-129): a house with a bill, a
// claim, an approval, a deposit, a shift and returns; each sum is broken behind its back, named by the
// proof with its record, and mended again.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { verify } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import {
  discountBill,
  undiscountBill,
} from '../../../../db/hospital/money/billing/bills/discounts.ts'
import { fiscalReceipts } from '../../../../db/hospital/neighbours/books.ts'
import { newId } from '../../../../db/core/ids.ts'
import { answering } from '../../../support/answers.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { remitting } from '../../../support/money/remitting.ts'
import { tamper } from '../../../support/programs/tamper.ts'

t.test('sums of documents', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-10T09:00:00.000Z')
  const { cast, bank, sent, posted } = await remitting(t, house)
  const { officer, cashier, accountant } = cast
  const biller = await people.with('billing')
  const chief = await people.with('chief_accountant')
  const supervisor = await people.with('supervisor')
  const books = await ledgerOf(house)
  await atDrawer(house, cashier, 20_000)
  const ok = ({ status, message }: { status: number; message: string }) =>
    t.ok(status < 300, message)

  // A claim of 35,000 of which 20,000 came, 10,000 is denied.
  const { claim, scheme_id } = await sent()
  await posted(scheme_id, {
    amount: 20_000,
    lines: [{ claim_id: claim.id, line_id: claim.lines[1].id, paid: 20_000 }],
  })
  // An approval of 300,000, used up by a bill of 400,000.
  await cast.price('MRI', 400_000, { category: 'Radiology' })
  await cast.rule(scheme_id, { code: 'MRI', preauth_required: true })
  const visit = await cast.visit(scheme_id)
  const scan = await visit.charge('MRI')
  const asked = await officer.post('/billing/preauthorisations', {
    membership_id: visit.membership_id,
    items: [{ code: 'MRI' }],
    diagnosis_codes: ['G44'],
  })
  ok(asked)
  ok(await officer.post(`/billing/preauthorisations/${asked.data.id}/request`))
  ok(
    await officer.post(`/billing/preauthorisations/${asked.data.id}/respond`, {
      result: 'APPROVED',
      reference: 'OK-1',
      valid_to: '2026-04-01',
    }),
  )
  ok(await cashier.post(`/billing/bills/${scan.bill_id}/issue`))
  // A bill of 35,000: a discount that stands and one that was taken back, cash, a credit note.
  const made = await biller.post('/billing/bills', {
    patient_id: visit.patient_id,
    items: [{ code: 'FBC' }, { code: 'XRAY' }],
  })
  ok(made)
  const bill = (await cashier.post(`/billing/bills/${made.data.id}/issue`)).data
  const given = (amount: number) => ({
    bill_id: bill.id,
    amount,
    discount_id: newId(),
    reason: 'A friend of the house',
  })
  await within(() => discountBill(system, given(100_000)))
  const wrong = given(50_000)
  await within(() => discountBill(system, wrong))
  const paid = await cashier.post(`/billing/bills/${bill.id}/payments`, { amount: 30_000 })
  ok(paid)
  const xray = bill.items.find(({ code }: { code: string }) => code === 'XRAY')
  const note = await biller.post('/billing/credit-notes', {
    bill_id: bill.id,
    reason: 'Too dear',
    reason_code: 'WRONG_PRICE',
    lines: [{ item_id: xray.id, amount: 5_000 }],
  })
  ok(note)
  ok(await supervisor.post(`/billing/credit-notes/${note.data.id}/issue`))
  const kept = { patient_id: visit.patient_id, amount: 700, method: 'Cash' }
  const held = await cashier.post('/billing/deposits', kept)
  ok(held)
  ok(
    await biller.post('/billing/refunds', {
      deposit_id: held.data.deposit.id,
      amount: 200,
      payee_name: 'Somebody',
      reason: 'Asked for it',
    }),
  )
  // Returns: VAT filed and not paid, VAT paid with more than the ledger knew, a levy paid, one waived.
  const filing = async (kind: string, period_month: number, amount_due: number) => {
    const answer = await accountant.post('/accounting/filings', {
      kind,
      period_year: 2026,
      period_month,
      due_on: `2026-0${period_month + 1}-20`,
      amount_due,
    })
    ok(answer)
    return `/accounting/filings/${answer.data.id}`
  }
  const moved = (month: string, code: string, amount: number) =>
    books.post(
      chief,
      { '1110': amount * 10, '4102': -amount * 9, [code]: -amount },
      { entry_date: `2026-0${month}-05` },
    )
  for (const [month, code] of [
    ['1', '2301'],
    ['2', '2301'],
    ['1', '2304'],
    ['2', '2304'],
  ] as const) {
    ok(await moved(month, code, 180))
  }
  const pay = { receipt_number: 'P1', account_id: bank.account_id ?? books.id('1110'), penalty: 7 }
  const first = await filing('VAT', 1, 200)
  const apart = { receipt_number: 'R1', difference_reason: 'They reckon otherwise' }
  ok(await chief.post(`${first}/file`, apart))
  ok(await accountant.post(`${first}/pay`, pay))
  ok(await chief.post(`${await filing('VAT', 2, 180)}/file`, { receipt_number: 'R2' }))
  ok(await accountant.post(`${await filing('SDL', 1, 180)}/pay`, pay))
  const waiver = { reason: 'the authority remitted it' }
  ok(await chief.post(`${await filing('SDL', 2, 180)}/waive`, waiver))

  // Taken back in another month: each has its own.
  clock.freeze('2026-04-02T09:00:00.000Z')
  await within(() => undiscountBill(system, wrong))

  const proven = await verify(system)
  t.same(
    proven.checks.filter(({ state }) => state === 'FAILED'),
    [],
    'all of it holds',
  )
  const looked = (id: string) => proven.checks.find((check) => check.id === id)
  t.match(looked('ACC-116'), { state: 'OK', checked: 4, of: 'returns' })
  t.match(looked('ACC-118'), { state: 'OK' })
  t.match(looked('ACC-122'), { state: 'OK' })
  await rebuilt(t, house)

  const shift = (table: string, column: string, where: string) =>
    ['+', '-'].map((sign) => `update ${table} set ${column} = ${column} ${sign} 1 where ${where}`)
  const of_bill = `bill_id = '${bill.id}'`
  const breaks: [id: string, what: string, both: string[], first: string | RegExp][] = [
    [
      'ACC-116',
      'paid',
      shift('filings', 'amount_due', "kind = 'SDL' and status = 'PAID'"),
      /^SDL 2026-01 the return/,
    ],
    [
      'ACC-116',
      'paid VAT',
      shift('filings', 'amount_due', "kind = 'VAT' and status = 'PAID'"),
      /^VAT 2026-01 the authority/,
    ],
    [
      'ACC-116',
      'filed VAT',
      shift('filings', 'ledger_amount', "status = 'FILED'"),
      /^VAT 2026-02 the return/,
    ],
    ['ACC-116', 'waived', shift('filings', 'ledger_amount', "status = 'WAIVED'"), /^SDL 2026-02/],
    [
      'ACC-118',
      'a line',
      shift('bill_items', 'net', `id = '${xray.id}'`),
      /^General 2026-03 bills [\d,.]+ ledger/,
    ],
    [
      'ACC-118',
      'a credit note',
      shift('credit_note_lines', 'tax', `item_id = '${xray.id}'`),
      /^General 2026-03/,
    ],
    [
      'ACC-118',
      'a department',
      [
        `update bill_items set department = 'Laboratory' where id = '${xray.id}'`,
        `update bill_items set department = '${xray.department}' where id = '${xray.id}'`,
      ],
      /2026-03 bills/,
    ],
    [
      'ACC-122',
      'what a bill was paid',
      shift('bills', 'paid', `id = '${bill.id}'`),
      `BIL-17 ${bill.number}`,
    ],
    [
      'ACC-122',
      'its balance',
      shift('bills', 'balance', `id = '${bill.id}'`),
      `BIL-17 ${bill.number}`,
    ],
    [
      'ACC-122',
      'what a scheme owes',
      shift('bills', 'scheme_due', `id = '${scan.bill_id}'`),
      /^BIL-17 INV-.+ scheme$/,
    ],
    [
      'ACC-122',
      'a line of it',
      shift('bill_items', 'balance', `id = '${xray.id}'`),
      `BIL-17 ${bill.number} lines`,
    ],
    [
      'ACC-122',
      'where money went',
      shift('payment_allocations', 'amount', `${of_bill} and item_id = '${xray.id}'`),
      `BIL-17 ${bill.number} payments`,
    ],
    [
      'ACC-122',
      'a receipt',
      shift('payments', 'amount', `id = '${paid.data.payment.id}'`),
      `BIL-42 ${paid.data.payment.number}`,
    ],
    [
      'ACC-122',
      'a deposit',
      shift('deposits', 'held', `id = '${held.data.deposit.id}'`),
      `BIL-76 ${held.data.deposit.number}`,
    ],
    [
      'ACC-122',
      'a refund',
      shift('refunds', 'amount', "status = 'REQUESTED'"),
      `BIL-76 ${held.data.deposit.number}`,
    ],
    ['ACC-122', 'a shift', shift('shifts', 'receipts', "status = 'OPEN'"), /^BIL-90 SHF/],
    ['ACC-122', 'its cash', shift('shifts', 'cash', "status = 'OPEN'"), /^BIL-90 SHF/],
    [
      'ACC-122',
      'a claim',
      shift('claims', 'claimed', `id = '${claim.id}'`),
      `BIL-114 ${claim.number}`,
    ],
    [
      'ACC-122',
      'what came for it',
      shift('claim_lines', 'paid', `id = '${claim.lines[1].id}'`),
      `BIL-114 ${claim.number}`,
    ],
    [
      'ACC-122',
      'an approval',
      shift('preauthorisation_items', 'used_amount', "code = 'MRI'"),
      /^BIL-110 .+ MRI$/,
    ],
    [
      'ACC-122',
      'what was approved',
      shift('preauthorisation_items', 'approved_amount', "code = 'MRI'").toReversed(),
      /^BIL-110 .+ MRI$/,
    ],
  ]
  for (const [id, what, [broken = '', mended = ''], named] of breaks) {
    t.test(`${id} names ${what}`, async (t) => {
      await tamper(house, [broken], [])
      const [check] = (await verify(system, { only: [id] })).checks
      t.match(check, { id, state: 'FAILED' })
      t.ok((check?.failed ?? 0) > 0)
      t.match(check?.first, named)
      await tamper(house, [mended], [])
      t.equal((await verify(system, { only: [id] })).failed, 0, 'and mended')
    })
  }

  t.test('ACC-129: fiscal receipts are nobody’s until an area keeps them', async (t) => {
    const of = async () => (await verify(system, { only: ['ACC-129'] })).checks
    t.match(await of(), [{ state: 'UNKNOWN', checked: 0, failed: 0 }])
    const first = 'BIL-140 device 1: 41 to 43'
    answering(t, fiscalReceipts, async () => ({ checked: 43, failed: 1, first }))
    t.match(await of(), [{ state: 'FAILED', checked: 43, failed: 1, first }])
  })
})
