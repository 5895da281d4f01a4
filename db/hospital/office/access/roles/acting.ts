// Acting for an account later, without a session: jobs and scheduled reports run with what their
// owner may do at that moment (PLT-121, PLT-125).

import { type Caller, operator, system } from '../../../../core/caller.ts'
import { dayIn } from '../../../../core/clock.ts'
import { newId } from '../../../../core/ids.ts'
import { byId as hospitalById } from '../../hospitals/hospitals.ts'
import { facilities } from '../../places/tables.ts'
import { heldBy } from './permissions.ts'
import { user_facilities, users } from '../tables.ts'

export interface Absent {
  kind: Caller['kind']
  hospital_id: string
  user_id: string | null
  name: string
  facility_id: string | null
  request_id?: string
  /** Of callers without an account: what they held when they asked. */
  permissions?: readonly string[] | null
}

/** Undefined when the account may no longer act. */
export async function actingFor(absent: Absent): Promise<Caller | undefined> {
  const { hospital_id, name, facility_id, request_id = newId() } = absent
  switch (absent.kind) {
    case 'COMMAND_LINE':
      return { ...operator(hospital_id, name, facility_id), request_id }
    case 'SYSTEM':
    case 'PLATFORM':
      return { ...system(hospital_id, request_id), facility_id }
    case 'API_KEY':
    case 'DEVICE':
      return {
        ...system(hospital_id, request_id),
        kind: absent.kind,
        name,
        facility_id,
        facility_ids: facility_id === null ? [] : [facility_id],
        permissions: new Set(absent.permissions ?? []),
      }
    case 'USER':
    case 'PATIENT':
      return ofAccount(absent, request_id)
  }
}

async function ofAccount(absent: Absent, request_id: string): Promise<Caller | undefined> {
  const { hospital_id, user_id } = absent
  if (user_id === null) return undefined
  const user = await users.find({ hospital_id, id: user_id })
  if (user === undefined || user.status !== 'ACTIVE') return undefined
  const { timezone } = await hospitalById(hospital_id)
  if (user.valid_until !== null && user.valid_until < dayIn(timezone)) return undefined
  const held =
    user.kind === 'STAFF' ? await heldBy(hospital_id, user_id) : { codes: ['portal:use'] }
  const own = await user_facilities.all({ hospital_id, user_id })
  const open = await facilities.all({
    hospital_id,
    id: own.map((one) => one.facility_id),
    status: 'ACTIVE',
  })
  const facility_ids = open.map(({ id }) => id)
  return {
    ...system(hospital_id, request_id),
    kind: absent.kind,
    user_id,
    patient_id: user.patient_id,
    name: user.full_name,
    permissions: new Set(held.codes),
    facility_ids,
    facility_id:
      absent.facility_id !== null && facility_ids.includes(absent.facility_id)
        ? absent.facility_id
        : (facility_ids[0] ?? null),
  }
}
