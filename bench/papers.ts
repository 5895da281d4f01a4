// An invoice of 500 lines as PDF, set in a worker thread; a receipt for the roll; a trial balance of
// 300 accounts; and how long the event loop stands still meanwhile (billing 9, accounting 9).
//   npm run bench -- papers [lines, 500]

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { makePaper } from '../daemon/edge/papers.ts'
import { endWorkers } from '../daemon/work/workers.ts'
import { book_words } from '../templates/books-words.ts'
import { trialParts } from '../templates/books.ts'
import { bookPaper } from '../templates/books-paper.ts'
import { invoicePaper } from '../templates/invoice.ts'
import type { MoneyPaper } from '../templates/money-paper.ts'
import type { Paper } from '../templates/paper.ts'
import { receiptPaper } from '../templates/receipt.ts'
import { type Figures, median, report } from './harness/report.ts'

const count = Number(process.argv[2] ?? 500)
const runs = 15
const at = '2026-03-31T06:00:00.000Z'
const house = {
  name: 'A hospital with a name of its own',
  short_name: null,
  tagline: null,
  branch: 'Main',
  lines: ['P.O. Box 41', 'TIN 100-200-300'],
  logo: null,
}
const head = {
  house,
  theme: 'band',
  accent: 'teal',
  footer: 'Open day and night.',
  date_format: 'dd/mm/yyyy',
  timezone: 'Africa/Dar_es_Salaam',
  currency: 'TZS',
  scale: 2,
}
const paper: MoneyPaper = {
  head,
  language: 'sw',
  size: 'A4',
  decimals: 0,
  verify: { code: '0123456789AB', url: 'https://kituo.example/verify/0123456789AB' },
  printed: { at, by: 'a bench' },
  mark: null,
}
const lines = Array.from({ length: count }, (_, index) => ({
  position: index + 1,
  date: '2026-03-31',
  code: `S-${index}`,
  description: `Service ${index} ${'with more words '.repeat(index % 5)}`.trim(),
  department: 'Laboratory',
  quantity: 1000,
  unit_price: 500_000 + index,
  discount: 0,
  tax_code: null,
  amount: 500_000 + index,
  covered: 0,
  patient_share: 500_000 + index,
}))
const total = lines.reduce((sum, { amount }) => sum + amount, 0)
const invoice = invoicePaper({
  ...paper,
  number: 'INV-2026-000001',
  at,
  issued_on: '2026-03-31',
  due_on: '2026-04-30',
  patient: { number: 'PT-1', name: 'Neema Joseph', sex: 'Female', age: '40', phone: null },
  customer: null,
  visit: null,
  payer: 'SELF',
  scheme: null,
  lines,
  subtotal: total,
  discount: 0,
  taxes: [],
  total,
  scheme_share: 0,
  patient_share: total,
  off: {},
  balance: total,
  movements: [],
  pay_to: [],
  notice: null,
  terms: null,
  prepared_by: 'a bench',
})
const receipt = receiptPaper({
  ...paper,
  size: 'ROLL80',
  number: 'RCT-2026-000001',
  at,
  purpose: 'BILL',
  method: 'Cash',
  received_from: 'Neema Joseph',
  patient: { number: 'PT-1', name: 'Neema Joseph' },
  cashier: 'a bench',
  account: 'Window 1',
  drawer: 'Window 1',
  shift: 'SHF-2026-000001',
  reference: null,
  cheque: null,
  scheme: null,
  amount: 2_000_000,
  tendered: 2_000_000,
  change: 0,
  bills: [{ number: 'INV-2026-000001', amount: 2_000_000, left: 0 }],
  goods: [],
  owed: 0,
  deposits: 0,
  reversed: null,
})
const accounts = Array.from({ length: 300 }, (_, index) => ({
  account_id: String(index),
  code: String(1000 + index),
  name: `Account ${index}`,
  kind: 'ASSET' as const,
  opening: 0,
  debit: 1000,
  credit: 1000,
  closing: 0,
}))
const footer = {
  made_at: at,
  made_by: 'a bench',
  locked_to: null,
  chain_no: 1,
  chain_hash: '0'.repeat(12),
}
const said = book_words.en
const trial = bookPaper(
  {
    ...trialParts(
      {
        from: '2026-01-01',
        to: '2026-12-31',
        closing_entries: 'after',
        facility_id: null,
        rows: accounts,
        totals: {
          opening: 0,
          debit: 300_000,
          credit: 300_000,
          closing: 0,
          closing_debit: 0,
          closing_credit: 0,
        },
        footer,
      },
      said,
    ),
    head,
    language: 'en',
    branch: null,
    footer,
  },
  said,
)

const found: Record<string, Figures> = {}
async function timed(what: string, made: Paper, goal: string): Promise<void> {
  await makePaper(made)
  const held = monitorEventLoopDelay({ resolution: 1 })
  held.enable()
  const took: number[] = []
  let bytes = 0
  for (let run = 0; run < runs; run++) {
    const began = performance.now()
    bytes = (await makePaper(made)).length
    took.push(performance.now() - began)
  }
  held.disable()
  // A short one is set in one turn of the loop, and takes it for as long as it takes.
  const turned = held.max === 0 ? '' : `, loop held ${(held.max / 1e6).toFixed(0)} ms at most`
  const figure = `${median(took).toFixed(0)} ms median, ${Math.max(...took).toFixed(0)} ms most, ${(bytes / 1000).toFixed(0)} kB${turned}`
  found[what] = { figure, goal }
}
await timed(`invoice of ${count} lines`, invoice, '< 1 s, loop < 50 ms')
await timed('receipt on a roll', receipt, '< 300 ms')
await timed('trial balance of 300 accounts', trial, '< 1 s')
await endWorkers()
report('papers', found)
