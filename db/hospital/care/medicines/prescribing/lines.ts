// Lines of a prescription, read against the formulary (CAR-57 to CAR-60) and made ready for the checks.

import { clock, days } from '../../../../core/clock.ts'
import type { Caller } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { limitFor } from '../checks/doses.ts'
import { inUnit } from '../checks/amounts.ts'
import type { CheckedLine, CheckedMedicine, Situation } from '../checks/situation.ts'
import type { MedicineRow } from '../formulary/medicines.ts'
import { amount_units } from '../words.ts'
import { readAdditives, type ReadAdditive } from './additives.ts'
import { frequencies, type Frequency, frequencyCalled } from './frequencies.ts'
import { type Known, knownAlike, medicinesKnown } from './known.ts'
import {
  doseByWeight,
  dosesADay,
  dosesAWeek,
  quantityOf,
  stepOf,
  taperQuantity,
  unitsPerDose,
} from './quantities.ts'
import type { PrescriptionItemInput } from './shapes.ts'

export interface ReadLine {
  checked: CheckedLine
  /** Null: written in words. */
  medicine: MedicineRow | null
  frequency: Frequency
  /** As it is given, in `unit`: what weight made of it stands here too. */
  dose: number | null
  unit: string | null
  quantity: number | null
  /** Of an infusion: what goes into the bag with it. */
  additives: ReadAdditive[]
}

/** Every line, and what goes into its bag after all of them. */
export const allChecked = (lines: readonly ReadLine[]): CheckedLine[] => [
  ...lines.map(({ checked }) => checked),
  ...lines.flatMap(({ additives }) => additives.map(({ checked }) => checked)),
]

/** Every line, in its order; the first thing that is wrong names its line. */
export async function readLines(
  caller: Caller,
  items: readonly PrescriptionItemInput[],
  of: Situation,
): Promise<ReadLine[]> {
  if (items.length === 0) throw invalid('items', 'needs at least one line.')
  const known = await medicinesKnown(
    caller,
    items.flatMap(({ medicine_id, infusion }) => [
      ...(medicine_id ? [medicine_id] : []),
      ...(infusion?.additives ?? []).map((one) => one.medicine_id),
    ]),
  )
  const like = await knownAlike(
    caller,
    items.flatMap(({ medicine_id, medicine_text }) => (medicine_id ? [] : (medicine_text ?? []))),
  )
  const lines: ReadLine[] = []
  for (const [index, item] of items.entries()) {
    const at = `items[${index}]`
    const line = item.medicine_id ? known.get(item.medicine_id) : inWords(item, at, like)
    if (line === undefined) throw noSuch('medicine')
    const read = lineOf(item, line, { at, index, of })
    const additives = readAdditives(item.infusion, read.checked, known, { at, index })
    lines.push({ ...read, additives })
  }
  return lines
}

/** `row`: null where it is written in words. */
type Read = Omit<Known, 'row'> & { row: MedicineRow | null }

/**
 * Not in the formulary: it is taken as it is written, and RX_FORMULARY says so. Where the words are a generic of
 * the formulary it is checked as one of these, but for its amount (CAR-63).
 */
export function inWords(
  { medicine_text }: Pick<PrescriptionItemInput, 'medicine_text'>,
  at: string,
  like: ReadonlyMap<string, CheckedMedicine>,
): Read {
  const name = medicine_text?.trim() ?? ''
  if (name.length < 2) throw invalid(`${at}: medicine_id`, 'is required.')
  const one = like.get(medicine_text ?? '')
  if (one !== undefined)
    return { row: null, checked: { ...one, id: null, name, in_formulary: false } }
  const unknown = 'UNKNOWN' as const
  return {
    row: null,
    checked: {
      id: null,
      name,
      ingredients: [],
      classes: [],
      pregnancy: { t1: unknown, t2: unknown, t3: unknown },
      lactation: unknown,
      aware: null,
      controlled: 'NONE',
      levels: [],
      cadres: [],
      specialities: [],
      in_formulary: false,
      confirmed: true,
    },
  }
}

interface Place {
  at: string
  index: number
  of: Situation
}

function lineOf(
  item: PrescriptionItemInput,
  { row, checked }: Read,
  place: Place,
): Omit<ReadLine, 'additives'> {
  const { at, index } = place
  const route = routeOf(item, row, at)
  const frequency = frequencyOf(item, at)
  const start = item.start_at ?? clock.instant()
  const line: CheckedLine = {
    medicine: checked,
    at: `Line ${index + 1}`,
    route,
    per_dose: null,
    doses_a_day: dosesADay(frequency, item.prn_max_24h ?? null),
    doses_a_week: dosesAWeek(frequency),
    start,
    end: endOf(item, start),
    once: frequency.once,
    when_needed: frequency.code === 'PRN',
    indication: item.indication?.trim() || null,
    duration_days: item.duration_days ?? null,
  }
  mustBeWhole(item, line, at)
  if (row === null) {
    const unit = item.dose_unit?.trim() || null
    const quantity = item.quantity ?? null
    return { checked: line, medicine: null, frequency, dose: item.dose ?? null, unit, quantity }
  }
  const dose = item.dose ?? weighed(item, row, line, place.of)
  line.per_dose = perDose(item, row, line, { at, dose })
  const quantity = supplied(item, row, line, frequency, at)
  return { checked: line, medicine: row, frequency, dose, unit: unitOf(item, row), quantity }
}

function routeOf({ route }: PrescriptionItemInput, row: MedicineRow | null, at: string): string {
  if (!route) throw invalid(`${at}: route`, 'is required.')
  const wanted = capitals(route.trim())
  if (row === null || row.routes.some((one) => one === wanted)) return wanted
  throw conflict(`${row.generic_name} is not given ${wanted}: ${row.routes.join(', ')}.`)
}

function frequencyOf({ frequency }: PrescriptionItemInput, at: string): Frequency {
  if (!frequency) throw invalid(`${at}: frequency`, 'is required.')
  const found = frequencyCalled(capitals(frequency.trim()))
  if (found !== undefined) return found
  const codes = frequencies.map(({ code }) => code).join(', ')
  throw invalid(`${at}: frequency`, `must be one of ${codes}.`)
}

function endOf({ duration_days, taper }: PrescriptionItemInput, start: string): string | null {
  const long = taper?.reduce((sum, step) => sum + step.days, 0) ?? duration_days ?? null
  return long === null ? null : new Date(Date.parse(start) + days(long)).toISOString()
}

function mustBeWhole(item: PrescriptionItemInput, line: CheckedLine, at: string): void {
  for (const [field, value] of [
    ['dose', item.dose],
    ['dose_per_kg', item.dose_per_kg],
    ['round_to', item.round_to],
    ['quantity', item.quantity],
    ['prn_min_hours', item.prn_min_hours],
    ...(item.taper ?? []).map((step): [string, number] => ['taper.dose', step.dose]),
  ] as const) {
    if (value !== null && value !== undefined && value <= 0)
      throw invalid(`${at}: ${field}`, 'must be more than 0.')
  }
  if (!line.when_needed) return
  if (!item.prn_reason) throw invalid(`${at}: prn_reason`, 'is required for PRN.')
  if ((item.prn_max_24h ?? null) === null)
    throw invalid(`${at}: prn_max_24h`, 'is required for PRN.')
  if ((item.prn_min_hours ?? null) === null)
    throw invalid(`${at}: prn_min_hours`, 'is required for PRN.')
}

function perDose(
  item: PrescriptionItemInput,
  row: MedicineRow,
  line: CheckedLine,
  { at, dose }: { at: string; dose: number | null },
): number | null {
  if (item.taper?.length) {
    const most = Math.max(...item.taper.map(({ dose }) => dose))
    return unitsPerDose(row, most, unitOf(item, row), at)
  }
  if (dose !== null) return unitsPerDose(row, dose, unitOf(item, row), at)
  if (row.pack_only || line.doses_a_day === null || item.infusion) return null
  throw invalid(`${at}: dose`, 'is required.')
}

const unitOf = ({ dose_unit }: PrescriptionItemInput, row: MedicineRow): string =>
  dose_unit ? capitals(dose_unit.trim()) : row.unit_of_dose

/** CAR-60. */
function weighed(
  item: PrescriptionItemInput,
  row: MedicineRow,
  line: CheckedLine,
  of: Situation,
): number | null {
  if (item.dose_per_kg === null || item.dose_per_kg === undefined) return null
  const { weight_kg } = of.person
  if (weight_kg === null) throw conflict(`${line.at}, ${row.name}: weigh the patient first.`)
  const [first] = line.medicine.ingredients
  const unit = amount_units.find((one) => one === unitOf(item, row))
  const grown = { ...of, person: { ...of.person, age_days: grown_days } }
  const limit = first === undefined ? undefined : limitFor(line, first, grown)
  const flat = limit?.basis === 'FLAT' ? (limit.max_single ?? null) : null
  const most =
    flat === null || unit === undefined || limit === undefined
      ? null
      : inUnit(flat, limit.unit, unit)
  return doseByWeight(item.dose_per_kg, weight_kg, item.round_to ?? stepIn(row, unit), most)
}
const grown_days = 18 * 365.25

/** The smallest part that can be given, in the unit of the dose. */
function stepIn(row: MedicineRow, unit: string | undefined): number {
  const [first] = row.ingredients
  const step = stepOf(row)
  const known = amount_units.find((one) => one === unit)
  const each =
    first === undefined || known === undefined ? null : inUnit(first.amount, first.unit, known)
  return each === null ? step : each * step
}

function supplied(
  item: PrescriptionItemInput,
  row: MedicineRow,
  line: CheckedLine,
  frequency: Frequency,
  at: string,
): number | null {
  if (row.pack_only && item.quantity) return item.quantity
  if (item.taper?.length) {
    return taperQuantity(row, item.taper, unitOf(item, row), frequency, at)
  }
  if (line.per_dose === null) return row.pack_only ? 1 : null
  return quantityOf(row, line.per_dose, {
    frequency,
    days: item.duration_days ?? null,
    most_a_day: item.prn_max_24h ?? null,
  })
}
