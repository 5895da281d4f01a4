// Who is at work, and who is on call, at a moment (HR-140): by the rosters that are out.

import type { Caller } from '../../../../core/caller.ts'
import { row, rows } from '../../../../store/connection.ts'
import { type Sql, sql, when, where } from '../../../../store/sql.ts'
import { folded } from '../../../../store/table.ts'
import type { OnDuty } from '../../../neighbours/on-duty.ts'
import { accountsOf } from '../../../office/access/users/staff-link.ts'
import { dayAt } from '../../../office/hospitals/hospitals.ts'

interface Asked {
  department?: string | null
  facility_id?: string | null
  at: string
  cadre?: string
}

export const dutyAt = (caller: Caller, asked: Asked): Promise<OnDuty[] | undefined> =>
  standingAt(caller, asked, sql`(not h.on_call or h.called_in)`)

export const callAt = (caller: Caller, asked: Asked): Promise<OnDuty[] | undefined> =>
  standingAt(caller, asked, sql`h.on_call`)

/** Undefined where no roster covers the day: nobody knows who is there. */
async function standingAt(
  caller: Caller,
  { department, facility_id, at, cadre }: Asked,
  which: Sql,
): Promise<OnDuty[] | undefined> {
  const { hospital_id } = caller
  const day = await dayAt(caller, at)
  const here = (alias: Sql): (Sql | undefined)[] => [
    sql`${alias}.hospital_id = ${hospital_id}`,
    when(department, sql`lower(${alias}.department) = ${folded(department ?? '')}`),
    when(facility_id, sql`${alias}.facility_id = ${facility_id}`),
  ]
  const covered = await row(
    sql`select 1 as yes from rosters r${where([
      ...here(sql`r`),
      sql`r.status <> 'DRAFT' and r.starts_on <= ${day} and r.ends_on >= ${day}`,
    ])} limit 1`,
  )
  if (covered === undefined) return undefined
  const found = await rows<Omit<OnDuty, 'user_id'>>(
    sql`select distinct s.id as staff_id, s.full_name as name, c.name as cadre
      from roster_shifts h join rosters r on r.id = h.roster_id and r.status <> 'DRAFT'
      join staff s on s.id = h.staff_id join cadres c on c.id = s.cadre_id${where([
        ...here(sql`h`),
        sql`h.starts_at <= ${at} and h.ends_at > ${at}`,
        sql`h.status in ('PLANNED', 'SWAPPED', 'DONE')`,
        which,
        when(cadre, sql`c.name_key = ${folded(cadre ?? '')}`),
      ])} order by s.full_name, s.id`,
  )
  const accounts = await accountsOf(
    caller,
    found.map(({ staff_id }) => staff_id),
  )
  return found.map((one) => ({ ...one, user_id: accounts.get(one.staff_id)?.user_id ?? null }))
}
