// The summary of payments on paper and for a sheet (billing 5.16).

import type { Collections } from '../db/hospital/money/billing/payments/collection-shapes.ts'
import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { evenly, facts, framed, type MoneyPaper, pens } from './money-paper.ts'
import { money_words } from './money-words.ts'
import type { Paper } from './paper.ts'
import { words } from './words.ts'

const en = {
  title: 'Payments collected',
  all: 'All branches',
  branch: 'Branch',
  opening: 'Opening',
  receipts: 'Receipts',
  refunds: 'Refunds',
  reversals: 'Reversed',
  drops: 'To the safe',
  expected: 'Expected',
  counted: 'Counted',
  difference: 'Difference',
  kept: 'Kept',
  by_method: 'By method',
  count: 'Number',
  nothing: 'Nothing was collected.',
}
const sw: typeof en = {
  title: 'Malipo yaliyopokelewa',
  all: 'Matawi yote',
  branch: 'Tawi',
  opening: 'Kuanzia',
  receipts: 'Stakabadhi',
  refunds: 'Marejesho',
  reversals: 'Zilizobatilishwa',
  drops: 'Kwenye sefu',
  expected: 'Inayotarajiwa',
  counted: 'Iliyohesabiwa',
  difference: 'Tofauti',
  kept: 'Iliyobaki',
  by_method: 'Kwa njia ya malipo',
  count: 'Idadi',
  nothing: 'Hakuna kilichopokelewa.',
}
const said_in: Record<Language, typeof en> = { en, sw }

export const collection_columns = [
  'day',
  'branch',
  'drawer',
  'shift',
  'cashier',
  'method',
  'count',
  'opening',
  'receipts',
  'refunds',
  'reversals',
  'drops',
  'expected',
  'counted',
  'difference',
] as const

export const collectionsPaper = (report: Collections, paper: MoneyPaper): Paper =>
  evenly((one: MoneyPaper) => drawnUp(report, one))(paper)

function drawnUp(report: Collections, paper: MoneyPaper): Paper {
  const said = said_in[paper.language]
  const own = money_words[paper.language]
  const common = words[paper.language]
  const { money: minor, day, carried } = pens(paper)
  const scale = 10 ** paper.head.scale
  const toMinor = (major: number): number => Math.round(major * scale)
  const money = (major: number | null): string => (major === null ? '' : minor(toMinor(major)))
  const sums = [
    'opening',
    'receipts',
    'refunds',
    'reversals',
    'drops',
    'expected',
    'counted',
    'difference',
  ] as const
  const is_one_branch = new Set(report.rows.map(({ facility_id }) => facility_id)).size < 2
  const texts = [
    { label: common.date, weight: 1, of: (row: Row) => day(row.day) },
    ...(is_one_branch ? [] : [{ label: said.branch, weight: 2, of: (row: Row) => row.branch }]),
    {
      label: `${own.drawer}, ${own.shift}`,
      weight: 2,
      of: (row: Row) => [row.drawer, row.shift].filter(Boolean).join('\n'),
    },
    { label: common.cashier, weight: 2, of: (row: Row) => row.cashier },
    { label: own.method, weight: 2, of: (row: Row) => own.methods[row.method] ?? row.method },
  ]
  const { rows } = report
  return framed(
    paper,
    { title: said.title, number: null, issued_at: report.made_at },
    [
      facts(2, [
        [own.period, `${day(report.from)} – ${day(report.to)}`],
        [said.branch, report.facility_id === null ? said.all : paper.head.house.branch],
        [own.currency, paper.head.currency],
      ]),
      {
        kind: 'table',
        columns: [
          ...texts.map(({ label, weight }) => ({ label, weight })),
          ...sums.map((key) => ({ label: said[key], weight: 1, align: 'right' as const })),
        ],
        rows: rows.map((row) => [
          ...texts.map(({ of }) => of(row)),
          ...sums.map((key) => money(row[key])),
        ]),
        empty: said.nothing,
        carried: {
          label_from: common.carried_forward,
          label_to: common.brought_forward,
          figures: Object.fromEntries(
            sums.map((key, index) => [
              texts.length + index,
              rows.map((row) => toMinor(row[key] ?? 0)),
            ]),
          ),
          ...carried,
        },
      },
      { kind: 'heading', text: said.by_method },
      {
        kind: 'table',
        columns: [
          { label: own.method, weight: 3 },
          { label: said.count, weight: 1, align: 'right' },
          ...(['receipts', 'refunds', 'reversals', 'kept'] as const).map((key) => ({
            label: said[key],
            weight: 1,
            align: 'right' as const,
          })),
        ],
        rows: report.methods.map((one) => [
          own.methods[one.method] ?? one.method,
          String(one.count),
          money(one.receipts),
          money(one.refunds),
          money(one.reversals),
          money(one.kept),
        ]),
        foot: [
          common.total,
          '',
          money(report.totals.receipts),
          money(report.totals.refunds),
          money(report.totals.reversals),
          money(report.totals.kept),
        ],
        empty: said.nothing,
      },
      {
        kind: 'text',
        title: common.amount_in_words,
        text: pens(paper).words(toMinor(report.totals.kept)),
      },
    ],
    { landscape: true },
  )
}

type Row = Collections['rows'][number]
