// A statement of account: what moved in a period, what is owed, and for how long (billing 4.19).

import { payTo, small, type Invoice } from './invoice.ts'
import { evenly, codeBlocks, facts, framed, type MoneyPaper, pens } from './money-paper.ts'
import { money_words } from './money-words.ts'
import type { Block, Paper, Table } from './paper.ts'
import { words } from './words.ts'

export interface StatementLine {
  on: string
  number: string | null
  /** A word of the posting table; else as it was written. */
  source: string
  memo: string
  debit: number
  credit: number
  balance: number
}

export const statement_ages = [
  'not_due',
  'd1_30',
  'd31_60',
  'd61_90',
  'd91_180',
  'over_180',
] as const

export interface Statement extends MoneyPaper, Pick<Invoice, 'pay_to' | 'notice' | 'terms'> {
  at: string
  party: { number: string; name: string; lines: readonly string[] }
  from: string | null
  to: string
  opening: number
  lines: readonly StatementLine[]
  closing: number
  deposits: { lines: readonly Omit<StatementLine, 'debit' | 'credit'>[]; held: number }
  ageing: Readonly<Record<(typeof statement_ages)[number], number>>
  unpaid: readonly {
    number: string
    on: string
    due_on: string | null
    total: number
    balance: number
  }[]
}

export const statementPaper = evenly((statement: Statement): Paper => {
  const { language, party } = statement
  const said = words[language]
  const own = money_words[language]
  const { money, day } = pens(statement)
  return framed(
    statement,
    { title: said.statement, number: party.number, issued_at: statement.at },
    [
      {
        kind: 'boxes',
        boxes: [{ title: said.patient, lines: [party.name, party.number, ...party.lines] }],
      },
      facts(2, [
        [
          own.period,
          `${statement.from === null ? own.begin : day(statement.from)} – ${day(statement.to)}`,
        ],
        [own.currency, statement.head.currency],
      ]),
      moves(statement),
      {
        kind: 'totals',
        rows: [
          { label: own.opening, value: money(statement.opening) },
          {
            label: own.debit,
            value: money(statement.lines.reduce((sum, one) => sum + one.debit, 0)),
          },
          {
            label: own.credit,
            value: money(statement.lines.reduce((sum, one) => sum + one.credit, 0)),
          },
          { label: own.closing, value: money(statement.closing), strong: true },
        ],
      },
      {
        kind: 'text',
        title: said.amount_in_words,
        text: pens(statement).words(statement.closing),
      },
      {
        kind: 'strip',
        cells: statement_ages.map((age) => ({
          label: own.ages[age],
          value: money(statement.ageing[age]),
        })),
      },
      ...unpaid(statement),
      ...deposits(statement),
      ...payTo(statement),
      ...small(statement),
      ...codeBlocks(statement),
    ],
  )
})

function moves(statement: Statement): Table {
  const { language, lines } = statement
  const said = words[language]
  const own = money_words[language]
  const { money, day, carried } = pens(statement)
  const opened: string[] = [
    statement.from === null ? '' : day(statement.from),
    '',
    own.opening,
    '',
    '',
    money(statement.opening),
  ]
  return {
    kind: 'table',
    columns: [
      { label: said.date, weight: 1 },
      { label: own.document, weight: 2 },
      { label: said.description, weight: 5 },
      { label: own.debit, weight: 1, align: 'right' },
      { label: own.credit, weight: 1, align: 'right' },
      { label: own.balance, weight: 1, align: 'right' },
    ],
    rows: [
      opened,
      ...lines.map((line) => [
        day(line.on),
        line.number ?? '',
        own.sources[line.source] ?? line.memo,
        line.debit === 0 ? '' : money(line.debit),
        line.credit === 0 ? '' : money(line.credit),
        money(line.balance),
      ]),
      ...(lines.length === 0 ? [['', '', own.nothing_moved, '', '', '']] : []),
    ],
    carried: {
      label_from: said.carried_forward,
      label_to: said.brought_forward,
      figures: {
        3: [0, ...lines.map(({ debit }) => debit)],
        4: [0, ...lines.map(({ credit }) => credit)],
        // The balance is itself a sum: each row adds what it changes.
        5: [statement.opening, ...lines.map(({ debit, credit }) => debit - credit)],
      },
      ...carried,
    },
  }
}

function unpaid(statement: Statement): Block[] {
  if (statement.unpaid.length === 0) return []
  const said = words[statement.language]
  const own = money_words[statement.language]
  const { money, day } = pens(statement)
  return [
    { kind: 'heading', text: own.unpaid },
    {
      kind: 'table',
      columns: [
        { label: own.bill, weight: 2 },
        { label: said.date, weight: 1 },
        { label: own.due, weight: 1 },
        { label: said.total, weight: 1, align: 'right' },
        { label: said.amount_due, weight: 1, align: 'right' },
      ],
      rows: statement.unpaid.map((one) => [
        one.number,
        day(one.on),
        day(one.due_on),
        money(one.total),
        money(one.balance),
      ]),
    },
  ]
}

function deposits(statement: Statement): Block[] {
  const { lines, held } = statement.deposits
  if (lines.length === 0 && held === 0) return []
  const said = words[statement.language]
  const own = money_words[statement.language]
  const { money, day } = pens(statement)
  return [
    { kind: 'heading', text: own.deposit_moves },
    {
      kind: 'table',
      columns: [
        { label: said.date, weight: 1 },
        { label: own.document, weight: 2 },
        { label: said.description, weight: 5 },
        { label: own.balance, weight: 1, align: 'right' },
      ],
      rows: lines.map((line) => [
        day(line.on),
        line.number ?? '',
        own.sources[line.source] ?? line.memo,
        money(line.balance),
      ]),
      foot: ['', '', own.deposits_held, money(held)],
    },
  ]
}
