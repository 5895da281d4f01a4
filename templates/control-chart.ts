// A control chart on paper (DIA-109): what was measured of one lot, drawn, and month by month.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import type { ControlPlot } from './control-plot.ts'
import { dateText, momentText } from './figures.ts'
import { lab_words } from './lab-words.ts'
import type { Head } from './letters.ts'
import type { Block, Paper } from './paper.ts'
import { words } from './words.ts'

interface Spread {
  n: number
  mean: number | null
  sd: number | null
  cv_pct: number | null
}

export interface ControlChartPaper {
  head: Head
  language: Language
  instrument: string
  test_code: string
  unit: string | null
  lot: string
  level: number
  mean: number | null
  sd: number | null
  points: readonly {
    at: string
    run_no: string
    value: number
    z: number | null
    broken: readonly string[]
    status: string
    left_out: boolean
    reviewed: boolean
  }[]
  measured: Spread
  months: readonly (Spread & { month: string })[]
  printed: { at: string; by: string }
}

export function controlChart(made: ControlChartPaper): Paper {
  const { head, language } = made
  const own = lab_words[language].chart
  return {
    title: own.title,
    number: `${made.test_code} ${made.lot}-${made.level}`,
    language,
    size: 'A4',
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    footer: head.footer,
    issued_at: made.points.at(-1)?.at ?? made.printed.at,
    printed: words[language].printed(moment(made, made.printed.at), made.printed.by),
    mark: null,
    blocks: [
      { kind: 'facts', columns: 2, rows: facts(made) },
      plot(made),
      ...broken(made),
      months(made),
    ],
  }
}

const moment = ({ head, language }: ControlChartPaper, at: string): string =>
  momentText(at, head.timezone, head.date_format, language)

const figure = (value: number | null): string => (value === null ? '' : String(value))

function facts(made: ControlChartPaper): (readonly [string, string])[] {
  const own = lab_words[made.language].chart
  const { measured } = made
  return [
    [own.instrument, made.instrument],
    [own.test, [made.test_code, made.unit].filter(Boolean).join(', ')],
    [own.lot, `${made.lot}, ${own.level} ${made.level}`],
    [own.target, `${figure(made.mean)} ± ${figure(made.sd)}`],
    [own.measured, `n ${measured.n}, ${figure(measured.mean)} ± ${figure(measured.sd)}`],
    ['CV', measured.cv_pct === null ? '' : `${measured.cv_pct} %`],
  ]
}

function plot(made: ControlChartPaper): ControlPlot {
  const { mean, sd, head, language } = made
  const lines = [3, 2, 1, 0, -1, -2, -3]
  const said = (z: number): string => {
    const name = z === 0 ? 'x̄' : `${z > 0 ? '+' : '−'}${Math.abs(z)}s`
    if (mean === null || sd === null) return name
    return `${name}  ${Number((mean + z * sd).toPrecision(5))}`
  }
  return {
    kind: 'control_plot',
    height: 250,
    labels: lines.map(said),
    points: made.points
      .filter(({ z }) => z !== null)
      .map(({ z, status, left_out, at }) => ({
        z: z ?? 0,
        status,
        left_out,
        label: dateText(at.slice(0, 10), head.date_format, language),
      })),
  }
}

function broken(made: ControlChartPaper): Block[] {
  const own = lab_words[made.language].chart
  const marked = made.points.filter(({ status }) => status !== 'IN')
  if (marked.length === 0) return []
  return [
    { kind: 'heading', text: own.broken },
    {
      kind: 'table',
      columns: [
        { label: own.at, weight: 3 },
        { label: own.run, weight: 3 },
        { label: own.value, weight: 2, align: 'right' },
        { label: 'z', weight: 1, align: 'right' },
        { label: own.rules, weight: 3 },
        { label: own.reviewed, weight: 2 },
      ],
      rows: marked
        .slice(-40)
        .map((one) => [
          moment(made, one.at),
          one.run_no,
          String(one.value),
          one.z === null ? '' : one.z.toFixed(2),
          `${one.status} ${one.broken.join(', ')}`,
          one.reviewed ? own.yes : own.no,
        ]),
    },
  ]
}

function months(made: ControlChartPaper): Block {
  const own = lab_words[made.language].chart
  return {
    kind: 'table',
    columns: [
      { label: own.month, weight: 2 },
      { label: 'n', weight: 1, align: 'right' },
      { label: own.mean, weight: 2, align: 'right' },
      { label: 's', weight: 2, align: 'right' },
      { label: 'CV %', weight: 2, align: 'right' },
    ],
    rows: made.months.map((one) => [
      one.month,
      String(one.n),
      figure(one.mean),
      figure(one.sd),
      figure(one.cv_pct),
    ]),
    empty: own.nothing,
  }
}
