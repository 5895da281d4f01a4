// What other areas ask of staff records (HR-140, rulings on the missing staff record and on licences).

import type { Caller } from '../../../../core/caller.ts'
import { isId } from '../../../../core/ids.ts'
import { rows, row as one } from '../../../../store/connection.ts'
import type { Of } from '../../../../store/record-of.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { folded } from '../../../../store/table.ts'
import type { StaffBrief } from '../../../neighbours/people.ts'
import { isAnyLinked, staffIdOf, staffIdsOf } from '../../../office/access/users/staff-link.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { cadres } from '../cadres/tables.ts'
import { standingsOf } from '../licences/status.ts'
import { settingsOf } from '../settings/settings.ts'
import type { StaffRow } from './rows.ts'
import { staff } from './tables.ts'

/** Undefined until the first record is linked to an account: until then everybody signs by name. */
export async function staffOfUser(
  caller: Caller,
  user_id = caller.user_id,
): Promise<StaffBrief | null | undefined> {
  const { hospital_id } = caller
  const id = user_id === null ? null : await staffIdOf(caller, user_id)
  const found = id === null ? undefined : await staff.find({ hospital_id, id })
  if (found !== undefined) return brief(caller, found)
  return (await isKept(caller)) && (await isAnyLinked(caller)) ? null : undefined
}

export async function staffNamed(
  caller: Caller,
  staff_id: string,
): Promise<StaffBrief | null | undefined> {
  if (!isId(staff_id)) return null
  const found = await staff.find({ hospital_id: caller.hospital_id, id: staff_id })
  if (found !== undefined) return brief(caller, found)
  return (await isKept(caller)) ? null : undefined
}

export async function phoneOf(
  { hospital_id }: Of,
  id: string,
): Promise<{ name: string; phone: string; status: string } | null> {
  const found = isId(id) ? await staff.find({ hospital_id, id }) : undefined
  return found === undefined
    ? null
    : { name: found.full_name, phone: found.phone, status: found.status }
}

/** Whether this hospital keeps staff records at all. */
const isKept = async ({ hospital_id }: Of): Promise<boolean> =>
  (await one(sql`select 1 as yes from staff where hospital_id = ${hospital_id} limit 1`)) !==
  undefined

const brief = async (caller: Caller, row: StaffRow): Promise<StaffBrief> =>
  (await briefs(caller, [row]))[0] as StaffBrief

async function briefs(caller: Caller, found: readonly StaffRow[]): Promise<StaffBrief[]> {
  const { hospital_id } = caller
  const ids = found.map(({ id }) => id)
  const of_cadres = await cadres.all({ hospital_id, id: found.map(({ cadre_id }) => cadre_id) })
  const by_id = new Map(of_cadres.map((cadre) => [cadre.id, cadre]))
  const standings = await standingsOf(caller, ids, await today(caller), await settingsOf(caller))
  return found.map((row) => {
    const cadre = by_id.get(row.cadre_id)
    return {
      staff_id: row.id,
      name: row.full_name,
      cadre: cadre?.name ?? null,
      grade: row.grade,
      national_id: row.national_id,
      status: employed(row),
      licence_no: standings.get(row.id)?.licence_no ?? null,
      clinical: cadre?.clinical ?? false,
    }
  })
}

/** As others ask it: on probation and in notice people work like everybody else. */
const employed = ({ status }: StaffRow): string =>
  status === 'PROBATION' || status === 'NOTICE' ? 'ACTIVE' : status

export async function clinicians(caller: Caller, name: string): Promise<StaffBrief[]> {
  const found = await staff.read(
    sql`select ${staff.selection('s')} from staff s join cadres c on c.id = s.cadre_id
      where s.hospital_id = ${caller.hospital_id} and s.name_key = ${folded(name)} and c.clinical
      and s.status in ('PROBATION', 'ACTIVE', 'NOTICE') order by s.id limit 5`,
  )
  return briefs(caller, found)
}

export const namesOfStaff = (
  { hospital_id }: Of,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> =>
  rows(
    sql`select id, full_name as name from staff where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
  )

/** As what and where the people of these accounts work. */
export async function workers(
  { hospital_id }: Of,
  user_ids: readonly string[],
): Promise<Map<string, { cadre: string | null; department: string | null }>> {
  const linked = await staffIdsOf({ hospital_id }, user_ids)
  const found = await rows<{ id: string; cadre: string; department: string }>(
    sql`select s.id, c.name as cadre, s.department from staff s join cadres c on c.id = s.cadre_id
      where s.hospital_id = ${hospital_id} and s.id${oneOf([...linked.values()])}`,
  )
  const by_id = new Map(found.map(({ id, ...one }) => [id, one]))
  return new Map(
    [...linked].flatMap(([user, id]) => {
      const one = by_id.get(id)
      return one === undefined ? [] : [[user, one] as const]
    }),
  )
}

export const isStaffHere = async ({ hospital_id }: Of, id: string): Promise<boolean> =>
  isId(id) && (await staff.find({ hospital_id, id })) !== undefined

export async function statesOf(
  { hospital_id }: Of,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = await rows<{ id: string; status: string }>(
    sql`select id, status from staff where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
  )
  return new Map(found.map(({ id, status }) => [id, status]))
}

export async function whoLeft({ hospital_id }: Of): Promise<string[]> {
  const found = await rows<{ id: string }>(
    sql`select id from staff where hospital_id = ${hospital_id} and status = 'EXITED'`,
  )
  return found.map(({ id }) => id)
}
