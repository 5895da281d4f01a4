// A quotation and the confirmation of an order: what is sold to whom, at which prices (commercial 5.2, 5.3).

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
import type { Block, Paper, Table } from './paper.ts'
import { trade_words } from './trade-words.ts'
import { words } from './words.ts'

export interface OfferLine {
  position: number
  code: string | null
  description: string
  /** Thousandths. */
  quantity: number
  unit: string | null
  unit_price: number
  amount: number
}

export interface Offer extends MoneyPaper {
  number: string
  at: string
  buyer: { name: string; lines: readonly string[] }
  /** Where the client pays for a patient. */
  for_patient: string | null
  lines: readonly OfferLine[]
  subtotal: number
  discount: number
  discount_bp: number
  tax: number
  tax_bp: number
  total: number
  notes: string | null
  prepared_by: string
}

export interface Quotation extends Offer {
  valid_until: string | null
  terms: string | null
  approved_by: string | null
}

export interface OrderConfirmation extends Offer {
  required_by: string | null
  client_po: string | null
  quotation: string | null
  prepay: boolean
}

export const quotationPaper = evenly((quotation: Quotation): Paper => {
  const said = words[quotation.language]
  const own = trade_words[quotation.language]
  const { day, moment } = pens(quotation)
  return framed(
    quotation,
    { title: own.quotation, number: quotation.number, issued_at: quotation.at },
    [
      whom(quotation, own.offered_to),
      facts(2, [
        [said.date, moment(quotation.at)],
        [own.valid_until, day(quotation.valid_until)],
        [own.for_patient, quotation.for_patient],
        [money_words[quotation.language].currency, quotation.head.currency],
      ]),
      ...sold(quotation),
      ...texts(quotation.notes, quotation.terms),
      {
        kind: 'together',
        blocks: [
          {
            kind: 'signatures',
            lines: [
              { caption: own.prepared_by, name: quotation.prepared_by },
              ...(quotation.approved_by === null
                ? []
                : [{ caption: own.approved_by, name: quotation.approved_by }]),
              { caption: own.accepted_by },
            ],
          },
          ...codeBlocks(quotation),
        ],
      },
    ],
  )
})

export const orderPaper = evenly((order: OrderConfirmation): Paper => {
  const said = words[order.language]
  const own = trade_words[order.language]
  const { day, moment } = pens(order)
  return framed(
    order,
    { title: own.order_confirmation, number: order.number, issued_at: order.at },
    [
      whom(order, own.ordered_by),
      facts(2, [
        [said.date, moment(order.at)],
        [own.required_by, day(order.required_by)],
        [own.client_po, order.client_po],
        [own.our_quotation, order.quotation],
        [own.for_patient, order.for_patient],
        [money_words[order.language].currency, order.head.currency],
      ]),
      ...sold(order),
      ...(order.prepay ? [{ kind: 'text' as const, framed: true as const, text: own.prepay }] : []),
      ...texts(order.notes, null),
      {
        kind: 'together',
        blocks: [
          {
            kind: 'signatures',
            lines: [
              { caption: own.prepared_by, name: order.prepared_by },
              { caption: own.accepted_by },
            ],
          },
          ...codeBlocks(order),
        ],
      },
    ],
  )
})

const whom = ({ buyer }: Offer, title: string): Block => ({
  kind: 'boxes',
  boxes: [{ title, lines: [buyer.name, ...buyer.lines] }],
})

/** What was written for this paper, and under which terms. */
const texts = (notes: string | null, terms: string | null): Block[] => [
  ...(notes === null ? [] : [{ kind: 'text' as const, text: notes }]),
  ...(terms === null ? [] : [{ kind: 'text' as const, small: true, text: terms }]),
]

const sold = (offer: Offer): Block[] => [
  table(offer),
  totals(offer),
  {
    kind: 'text',
    title: words[offer.language].amount_in_words,
    text: pens(offer).words(offer.total),
  },
]

function table(offer: Offer): Table {
  const { lines, language } = offer
  const said = words[language]
  const own = money_words[language]
  const { money, carried } = pens(offer)
  return {
    kind: 'table',
    columns: [
      { label: own.line, weight: 1, align: 'right' },
      { label: own.code, weight: 2 },
      { label: said.description, weight: 6 },
      { label: said.quantity, weight: 1, align: 'right' },
      { label: trade_words[language].unit, weight: 1 },
      { label: own.price, weight: 2, align: 'right' },
      { label: said.amount, weight: 2, align: 'right' },
    ],
    rows: lines.map((line) => [
      String(line.position),
      line.code ?? '',
      line.description,
      quantityText(line.quantity),
      line.unit ?? '',
      money(line.unit_price),
      money(line.amount),
    ]),
    carried: {
      label_from: said.carried_forward,
      label_to: said.brought_forward,
      figures: { 6: lines.map(({ amount }) => amount) },
      ...carried,
    },
  }
}

const percent = (hundredths: number): string => String(hundredths / 100)

function totals(offer: Offer): Block {
  const { language, discount, discount_bp, tax, tax_bp } = offer
  const said = words[language]
  const own = trade_words[language]
  const { money } = pens(offer)
  return {
    kind: 'totals',
    rows: [
      { label: said.subtotal, value: money(offer.subtotal) },
      ...(discount === 0
        ? []
        : [{ label: own.discount_of(percent(discount_bp)), value: money(-discount) }]),
      ...(tax === 0 ? [] : [{ label: own.tax_of(percent(tax_bp)), value: money(tax) }]),
      { label: said.total, value: money(offer.total), strong: true },
    ],
  }
}
