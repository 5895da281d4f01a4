// A second hospital on the same server: whatever one asks, nothing of the other is there.

import { operator } from '../../../db/core/caller.ts'
import { within } from '../../../db/store/connection.ts'
import { hashPassword } from '../../../db/hospital/office/access/sign-in/passwords.ts'
import { byId } from '../../../db/hospital/office/hospitals/hospitals.ts'
import { openHospital } from '../../../db/hospital/tenants/provisioning/provision.ts'
import type { House } from '../boot.ts'
import { peopleOf } from '../people.ts'
import { withoutUsualDepartments } from '../usual-departments.ts'

/** As a house, so that what makes things in one makes them in the other. */
export async function neighbourOf(house: House): Promise<House & { administrator_id: string }> {
  const made = await within(async () =>
    openHospital(
      (hospital_id) => operator(hospital_id, 'cli:test'),
      {
        code: 'neighbour',
        name: 'Neighbour Hospital',
        country: 'TZ',
        facility: { code: 'NBR', name: 'Neighbour' },
        administrator: { username: 'neighbour', full_name: 'Neighbour Person' },
      },
      { password: 'x', hashed: await hashPassword('another long password') },
    ),
  )
  const hospital = await byId(made.hospital.id)
  await withoutUsualDepartments(hospital.id)
  const { facility_id } = made
  return {
    ...house,
    hospital,
    facility_id,
    administrator_id: made.user_id,
    system: { ...house.system, hospital_id: hospital.id, facility_id },
    people: peopleOf(house.app, hospital, facility_id),
  }
}

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
}

/** Names of the fields of a body or of query words, at any depth: `patient.confirm_different`. */
export function fieldsOf(schema: unknown, at = ''): string[] {
  const { properties = {}, items, anyOf = [], allOf = [] } = (schema ?? {}) as Schema
  const found = Object.entries(properties).flatMap(([name, one]) => {
    const path = at === '' ? name : `${at}.${name}`
    return [path, ...fieldsOf(one, path)]
  })
  const within_lists = items === undefined ? [] : fieldsOf(items, `${at}[]`)
  return [
    ...new Set([
      ...found,
      ...within_lists,
      ...[...anyOf, ...allOf].flatMap((one) => fieldsOf(one, at)),
    ]),
  ]
}
