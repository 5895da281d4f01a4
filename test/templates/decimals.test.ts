// Decimals of one currency look the same on one page (BIL-159).

import t from 'tap'
import { evenly, facts, framed, type MoneyPaper, pens } from '../../templates/money-paper.ts'
import { orderPaper, quotationPaper } from '../../templates/offer.ts'
import type { Paper } from '../../templates/paper.ts'
import { payListPaper } from '../../templates/pay-lists.ts'
import { head } from '../../templates/samples-frame.ts'

const given: MoneyPaper = {
  head: { ...head('plain'), currency: 'TZS', scale: 2 },
  language: 'en',
  size: 'A4',
  decimals: 0,
  verify: null,
  printed: null,
  mark: null,
}

const listing = (...amounts: number[]) =>
  evenly((paper: MoneyPaper): Paper => {
    const rows = amounts.map((minor) => ['Paid', pens(paper).money(minor)] as const)
    return framed(paper, { title: 'Paper', number: null, issued_at: '' }, [facts(1, rows)])
  })

const amountsOn = ({ blocks }: Paper): string[] =>
  blocks.flatMap((block) => (block.kind === 'facts' ? block.rows.map(([, value]) => value) : []))

t.test('one amount with decimals shows them on all, and on no other paper', async (t) => {
  t.same(amountsOn(listing(100_000, 250_000)(given)), ['1,000', '2,500'])
  t.same(amountsOn(listing(100_000, 100_050)(given)), ['1,000.00', '1,000.50'])
  t.same(amountsOn(listing(100_000, 250_000)(given)), ['1,000', '2,500'])
  t.same(amountsOn(listing(100_000)({ ...given, decimals: 2 })), ['1,000.00'])
})

t.test('of a quotation and an order too: price, line and total in one column', async (t) => {
  const offer = {
    ...given,
    number: 'QT-2026-00001',
    at: '2026-03-31T06:00:00.000Z',
    buyer: { name: 'Reli Ltd', lines: [] },
    for_patient: null,
    lines: [
      {
        position: 1,
        code: null,
        description: 'Health check',
        quantity: 10_000,
        unit: null,
        unit_price: 125_050,
        amount: 1_250_500,
      },
    ],
    subtotal: 1_250_500,
    discount: 0,
    discount_bp: 0,
    tax: 0,
    tax_bp: 0,
    total: 1_250_500,
    notes: null,
    prepared_by: 'Juma',
  }
  const rest = { valid_until: null, terms: null, approved_by: null }
  const ordered = { required_by: null, client_po: null, quotation: null, prepay: false }
  for (const paper of [
    quotationPaper({ ...offer, ...rest }),
    orderPaper({ ...offer, ...ordered }),
  ]) {
    const rows = paper.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))
    t.match(JSON.stringify(rows), /"1,250\.50".*"12,505\.00"/)
  }
})

t.test('of a list for the bank: what one person is paid, and all together', async (t) => {
  const to = (name: string, amount: number) => ({
    staff_number: 'ST-00001',
    name,
    bank: 'CRDB',
    account: '01',
    amount,
  })
  const paper = payListPaper({
    ...given,
    number: 'PB-2026-0001',
    at: '2026-03-31T06:00:00.000Z',
    run: 'PR-2026-03-01',
    pay_on: '2026-03-31',
    method: 'BANK',
    debit_account: null,
    lines: [to('Asha', 50_000_000), to('Juma', 39_048_033)],
    total: 89_048_033,
  })
  const tables = paper.blocks.flatMap((block) => (block.kind === 'table' ? block : []))
  t.match(JSON.stringify(tables), /"500,000\.00".*"390,480\.33".*"890,480\.33"/)
})
