// A return note: what came back, why, where it was put, and what is given back for it (commercial 5.4).

import {
  codeBlocks,
  evenly,
  facts,
  framed,
  type MoneyPaper,
  pens,
  quantityText,
} from './money-paper.ts'
import { money_words } from './money-words.ts'
import { credit_words } from './credit-words.ts'
import type { Paper } from './paper.ts'
import { trade_words } from './trade-words.ts'
import { words } from './words.ts'

interface ReturnLine {
  position: number
  description: string
  /** Thousandths, as are the three below. */
  quantity: number
  unit_price: number
  good: number
  quarantine: number
  destroyed: number
}

export interface ReturnNote extends MoneyPaper {
  number: string
  at: string
  party: string
  bill: string | null
  reason: string
  refund: number
  lines: readonly ReturnLine[]
  opened_by: string
  decided_by: string | null
}

export const returnPaper = evenly((note: ReturnNote): Paper => {
  const said = words[note.language]
  const own = trade_words[note.language]
  const { money, moment } = pens(note)
  return framed(note, { title: own.return_note, number: note.number, issued_at: note.at }, [
    { kind: 'boxes', boxes: [{ title: own.returned_by, lines: [note.party] }] },
    facts(2, [
      [said.date, moment(note.at)],
      [own.against_bill, note.bill],
      [own.decided_by, note.decided_by],
      [money_words[note.language].currency, note.head.currency],
    ]),
    { kind: 'text', title: credit_words[note.language].reason, text: note.reason },
    {
      kind: 'table',
      columns: [
        { label: money_words[note.language].line, weight: 1, align: 'right' },
        { label: said.description, weight: 6 },
        { label: said.quantity, weight: 1, align: 'right' },
        { label: money_words[note.language].price, weight: 2, align: 'right' },
        { label: own.condition, weight: 4 },
      ],
      rows: note.lines.map((line) => [
        String(line.position),
        line.description,
        quantityText(line.quantity),
        money(line.unit_price),
        placedText(note, line),
      ]),
    },
    { kind: 'totals', rows: [{ label: own.refund, value: money(note.refund), strong: true }] },
    {
      kind: 'together',
      blocks: [
        {
          kind: 'signatures',
          lines: [
            { caption: own.prepared_by, name: note.opened_by },
            { caption: own.decided_by, name: note.decided_by },
            { caption: own.returned_by, name: note.party },
          ],
        },
        ...codeBlocks(note),
      ],
    },
  ])
})

function placedText({ language }: ReturnNote, { good, quarantine, destroyed }: ReturnLine): string {
  const { conditions } = trade_words[language]
  const parts: readonly (readonly [number, string])[] = [
    [good, conditions.good],
    [quarantine, conditions.quarantine],
    [destroyed, conditions.destroyed],
  ]
  return parts
    .filter(([quantity]) => quantity > 0)
    .map(([quantity, where]) => `${quantityText(quantity)} ${where}`)
    .join(', ')
}
