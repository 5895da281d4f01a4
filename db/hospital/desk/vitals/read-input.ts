// A set of vitals as somebody sent it, held against itself and against the clock: everything that is
// a 400 but the limits, which are the hospital's table.

import { clock, hours, isDay, minutes } from '../../../core/clock.ts'
import { invalid, Refusal } from '../../../core/refusal.ts'
import { type Field, field_names, measured_names } from './measures.ts'
import type { VitalsInput } from './shapes.ts'
import { converted, type Converted } from './units.ts'

export type Values = Partial<Record<Field, unknown>>

export interface ReadSet {
  values: Values
  as_entered: Converted['as_entered']
  taken_at: string
}

export function readSet(input: Omit<VitalsInput, 'id'>, birth_date: string): ReadSet {
  const typed = Object.fromEntries(
    field_names.map((name) => [name, (input as Record<string, unknown>)[name] ?? null]),
  )
  const units = Object.fromEntries(
    Object.entries(input.units ?? {}).flatMap(([field, unit]) =>
      unit === undefined ? [] : [[field, unit]],
    ),
  )
  const { values, as_entered } = converted(typed, units)
  consistent(values)
  const taken_at = momentOf('taken_at', input.taken_at, birth_date, input.late_entry_reason)
  return { values, as_entered, taken_at }
}

/** FRO-7: at most two minutes ahead, after the birth, and with a reason when older than a day. */
export function momentOf(
  field: string,
  typed: string | null | undefined,
  birth_date: string | null,
  late_entry_reason: string | null | undefined,
): string {
  if (typed === undefined || typed === null) return clock.instant()
  const at = new Date(typed).toISOString()
  const ms = Date.parse(at)
  if (ms > clock.ms() + minutes(2)) throw invalid(field, 'is in the future.')
  if (birth_date !== null && isDay(birth_date) && ms < Date.parse(birth_date) - hours(24)) {
    throw invalid(field, 'is before the patient was born.')
  }
  if (ms < clock.ms() - hours(24) && !late_entry_reason) {
    throw invalid('late_entry_reason', `is required: ${field} is more than 24 hours ago.`)
  }
  return at
}

function consistent(values: Values): void {
  const has = (field: Field): boolean => values[field] !== null && values[field] !== undefined
  if (!measured_names.some(has)) {
    throw new Refusal(400, 'invalid', 'Give at least one measurement.')
  }
  const coma = (['gcs_eye', 'gcs_verbal', 'gcs_motor'] as const).filter(has)
  if (coma.length === 1 || coma.length === 2) {
    throw new Refusal(400, 'invalid', 'Give all three parts of the coma scale.', {
      field: coma[0],
    })
  }
  const delivery = values.oxygen_delivery
  if (
    typeof delivery === 'string' &&
    delivery !== 'ROOM_AIR' &&
    delivery !== 'VENTILATOR' &&
    !has('oxygen_flow')
  ) {
    throw invalid('oxygen_flow', `is required with ${delivery}.`)
  }
  const { systolic, diastolic } = values
  if (typeof systolic === 'number' && typeof diastolic === 'number' && diastolic >= systolic) {
    throw invalid('diastolic', 'must be below systolic.')
  }
}
