// X and Z reports of a shift at a drawer, for the roll or on A4 (billing 4.19, BIL-98).

import type { ShiftReport } from '../db/hospital/money/drawers/z-report.ts'
import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { evenly, codeBlocks, facts, framed, type MoneyPaper, pens } from './money-paper.ts'
import { money_words } from './money-words.ts'
import type { Block, Paper } from './paper.ts'
import { words } from './words.ts'

const en = {
  titles: { X: 'X report', Z: 'Z report' },
  z_number: 'Z number',
  opened: 'Opened',
  closed: 'Closed',
  closed_by: 'Closed by',
  takings: 'Taken and given',
  what: 'What',
  count: 'Number',
  kinds: {
    RECEIPT: 'Receipts',
    REFUND: 'Refunds',
    REVERSAL: 'Reversed receipts',
    EXPENSE: 'Expenses',
    EXPENSE_REVERSAL: 'Expenses taken back',
    PAY_IN: 'Paid in',
    PAY_OUT: 'Paid out',
    FLOAT: 'Float received',
    DROP: 'Dropped into the safe',
    HANDOVER: 'Handed over',
    SETTLEMENT: 'Shortages settled',
  },
  by_method: 'By method',
  series: 'Numbers',
  first: 'First',
  last: 'Last',
  float: 'Opening float',
  float_difference: 'Difference at opening',
  expected: 'Expected in the drawer',
  counted: 'Counted',
  difference: 'Difference',
  left: 'Left in the drawer',
  handed: 'Handed over',
  hidden: 'hidden until counted',
  reason: 'Reason',
  recounted: (amount: string, by: string): string => `Counted again by ${by}: ${amount}`,
  abandoned: 'Closed by somebody else',
  pieces: 'Counted by denomination',
  piece: 'Value',
  sum: 'Sum',
  traced: 'To be traced',
  declared: 'Declared',
  recorded: 'Recorded',
  voids: 'Reversed',
  none: 'None',
  supervisor: 'Supervisor',
  nothing: 'Nothing was taken.',
}
const sw: typeof en = {
  titles: { X: 'Ripoti ya X', Z: 'Ripoti ya Z' },
  z_number: 'Namba ya Z',
  opened: 'Ilifunguliwa',
  closed: 'Ilifungwa',
  closed_by: 'Aliyefunga',
  takings: 'Zilizopokelewa na kutolewa',
  what: 'Aina',
  count: 'Idadi',
  kinds: {
    RECEIPT: 'Stakabadhi',
    REFUND: 'Marejesho',
    REVERSAL: 'Stakabadhi zilizobatilishwa',
    EXPENSE: 'Matumizi',
    EXPENSE_REVERSAL: 'Matumizi yaliyorudishwa',
    PAY_IN: 'Zilizoingizwa',
    PAY_OUT: 'Zilizotolewa',
    FLOAT: 'Chenji ya kuanzia iliyopokelewa',
    DROP: 'Zilizopelekwa kwenye sefu',
    HANDOVER: 'Zilizokabidhiwa',
    SETTLEMENT: 'Upungufu uliolipwa',
  },
  by_method: 'Kwa njia ya malipo',
  series: 'Namba',
  first: 'Ya kwanza',
  last: 'Ya mwisho',
  float: 'Fedha ya kuanzia',
  float_difference: 'Tofauti wakati wa kufungua',
  expected: 'Inayotarajiwa kwenye droo',
  counted: 'Iliyohesabiwa',
  difference: 'Tofauti',
  left: 'Iliyobaki kwenye droo',
  handed: 'Iliyokabidhiwa',
  hidden: 'imefichwa hadi ihesabiwe',
  reason: 'Sababu',
  recounted: (amount, by) => `Imehesabiwa tena na ${by}: ${amount}`,
  abandoned: 'Imefungwa na mwingine',
  pieces: 'Iliyohesabiwa kwa noti na sarafu',
  piece: 'Thamani',
  sum: 'Jumla',
  traced: 'Za kufuatiliwa',
  declared: 'Iliyotajwa',
  recorded: 'Iliyoandikwa',
  voids: 'Zilizobatilishwa',
  none: 'Hakuna',
  supervisor: 'Msimamizi',
  nothing: 'Hakuna kilichopokelewa.',
}
const said_in: Record<Language, typeof en> = { en, sw }

export interface ShiftPaper extends MoneyPaper {
  report: ShiftReport
  at: string
}

type Money = (major: number | null) => string

export const shiftPaper = evenly((paper: ShiftPaper): Paper => {
  const { report } = paper
  const { shift } = report
  const said = said_in[paper.language]
  const own = money_words[paper.language]
  const { money: minor, moment } = pens(paper)
  const money: Money = (major) =>
    major === null ? said.hidden : minor(Math.round(major * 10 ** paper.head.scale))
  const number =
    report.kind === 'Z' && shift.z_number !== null
      ? `${shift.number} · Z ${shift.z_number}`
      : shift.number
  return framed(paper, { title: said.titles[report.kind], number, issued_at: paper.at }, [
    facts(2, [
      [own.drawer, shift.drawer_name],
      [words[paper.language].cashier, shift.user_name],
      [own.shift, shift.number],
      [said.z_number, shift.z_number === null ? null : String(shift.z_number)],
      [said.opened, moment(shift.opened_at)],
      [said.closed, shift.closed_at === null ? null : moment(shift.closed_at)],
      [said.closed_by, shift.closed_by_name],
      [said.abandoned, shift.abandoned ? shift.abandon_reason : null],
      [own.currency, paper.head.currency],
    ]),
    ...takings(paper, said, money),
    ...methods(paper, said, money),
    ...series(paper, said),
    cash(paper, said, money),
    ...remarks(paper, said, money),
    ...pieces(paper, said, money),
    ...traced(paper, said, money),
    ...voids(paper, said, money),
    {
      kind: 'together',
      blocks: [
        {
          kind: 'signatures',
          lines: [
            { caption: words[paper.language].cashier, name: shift.user_name },
            { caption: said.supervisor, name: shift.confirmed_by_name },
          ],
        },
        ...codeBlocks(paper),
      ],
    },
  ])
})

function takings({ report, language }: ShiftPaper, said: typeof en, money: Money): Block[] {
  const own = money_words[language]
  return [
    { kind: 'heading', text: said.takings },
    {
      kind: 'table',
      columns: [
        { label: said.what, weight: 3 },
        { label: own.method, weight: 2 },
        { label: said.count, weight: 1, align: 'right' },
        { label: words[language].amount, weight: 1, align: 'right' },
      ],
      rows: report.movements.map((one) => [
        said.kinds[one.kind],
        own.methods[one.method] ?? one.method,
        String(one.count),
        money(one.amount),
      ]),
      empty: said.nothing,
    },
  ]
}

function methods({ report, language }: ShiftPaper, said: typeof en, money: Money): Block[] {
  const { totals } = report.shift
  if (totals.length === 0) return []
  const own = money_words[language]
  return [
    { kind: 'heading', text: said.by_method },
    {
      kind: 'table',
      columns: [
        { label: own.method, weight: 3 },
        { label: said.count, weight: 1, align: 'right' },
        { label: words[language].amount, weight: 1, align: 'right' },
      ],
      rows: totals.map((one) => [
        own.methods[one.method] ?? one.method,
        String(one.count),
        money(one.amount),
      ]),
    },
  ]
}

function series({ report }: ShiftPaper, said: typeof en): Block[] {
  if (report.series.length === 0) return []
  return [
    { kind: 'heading', text: said.series },
    {
      kind: 'table',
      columns: [
        { label: said.first, weight: 2 },
        { label: said.last, weight: 2 },
        { label: said.count, weight: 1, align: 'right' },
      ],
      rows: report.series.map((one) => [one.first, one.last, String(one.count)]),
    },
  ]
}

/** What should lie in the drawer, step by step, and what lay there (BIL-90, BIL-94). */
function cash({ report }: ShiftPaper, said: typeof en, money: Money): Block {
  const { shift } = report
  const out = (amount: number | null): number | null => (amount === null ? null : -amount || 0)
  const steps: (readonly [string, number | null])[] = [
    [said.kinds.RECEIPT, shift.receipts],
    [said.kinds.PAY_IN, shift.pay_ins],
    [said.kinds.FLOAT, shift.floats_in],
    [said.kinds.REFUND, out(shift.refunds)],
    [said.kinds.REVERSAL, out(shift.reversals)],
    [said.kinds.PAY_OUT, out(shift.pay_outs)],
    [said.kinds.DROP, out(shift.drops)],
  ]
  return {
    kind: 'totals',
    rows: [
      { label: said.float, value: money(shift.opening_float) },
      ...steps
        .filter(([, amount]) => amount !== 0)
        .map(([label, amount]) => ({ label, value: money(amount) })),
      { label: said.expected, value: money(shift.expected), strong: true },
      ...(shift.counted === null
        ? []
        : [
            { label: said.counted, value: money(shift.counted) },
            { label: said.difference, value: money(shift.difference), strong: true },
          ]),
      ...(shift.left_in_drawer === null
        ? []
        : [{ label: said.left, value: money(shift.left_in_drawer) }]),
      ...(shift.handed_over === null
        ? []
        : [{ label: said.handed, value: money(shift.handed_over) }]),
    ],
  }
}

function remarks({ report }: ShiftPaper, said: typeof en, money: Money): Block[] {
  const { shift } = report
  const lines = [
    shift.opening_difference === 0
      ? null
      : `${said.float_difference}: ${money(shift.opening_difference)}`,
    shift.difference_reason === null ? null : `${said.reason}: ${shift.difference_reason}`,
    shift.recounted === null
      ? null
      : said.recounted(money(shift.recounted), shift.confirmed_by_name ?? ''),
    shift.recount_reason,
  ].filter((line): line is string => line !== null)
  return lines.length === 0 ? [] : [{ kind: 'text', text: lines.join('\n') }]
}

function pieces({ report }: ShiftPaper, said: typeof en, money: Money): Block[] {
  const counted = (report.shift.denominations_close ?? []).filter(({ count }) => count > 0)
  if (counted.length === 0) return []
  return [
    { kind: 'heading', text: said.pieces },
    {
      kind: 'table',
      columns: [
        { label: said.piece, weight: 1, align: 'right' },
        { label: said.count, weight: 1, align: 'right' },
        { label: said.sum, weight: 1, align: 'right' },
      ],
      rows: counted.map(({ value, count }) => [money(value), String(count), money(value * count)]),
      foot: ['', '', money(counted.reduce((sum, { value, count }) => sum + value * count, 0))],
    },
  ]
}

function traced({ report, language }: ShiftPaper, said: typeof en, money: Money): Block[] {
  const { to_be_traced } = report.shift
  if (to_be_traced.length === 0) return []
  const own = money_words[language]
  return [
    { kind: 'heading', text: said.traced },
    {
      kind: 'table',
      columns: [
        { label: own.method, weight: 3 },
        { label: said.declared, weight: 1, align: 'right' },
        { label: said.recorded, weight: 1, align: 'right' },
      ],
      rows: to_be_traced.map((one) => [
        own.methods[one.method] ?? one.method,
        money(one.declared),
        money(one.recorded),
      ]),
    },
  ]
}

function voids(paper: ShiftPaper, said: typeof en, money: Money): Block[] {
  const { report, language } = paper
  if (report.voids.length === 0) return []
  const { moment } = pens(paper)
  const own = money_words[language]
  return [
    { kind: 'heading', text: said.voids },
    {
      kind: 'table',
      columns: [
        { label: own.document, weight: 3 },
        { label: words[language].date, weight: 2 },
        { label: words[language].amount, weight: 1, align: 'right' },
      ],
      rows: report.voids.map((one) => [
        `${one.reference ?? ''}\n${one.by_name}`,
        moment(one.at),
        money(one.amount),
      ]),
    },
  ]
}
