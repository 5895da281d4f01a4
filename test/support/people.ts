// People with an account: each call signs in somebody new who holds just the roles or codes named.

import type { FastifyInstance } from 'fastify'
import { platform_id } from '../../db/core/caller.ts'
import { clock } from '../../db/core/clock.ts'
import { within } from '../../db/store/connection.ts'
import type { User } from '../../db/hospital/office/access/callers.ts'
import * as sessions from '../../db/hospital/office/access/sign-in/sessions.ts'
import {
  roles,
  user_facilities,
  user_roles,
  users,
} from '../../db/hospital/office/access/tables.ts'
import type { Hospital } from '../../db/hospital/office/hospitals/hospitals.ts'
import { newId } from '../../db/core/ids.ts'
import { Ask } from './ask.ts'
import { digits } from './named.ts'

export interface Person extends Ask {
  user: User
  refresh_token: string
}

export interface People {
  /** Somebody with these default roles: `people.with('cashier')`. */
  with(...role_codes: string[]): Promise<Person>
  /** Somebody with exactly these permissions. */
  holding(...codes: string[]): Promise<Person>
  administrator(): Promise<Person>
  /** A patient's account. */
  patient(): Promise<Person>
  /** Somebody of the operator of a hosted service. */
  platform(...codes: string[]): Promise<Person>
}

let count = 0

export function peopleOf(app: FastifyInstance, hospital: Hospital, facility_id: string): People {
  const hospital_id = hospital.id

  const account = async (
    kind: 'STAFF' | 'PATIENT' | 'PLATFORM',
    role_ids: readonly string[],
    platform_permissions: string[] | null = null,
  ): Promise<Person> => {
    count += 1
    const { user, tokens } = await within(async () => {
      const made = await users.insert({
        hospital_id: kind === 'PLATFORM' ? platform_id : hospital_id,
        kind,
        platform_permissions,
        // The operator's people must have a second factor; how they got it is another test's matter.
        totp_enabled_at: kind === 'PLATFORM' ? clock.instant() : null,
        username: `person${count}.${newId().slice(-6)}`,
        full_name: `Person ${digits(count)}`,
        status: 'ACTIVE',
        default_facility_id: kind === 'STAFF' ? facility_id : null,
        patient_id: kind === 'PATIENT' ? newId() : null,
        language: 'en',
        created_by_name: 'test',
      })
      if (kind === 'STAFF')
        await user_facilities.insert({ hospital_id, user_id: made.id, facility_id })
      for (const role_id of role_ids) {
        await user_roles.insert({
          hospital_id,
          user_id: made.id,
          role_id,
          given_at: clock.instant(),
        })
      }
      const opened = await sessions.open({
        user: made,
        method: 'PASSWORD',
        facts: { ip: '127.0.0.1', user_agent: 'test' },
        max_days: 90,
      })
      return { user: made, tokens: opened.tokens }
    })
    return Object.assign(new Ask(app, tokens.access_token), {
      user,
      refresh_token: tokens.refresh_token,
    })
  }

  return {
    async with(...role_codes) {
      const held = await roles.all({ hospital_id, code: role_codes })
      if (held.length !== role_codes.length)
        throw new Error(`no such roles: ${role_codes.join(', ')}`)
      return account(
        'STAFF',
        held.map(({ id }) => id),
      )
    },
    async holding(...codes) {
      count += 1
      const name = `Just ${count} ${newId().slice(-6)}`
      const role = await within(() =>
        roles.insert({
          hospital_id,
          code: name.toLowerCase().replaceAll(' ', '_'),
          name,
          name_key: name.toLowerCase(),
          system: false,
          permissions: codes,
        }),
      )
      return account('STAFF', [role.id])
    },
    async administrator() {
      return this.with('administrator')
    },
    patient: () => account('PATIENT', []),
    platform: (...codes) => account('PLATFORM', [], codes),
  }
}
