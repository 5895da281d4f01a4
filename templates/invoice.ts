// An invoice, or the bill that says what is to be paid before it is one (billing 4.19).

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
import type { Block, Column, Paper, Table } from './paper.ts'
import { words } from './words.ts'

export interface InvoiceLine {
  position: number
  date: string
  code: string | null
  description: string
  department: string | null
  /** Thousandths. */
  quantity: number
  /** Null: nobody knows a price yet. */
  unit_price: number | null
  discount: number
  tax_code: string | null
  amount: number
  covered: number
  patient_share: number
}

export interface Invoice extends MoneyPaper {
  /** Null while it is a draft. */
  number: string | null
  at: string
  issued_on: string | null
  due_on: string | null
  patient: {
    number: string | null
    name: string | null
    sex: string | null
    age: string | null
    phone: string | null
  } | null
  customer: { name: string; lines: readonly string[] } | null
  /** Of a company with an account. */
  client?: { contract: string | null; order: string | null } | null
  visit: {
    number: string
    opened_on: string
    closed_on: string | null
    clinician: string | null
  } | null
  payer: string | null
  scheme: { name: string; member_no: string | null; authorisation: string | null } | null
  lines: readonly InvoiceLine[]
  subtotal: number
  discount: number
  /** Rates in hundredths of a percent. */
  taxes: readonly { code: string; rate: number; base: number; tax: number }[]
  total: number
  scheme_share: number
  patient_share: number
  /** What has gone off since, in the order of `off_kinds`. */
  off: Readonly<Partial<Record<OffKind, number>>>
  balance: number
  /** Of a stay: what is left of the advances. */
  deposits_held?: number
  movements: readonly { on: string; number: string; what: string; amount: number }[]
  pay_to: readonly {
    name: string
    institution: string | null
    number: string | null
    branch: string | null
  }[]
  notice: string | null
  terms: string | null
  prepared_by: string | null
}

export const off_kinds = [
  'deposits',
  'paid',
  'insured',
  'waived',
  'credited',
  'adjusted',
  'written_off',
] as const
export type OffKind = (typeof off_kinds)[number]

export const invoicePaper = evenly((invoice: Invoice): Paper => {
  const said = words[invoice.language]
  const title =
    invoice.number === null
      ? said.bill_for_payment
      : invoice.taxes.length > 0
        ? said.tax_invoice
        : said.invoice
  return framed(invoice, { title, number: invoice.number, issued_at: invoice.at }, [
    whom(invoice),
    about(invoice),
    ...ordered(invoice),
    table(invoice),
    totals(invoice),
    inWords(invoice),
    ...movements(invoice),
    ...payTo(invoice),
    ...small(invoice),
    { kind: 'together', blocks: closing(invoice) },
  ])
})

function whom(invoice: Invoice): Block {
  const { patient, customer, payer, scheme } = invoice
  const said = words[invoice.language]
  const own = money_words[invoice.language]
  const boxes = []
  if (customer !== null) {
    boxes.push({ title: own.bill_for, lines: [customer.name, ...customer.lines] })
  }
  if (patient !== null) {
    const sex = patient.sex === null ? null : (said.sexes[patient.sex as 'Male'] ?? patient.sex)
    const lines = [
      patient.name,
      patient.number,
      [sex, patient.age].filter(Boolean).join(', '),
      patient.phone,
    ]
    boxes.push({ title: said.patient, lines: lines.filter((line): line is string => !!line) })
  }
  if (scheme !== null || (payer !== null && payer !== customer?.name)) {
    const lines = [
      scheme?.name ?? said.payers[payer as 'SELF'] ?? payer,
      scheme?.member_no ? `${own.member_no} ${scheme.member_no}` : null,
      scheme?.authorisation ? `${own.authorisation} ${scheme.authorisation}` : null,
    ]
    boxes.push({ title: said.payer, lines: lines.filter((line): line is string => !!line) })
  }
  return { kind: 'boxes', boxes }
}

function about(invoice: Invoice): Block {
  const { visit, head } = invoice
  const said = words[invoice.language]
  const own = money_words[invoice.language]
  const { day } = pens(invoice)
  return facts(2, [
    [invoice.number === null ? own.opened : own.issued, day(invoice.issued_on)],
    [said.due_date, day(invoice.due_on)],
    [own.visit, visit?.number],
    [
      own.attended,
      visit === null
        ? null
        : [visit.opened_on, visit.closed_on]
            .filter((one, index, all) => one !== null && all.indexOf(one) === index)
            .map((one) => day(one))
            .join(' – '),
    ],
    [own.clinician, visit?.clinician],
    [own.contract, invoice.client?.contract],
    [own.currency, head.currency],
  ])
}

/** A month's bill names many. */
function ordered({ client, language }: Invoice): Block[] {
  const order = client?.order
  return order ? [{ kind: 'text', title: money_words[language].order, text: order }] : []
}

/** Columns in which nothing stands are left out; a small sheet says code and department below. */
function table(invoice: Invoice): Table {
  const { lines, language } = invoice
  const said = words[language]
  const own = money_words[language]
  const { money, day, carried } = pens(invoice)
  const is_small = invoice.size !== 'A4'
  type Cell = {
    column: Column
    of: (line: InvoiceLine) => string
    sum?: (l: InvoiceLine) => number
  }
  const text = (label: string, weight: number, of: Cell['of']): Cell => ({
    column: { label, weight },
    of,
  })
  const figure = (
    label: string,
    of: (line: InvoiceLine) => number | null,
    summed = false,
  ): Cell => ({
    column: { label, weight: 1, align: 'right' },
    of: (line) => {
      const value = of(line)
      return value === null ? own.unpriced : money(value)
    },
    ...(summed ? { sum: (line: InvoiceLine) => of(line) ?? 0 } : {}),
  })
  const with_scheme = invoice.scheme !== null || lines.some(({ covered }) => covered > 0)
  const beside = (line: InvoiceLine): string =>
    [line.code, line.department].filter(Boolean).join(' · ')
  const cells: Cell[] = [
    {
      ...text(own.line, 1, ({ position }) => String(position)),
      column: { label: own.line, weight: 1, align: 'right' },
    },
    text(said.date, 1, ({ date }) => day(date)),
    ...(is_small ? [] : [text(own.code, 1, ({ code }) => code ?? '')]),
    text(said.description, 5, (line) =>
      is_small && beside(line) !== '' ? `${line.description}\n${beside(line)}` : line.description,
    ),
    ...(is_small ? [] : [text(own.department, 2, ({ department }) => department ?? '')]),
    {
      column: { label: said.quantity, weight: 1, align: 'right' },
      of: ({ quantity }) => quantityText(quantity),
    },
    figure(own.price, ({ unit_price }) => unit_price),
    ...(lines.some(({ discount }) => discount > 0)
      ? [figure(said.discount, ({ discount }) => discount)]
      : []),
    ...(lines.some(({ tax_code }) => tax_code !== null)
      ? [text(own.tax_code, 1, ({ tax_code }) => tax_code ?? '')]
      : []),
    figure(said.amount, ({ amount: total }) => total, true),
    ...(with_scheme
      ? [
          figure(own.insurance, ({ covered }) => covered, true),
          figure(own.patient_part, ({ patient_share }) => patient_share, true),
        ]
      : []),
  ]
  return {
    kind: 'table',
    columns: cells.map(({ column }) => column),
    rows: lines.map((line) => cells.map(({ of }) => of(line))),
    empty: own.nothing_billed,
    carried: {
      label_from: said.carried_forward,
      label_to: said.brought_forward,
      figures: Object.fromEntries(
        cells.flatMap(({ sum }, index) => (sum === undefined ? [] : [[index, lines.map(sum)]])),
      ),
      ...carried,
    },
  }
}

function totals(invoice: Invoice): Block {
  const { language, off } = invoice
  const said = words[language]
  const own = money_words[language]
  const { money } = pens(invoice)
  const off_words: Record<OffKind, string> = { ...own, paid: said.paid }
  const with_scheme = invoice.scheme_share > 0
  return {
    kind: 'totals',
    rows: [
      { label: said.subtotal, value: money(invoice.subtotal) },
      ...(invoice.discount > 0 ? [{ label: said.discount, value: money(-invoice.discount) }] : []),
      ...invoice.taxes.map(({ code, rate, base, tax }) => ({
        label: own.tax_at(code, String(rate / 100)).replace('  ', ' '),
        value: money(tax),
        note: own.tax_on(money(base)),
      })),
      { label: said.total, value: money(invoice.total), strong: true },
      ...(with_scheme
        ? [
            { label: own.insurance_share, value: money(invoice.scheme_share) },
            { label: own.patient_share, value: money(invoice.patient_share) },
          ]
        : []),
      ...off_kinds
        .filter((kind) => (off[kind] ?? 0) !== 0)
        .map((kind) => ({ label: off_words[kind], value: money(-(off[kind] ?? 0)) })),
      { label: said.amount_due, value: money(invoice.balance), strong: true },
      ...((invoice.deposits_held ?? 0) > 0
        ? [{ label: own.deposits_held, value: money(invoice.deposits_held ?? 0) }]
        : []),
    ],
  }
}

const inWords = (invoice: Invoice): Block => ({
  kind: 'text',
  title: words[invoice.language].amount_in_words,
  // Of a settled one, what it came to.
  text: pens(invoice).words(invoice.balance === 0 ? invoice.total : invoice.balance),
})

function movements(invoice: Invoice): Block[] {
  const { language } = invoice
  if (invoice.movements.length === 0) return []
  const said = words[language]
  const own = money_words[language]
  const { money, day } = pens(invoice)
  return [
    { kind: 'heading', text: own.movements },
    {
      kind: 'table',
      columns: [
        { label: said.date, weight: 1 },
        { label: said.number, weight: 2 },
        { label: own.method, weight: 3 },
        { label: said.amount, weight: 1, align: 'right' },
      ],
      rows: invoice.movements.map((one) => [
        day(one.on),
        one.number,
        own.methods[one.what] ?? one.what,
        money(one.amount),
      ]),
    },
  ]
}

export function payTo(paper: Pick<Invoice, 'pay_to' | 'language'>): Block[] {
  if (paper.pay_to.length === 0) return []
  const own = money_words[paper.language]
  return [
    { kind: 'heading', text: own.how_to_pay },
    facts(
      1,
      paper.pay_to.map(({ institution, name, number, branch }) => [
        institution ?? name,
        [institution === null ? null : name, number, branch].filter(Boolean).join(' · ') || name,
      ]),
    ),
  ]
}

/** BIL-158 */
export const small = (paper: Pick<Invoice, 'notice' | 'terms' | 'language'>): Block[] => [
  ...(paper.notice === null ? [] : [{ kind: 'text' as const, framed: true, text: paper.notice }]),
  ...(paper.terms === null ? [] : [{ kind: 'text' as const, small: true, text: paper.terms }]),
]

function closing(invoice: Invoice): Block[] {
  const own = money_words[invoice.language]
  return [
    {
      kind: 'signatures',
      lines: [
        { caption: own.prepared_by, name: invoice.prepared_by },
        { caption: invoice.client ? own.client_signs : own.patient_signs },
        ...(invoice.scheme === null ? [] : [{ caption: own.insurer_signs }]),
      ],
    },
    ...codeBlocks(invoice),
  ]
}
