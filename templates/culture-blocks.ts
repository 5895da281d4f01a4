// What grew, on a laboratory's report: each organism with what it is sensitive to (DIA-150).

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { lab_words } from './lab-words.ts'
import type { Block } from './paper.ts'

export interface CultureOnPaper {
  microscopy: string | null
  incubated_hours: number | null
  preliminary: boolean
  isolates: readonly {
    no: number
    organism: string
    quantity: string | null
    significance: string
    marks: readonly string[]
    comment: string | null
    susceptibilities: readonly {
      antibiotic: string
      method: string
      measured: string
      interpretation: string
    }[]
  }[]
}

export function cultureBlocks(language: Language, culture: CultureOnPaper | null): Block[] {
  if (culture === null) return []
  const own = lab_words[language].culture
  const facts = [
    [own.microscopy, culture.microscopy ?? ''],
    [own.incubated, culture.incubated_hours === null ? '' : `${culture.incubated_hours} h`],
  ] as const
  return [
    ...(culture.preliminary ? [banner(own.preliminary)] : []),
    { kind: 'facts', columns: 1, rows: facts.filter(([, said]) => said !== '') },
    ...culture.isolates.flatMap((one) => isolate(language, one)),
  ]
}

const banner = (text: string): Block => ({ kind: 'text', text, strong: true, framed: true })

function isolate(language: Language, one: CultureOnPaper['isolates'][number]): Block[] {
  const own = lab_words[language].culture
  const said = [one.quantity, own.significances[one.significance], ...one.marks]
  const name: Block = {
    kind: 'text',
    title: `${one.no}. ${one.organism}`,
    text: [said.filter(Boolean).join(' · '), one.comment].filter(Boolean).join('\n'),
  }
  if (one.susceptibilities.length === 0) return [name]
  const [antibiotic, method, measured, verdict] = own.columns
  return [
    name,
    {
      kind: 'table',
      columns: [
        { label: antibiotic, weight: 5 },
        { label: method, weight: 2 },
        { label: measured, weight: 2 },
        { label: verdict, weight: 2, align: 'center', strong: true },
      ],
      rows: one.susceptibilities.map((drug) => [
        drug.antibiotic,
        own.methods[drug.method] ?? drug.method,
        drug.measured,
        `${drug.interpretation} · ${own.verdicts[drug.interpretation] ?? ''}`,
      ]),
    },
  ]
}
