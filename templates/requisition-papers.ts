// A requisition as it is asked for, and the voucher of what was issued on it (stock 5.5).

import { figure, goodsPaper, type GoodsPaper, goodsPens, numberBars } from './goods-frame.ts'
import { facts } from './money-paper.ts'
import type { Block, Paper } from './paper.ts'
import { store_words } from './store-words.ts'

export interface RequisitionOnPaper extends GoodsPaper {
  number: string
  from_store: string
  to_store: string
  department: string | null
  priority: string
  needed_by: string | null
  note: string | null
  written_at: string
  asked_by: string
  approved_by: string | null
  issued_by: string | null
  lines: readonly {
    description: string
    unit: string
    requested: number
    on_hand_there: number
    amc_there: number | null
    approved: number | null
    issued: number
    short: number
    reason: string | null
    batches: readonly {
      description: string
      unit: string
      lot: string | null
      expiry: string | null
      issued: number
      received: number | null
      reason: string | null
    }[]
  }[]
}

export function requisitionPaper(asked: RequisitionOnPaper): Paper {
  const said = store_words[asked.language]
  return goodsPaper(asked, { title: said.requisition, number: asked.number }, [
    head(asked),
    wanted(asked),
    {
      kind: 'together',
      blocks: [
        {
          kind: 'signatures',
          lines: [
            { caption: said.asked_by, name: asked.asked_by },
            { caption: said.approved_by, name: asked.approved_by },
          ],
        },
        ...numberBars(asked.number),
      ],
    },
  ])
}

export function issueVoucher(asked: RequisitionOnPaper): Paper {
  const said = store_words[asked.language]
  return goodsPaper(asked, { title: said.issue_voucher, number: asked.number }, [
    head(asked),
    issued(asked),
    {
      kind: 'together',
      blocks: [
        {
          kind: 'signatures',
          lines: [
            { caption: said.approved_by, name: asked.approved_by },
            { caption: said.issued_by, name: asked.issued_by },
            { caption: said.received_by },
          ],
        },
        ...numberBars(asked.number),
      ],
    },
  ])
}

function head(asked: RequisitionOnPaper): Block {
  const said = store_words[asked.language]
  const { day, moment } = goodsPens(asked)
  return facts(2, [
    [said.from_store, asked.from_store],
    [said.to_store, asked.to_store],
    [said.department, asked.department],
    [said.priority, said.priorities[asked.priority] ?? asked.priority],
    [said.written_at, moment(asked.written_at)],
    [said.needed_by, day(asked.needed_by)],
    [said.note, asked.note],
  ])
}

/** Beside what is asked stands what the store that asks has, and uses in a month (STK-55). */
function wanted({ language, lines }: RequisitionOnPaper): Block {
  const said = store_words[language]
  return {
    kind: 'table',
    columns: [
      { label: '#', weight: 0.5, align: 'right' },
      { label: said.item, weight: 6 },
      { label: said.unit, weight: 1.5 },
      { label: said.has, weight: 1.5, align: 'right' },
      { label: said.a_month, weight: 1.5, align: 'right' },
      { label: said.asked, weight: 1.5, align: 'right', strong: true },
      { label: said.approved, weight: 1.5, align: 'right' },
    ],
    rows: lines.map((line, at) => [
      String(at + 1),
      line.description,
      line.unit,
      figure(line.on_hand_there),
      figure(line.amc_there),
      figure(line.requested),
      figure(line.approved),
    ]),
  }
}

function issued(asked: RequisitionOnPaper): Block {
  const said = store_words[asked.language]
  return {
    kind: 'table',
    columns: [
      { label: '#', weight: 0.5, align: 'right' },
      { label: said.item, weight: 6 },
      { label: said.lot, weight: 2 },
      { label: said.expiry, weight: 2 },
      { label: said.unit, weight: 1.5 },
      { label: said.approved, weight: 1.5, align: 'right' },
      { label: said.issued, weight: 1.5, align: 'right', strong: true },
      { label: said.received, weight: 1.5, align: 'right' },
      { label: said.reason, weight: 2 },
    ],
    rows: asked.lines.flatMap((line, at) => issuedRows(asked, line, at + 1)),
  }
}

/** A row for each lot; what is short says why, and what did not come says so beside it. */
function issuedRows(
  asked: RequisitionOnPaper,
  line: RequisitionOnPaper['lines'][number],
  at: number,
): string[][] {
  const { reasons } = store_words[asked.language]
  const { day } = goodsPens(asked)
  const approved = figure(line.approved ?? line.requested)
  const short = line.short > 0 ? (reasons[line.reason ?? ''] ?? '') : ''
  if (line.batches.length === 0) {
    return [[String(at), line.description, '', '', line.unit, approved, '0', '', short]]
  }
  return line.batches.map((batch, index) => [
    index === 0 ? String(at) : '',
    batch.description,
    batch.lot ?? '',
    day(batch.expiry),
    batch.unit,
    index === 0 ? approved : '',
    figure(batch.issued),
    figure(batch.received),
    [index === 0 ? short : '', reasons[batch.reason ?? ''] ?? ''].filter(Boolean).join(', '),
  ])
}
