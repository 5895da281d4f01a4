// The days in bed as acts that were done (CAR-215, BIL-138): each by the key under which it is charged, so that
// billing finds one that no line stands for, as when somebody took the line away afterwards.

import type { Caller } from '../../../../core/caller.ts'
import { sql } from '../../../../store/sql.ts'
import { onlyOf } from '../../../performed.ts'
import type { PerformedService, PerformedServices } from '../../../registry.ts'
import type { Row as Admission } from '../admissions/record.ts'
import { admission_stays, admissions } from '../admissions/tables.ts'
import { broughtBy, type Due, placesOf, type Stay } from './due.ts'

const piece = 200

type Span = Pick<Parameters<PerformedServices>[1], 'from' | 'to'>

export const performedServices: PerformedServices = async function* (caller, asked) {
  const { from, to } = asked
  for (let after = ''; ; ) {
    const found = await admissions.read(
      sql`select ${admissions.selection()} from admissions
        where hospital_id = ${caller.hospital_id} and id > ${after} and admitted_at <= ${to}
          and coalesce(clinically_at, left_at, ${to}) >= ${from}${onlyOf(asked, 'patient_id')}
        order by id limit ${piece}`,
    )
    const acts = found.length === 0 ? [] : await daysIn(caller, found, asked)
    if (acts.length > 0) yield acts
    if (found.length < piece) return
    after = found.at(-1)?.id ?? ''
  }
}

async function daysIn(
  caller: Caller,
  found: readonly Admission[],
  span: Span,
): Promise<PerformedService[]> {
  const { hospital_id } = caller
  const stays = await admission_stays.all(
    { hospital_id, admission_id: found.map(({ id }) => id) },
    { order: ['from_at', 'id'] },
  )
  const places = await placesOf(caller, stays)
  const of = Map.groupBy(stays, ({ admission_id }) => admission_id)
  const acts: PerformedService[] = []
  for (const admission of found) {
    const there = { ...caller, facility_id: admission.facility_id }
    const own: readonly Stay[] = of.get(admission.id) ?? []
    for (const due of await broughtBy(there, admission, own, places)) {
      if (isNight(due, span)) acts.push(actOf(admission, due))
    }
  }
  return acts
}

/** What the ward brings beside the bed follows the ward as it is now, and is not held against days long past. */
const isNight = ({ source, done_at }: Due, { from, to }: Span): boolean =>
  source === 'bed_day' && done_at >= from && done_at <= to

const actOf = (
  { patient_id, visit_id }: Admission,
  { source, source_id, code, quantity, department, done_at }: Due,
): PerformedService => ({
  source,
  source_id,
  code,
  quantity,
  patient_id,
  visit_id,
  department,
  done_at,
  performed_by_id: null,
})
