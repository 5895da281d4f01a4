// Accounts of staff as a file.

import { batchesOf } from '../../../../store/batches.ts'
import type { Caller } from '../../../../core/caller.ts'
import { row, rows } from '../../../../store/connection.ts'
import { oneOf, type Sql, sql, when, where } from '../../../../store/sql.ts'
import type { Dataset } from '../../../registry.ts'
import { user_states } from '../words.ts'

const conditions = (caller: Caller, { status }: Record<string, unknown>): (Sql | undefined)[] => [
  sql`hospital_id = ${caller.hospital_id}`,
  sql`kind = 'STAFF'`,
  when(status, sql`status = ${status}`),
]

type Row = Record<string, unknown>

export const users_dataset: Dataset = {
  code: 'users',
  label: 'Accounts of staff',
  area: 'access',
  permission: 'user:read',
  filters: [{ name: 'status', type: user_states.join('|'), required: false }],
  columns: [
    { name: 'username', label: 'Username', type: 'text' },
    { name: 'full_name', label: 'Name', type: 'text', personal: true },
    { name: 'email', label: 'Email', type: 'text', personal: true },
    { name: 'phone', label: 'Telephone', type: 'text', personal: true },
    { name: 'status', label: 'Status', type: 'text' },
    { name: 'roles', label: 'Roles', type: 'text' },
    { name: 'branches', label: 'Branches', type: 'text' },
    { name: 'valid_until', label: 'Valid until', type: 'date' },
    { name: 'last_sign_in_at', label: 'Last sign-in', type: 'instant' },
    { name: 'created_at', label: 'Opened', type: 'instant' },
  ],
  async count(caller, filters) {
    const found = await row<{ n: number }>(
      sql`select count(*) as n from users${where(conditions(caller, filters))}`,
    )
    return Number(found?.n ?? 0)
  },
  rows: (caller, filters) =>
    batchesOf<Row>(async (after, limit) => {
      const found = await rows<Row>(
        sql`select id, username, full_name, email, phone, status, valid_until, last_sign_in_at, created_at from users${where(
          [
            ...conditions(caller, filters),
            after === undefined
              ? undefined
              : sql`(full_name, id) > (${after['full_name']}, ${after['id']})`,
          ],
        )} order by full_name, id limit ${limit}`,
      )
      return withNames(found)
    }),
}

/** Roles and branches of a batch, by two statements however many accounts it holds. */
async function withNames(found: Row[]): Promise<Row[]> {
  const ids = found.map((one) => one['id'] as string)
  const roles = await rows<{ user_id: string; name: string }>(
    sql`select ur.user_id, r.name from user_roles ur join roles r on r.id = ur.role_id where ur.user_id${oneOf(ids)} and r.active and r.deleted_at is null order by r.name`,
  )
  const branches = await rows<{ user_id: string; name: string }>(
    sql`select uf.user_id, f.code as name from user_facilities uf join facilities f on f.id = uf.facility_id where uf.user_id${oneOf(ids)} order by f.code`,
  )
  const held = namesBy(roles)
  const at = namesBy(branches)
  return found.map((one) => ({
    ...one,
    roles: held.get(one['id'] as string)?.join('; ') ?? '',
    branches: at.get(one['id'] as string)?.join('; ') ?? '',
  }))
}

function namesBy(list: readonly { user_id: string; name: string }[]): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const { user_id, name } of list) {
    const known = names.get(user_id)
    if (known === undefined) names.set(user_id, [name])
    else known.push(name)
  }
  return names
}
