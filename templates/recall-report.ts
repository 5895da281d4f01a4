// A recall as it is reported (stock STK-95): what became of everything, where it lies, how it came and
// which departments used it. Patients are a figure here.

import { figure, goodsPaper, type GoodsPaper, goodsPens, numberBars } from './goods-frame.ts'
import { facts } from './money-paper.ts'
import type { Block, Paper } from './paper.ts'
import { recall_words } from './recall-words.ts'

interface Traced {
  description: string
  lot: string | null
  where: string
  kind: string
  at: string | null
  quantity: number
  quarantined: number | null
  reference: string | null
}

const figure_keys = [
  'received',
  'on_hand',
  'quarantined',
  'issued_patients',
  'issued_departments',
  'sold',
  'delivered_clients',
  'disposed',
  'returned_supplier',
  'unaccounted',
  'patients',
  'patients_told',
] as const

export interface RecallReport extends GoodsPaper {
  number: string
  status: string
  products: readonly string[]
  lots: readonly string[]
  level: string
  source: string
  notice_no: string | null
  notice_on: string
  reason: string
  instruction: string
  opened_by: string
  created_at: string
  close_note: string | null
  figures: Readonly<Record<(typeof figure_keys)[number], number>> & { accounted_pct: number | null }
  holdings: readonly Traced[]
  receipts: readonly Traced[]
  departments: readonly Traced[]
}

export function recallReport(recall: RecallReport): Paper {
  const said = recall_words[recall.language]
  return goodsPaper(recall, { title: said.title, number: recall.number }, [
    head(recall),
    { kind: 'text', title: said.reason, text: recall.reason },
    ...figures(recall),
    ...part(recall, said.holdings, recall.holdings),
    ...part(recall, said.receipts, recall.receipts),
    ...part(recall, said.departments, recall.departments),
    ...(recall.close_note === null
      ? []
      : [{ kind: 'text' as const, title: said.close_note, text: recall.close_note }]),
    {
      kind: 'together',
      blocks: [
        {
          kind: 'signatures',
          lines: [{ caption: said.opened_by, name: recall.opened_by }, { caption: said.in_charge }],
        },
        ...numberBars(recall.number),
      ],
    },
  ])
}

function head(recall: RecallReport): Block {
  const said = recall_words[recall.language]
  const { day, moment } = goodsPens(recall)
  return facts(2, [
    [said.products, recall.products.join(', ')],
    [said.lots, recall.lots.length === 0 ? said.all_lots : recall.lots.join(', ')],
    [said.level, recall.level],
    [said.source, said.sources[recall.source] ?? recall.source],
    [said.notice, recall.notice_no],
    [said.notice_on, day(recall.notice_on)],
    [said.instruction, said.instructions[recall.instruction] ?? recall.instruction],
    [said.opened, moment(recall.created_at)],
    [said.status, said.states[recall.status] ?? recall.status],
  ])
}

function figures({ figures: of, language }: RecallReport): Block[] {
  const said = recall_words[language]
  const accounted = of.accounted_pct === null ? '–' : `${of.accounted_pct} %`
  const cells = [
    ...figure_keys.map((key) => ({ label: said.figures[key] ?? key, value: figure(of[key]) })),
    { label: said.accounted, value: accounted },
  ]
  return [
    { kind: 'strip', cells: cells.slice(0, 7) },
    { kind: 'strip', cells: cells.slice(7) },
  ]
}

function part(recall: RecallReport, text: string, rows: readonly Traced[]): Block[] {
  if (rows.length === 0) return []
  const said = recall_words[recall.language]
  const { moment } = goodsPens(recall)
  return [
    { kind: 'heading', text },
    {
      kind: 'table',
      columns: [
        { label: said.item, weight: 4 },
        { label: said.lot, weight: 2 },
        { label: said.where, weight: 3 },
        { label: said.at, weight: 2.5 },
        { label: said.reference, weight: 2.5 },
        { label: said.quantity, weight: 1.5, align: 'right', strong: true },
        { label: said.apart, weight: 1.5, align: 'right' },
      ],
      rows: rows.map((row) => [
        row.description,
        row.lot ?? '',
        [row.where, said.kinds[row.kind]].filter(Boolean).join(', '),
        moment(row.at),
        row.reference ?? '',
        figure(row.quantity),
        figure(row.quarantined),
      ]),
    },
  ]
}
