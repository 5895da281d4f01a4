// What is missing in a record (people 2.1): each gap is one condition, for the list that looks for it
// and for the record that shows it.

import { nextDay } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import type { Of } from '../../../../store/record-of.ts'
import { join, oneOf, raw, type Sql, sql } from '../../../../store/sql.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import { practising_kinds } from '../licences/status.ts'
import { settingsOf } from '../settings/settings.ts'
import { gap_kinds, type GapKind } from './words.ts'

/** Over `staff s join cadres c`. */
export async function gapConditions(caller: Of): Promise<Record<GapKind, Sql>> {
  const day = await today(caller)
  const { country } = await hospitalOf(caller)
  const { licence_grace_days } = await settingsOf(caller)
  const held = sql`select 1 from staff_licences l where l.staff_id = s.id and l.status = 'HELD'
    and ${practising_kinds}`
  const in_date = sql`(l.expires_on is null or l.expires_on >= ${nextDay(day, -licence_grace_days)})`
  const foreign = sql`s.nationality <> ${country}`
  const live = sql`s.status <> 'EXITED'`
  const conditions: Record<GapKind, Sql> = {
    LICENCE_MISSING: sql`c.licence_required and not exists (${held})`,
    LICENCE_EXPIRED: sql`c.licence_required and exists (${held})
      and not exists (${held} and ${in_date})`,
    CONTRACT_ENDED: sql`s.contract_ends < ${day}`,
    WORK_PERMIT_MISSING: sql`${foreign} and s.work_permit_no is null`,
    WORK_PERMIT_EXPIRED: sql`${foreign} and s.work_permit_expires < ${day}`,
    NO_BANK: sql`not exists (select 1 from staff_bank_accounts b where b.staff_id = s.id
      and b.status = 'ACTIVE')`,
    NO_TIN: sql`s.tin is null`,
    NO_PENSION_NO: sql`s.pension_scheme is not null and s.pension_scheme <> 'NONE'
      and s.pension_no is null`,
    // HR-8: somebody to call in an emergency.
    NO_NEXT_OF_KIN: sql`s.next_of_kin not like ${'%"is_emergency":true%'}`,
  }
  const entries = gap_kinds.map((gap) => [gap, sql`${live} and (${conditions[gap]})`])
  return Object.fromEntries(entries) as Record<GapKind, Sql>
}

/** In one statement for a page of people. */
export async function gapsOf(
  caller: Of,
  staff_ids: readonly string[],
): Promise<Map<string, GapKind[]>> {
  const conditions = await gapConditions(caller)
  const columns = gap_kinds.map(
    (gap) => sql`case when ${conditions[gap]} then 1 else 0 end as ${raw(gap.toLowerCase())}`,
  )
  const found = await rows<Record<string, unknown> & { id: string }>(
    sql`select s.id, ${join(columns, ', ')} from staff s join cadres c on c.id = s.cadre_id
      where s.hospital_id = ${caller.hospital_id} and s.id${oneOf(staff_ids)}`,
  )
  const open = (one: Record<string, unknown>): GapKind[] =>
    gap_kinds.filter((gap) => Number(one[gap.toLowerCase()]) === 1)
  return new Map(found.map((one) => [one.id, open(one)]))
}
