// A credit note: which lines of an invoice fall, and what becomes of the money (billing 4.19).

import { credit_words } from './credit-words.ts'
import type { Invoice } from './invoice.ts'
import {
  evenly,
  codeBlocks,
  facts,
  framed,
  type MoneyPaper,
  pens,
  quantityText,
} from './money-paper.ts'
import { money_words } from './money-words.ts'
import type { Block, Paper } from './paper.ts'
import { words } from './words.ts'

export interface CreditPaper extends MoneyPaper, Pick<Invoice, 'taxes'> {
  /** Null while it is a draft. */
  number: string | null
  at: string
  issued_on: string
  bill: { number: string | null; on: string }
  patient: { number: string | null; name: string } | null
  reason: string
  author: string
  issuer: string | null
  lines: readonly {
    position: number
    description: string
    /** Thousandths; null where only money is credited. */
    quantity: number | null
    unit_price: number | null
    tax: number
    amount: number
  }[]
  total: number
  effect: {
    lowered: number
    scheme: number
    waived: number
    deposit: number
    deposit_number: string | null
    refunds: readonly string[]
  }
}

export const creditPaper = evenly((note: CreditPaper): Paper => {
  const said = words[note.language]
  const own = money_words[note.language]
  const these = credit_words[note.language]
  const { money, day } = pens(note)
  return framed(note, { title: said.credit_note, number: note.number, issued_at: note.at }, [
    facts(2, [
      [said.date, day(note.issued_on)],
      [these.against, [note.bill.number, day(note.bill.on)].filter(Boolean).join(', ')],
      [
        said.patient,
        note.patient === null
          ? null
          : [note.patient.number, note.patient.name].filter(Boolean).join(' '),
      ],
      [own.currency, note.head.currency],
    ]),
    { kind: 'text', title: these.reason, text: note.reason },
    table(note),
    {
      kind: 'totals',
      rows: [
        ...note.taxes.map(({ code, rate, base, tax }) => ({
          label: own.tax_at(code, String(rate / 100)),
          value: money(tax),
          note: own.tax_on(money(base)),
        })),
        { label: said.total, value: money(note.total), strong: true },
      ],
    },
    { kind: 'text', title: said.amount_in_words, text: pens(note).words(note.total) },
    ...effects(note),
    {
      kind: 'together',
      blocks: [
        {
          kind: 'signatures',
          lines: [
            { caption: these.author, name: note.author },
            { caption: these.issuer, name: note.issuer },
          ],
        },
        ...codeBlocks(note),
      ],
    },
  ])
})

function table(note: CreditPaper): Block {
  const said = words[note.language]
  const own = money_words[note.language]
  const these = credit_words[note.language]
  const { money, carried } = pens(note)
  return {
    kind: 'table',
    columns: [
      { label: own.line, weight: 1, align: 'right' },
      { label: said.description, weight: 5 },
      { label: said.quantity, weight: 1, align: 'right' },
      { label: own.price, weight: 1, align: 'right' },
      { label: said.tax, weight: 1, align: 'right' },
      { label: said.amount, weight: 1, align: 'right' },
    ],
    rows: note.lines.map((line) => [
      String(line.position),
      line.description,
      line.quantity === null ? these.money_only : quantityText(line.quantity),
      line.quantity === null || line.unit_price === null ? '' : money(line.unit_price),
      money(line.tax),
      money(line.amount),
    ]),
    carried: {
      label_from: said.carried_forward,
      label_to: said.brought_forward,
      figures: { 5: note.lines.map(({ amount }) => amount) },
      ...carried,
    },
  }
}

function effects(note: CreditPaper): Block[] {
  const these = credit_words[note.language]
  const { money } = pens(note)
  const { lowered, scheme, waived, deposit, deposit_number, refunds } = note.effect
  const rows: (readonly [string, number])[] = [
    [these.lowered, lowered],
    [these.scheme, scheme],
    [these.waived, waived],
    [these.deposit(deposit_number ?? ''), deposit],
  ]
  const moved = rows.filter(([, amount]) => amount !== 0)
  if (moved.length === 0 && refunds.length === 0) return []
  return [
    { kind: 'heading', text: these.effect },
    facts(1, [
      ...moved.map(([label, amount]) => [label, money(amount)] as const),
      [these.refunds, refunds.join(', ')],
    ]),
  ]
}
