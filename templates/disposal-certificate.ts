// What was destroyed, how, before whom (stock STK-63).

import { figure } from './goods-frame.ts'
import { codeBlocks, facts, framed, type MoneyPaper, pens } from './money-paper.ts'
import type { Block, Paper } from './paper.ts'
import { store_words } from './store-words.ts'

export interface DisposalOnPaper extends MoneyPaper {
  number: string
  at: string
  is_done: boolean
  store: string
  method: string
  contractor: string | null
  permit_no: string | null
  destroyed_on: string | null
  made_by: string
  approved_by: string | null
  destroyed_by: string | null
  witness: string | null
  /** Name and office. */
  authority_witness: string | null
  committee: readonly { name: string; title: string }[]
  /** Null: who prints it may not see what goods cost. */
  value: number | null
  lines: readonly {
    description: string
    lot: string | null
    expiry: string | null
    unit: string
    quantity: number
    reason: string
    value: number | null
  }[]
}

export function disposalPaper(disposal: DisposalOnPaper): Paper {
  const said = store_words[disposal.language]
  const { number, at: issued_at, is_done } = disposal
  const title = is_done ? said.certificate : said.disposal
  return framed(disposal, { title, number, issued_at }, [
    head(disposal),
    ...(is_done ? [{ kind: 'text' as const, text: said.destroyed_words }] : []),
    table(disposal),
    ...worth(disposal),
    { kind: 'together', blocks: [signatures(disposal), ...codeBlocks(disposal)] },
  ])
}

function head(disposal: DisposalOnPaper): Block {
  const said = store_words[disposal.language]
  return facts(2, [
    [said.store, disposal.store],
    [said.method, said.methods[disposal.method] ?? disposal.method],
    [said.destroyed_on, pens(disposal).day(disposal.destroyed_on)],
    [said.contractor, disposal.contractor],
    [said.permit, disposal.permit_no],
    [said.made_by, disposal.made_by],
    [said.approved_by, disposal.approved_by],
  ])
}

function table(disposal: DisposalOnPaper): Block {
  const said = store_words[disposal.language]
  const { money, day } = pens(disposal)
  const priced = disposal.value !== null
  return {
    kind: 'table',
    columns: [
      { label: '#', weight: 0.5, align: 'right' },
      { label: said.item, weight: 6 },
      { label: said.lot, weight: 2 },
      { label: said.expiry, weight: 2 },
      { label: said.reason, weight: 2 },
      { label: said.unit, weight: 1.5 },
      { label: said.quantity, weight: 1.5, align: 'right', strong: true },
      ...(priced ? [{ label: said.value, weight: 2, align: 'right' as const }] : []),
    ],
    rows: disposal.lines.map((line, at) => [
      String(at + 1),
      line.description,
      line.lot ?? '',
      day(line.expiry),
      said.reasons[line.reason] ?? line.reason,
      line.unit,
      figure(line.quantity),
      ...(priced ? [money(line.value ?? 0)] : []),
    ]),
  }
}

function worth(disposal: DisposalOnPaper): Block[] {
  const { value, head: letterhead, language } = disposal
  if (value === null) return []
  const label = `${store_words[language].value} ${letterhead.currency}`
  return [{ kind: 'totals', rows: [{ label, value: pens(disposal).money(value), strong: true }] }]
}

function signatures(disposal: DisposalOnPaper): Block {
  const said = store_words[disposal.language]
  const { authority_witness } = disposal
  return {
    kind: 'signatures',
    lines: [
      ...disposal.committee.map(({ name, title }) => ({
        caption: said.committee,
        name,
        note: title,
      })),
      { caption: said.destroyed_by, name: disposal.destroyed_by },
      { caption: said.witness, name: disposal.witness },
      ...(authority_witness === null ? [] : [{ caption: said.authority, name: authority_witness }]),
    ],
  }
}
