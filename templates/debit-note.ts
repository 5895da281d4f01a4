// What goes back to a supplier, and what is asked for it (stock STK-153).

import { codeBlocks, facts, framed, type MoneyPaper, pens, quantityText } from './money-paper.ts'
import type { Block, Paper } from './paper.ts'
import { purchase_words } from './purchase-words.ts'

export interface ReturnOnPaper extends MoneyPaper {
  number: string
  at: string
  sent_on: string | null
  supplier: string
  tin: string | null
  store: string
  receipt: string | null
  delivery_note: string | null
  reason: keyof (typeof purchase_words)['en']['return_reasons']
  settle: keyof (typeof purchase_words)['en']['settles']
  carrier: string | null
  receiver_licence: string | null
  credit_note_no: string | null
  lines: readonly {
    description: string
    unit: string
    lot: string | null
    expiry: string | null
    quantity: number
    free: boolean
    /** Null: who prints it may not see what goods cost. */
    unit_price: number | null
    value: number | null
  }[]
  tax: number | null
  value: number | null
  made_by: string
  approved_by: string | null
  sent_by: string | null
  witness: string | null
}

export function debitNotePaper(note: ReturnOnPaper): Paper {
  const own = purchase_words[note.language]
  const { day } = pens(note)
  return framed(note, { title: own.debit_note, number: note.number, issued_at: note.at }, [
    facts(2, [
      [own.supplier, note.supplier],
      [own.tin, note.tin],
      [own.store, note.store],
      [own.goods_received, note.receipt],
      [own.delivery_note, note.delivery_note],
      [own.return_reason, own.return_reasons[note.reason]],
      [own.settle, own.settles[note.settle]],
      [own.sent_on, note.sent_on === null ? null : day(note.sent_on)],
      [own.carrier, note.carrier],
      [own.licence, note.receiver_licence],
      [own.credit_note, note.credit_note_no],
    ]),
    table(note),
    ...worth(note),
    { kind: 'together', blocks: [signatures(note), ...codeBlocks(note)] },
  ])
}

function table(note: ReturnOnPaper): Block {
  const own = purchase_words[note.language]
  const { money, day } = pens(note)
  const priced = note.value !== null
  return {
    kind: 'table',
    columns: [
      { label: '#', weight: 1, align: 'right' },
      { label: own.item, weight: 7 },
      { label: own.lot, weight: 3 },
      { label: own.expiry, weight: 3 },
      { label: own.pack, weight: 2 },
      { label: own.quantity, weight: 2, align: 'right' },
      ...(priced
        ? [
            { label: own.price, weight: 3, align: 'right' as const },
            { label: own.value, weight: 3, align: 'right' as const },
          ]
        : []),
    ],
    rows: note.lines.map((line, at) => [
      String(at + 1),
      line.free ? `${line.description} (${own.free.toLowerCase()})` : line.description,
      line.lot ?? '',
      day(line.expiry),
      line.unit,
      quantityText(line.quantity),
      ...(priced ? [money(line.unit_price ?? 0), money(line.value ?? 0)] : []),
    ]),
  }
}

function worth(note: ReturnOnPaper): Block[] {
  const { value, tax } = note
  if (value === null) return []
  const own = purchase_words[note.language]
  const { money } = pens(note)
  const taxed = tax === null || tax === 0 ? [] : [{ label: own.tax, value: money(tax) }]
  const all = { label: `${own.value} ${note.head.currency}`, value: money(value), strong: true }
  return [{ kind: 'totals', rows: [...taxed, all] }]
}

function signatures(note: ReturnOnPaper): Block {
  const own = purchase_words[note.language]
  return {
    kind: 'signatures',
    lines: [
      { caption: own.requested, name: note.made_by },
      { caption: own.approved, name: note.approved_by },
      { caption: own.sent_by, name: note.sent_by },
      ...(note.witness === null ? [] : [{ caption: own.witness, name: note.witness }]),
      { caption: own.taken_back },
    ],
  }
}
