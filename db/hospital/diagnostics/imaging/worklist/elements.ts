// A step as elements of a DICOM data set: tag, kind of value, value. The two ways of writing it down, JSON and
// Part 10, are made of the same list.

import { dayIn, timeIn } from '../../../../core/clock.ts'
import type { Step } from './shapes.ts'

export type Vr = 'AE' | 'CS' | 'DA' | 'LO' | 'PN' | 'SH' | 'TM' | 'UI' | 'US' | 'SQ'
export interface Element {
  tag: string
  vr: Vr
  value: string | number | readonly Element[] | null
}

const pregnant = { NO: 1, UNKNOWN: 4, YES: 3 } as const
const compact = (text: string): string => text.replaceAll(/[-:]/g, '')

/** In the order of their tags, as the standard wants them. */
export function elementsOf(step: Step, timezone: string): Element[] {
  const at = step.starts_at === null ? null : new Date(step.starts_at)
  const day = at === null ? null : compact(dayIn(timezone, at))
  const hour = at === null ? null : `${compact(timeIn(timezone, at))}00`
  const scheduled: Element[] = [
    { tag: '00080060', vr: 'CS', value: step.modality },
    { tag: '00400001', vr: 'AE', value: step.station_ae },
    { tag: '00400002', vr: 'DA', value: day },
    { tag: '00400003', vr: 'TM', value: hour },
    { tag: '00400007', vr: 'LO', value: step.procedure.slice(0, 64) },
    { tag: '00400009', vr: 'SH', value: step.accession.slice(-16) },
  ]
  return [
    { tag: '00080005', vr: 'CS', value: 'ISO_IR 192' },
    { tag: '00080050', vr: 'SH', value: step.accession.slice(-16) },
    { tag: '00080090', vr: 'PN', value: step.referring.slice(0, 64) },
    { tag: '00100010', vr: 'PN', value: step.patient_name.slice(0, 64) },
    { tag: '00100020', vr: 'LO', value: step.patient_number },
    {
      tag: '00100030',
      vr: 'DA',
      value: step.birth_date === null ? null : compact(step.birth_date),
    },
    { tag: '00100040', vr: 'CS', value: step.sex },
    { tag: '001021C0', vr: 'US', value: pregnant[step.pregnancy] },
    { tag: '0020000D', vr: 'UI', value: step.study_uid },
    { tag: '00321060', vr: 'LO', value: step.procedure.slice(0, 64) },
    { tag: '00400100', vr: 'SQ', value: scheduled },
    { tag: '00401001', vr: 'SH', value: step.procedure_code.slice(0, 16) },
  ]
}

/** DICOM JSON (PS3.18 F). */
export function asJson(elements: readonly Element[]): Record<string, unknown> {
  return Object.fromEntries(
    elements.map(({ tag, vr, value }) => {
      if (value === null) return [tag, { vr }]
      if (Array.isArray(value)) return [tag, { vr, Value: [asJson(value)] }]
      return [tag, { vr, Value: [vr === 'PN' ? { Alphabetic: value } : value] }]
    }),
  )
}
