// A run of pay is begun (HR-90).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import type { Of } from '../../../../store/record-of.ts'
import { facilityRecord } from '../../../office/places/facilities.ts'
import { recordsOf } from '../../staff/records/for-pay.ts'
import { monthInWords, monthName, periodOf } from './period.ts'
import { type RunRow, runRecord } from './record.ts'
import type { RunInput } from './shapes.ts'
import { payroll_runs } from './tables.ts'

export async function open(caller: Caller, input: RunInput): Promise<RunRow> {
  const { period_year, period_month, kind = 'REGULAR' } = input
  const { first, last } = periodOf(period_year, period_month)
  const facility_ids = [...new Set(input.facility_ids ?? [])].sort()
  for (const id of facility_ids) await facilityRecord.get(caller, id)
  const staff_ids = await peopleRead(caller, kind, input.staff_ids ?? null)
  const pay_on = input.pay_on ?? last
  if (pay_on < first) throw invalid('pay_on', 'is before the month begins.')
  const others = await ofMonth(caller, input)
  if (kind === 'REGULAR') refuseSecond(others, facility_ids, input)
  return runRecord.created(caller, {
    number: `PR-${monthName(period_year, period_month)}-${String(others.length + 1).padStart(2, '0')}`,
    kind,
    period_year,
    period_month,
    facility_ids,
    staff_ids,
    pay_on,
  })
}

/** Whoever makes one of this month waits here for the other. */
const ofMonth = (
  { hospital_id }: Of,
  { period_year, period_month }: Pick<RunInput, 'period_year' | 'period_month'>,
): Promise<RunRow[]> =>
  payroll_runs.all({ hospital_id, period_year, period_month }, { order: ['number'], lock: true })

async function peopleRead(
  caller: Of,
  kind: string,
  given: readonly string[] | null,
): Promise<string[] | null> {
  if (given === null || given.length === 0) {
    if (kind === 'FINAL') throw invalid('staff_ids', 'is required for a FINAL run.')
    return null
  }
  const ids = [...new Set(given)].sort()
  const found = await recordsOf(caller, ids)
  if (found.size < ids.length) throw noSuch('staff member')
  return ids
}

const over = ['REVERSED', 'CANCELLED']

/** Two REGULAR runs of a month share no branch; whose people are named may share it. */
function refuseSecond(
  others: readonly RunRow[],
  facility_ids: readonly string[],
  { period_year, period_month, staff_ids }: RunInput,
): void {
  const other = others.find(
    (one) =>
      one.kind === 'REGULAR' &&
      !over.includes(one.status) &&
      (one.staff_ids === null || !staff_ids) &&
      meet(one.facility_ids, facility_ids),
  )
  if (other === undefined) return
  const month = monthInWords(period_year, period_month)
  throw conflict(`${other.number} already pays ${month} for this branch.`)
}

const meet = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === 0 || others.length === 0 || some.some((id) => others.includes(id))
