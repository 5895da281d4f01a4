// Clients, found by name, number and people; the greatest debts first where that is asked.

import type { Caller } from '../../../core/caller.ts'
import { type Page, type PageAsked, pageFrom } from '../../../store/pages.ts'
import { matching } from '../../../store/search.ts'
import { raw, type Sql, sql, when, where } from '../../../store/sql.ts'
import { owedByClients } from '../../money/billing/debts/of-clients.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import type { Client, ClientFilter } from './shapes.ts'
import { shownMany } from './shown.ts'
import { clients } from './tables.ts'

export async function list(caller: Caller, asked: ClientFilter & PageAsked): Promise<Page<Client>> {
  const { sort = 'name' } = asked
  const debts =
    sort === '-outstanding' || asked.overdue !== undefined
      ? sql` left join (${owedByClients(caller, await today(caller))}) o on o.client_id = c.id`
      : sql``
  const found = await pageFrom(clients, asked, {
    alias: 'c',
    from: sql` from clients c${debts}${where([
      sql`c.hospital_id = ${caller.hospital_id}`,
      when(asked.status, sql`c.status = ${asked.status}`),
      when(asked.kind, sql`c.kind = ${asked.kind}`),
      when(asked.region, sql`lower(c.region) = ${asked.region?.toLowerCase()}`),
      when(asked.account_manager_id, sql`c.account_manager_id = ${asked.account_manager_id}`),
      held(asked.on_hold),
      late(asked.overdue),
      called(asked.search),
    ])}`,
    order: orders[sort],
  })
  return { rows: await shownMany(caller, found.rows), meta: found.meta }
}

const orders: Record<NonNullable<ClientFilter['sort']>, Sql> = {
  name: sql` order by c.name_key, c.id`,
  '-outstanding': sql` order by coalesce(o.outstanding, 0) desc, c.name_key, c.id`,
  contract_ends: sql` order by coalesce(c.contract_ends, '9999-12-31'), c.name_key, c.id`,
}

function held(wanted: boolean | undefined): Sql | undefined {
  if (wanted === undefined) return undefined
  const standing = sql`exists (select 1 from client_holds h where h.client_id = c.id
    and h.lifted_at is null)`
  return wanted ? standing : sql`not ${standing}`
}

function late(wanted: boolean | undefined): Sql | undefined {
  if (wanted === undefined) return undefined
  return wanted ? sql`coalesce(o.overdue, 0) > 0` : sql`coalesce(o.overdue, 0) = 0`
}

/** By its own words, by a name it was billed under, or by one of its people. */
function called(typed: string | undefined): Sql | undefined {
  const own = matching('clients', typed, 'c')
  if (own === undefined) return undefined
  const among = (table: string, alias: string): Sql =>
    sql`c.id in (select ${raw(alias)}.client_id from ${raw(table)} ${raw(alias)}
      where ${matching(table, typed, alias) as Sql})`
  return sql`(${own} or ${among('client_names', 'n')} or ${among('client_contacts', 'p')})`
}
