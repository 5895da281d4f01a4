// The register of controlled drugs as the inspector asks for it (stock STK-79).

import { figure, figureOrNone, goodsPaper, type GoodsPaper, goodsPens } from './goods-frame.ts'
import { goods_words } from './goods-words.ts'
import type { Block, Paper } from './paper.ts'

interface RegisterLine {
  line_no: number
  at: string
  kind: string
  quantity_in: number
  quantity_out: number
  balance: number
  lot: string | null
  /** Null: nobody, or a record that the reader may not open. */
  patient: string | null
  is_restricted: boolean
  prescriber_name: string | null
  prescription_no: string | null
  from_to: string | null
  by_name: string
  by_licence: string | null
  witness_name: string | null
  witness_licence: string | null
  reason: string | null
  corrects_line: number | null
}

export interface ControlledRegister extends GoodsPaper {
  store: string
  product: string
  schedule: string | null
  from: string | null
  to: string | null
  opening: number
  closing: number
  lines: readonly RegisterLine[]
}

export function registerPaper(register: ControlledRegister): Paper {
  const said = goods_words[register.language]
  return goodsPaper(register, { title: said.register, number: null, landscape: true }, [
    {
      kind: 'facts',
      columns: 2,
      rows: [
        [said.store, register.store],
        [said.product, register.product],
        [said.schedule, said.schedules[register.schedule ?? ''] ?? register.schedule ?? '–'],
        [said.period, period(register)],
        [said.opening, figure(register.opening)],
        [said.closing, figure(register.closing)],
      ],
    },
    table(register),
    { kind: 'signatures', lines: [{ caption: said.in_charge }, { caption: said.inspector }] },
  ])
}

function period(register: ControlledRegister): string {
  const said = goods_words[register.language]
  const { day } = goodsPens(register)
  const from = register.from === null ? said.all_time : day(register.from)
  return `${from} – ${register.to === null ? said.until_now : day(register.to)}`
}

function table(register: ControlledRegister): Block {
  const said = goods_words[register.language]
  const { moment } = goodsPens(register)
  return {
    kind: 'table',
    columns: [
      { label: said.line, weight: 0.6, align: 'right' },
      { label: said.at, weight: 1.6 },
      { label: said.what, weight: 1.8 },
      { label: said.who, weight: 2.4 },
      { label: said.prescriber, weight: 2 },
      { label: said.lot, weight: 1 },
      { label: said.in, weight: 0.8, align: 'right' },
      { label: said.out, weight: 0.8, align: 'right' },
      { label: said.balance, weight: 0.9, align: 'right', strong: true },
      { label: said.by, weight: 2 },
      { label: said.witness, weight: 2 },
    ],
    rows: register.lines.map((line) => [
      String(line.line_no),
      moment(line.at),
      whatOf(register, line),
      [line.is_restricted ? said.restricted : line.patient, line.from_to]
        .filter(Boolean)
        .join(', '),
      [line.prescriber_name, line.prescription_no].filter(Boolean).join(', '),
      line.lot ?? '',
      figureOrNone(line.quantity_in),
      figureOrNone(line.quantity_out),
      figure(line.balance),
      person(line.by_name, line.by_licence),
      person(line.witness_name, line.witness_licence),
    ]),
    empty: said.no_lines,
  }
}

function whatOf({ language }: ControlledRegister, line: RegisterLine): string {
  const said = goods_words[language]
  const kind = said.kinds[line.kind] ?? line.kind
  const corrects = line.corrects_line === null ? null : said.corrects(line.corrects_line)
  return [kind, corrects, line.reason].filter(Boolean).join(': ')
}

const person = (name: string | null, licence: string | null): string =>
  [name, licence].filter(Boolean).join(', ')
