// What grew of a specimen (diagnostics 2.7), as it stands on its line and in every version of it.

import type {
  Comparator,
  Growth,
  Interpretation,
  ResultFlag,
  SensitivityMethod,
  significances,
} from '../words.ts'

export interface Sensitivity {
  antibiotic_code: string
  antibiotic: string
  method: SensitivityMethod
  zone_mm: number | null
  mic: number | null
  mic_comparator: Comparator | null
  interpretation: Interpretation
  interpreted_by: 'RULE' | 'PERSON'
  breakpoint_id: string | null
  reserved: boolean
  /** Shown outside the laboratory (DIA-93). */
  reported: boolean
  comment: string | null
}

export interface Isolate {
  no: number
  organism_code: string
  organism: string
  quantity: string | null
  significance: (typeof significances)[number]
  comment: string | null
  marks: string[]
  susceptibilities: Sensitivity[]
}

export interface Culture {
  growth: Growth
  incubated_hours: number | null
  microscopy: string | null
  /** Something was seen under the microscope that is not usual there. */
  abnormal: boolean
  final: boolean
  final_early_reason: string | null
  /** Of blood or of what surrounds the brain: what grows there is told at once (DIA-95). */
  critical_site: boolean
  isolates: Isolate[]
  by_id: string | null
  by_name: string
  at: string
}

const sayings: Readonly<Record<Growth, string>> = {
  PENDING: 'Culture in progress',
  NO_GROWTH: 'No growth',
  GROWTH: 'Growth',
  MIXED: 'Mixed growth',
  CONTAMINATED: 'Contaminated',
}

/** As it stands where one line is all there is room for. */
export function summaryOf({ growth, incubated_hours, microscopy, isolates }: Culture): string {
  const names = isolates.map(({ organism }) => organism).join(', ')
  if (names !== '') return `${sayings[growth]}: ${names}`
  if (growth === 'NO_GROWTH' && incubated_hours !== null) {
    return `No growth after ${incubated_hours} hours`
  }
  if (growth === 'PENDING' && microscopy !== null) return `Microscopy: ${microscopy}`.slice(0, 400)
  return sayings[growth]
}

export const isPositive = ({ growth, abnormal, microscopy }: Culture): boolean =>
  growth === 'GROWTH' || growth === 'MIXED' || (abnormal && microscopy !== null)

/** DIA-95: of blood and of the spinal fluid at once when it is seen or when it goes out. */
export function flagOfCulture(culture: Culture, is_out: boolean): ResultFlag | null {
  const is_told = is_out || culture.microscopy !== null
  if (isPositive(culture)) return culture.critical_site && is_told ? 'CRITICAL' : 'ABNORMAL'
  return culture.growth === 'NO_GROWTH' ? 'NORMAL' : null
}

/** What leaves the laboratory: without what is kept back (DIA-93). */
export const reportedPart = (culture: Culture): Culture => ({
  ...culture,
  isolates: culture.isolates.map((isolate) => ({
    ...isolate,
    susceptibilities: isolate.susceptibilities.filter(({ reported }) => reported),
  })),
})

/** DIA-93: kept back, unless everything that is not is of no use, or who releases says so. */
export function withReported(culture: Culture, said = false): Culture {
  const shown = (isolate: Isolate): Isolate => {
    const usual = isolate.susceptibilities.filter(({ reserved }) => !reserved)
    const none_helps = usual.length > 0 && usual.every((one) => one.interpretation !== 'S')
    return {
      ...isolate,
      susceptibilities: isolate.susceptibilities.map((one) => ({
        ...one,
        reported: !one.reserved || none_helps || said,
      })),
    }
  }
  return { ...culture, isolates: culture.isolates.map(shown) }
}
