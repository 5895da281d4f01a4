// The voucher of an expense: who asked, who approved, who was paid, and from what (billing 4.19).

import { credit_words } from './credit-words.ts'
import { evenly, codeBlocks, facts, framed, type MoneyPaper, pens } from './money-paper.ts'
import { money_words } from './money-words.ts'
import type { Block, Paper } from './paper.ts'
import { words } from './words.ts'

interface Step {
  by: string | null
  at: string | null
}

export interface ExpenseVoucher extends MoneyPaper {
  number: string
  at: string
  spent_on: string
  description: string
  category: string
  department: string | null
  /** Code and name. */
  account: string | null
  payee: { name: string; tin: string | null; phone: string | null }
  amount: number
  net: number
  tax: number
  tax_code: string | null
  wht: number
  wht_bp: number | null
  payable: number
  method: string | null
  reference: string | null
  paid_from: string | null
  budget: { amount: number; used_bp: number } | null
  budget_note: string | null
  requested: Step
  approved: Step
  second: string | null
  paid: Step
  attachments: readonly string[]
  entries: readonly string[]
}

const percent = (hundredths: number): string => String(hundredths / 100)

export const voucherPaper = evenly((voucher: ExpenseVoucher): Paper => {
  const said = words[voucher.language]
  const own = money_words[voucher.language]
  const these = credit_words[voucher.language]
  const { moment, day, words: inWords } = pens(voucher)
  const { payee, method, budget } = voucher
  return framed(
    voucher,
    { title: said.payment_voucher, number: voucher.number, issued_at: voucher.at },
    [
      facts(2, [
        [said.date, moment(voucher.at)],
        [these.spent_on, day(voucher.spent_on)],
        [these.payee, payee.name],
        [these.category, these.categories[voucher.category] ?? voucher.category],
        [these.payee_tin, payee.tin],
        [these.account, voucher.account],
        [said.phone, payee.phone],
        [own.department, voucher.department],
        [own.method, method === null ? null : (own.methods[method] ?? method)],
        [own.branch, voucher.head.house.branch],
        [own.reference, voucher.reference],
        [own.currency, voucher.head.currency],
        [these.paid_from, voucher.paid_from],
        [these.budget, budget === null ? null : budgetLine(voucher, budget)],
      ]),
      { kind: 'text', title: said.description, text: voucher.description },
      { kind: 'totals', rows: amounts(voucher) },
      { kind: 'text', title: said.amount_in_words, text: inWords(voucher.payable) },
      facts(1, [
        [these.attachments, voucher.attachments.join(', ')],
        [these.entries, voucher.entries.join(', ')],
      ]),
      { kind: 'together', blocks: [signatures(voucher, moment), ...codeBlocks(voucher)] },
    ],
  )
})

function budgetLine(
  voucher: ExpenseVoucher,
  { amount, used_bp }: { amount: number; used_bp: number },
) {
  const these = credit_words[voucher.language]
  const line = `${pens(voucher).money(amount)} – ${these.used(percent(used_bp))}`
  return voucher.budget_note ? `${line}. ${voucher.budget_note}` : line
}

/** What the payee gets stands out; what is taken off on the way to it stands above. */
function amounts(voucher: ExpenseVoucher) {
  const said = words[voucher.language]
  const these = credit_words[voucher.language]
  const { money } = pens(voucher)
  const { amount, tax, tax_code, wht, wht_bp, payable } = voucher
  return [
    { label: said.amount, value: money(amount) },
    ...(tax === 0
      ? []
      : [{ label: `${these.voucher_tax} ${tax_code ?? ''}`.trim(), value: money(tax) }]),
    ...(wht === 0
      ? []
      : [{ label: `${these.withheld} ${percent(wht_bp ?? 0)} %`, value: money(-wht) }]),
    { label: these.payable, value: money(payable), strong: true },
  ]
}

function signatures(voucher: ExpenseVoucher, moment: (at: string) => string): Block {
  const these = credit_words[voucher.language]
  const step = (caption: string, { by, at }: Step) => ({
    caption,
    name: by,
    note: at === null ? null : moment(at),
  })
  return {
    kind: 'signatures',
    lines: [
      step(these.requested, voucher.requested),
      { caption: these.checked },
      step(
        these.approved,
        voucher.second === null ? voucher.approved : { ...voucher.approved, at: null },
      ),
      ...(voucher.second === null
        ? []
        : [step(these.approved, { by: voucher.second, at: voucher.approved.at })]),
      step(these.paid, voucher.paid),
      { caption: these.received, name: voucher.payee.name },
    ],
  }
}
