// What numbering needs to know of branches: their code, and what day it is there.

import type { Caller } from '../../../core/caller.ts'
import { dayIn } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { noSuch } from '../../../core/refusal.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'

export interface Branch {
  id: string
  code: string
  day: string
}

interface Found {
  id: string
  code: string
  time_zone: string | null
}

/** Open branches, the main one first. */
export async function branches(caller: Pick<Caller, 'hospital_id'>): Promise<Branch[]> {
  return read(caller, undefined)
}

/** The one that is named, the acting one, or the main one for work of the whole hospital. */
export async function branchOf(
  caller: Pick<Caller, 'hospital_id' | 'facility_id'>,
  facility_id: string | undefined,
): Promise<Branch> {
  const id = facility_id ?? caller.facility_id
  const [branch] = await read(caller, id)
  if (branch === undefined) throw noSuch('facility')
  return branch
}

async function read(
  caller: Pick<Caller, 'hospital_id'>,
  id: string | null | undefined,
): Promise<Branch[]> {
  const { timezone } = await hospitalOf(caller)
  const found = await rows<Found>(
    sql`select id, code, time_zone from facilities${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(id, sql`id = ${id}`),
      when(id === undefined || id === null, sql`status = 'ACTIVE'`),
    ])} order by is_main desc, name_key, id`,
  )
  return found.map((one) => ({
    id: one.id,
    code: one.code,
    day: dayIn(one.time_zone ?? timezone),
  }))
}
