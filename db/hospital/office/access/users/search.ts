// Accounts and roles, as the search over everything finds them.

import { rows } from '../../../../store/connection.ts'
import { beginning } from '../../../../store/search.ts'
import { join, type Sql, sql } from '../../../../store/sql.ts'
import { folded } from '../../../../store/table.ts'
import { readPhone } from '../../../../core/kinds/phone.ts'
import { hospitalOf } from '../../hospitals/hospitals.ts'
import type { SearchKind } from '../../../registry.ts'

interface Found {
  id: string
  title: string
  reference: string
  status: string
}

export const user_search: SearchKind = {
  type: 'user',
  permission: 'user:read',
  async find(caller, words, limit) {
    const { hospital_id } = caller
    const number = readPhone(words, (await hospitalOf(caller)).country)
    const exact = words.toLowerCase()
    const ways: Sql[] = [
      sql`username = ${exact}`,
      sql`email = ${exact}`,
      ...(number === null ? [] : [sql`phone = ${number}`]),
      ...maybe(beginning('users', words)),
    ]
    const found = await rows<Found>(
      sql`select id, full_name as title, username as reference, status from users
        where hospital_id = ${hospital_id} and kind = 'STAFF' and (${join(ways, ' or ')})
        order by case when username = ${exact} then 0 else 1 end, full_name, id limit ${limit}`,
    )
    return found.map((user) => ({
      type: 'user',
      ...user,
      subtitle: user.reference,
      patient_id: null,
      path: `/users/${user.id}`,
    }))
  },
}

export const role_search: SearchKind = {
  type: 'role',
  permission: 'role:read',
  async find(caller, words, limit) {
    const exact = words.toLowerCase()
    const name = folded(words).replace(/[\\%_]/g, '\\$&')
    const found = await rows<Omit<Found, 'status'> & { active: unknown }>(
      sql`select id, name as title, code as reference, active from roles
        where hospital_id = ${caller.hospital_id} and deleted_at is null
        and (code = ${exact} or ' ' || name_key like ${`% ${name}%`} escape '\\')
        order by case when code = ${exact} then 0 else 1 end, name_key, id limit ${limit}`,
    )
    return found.map(({ active, ...role }) => ({
      type: 'role',
      ...role,
      subtitle: role.reference,
      patient_id: null,
      status: active === true || active === 1 ? 'ACTIVE' : 'INACTIVE',
      path: `/roles/${role.id}`,
    }))
  },
}

const maybe = (piece: Sql | undefined): Sql[] => (piece === undefined ? [] : [piece])
