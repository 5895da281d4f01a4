// A delivery note (COM-39): what left, with lots and expiries, what is still to come, and nothing of prices.

import { codeBlocks, facts, framed, type MoneyPaper, pens, quantityText } from './money-paper.ts'
import { money_words } from './money-words.ts'
import type { Block, Paper } from './paper.ts'
import { trade_words } from './trade-words.ts'
import { words } from './words.ts'

export interface DeliveryNote extends MoneyPaper {
  number: string
  at: string
  order: string
  client_po: string | null
  buyer: { name: string; lines: readonly string[] }
  for_patient: string | null
  store: string | null
  vehicle: string | null
  driver: string | null
  address: string | null
  lines: readonly {
    position: number
    description: string
    /** Thousandths. */
    quantity: number
    unit: string | null
    batches: readonly { lot: string | null; expiry: string | null; quantity: number }[]
  }[]
  open: readonly { description: string; quantity: number; unit: string | null }[]
  delivered_by: string
  received_by: string | null
}

export function deliveryPaper(note: DeliveryNote): Paper {
  const said = words[note.language]
  const own = trade_words[note.language]
  const { moment } = pens(note)
  return framed(note, { title: own.delivery_note, number: note.number, issued_at: note.at }, [
    {
      kind: 'boxes',
      boxes: [{ title: own.delivered_to, lines: [note.buyer.name, ...note.buyer.lines] }],
    },
    facts(2, [
      [said.date, moment(note.at)],
      [own.our_order, note.order],
      [own.client_po, note.client_po],
      [own.store, note.store],
      [own.vehicle, note.vehicle],
      [own.driver, note.driver],
      [said.address, note.address],
      [own.for_patient, note.for_patient],
    ]),
    gone(note),
    ...open(note),
    {
      kind: 'together',
      blocks: [
        {
          kind: 'signatures',
          lines: [
            { caption: own.delivered_by, name: note.delivered_by },
            { caption: own.received_by, name: note.received_by },
          ],
        },
        ...codeBlocks(note),
      ],
    },
  ])
}

/** A row for each lot; a line without goods has one. */
function gone(note: DeliveryNote): Block {
  const said = words[note.language]
  const own = trade_words[note.language]
  const { day } = pens(note)
  return {
    kind: 'table',
    columns: [
      { label: money_words[note.language].line, weight: 1, align: 'right' },
      { label: said.description, weight: 6 },
      { label: own.lot, weight: 2 },
      { label: own.expiry, weight: 2 },
      { label: said.quantity, weight: 1, align: 'right' },
      { label: own.unit, weight: 1 },
    ],
    rows: note.lines.flatMap((line) => {
      const none = { lot: null, expiry: null, quantity: line.quantity }
      return (line.batches.length === 0 ? [none] : line.batches).map((batch, at) => [
        at === 0 ? String(line.position) : '',
        at === 0 ? line.description : '',
        batch.lot ?? '',
        day(batch.expiry),
        batchQuantity(batch.quantity, line.batches.length),
        line.unit ?? '',
      ])
    }),
  }
}

/** Lots come in whole units, a line without goods in thousandths. */
const batchQuantity = (quantity: number, lots: number): string =>
  lots === 0 ? quantityText(quantity) : String(quantity)

function open(note: DeliveryNote): Block[] {
  const said = words[note.language]
  const own = trade_words[note.language]
  if (note.open.length === 0) return [{ kind: 'text', text: own.nothing_open }]
  return [
    { kind: 'heading', text: own.still_open },
    {
      kind: 'table',
      columns: [
        { label: said.description, weight: 8 },
        { label: said.quantity, weight: 1, align: 'right' },
        { label: own.unit, weight: 1 },
      ],
      rows: note.open.map((line) => [
        line.description,
        quantityText(line.quantity),
        line.unit ?? '',
      ]),
    },
  ]
}
