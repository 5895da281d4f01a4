// What goes from one store to another: lots that were sent, and room for what arrives (stock 5.5).

import { figure, goodsPaper, type GoodsPaper, goodsPens, numberBars } from './goods-frame.ts'
import { facts } from './money-paper.ts'
import type { Block, Paper } from './paper.ts'
import { store_words } from './store-words.ts'

export interface TransferNote extends GoodsPaper {
  number: string
  from_store: string
  to_store: string
  carrier: string | null
  seal_no: string | null
  temperature_out: number | null
  temperature_in: number | null
  note: string | null
  written_at: string
  sent_at: string | null
  received_at: string | null
  sent_by: string | null
  received_by: string | null
  lines: readonly {
    description: string
    unit: string
    /** Asked for: it stands where no lot is chosen yet. */
    quantity: number
    batches: readonly {
      lot: string | null
      expiry: string | null
      sent: number
      received: number | null
      reason: string | null
    }[]
  }[]
}

export function transferPaper(note: TransferNote): Paper {
  const said = store_words[note.language]
  const { moment } = goodsPens(note)
  return goodsPaper(note, { title: said.transfer, number: note.number }, [
    facts(2, [
      [said.from_store, note.from_store],
      [said.to_store, note.to_store],
      [said.written_at, moment(note.written_at)],
      [said.sent_at, moment(note.sent_at)],
      [said.received_at, moment(note.received_at)],
      [said.carrier, note.carrier],
      [said.seal, note.seal_no],
      [said.temperature_out, degrees(note.temperature_out)],
      [said.temperature_in, degrees(note.temperature_in)],
      [said.note, note.note],
    ]),
    table(note),
    { kind: 'together', blocks: [signatures(note), ...numberBars(note.number)] },
  ])
}

const degrees = (temperature: number | null): string | null =>
  temperature === null ? null : `${temperature} °C`

function table(note: TransferNote): Block {
  const said = store_words[note.language]
  return {
    kind: 'table',
    columns: [
      { label: '#', weight: 0.5, align: 'right' },
      { label: said.item, weight: 6 },
      { label: said.lot, weight: 2 },
      { label: said.expiry, weight: 2 },
      { label: said.unit, weight: 1.5 },
      { label: said.sent, weight: 1.5, align: 'right', strong: true },
      { label: said.received, weight: 1.5, align: 'right' },
      { label: said.reason, weight: 2 },
    ],
    rows: note.lines.flatMap((line, at) => rowsOf(note, line, at + 1)),
  }
}

/** A row for each lot; a draft has none yet. */
function rowsOf(note: TransferNote, line: TransferNote['lines'][number], at: number): string[][] {
  const { description, unit, batches } = line
  if (batches.length === 0) {
    return [[String(at), description, '', '', unit, figure(line.quantity), '', '']]
  }
  const { reasons } = store_words[note.language]
  const { day } = goodsPens(note)
  return batches.map(({ lot, expiry, sent, received, reason }, index) => [
    index === 0 ? String(at) : '',
    index === 0 ? description : '',
    lot ?? '',
    day(expiry),
    unit,
    figure(sent),
    figure(received),
    reasons[reason ?? ''] ?? '',
  ])
}

function signatures(note: TransferNote): Block {
  const said = store_words[note.language]
  return {
    kind: 'signatures',
    lines: [
      { caption: said.sent_by, name: note.sent_by },
      { caption: said.carrier, name: note.carrier },
      { caption: said.received_by, name: note.received_by },
    ],
  }
}
