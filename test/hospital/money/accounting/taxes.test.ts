// Taxes: rates by their day (ACC-41), returns recorded, filed, paid and waived (P-52, P-53).

import t from 'tap'
import { within } from '../../../../db/store/connection.ts'
import { post } from '../../../../db/hospital/money/accounting/posting/post.ts'
import { taxRateOn } from '../../../../db/hospital/money/accounting/taxes/rates.ts'
import { today } from '../../../../db/hospital/office/places/hours.ts'
import { newId } from '../../../../db/core/ids.ts'
import { attach, pdf } from '../../../support/files.ts'
import { boot } from '../../../support/boot.ts'
import { ledgerOf } from '../../../support/money/books.ts'

t.test('taxes', async (t) => {
  const house = await boot(t)
  const { people } = house
  const books = await ledgerOf(house)
  const accountant = await people.with('accountant')
  const chief = await people.with('chief_accountant')
  const year = (await today(house.system)).slice(0, 4)
  const month = (await today(house.system)).slice(0, 7)

  t.test(
    'tax rates: shipped, refused when they overlap, followed when in use (ACC-41)',
    async (t) => {
      const shipped = await accountant.get('/accounting/tax-rates', { code: 'vat-s' })
      t.match(shipped.data, [{ rate: 18, inclusive: true, fiscal_code: 'A', status: 'CURRENT' }])
      for (const rate of [-1, 101, 18.123]) {
        const refused = await chief.post('/accounting/tax-rates', {
          code: 'X-1',
          name: 'Odd',
          rate,
        })
        t.equal(refused.message, 'rate must be between 0 and 100, with at most two decimals.')
      }
      const overlap = await chief.post('/accounting/tax-rates', {
        code: 'VAT-S',
        name: 'Again',
        rate: 16,
        effective_from: `${year}-07-01`,
      })
      t.equal(overlap.message, `VAT-S has a rate from ${year}-01-01.`)
      const asset = await chief.post('/accounting/tax-rates', {
        code: 'X-2',
        name: 'Odd',
        rate: 1,
        liability_account_id: books.id('1110'),
      })
      t.equal(asset.message, '1110 Bank – operating is not a posting account of liabilities.')
      const [{ id }] = shipped.data
      for (const field of ['liability_account_id', 'input_account_id']) {
        const nobodys = await chief.patch(`/accounting/tax-rates/${id}`, { [field]: newId() })
        t.match(nobodys, { status: 404, message: `${field}: no such account.` })
      }
      const heading = (await chief.get('/accounting/accounts', { role: 'GROUP' })).data[0]
      const sum = await chief.patch(`/accounting/tax-rates/${id}`, { input_account_id: heading.id })
      t.match(sum, { status: 409, message: / is not a posting account\.$/ })
      const free = await chief.patch(`/accounting/tax-rates/${id}`, { rate: 17 })
      t.equal(free.data.id, id, 'not used yet: changed in place')
      await within(() =>
        post(house.system, {
          source: 'BILL_ISSUE',
          source_id: 'b1',
          memo: 'Bill',
          lines: [
            { account_id: books.id('1110'), debit: 11_800 },
            { account_id: books.id('4102'), credit: 10_000 },
            { role: 'vat_out', credit: 1_800, tax_code: 'VAT-S' },
          ],
        }),
      )
      const next = await chief.patch(`/accounting/tax-rates/${id}`, { rate: 20 })
      t.equal(next.status, 200, next.message)
      t.not(next.data.id, id)
      const day = await today(house.system)
      t.equal((await taxRateOn(house.system, 'VAT-S', day)).rate_bp, 2000)
      t.equal((await taxRateOn(house.system, 'VAT-S', `${year}-02-01`)).rate_bp, 1700)
      await t.rejects(taxRateOn(house.system, 'VAT-S', '1999-01-01'), {
        message: 'VAT-S has no rate on 1999-01-01.',
      })
    },
  )

  t.test('a return is recorded, filed with its receipt, and paid (P-52, P-53)', async (t) => {
    await books.post(
      chief,
      { '1110': 1180, '4102': -1000, '2301': -180 },
      {
        entry_date: `${year}-01-10`,
      },
    )
    const body = {
      kind: 'VAT',
      period_year: Number(year),
      period_month: 1,
      due_on: `${year}-02-20`,
      amount_due: 200,
    }
    const made = await accountant.post('/accounting/filings', body)
    t.equal(made.status, 201, made.message)
    t.match(made.data, {
      kind: 'VAT',
      status: 'DUE',
      overdue: true,
      ledger_amount: 180,
      difference: 20,
      lines: [
        { account_code: '2301', amount: 180 },
        { account_code: '1303', amount: 0 },
      ],
    })
    t.equal(
      (await accountant.post('/accounting/filings', body)).message,
      `VAT ${year}-01 is recorded already: amend it.`,
    )
    const path = `/accounting/filings/${made.data.id}`
    t.equal((await chief.post(`${path}/file`, {})).message, 'receipt_number is required.')
    const apart = await chief.post(`${path}/file`, { receipt_number: 'R1' })
    t.equal(
      apart.message,
      'The return says 200, the ledger 180: give difference_reason or mend it.',
    )
    const changed = await accountant.patch(path, { amount_due: 180, kind: 'PAYE' })
    t.match(changed.data, { kind: 'VAT', amount_due: 180 })
    const hung = async (name: string, entity_id = made.data.id) => {
      const file = await attach(accountant, { entity_type: 'filing', entity_id }, name, pdf)
      t.equal(file.status, 201, file.message)
      return file.data.id as string
    }
    const other = await accountant.post('/accounting/filings', { ...body, kind: 'PAYE' })
    const wrong = [
      [newId(), 404, 'No such attachment.'],
      [
        await hung('other.pdf', other.data.id),
        400,
        'attachment_id is no file of this return: add it to the return first.',
      ],
    ] as const
    for (const [attachment_id, status, message] of wrong) {
      const refused = await chief.post(`${path}/file`, { receipt_number: 'R1', attachment_id })
      t.match(refused, { status, message })
    }
    t.equal((await accountant.get('/accounting/filings', { kind: 'VAT' })).data[0].status, 'DUE')
    const receipt = await hung('receipt.pdf')
    const filed = await chief.post(`${path}/file`, { receipt_number: 'R1', attachment_id: receipt })
    t.match(filed.data, { receipt_attachment_id: receipt, payment_attachment_id: null })
    t.equal(filed.status, 200, filed.message)
    t.match(filed.data, { status: 'FILED', receipt_number: 'R1', moves: ['pay', 'amend'] })
    t.equal(filed.data.entry_references.length, 1)
    t.equal(await books.balance(accountant, '2302'), 180)
    t.equal(
      (await accountant.patch(path, { amount_due: 1 })).message,
      `VAT ${year}-01 is FILED. It can: pay, amend.`,
    )
    t.equal(
      (await chief.post(`${path}/waive`, { reason: 'because of so much' })).message,
      `VAT ${year}-01 is FILED. It can: pay, amend.`,
    )
    const locked = await books.post(
      chief,
      { '1110': 5, '2301': -5 },
      {
        entry_date: `${year}-01-11`,
        lines: [
          { account_id: books.id('1110'), debit: 5 },
          { account_id: books.id('2301'), credit: 5, tax_code: 'VAT-S' },
        ],
      },
    )
    t.equal(locked.message, `VAT to ${year}-01-31 is filed.`, 'ACC-8')
    const unsaid = await accountant.post(`${path}/pay`, { account_id: books.id('1110') })
    t.match(unsaid, { status: 400, message: 'receipt_number is required.' })
    const paid = await accountant.post(`${path}/pay`, {
      receipt_number: 'P1',
      account_id: books.id('1110'),
      penalty: 10,
      attachment_id: await hung('bank.pdf'),
    })
    t.equal(paid.status, 200, paid.message)
    t.match(paid.data, { status: 'PAID', paid_amount: 190, penalty: 10 })
    const names = new Map(
      paid.data.attachments.map((one: { id: string; file_name: string }) => [
        one.id,
        one.file_name,
      ]),
    )
    t.equal(names.get(paid.data.receipt_attachment_id), 'receipt.pdf')
    t.equal(names.get(paid.data.payment_attachment_id), 'bank.pdf')
    t.equal(await books.balance(accountant, '2302'), 0)
    t.equal(await books.balance(accountant, '6407'), 10)
    t.equal((await accountant.get('/accounting/filings', { kind: 'VAT' })).meta?.total, 1)
  })

  t.test('a return is waived with a reason, and its liability goes', async (t) => {
    await books.post(chief, { '6102': 50, '2304': -50 }, { entry_date: `${year}-03-10` })
    const made = await accountant.post('/accounting/filings', {
      kind: 'SDL',
      period_year: Number(year),
      period_month: 3,
      due_on: `${year}-04-07`,
      amount_due: 50,
    })
    const path = `/accounting/filings/${made.data.id}/waive`
    t.equal((await chief.post(path, {})).message, 'reason is required.')
    t.equal((await chief.post(path, { reason: '' })).message, 'reason is required.')
    const waived = await chief.post(path, { reason: 'the authority remitted it' })
    t.equal(waived.data.status, 'WAIVED', waived.message)
    t.equal(await books.balance(accountant, '2304'), 0)
  })

  const bad_filings: [Record<string, unknown>, number, string][] = [
    [{ kind: '' }, 400, 'kind is required.'],
    [{ period_month: 0 }, 400, 'period_month must be 1 to 12.'],
    [{ due_on: undefined }, 400, 'due_on is required.'],
    [{ amount_due: -1 }, 400, 'amount_due must not be negative.'],
    [{ period_month: undefined }, 400, 'period_month is required.'],
  ]
  for (const [body, status, message] of bad_filings) {
    t.test(`a return is refused: ${message}`, async (t) => {
      const refused = await accountant.post('/accounting/filings', {
        kind: 'PAYE',
        period_year: Number(year),
        period_month: 5,
        due_on: `${month}-20`,
        amount_due: 5,
        ...body,
      })
      t.equal(refused.message, message)
      t.equal(refused.status, status)
    })
  }
})
