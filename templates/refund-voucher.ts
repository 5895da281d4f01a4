// The voucher of a refund, which whoever is paid signs (billing 4.19).

import { credit_words } from './credit-words.ts'
import { evenly, codeBlocks, facts, framed, type MoneyPaper, pens } from './money-paper.ts'
import { money_words } from './money-words.ts'
import type { Paper } from './paper.ts'
import { words } from './words.ts'

interface Step {
  by: string | null
  at: string | null
}

export interface RefundPaper extends MoneyPaper {
  number: string
  at: string
  amount: number
  method: string
  reference: string | null
  account: string | null
  deposit: string
  receipts: readonly string[]
  credit_note: string | null
  reason: string
  payee: { name: string; id_no: string | null; phone: string | null }
  requested: Step
  approved: Step
  paid: Step
}

export const refundPaper = evenly((refund: RefundPaper): Paper => {
  const said = words[refund.language]
  const own = money_words[refund.language]
  const these = credit_words[refund.language]
  const { money, moment } = pens(refund)
  const step = (caption: string, { by, at }: Step) => ({
    caption,
    name: by,
    note: at === null ? null : moment(at),
  })
  return framed(
    refund,
    { title: said.refund_voucher, number: refund.number, issued_at: refund.at },
    [
      facts(2, [
        [said.date, moment(refund.at)],
        [these.from_deposit, refund.deposit],
        [these.from_receipts, refund.receipts.join(', ')],
        [these.from_note, refund.credit_note],
        [own.method, own.methods[refund.method] ?? refund.method],
        [own.reference, refund.reference],
        [these.paid_from, refund.account],
        [own.currency, refund.head.currency],
      ]),
      { kind: 'text', title: these.reason, text: refund.reason },
      facts(1, [
        [these.payee, refund.payee.name],
        [these.id_no, refund.payee.id_no],
        [said.phone, refund.payee.phone],
      ]),
      {
        kind: 'totals',
        rows: [{ label: said.total, value: money(refund.amount), strong: true }],
      },
      { kind: 'text', title: said.amount_in_words, text: pens(refund).words(refund.amount) },
      {
        kind: 'together',
        blocks: [
          {
            kind: 'signatures',
            lines: [
              step(these.requested, refund.requested),
              step(these.approved, refund.approved),
              step(these.paid, refund.paid),
              { caption: these.received, name: refund.payee.name },
            ],
          },
          ...codeBlocks(refund),
        ],
      },
    ],
  )
})
