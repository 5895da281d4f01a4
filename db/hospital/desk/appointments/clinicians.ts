// Whose diary is meant (APT-2). Staff records are people's; as long as no area keeps them, an
// account that names one stands for it.

import type { Caller } from '../../../core/caller.ts'
import { conflict, noSuch } from '../../../core/refusal.ts'
import { row } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { cliniciansNamed } from '../../neighbours/duty.ts'
import { staffById } from '../../neighbours/people.ts'

export interface Clinician {
  id: string | null
  name: string | null
}

export async function clinicianNamed(
  caller: Caller,
  {
    clinician_id,
    clinician_name,
  }: { clinician_id?: string | null; clinician_name?: string | null },
): Promise<Clinician> {
  if (clinician_id) return byId(caller, clinician_id)
  const name = clinician_name?.trim() ?? ''
  if (name === '') return { id: null, name: null }
  const [only, ...others] = await cliniciansNamed(caller, name)
  return only !== undefined && others.length === 0
    ? { id: only.staff_id, name: only.name }
    : { id: null, name }
}

async function byId(caller: Caller, id: string): Promise<Clinician> {
  const told = await staffById(caller, id)
  const found = told === undefined ? await byAccount(caller, id) : told
  if (found === null) throw noSuch('clinician')
  const { name, status = 'ACTIVE', clinical = true } = found
  if (!clinical || status !== 'ACTIVE') throw conflict(`${name} does not see patients.`)
  return { id, name }
}

async function byAccount(
  { hospital_id }: Caller,
  staff_id: string,
): Promise<{ name: string; status?: string; clinical?: boolean } | null> {
  const account = await row<{ name: string; status: string }>(
    sql`select full_name as name, status from users where hospital_id = ${hospital_id}
      and staff_id = ${staff_id} and kind = 'STAFF' and status <> 'CLOSED'`,
  )
  return account ?? null
}
