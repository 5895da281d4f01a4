// A receipt: what was handed over, for which bills, and what is left (billing 4.19).

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

export interface Receipt extends MoneyPaper {
  number: string
  at: string
  purpose: 'BILL' | 'SALE' | 'DEPOSIT' | 'RECOVERY'
  method: string
  received_from: string | null
  patient: { number: string; name: string } | null
  cashier: string
  account: string | null
  drawer: string | null
  shift: string | null
  reference: string | null
  cheque: { date: string | null; bank: string | null } | null
  scheme: string | null
  amount: number
  tendered: number | null
  change: number
  bills: readonly { number: string | null; amount: number; left: number }[]
  /** Of a counter sale. */
  goods: readonly {
    description: string
    quantity: number
    unit_price: number
    amount: number
    note: string | null
  }[]
  /** Of the patient, today; null where nobody is known. */
  owed: number | null
  deposits: number | null
  reversed: { at: string; by: string; reason: string } | null
}

const advices = ['Insurance', 'Waiver']

export const receiptPaper = evenly((receipt: Receipt): Paper => {
  const { language, method } = receipt
  const said = words[language]
  const own = money_words[language]
  const title =
    method === 'Insurance'
      ? own.insurance_advice
      : method === 'Waiver'
        ? own.waiver_advice
        : receipt.purpose === 'DEPOSIT'
          ? `${said.receipt} · ${said.advance}`
          : said.receipt
  const is_roll = receipt.size === 'ROLL80'
  return framed(
    { ...receipt, mark: receipt.mark },
    { title, number: receipt.number, issued_at: receipt.at },
    [
      ...reversed(receipt),
      about(receipt),
      ...goods(receipt),
      ...bills(receipt),
      sums(receipt),
      { kind: 'text', title: said.amount_in_words, text: pens(receipt).words(receipt.amount) },
      ...after(receipt),
      {
        kind: 'together',
        blocks: [
          ...(is_roll ? [] : [signatures(receipt)]),
          ...codeBlocks(receipt),
          ...(advices.includes(method)
            ? []
            : [
                {
                  kind: 'text' as const,
                  text: said.not_valid_if_reversed,
                  small: true,
                  align: is_roll ? ('center' as const) : ('left' as const),
                },
              ]),
        ],
      },
    ],
  )
})

function reversed(receipt: Receipt): Block[] {
  if (receipt.reversed === null) return []
  const { at, by, reason } = receipt.reversed
  const own = money_words[receipt.language]
  return [
    {
      kind: 'text',
      framed: true,
      strong: true,
      text: `${own.reversed_on(pens(receipt).moment(at), by)}: ${reason}`,
    },
  ]
}

function about(receipt: Receipt): Block {
  const { language, patient, cheque } = receipt
  const said = words[language]
  const own = money_words[language]
  const { moment, day } = pens(receipt)
  return facts(2, [
    [own.received_at, moment(receipt.at)],
    [said.received_from, receipt.received_from ?? patient?.name],
    [said.patient, patient === null ? null : `${patient.number} ${patient.name}`],
    [own.method, own.methods[receipt.method] ?? receipt.method],
    [own.reference, receipt.reference],
    [own.bank, cheque?.bank],
    [own.cheque_date, day(cheque?.date ?? null)],
    [own.scheme, receipt.scheme],
    [own.till, receipt.account],
    [own.drawer, receipt.drawer],
    [own.shift, receipt.shift],
    [said.cashier, receipt.cashier],
    [own.currency, receipt.head.currency],
  ])
}

function goods(receipt: Receipt): Block[] {
  if (receipt.goods.length === 0) return []
  const said = words[receipt.language]
  const own = money_words[receipt.language]
  const { money } = pens(receipt)
  return [
    {
      kind: 'table',
      columns: [
        { label: said.description, weight: 4 },
        { label: said.quantity, weight: 1, align: 'right' },
        { label: own.price, weight: 1, align: 'right' },
        { label: said.amount, weight: 1, align: 'right' },
      ],
      rows: receipt.goods.map((one) => [
        one.note === null ? one.description : `${one.description}\n${one.note}`,
        quantityText(one.quantity),
        money(one.unit_price),
        money(one.amount),
      ]),
    },
  ]
}

function bills(receipt: Receipt): Block[] {
  if (receipt.bills.length === 0) return []
  const said = words[receipt.language]
  const own = money_words[receipt.language]
  const { money } = pens(receipt)
  return [
    {
      kind: 'table',
      columns: [
        { label: own.bill, weight: 3 },
        { label: said.amount, weight: 1, align: 'right' },
        { label: own.left, weight: 1, align: 'right' },
      ],
      rows: receipt.bills.map(({ number, amount, left }) => [
        number ?? '',
        money(amount),
        money(left),
      ]),
    },
  ]
}

function sums(receipt: Receipt): Block {
  const said = words[receipt.language]
  const { money } = pens(receipt)
  const { tendered, change } = receipt
  return {
    kind: 'totals',
    rows: [
      { label: said.total, value: money(receipt.amount), strong: true },
      ...(tendered === null ? [] : [{ label: said.cash_handed_over, value: money(tendered) }]),
      ...(tendered === null && change === 0 ? [] : [{ label: said.change, value: money(change) }]),
    ],
  }
}

function after(receipt: Receipt): Block[] {
  const { owed, deposits } = receipt
  if (owed === null && deposits === null) return []
  const own = money_words[receipt.language]
  const { money } = pens(receipt)
  return [
    facts(2, [
      [own.now_owed, owed === null ? null : money(owed)],
      [own.deposits_held, deposits === null || deposits === 0 ? null : money(deposits)],
    ]),
  ]
}

const signatures = (receipt: Receipt): Block => ({
  kind: 'signatures',
  lines: [{ caption: words[receipt.language].cashier, name: receipt.cashier }],
})
