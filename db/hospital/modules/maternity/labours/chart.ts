// The chart of a labour as it is drawn: hours since it began, and what was seen at each (maternity 5 chart, MAT-15).

import type { Caller } from '../../../../core/caller.ts'
import { clock, hours, timeIn } from '../../../../core/clock.ts'
import { ageOn } from '../../../desk/patients/register/ages.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import { today, zoneOf } from '../../../office/places/hours.ts'
import { unconfirmed } from '../../parts/part-table.ts'
import { type BirthRow, birthsOfLabour } from '../births/of.ts'
import { limits_table } from '../chosen/tables.ts'
import { pregnancyRecord } from '../pregnancies/record.ts'
import type { Chart } from '../words.ts'
import { alertsOf } from './alerts.ts'
import { bedOf } from './bed.ts'
import { type Course, lineStart } from './course.ts'
import { type LabourRow, observationsOf } from './of.ts'
import { labourRecord } from './record.ts'
import { courseOf } from './seen.ts'

type Point = readonly [number, number]
const fewest_hours = 12
const most_hours = 48

export async function chartOnPaper(
  caller: Caller,
  id: string,
  asked: { mode?: Chart; language?: Language },
) {
  const labour = await labourRecord.get(caller, id)
  const patient = await patientRecord.get(caller, labour.patient_id)
  const pregnancy = await pregnancyRecord.get(caller, labour.pregnancy_id)
  // It stays in the house: in the house's language.
  const language = asked.language ?? (await hospitalOf(caller)).language
  const mode = asked.mode ?? labour.chart
  const course = courseOf(labour, await observationsOf(caller, id))
  const zone = await zoneOf(caller, labour.facility_id)
  const on = await today(caller, labour.facility_id)
  return {
    facility_id: labour.facility_id,
    language,
    mode,
    number: labour.number,
    patient: {
      number: patient.number,
      full_name: patient.full_name,
      sex: patient.sex,
      birth_date: patient.birth_date,
      age: ageOn(patient.birth_date, on, language).text,
    },
    edd: pregnancy.edd,
    gestation: labour.gestation,
    parity: labour.parity,
    admitted_at: labour.admitted_at,
    membranes: membranesOf(labour),
    bed: await bedOf(caller, labour),
    ...drawn(labour, course, mode, zone),
    alerts: (await alertsOf(caller, id)).map(({ raised_at, field, value, threshold, action }) => ({
      at: raised_at,
      field,
      value,
      threshold,
      action,
    })),
    births: (await birthsOfLabour(caller, id)).map(birthOn),
    unconfirmed: (await unconfirmed(caller, limits_table as never)) !== null,
    printed: { at: clock.instant(), by: caller.name },
  }
}

const membranesOf = ({ membranes }: LabourRow): string | null =>
  membranes === null ? null : [membranes.state, membranes.liquor].filter(Boolean).join(', ')

const birthOn = ({ born_at, sex, weight_g, mode, apgar, band_no }: BirthRow) => ({
  born_at,
  sex,
  weight_g,
  mode,
  apgar: apgar.map(({ total }) => total).join(', '),
  band_no,
})

function drawn(labour: LabourRow, course: Course, mode: Chart, zone: string) {
  const from = startOf(labour, course, mode)
  const at = (instant: string): number => (Date.parse(instant) - Date.parse(from)) / hours(1)
  const last = Math.max(0, ...course.observed.map((one) => at(one.at)))
  const length = Math.min(most_hours, Math.max(fewest_hours, Math.ceil(last)))
  const shown = course.observed.filter((one) => at(one.at) >= 0 && at(one.at) <= length)
  const points = (field: string): Point[] =>
    shown.flatMap(({ at: when, measures }) => {
      const value = measures[field]
      return typeof value === 'number' ? [[at(when), value] as const] : []
    })
  const said = (field: string): (readonly [number, string])[] =>
    shown.flatMap(({ at: when, measures }) => {
      const value = measures[field]
      return typeof value === 'string' || typeof value === 'number'
        ? [[at(when), String(value)] as const]
        : []
    })
  return {
    plot: {
      hours: length,
      times: timesOf(from, length, zone),
      fetal_heart: points('baseline_fhr'),
      cervix: points('cervix_cm'),
      descent: points('descent'),
      ...linesOf(mode, course, at),
      contractions: points('contractions'),
      pulse: points('pulse'),
      pressure: pressures(shown, at),
    },
    rows: {
      liquor: said('liquor'),
      moulding: said('moulding'),
      oxytocin: drops(shown, at),
      temperature: said('temperature'),
      urine: said('urine_protein'),
    },
  }
}

/** The partograph begins with the line; the care guide with what was seen first. */
function startOf(labour: LabourRow, course: Course, mode: Chart): string {
  const line = mode === 'PARTOGRAPH' ? lineStart(course)?.at : undefined
  return line ?? course.observed[0]?.at ?? labour.admitted_at
}

/** An hour in a narrow chart, more where there are many. */
function timesOf(from: string, length: number, zone: string): string[] {
  const every = length > 24 ? 4 : length > 12 ? 2 : 1
  return Array.from({ length: length + 1 }, (_, hour) =>
    hour % every === 0 ? timeIn(zone, new Date(Date.parse(from) + hours(hour))) : '',
  )
}

const action_after = 4

function linesOf(mode: Chart, course: Course, at: (instant: string) => number) {
  const start = mode === 'PARTOGRAPH' ? lineStart(course) : null
  if (start === null) return { alert_line: null, action_line: null }
  const from = at(start.at)
  const until = 10 - start.cervix
  const line = (late: number): Point[] => [
    [from + late, start.cervix],
    [from + late + until, 10],
  ]
  return { alert_line: line(0), action_line: line(action_after) }
}

type Shown = Course['observed']

const pressures = (shown: Shown, at: (instant: string) => number) =>
  shown.flatMap(({ at: when, measures: { systolic, diastolic } }) =>
    typeof systolic === 'number' && typeof diastolic === 'number'
      ? [[at(when), systolic, diastolic] as const]
      : [],
  )

const drops = (shown: Shown, at: (instant: string) => number) =>
  shown.flatMap(({ at: when, measures }) => {
    const oxytocin = measures['oxytocin'] as { drops_min: number } | undefined
    return oxytocin === undefined ? [] : [[at(when), String(oxytocin.drops_min)] as const]
  })
