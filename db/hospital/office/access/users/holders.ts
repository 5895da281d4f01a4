// Who holds a permission, and through what (platform 4.17, 5.4).

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { type Page, paged, type PageAsked } from '../../../../store/pages.ts'
import { invalid } from '../../../../core/refusal.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { catalogue } from '../../../permits.ts'
import { base_codes } from '../permits.ts'
import { codesOfRole } from '../roles/permissions.ts'
import type { Holder } from '../roles/shapes.ts'
import { roles } from '../tables.ts'
import { worksAt } from './users.ts'
import { assignmentsOf } from './view.ts'
import { today } from '../../hospitals/hospitals.ts'

const base: readonly string[] = base_codes

export interface HolderListing extends PageAsked {
  search?: string
  code?: string
  facility_id?: string
}

export async function list(caller: Caller, asked: HolderListing): Promise<Page<Holder>> {
  const code = knownCode(asked.code)
  const holding = await rolesHolding(caller, code)
  const found = await paged<{ id: string; full_name: string; username: string }>(asked, {
    select: sql`users.id, users.full_name, users.username`,
    from: await holdersFrom(caller, code, holding, asked),
    order: sql` order by users.full_name, users.id`,
  })
  const held = await assignmentsOf(
    caller,
    found.rows.map(({ id }) => id),
  )
  return {
    rows: found.rows.map(({ id, full_name, username }) => {
      const via = held.filter((one) => one.user_id === id && holding.includes(one.id))
      return {
        user: { id, name: full_name, username },
        via: via.map(({ code: role_code, name }) => ({ code: role_code, name })),
        until: lastDay(via.map(({ until }) => until)),
      }
    }),
    meta: found.meta,
  }
}

/** ACTIVE accounts that hold the code today; with a branch, those who work there. */
export async function holders(
  caller: Caller,
  code: string,
  facility_id?: string | null,
): Promise<string[]> {
  const holding = await rolesHolding(caller, code)
  const asked = typeof facility_id === 'string' ? { facility_id } : {}
  const from = await holdersFrom(caller, code, holding, asked)
  const found = await rows<{ id: string }>(sql`select users.id${from} order by users.id`)
  return found.map(({ id }) => id)
}

export function knownCode(code: string | undefined): string {
  if (code === undefined) throw invalid('code', 'is required.')
  if (!catalogue.includes(code) && !base.includes(code)) {
    throw invalid('code', `"${code}" does not exist.`)
  }
  return code
}

/** The roles of this hospital that hold the code, by name; who holds everything is not named. */
export async function roleNames({ hospital_id }: Caller, code: string): Promise<string[]> {
  const all = await roles.all({ hospital_id, active: true, deleted_at: null }, { order: ['id'] })
  return all
    .filter((role) => role.code !== 'administrator' && codesOfRole(role).includes(code))
    .map(({ name }) => name)
}

async function rolesHolding(caller: Caller, code: string): Promise<string[]> {
  const { hospital_id } = caller
  const all = await roles.all({ hospital_id, active: true, deleted_at: null })
  return all.filter((role) => codesOfRole(role).includes(code)).map(({ id }) => id)
}

async function holdersFrom(
  caller: Caller,
  code: string,
  holding: readonly string[],
  { search, facility_id }: Pick<HolderListing, 'search' | 'facility_id'>,
) {
  const day = await today(caller)
  return sql` from users${where([
    sql`users.hospital_id = ${caller.hospital_id}`,
    sql`users.kind = 'STAFF'`,
    sql`users.status = 'ACTIVE'`,
    base.includes(code)
      ? undefined
      : sql`exists (select 1 from user_roles ur
          where ur.user_id = users.id and ur.role_id${oneOf(holding)}
            and (ur.until is null or ur.until >= ${day}))`,
    when(facility_id, worksAt(facility_id ?? '')),
    matching('users', search),
  ])}`
}

/** The day on which the last of several ends; null when one of them does not. */
function lastDay(days: readonly (string | null)[]): string | null {
  let last: string | null = null
  for (const day of days) {
    if (day === null) return null
    if (last === null || day > last) last = day
  }
  return last
}
