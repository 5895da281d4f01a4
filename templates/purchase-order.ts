// An order to a supplier (stock STK-132).

import { codeBlocks, facts, framed, type MoneyPaper, pens, quantityText } from './money-paper.ts'
import type { Block, Paper } from './paper.ts'
import { purchase_words } from './purchase-words.ts'
import { words } from './words.ts'

export interface OrderOnPaper extends MoneyPaper {
  number: string
  version_no: number
  at: string
  supplier: { name: string; lines: readonly string[] }
  deliver_to: readonly string[]
  expected_on: string | null
  payment_terms_days: number
  lines: readonly {
    description: string
    unit: string
    /** Base units in it, where it is a pack: in thousandths. */
    pack: { of: number; base_unit: string } | null
    quantity: number
    free: number
    unit_price: number
    tax_bp: number
    total: number
  }[]
  subtotal: number
  discount: number
  tax: number
  freight: number
  total: number
  terms: string | null
  shelf_days: number
  is_cold: boolean
  requested: { by: string; at: string }
  approvals: readonly { by: string; role: string | null; at: string }[]
}

export function orderPaper(order: OrderOnPaper): Paper {
  const own = purchase_words[order.language]
  const said = words[order.language]
  const { day, moment, words: inWords } = pens(order)
  return framed(order, { title: own.purchase_order, number: order.number, issued_at: order.at }, [
    {
      kind: 'boxes',
      boxes: [
        { title: own.supplier, lines: [order.supplier.name, ...order.supplier.lines] },
        { title: own.deliver_to, lines: [...order.deliver_to] },
      ],
    },
    facts(2, [
      [said.date, moment(order.at)],
      [own.version, String(order.version_no)],
      [own.expected, day(order.expected_on)],
      [own.terms, own.days(order.payment_terms_days)],
    ]),
    table(order),
    { kind: 'totals', rows: sums(order) },
    { kind: 'text', title: said.amount_in_words, text: inWords(order.total) },
    { kind: 'text', title: own.conditions, text: conditions(order).join('\n') },
    { kind: 'together', blocks: [signatures(order), ...codeBlocks(order)] },
  ])
}

function table(order: OrderOnPaper): Block {
  const own = purchase_words[order.language]
  const { money } = pens(order)
  const has_free = order.lines.some(({ free }) => free > 0)
  return {
    kind: 'table',
    columns: [
      { label: '#', weight: 1, align: 'right' },
      { label: own.item, weight: 8 },
      { label: own.pack, weight: 4 },
      { label: own.quantity, weight: 2, align: 'right' },
      ...(has_free ? [{ label: own.free, weight: 2, align: 'right' as const }] : []),
      { label: own.price, weight: 3, align: 'right' },
      { label: `${own.tax} %`, weight: 2, align: 'right' },
      { label: own.total, weight: 3, align: 'right' },
    ],
    rows: order.lines.map((line, at) => [
      String(at + 1),
      line.description,
      line.pack === null
        ? line.unit
        : own.pack_of(`${quantityText(line.pack.of)} ${line.pack.base_unit}`, line.unit),
      quantityText(line.quantity),
      ...(has_free ? [line.free === 0 ? '' : quantityText(line.free)] : []),
      money(line.unit_price),
      line.tax_bp === 0 ? '' : String(line.tax_bp / 100),
      money(line.total),
    ]),
  }
}

function sums(order: OrderOnPaper) {
  const own = purchase_words[order.language]
  const { money } = pens(order)
  const { subtotal, discount, tax, freight, total } = order
  return [
    { label: own.subtotal, value: money(subtotal) },
    ...(discount === 0 ? [] : [{ label: own.discount, value: money(-discount) }]),
    ...(tax === 0 ? [] : [{ label: own.tax, value: money(tax) }]),
    ...(freight === 0 ? [] : [{ label: own.freight, value: money(freight) }]),
    { label: `${own.total} ${order.head.currency}`, value: money(total), strong: true },
  ]
}

function conditions({ language, terms, shelf_days, is_cold }: OrderOnPaper): string[] {
  const own = purchase_words[language]
  return [
    own.shelf_life(shelf_days),
    ...(is_cold ? [own.cold_chain] : []),
    own.partial,
    ...(terms === null ? [] : [terms]),
  ]
}

function signatures(order: OrderOnPaper): Block {
  const own = purchase_words[order.language]
  const { moment } = pens(order)
  return {
    kind: 'signatures',
    lines: [
      {
        caption: own.requested,
        name: order.requested.by,
        note: moment(order.requested.at),
      },
      ...order.approvals.map(({ by, role, at }) => ({
        caption: own.approved,
        name: role === null ? by : `${by}, ${role}`,
        note: moment(at),
      })),
    ],
  }
}
