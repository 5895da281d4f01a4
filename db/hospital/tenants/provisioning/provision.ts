// The first hospital of a deployment, with somebody who can sign in.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import { accountFor } from '../../../messaging/messages/hospital.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { hashPassword, temporaryPassword } from '../../office/access/sign-in/passwords.ts'
import { roles, user_facilities, user_roles, users } from '../../office/access/tables.ts'
import { record } from '../../office/audit/record.ts'
import { type Hospital, only, phone } from '../../office/hospitals/hospitals.ts'
import { factsFor } from '../../office/hospitals/messaging.ts'
import { openTenant, type Tenant } from './tenant.ts'

export interface Provision extends Tenant {
  administrator: {
    username: string
    full_name: string
    email?: string | undefined
    phone?: string | undefined
  }
  /** Given by the operator: it lasts. Absent: a temporary one is made up. */
  password?: string | undefined
}

export interface Provisioned {
  hospital: Hospital
  facility_id: string
  user_id: string
  username: string
  password: string
  /** The password must be changed at the first sign-in. */
  temporary: boolean
}

/** A second run on a single deployment is refused. */
export async function provision(
  caller: (hospital_id: string) => Caller,
  asked: Provision,
  deployment: 'single' | 'hosted' = 'single',
): Promise<Provisioned> {
  const password = asked.password ?? temporaryPassword()
  const hashed = await hashPassword(password)
  return within(async () => {
    if (deployment === 'single' && (await only()) !== undefined) {
      throw conflict('There is a hospital on this server already.', 'hospital_there')
    }
    return openHospital(caller, asked, { password, hashed })
  })
}

/** Within a transaction; the password was hashed before it. */
export async function openHospital(
  caller: (hospital_id: string) => Caller,
  asked: Provision,
  secret: { password: string; hashed: string },
): Promise<Provisioned> {
  const username = asked.administrator.username.toLowerCase()
  if (!/^[a-z][a-z0-9._-]{2,39}$/.test(username)) {
    throw invalid(
      'administrator.username',
      'must be 3 to 40 of a–z, 0–9, . _ - and begin with a letter.',
    )
  }
  const { hospital, facility_id } = await openTenant(asked, 'Kituo')
  const user_id = await firstAdministrator(hospital, facility_id, asked, secret.hashed)
  // Its messaging account stands from the first day (MSG-601).
  await accountFor(factsFor(hospital))
  record(caller(hospital.id), 'hospital.create', {
    entity_type: 'hospital',
    entity_id: hospital.id,
    entity_label: hospital.name,
  })
  return {
    hospital,
    facility_id,
    user_id,
    username,
    password: secret.password,
    temporary: asked.password === undefined,
  }
}

async function firstAdministrator(
  hospital: Hospital,
  facility_id: string,
  { administrator, password }: Provision,
  hashed: string,
): Promise<string> {
  const hospital_id = hospital.id
  const user = await users.insert({
    hospital_id,
    kind: 'STAFF',
    username: administrator.username.toLowerCase(),
    full_name: administrator.full_name,
    email: administrator.email?.toLowerCase() ?? null,
    phone:
      administrator.phone === undefined
        ? null
        : await phone({ hospital_id }, 'administrator.phone', administrator.phone),
    status: 'ACTIVE',
    default_facility_id: facility_id,
    language: hospital.language,
    created_by_name: 'Kituo',
    password: hashed,
    password_changed_at: clock.instant(),
    must_change_password: password === undefined,
  })
  await user_facilities.insert({ hospital_id, user_id: user.id, facility_id })
  const role = await roles.find({ hospital_id, code: 'administrator' })
  if (role === undefined) throw new Error('the administrator role was not shipped')
  await user_roles.insert({
    hospital_id,
    user_id: user.id,
    role_id: role.id,
    given_at: clock.instant(),
  })
  return user.id
}
