// What came, what of it was taken and what was sent back at the door (stock STK-142).

import { codeBlocks, facts, framed, type MoneyPaper, pens, quantityText } from './money-paper.ts'
import type { Block, Paper } from './paper.ts'
import { purchase_words } from './purchase-words.ts'

export interface ReceivedOnPaper extends MoneyPaper {
  number: string
  at: string
  received_on: string
  supplier: string | null
  donor: string | null
  store: string
  order: string | null
  delivery_note: string | null
  temperature: number | null
  lines: readonly {
    description: string
    unit: string
    accepted: number
    free: number
    rejected: number
    reject_reason: string | null
    lot: string | null
    expiry: string | null
    /** Null: who prints it may not see what goods cost. */
    value: number | null
  }[]
  value: number | null
  inspectors: readonly string[]
  received_by: string | null
}

export function goodsReceivedPaper(note: ReceivedOnPaper): Paper {
  const own = purchase_words[note.language]
  const { day } = pens(note)
  const { temperature } = note
  return framed(note, { title: own.goods_received, number: note.number, issued_at: note.at }, [
    facts(2, [
      [own.supplier, note.supplier],
      [own.donor, note.donor],
      [own.store, note.store],
      [own.order, note.order],
      [own.received_on, day(note.received_on)],
      [own.delivery_note, note.delivery_note],
      [own.temperature, temperature === null ? null : `${temperature} °C`],
    ]),
    table(note),
    ...worth(note),
    ...refused(note),
    { kind: 'together', blocks: [signatures(note), ...codeBlocks(note)] },
  ])
}

function table(note: ReceivedOnPaper): Block {
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
      { label: own.accepted, weight: 2, align: 'right' },
      { label: own.free, weight: 2, align: 'right' },
      { label: own.rejected, weight: 2, align: 'right' },
      ...(priced ? [{ label: own.value, weight: 3, align: 'right' as const }] : []),
    ],
    rows: note.lines.map((line, at) => [
      String(at + 1),
      line.description,
      line.lot ?? '',
      day(line.expiry),
      line.unit,
      quantityText(line.accepted),
      line.free === 0 ? '' : quantityText(line.free),
      line.rejected === 0 ? '' : quantityText(line.rejected),
      ...(priced ? [money(line.value ?? 0)] : []),
    ]),
  }
}

function worth(note: ReceivedOnPaper): Block[] {
  if (note.value === null) return []
  const own = purchase_words[note.language]
  const label = `${own.value} ${note.head.currency}`
  return [{ kind: 'totals', rows: [{ label, value: pens(note).money(note.value), strong: true }] }]
}

function refused({ language, lines }: ReceivedOnPaper): Block[] {
  const said = lines.flatMap(({ rejected, reject_reason, description }) =>
    rejected > 0 ? [`${description}: ${quantityText(rejected)} – ${reject_reason ?? ''}`] : [],
  )
  const title = purchase_words[language].reject_reason
  return said.length === 0 ? [] : [{ kind: 'text', title, text: said.join('\n') }]
}

function signatures({ language, inspectors, received_by }: ReceivedOnPaper): Block {
  const own = purchase_words[language]
  return {
    kind: 'signatures',
    lines: [
      { caption: own.delivered },
      ...inspectors.map((name) => ({ caption: own.inspected, name })),
      { caption: own.received, name: received_by },
    ],
  }
}
