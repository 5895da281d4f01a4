// The board of contracts (COM-76): whose ends when, the nearest end first.

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { type Sql, sql, when, where } from '../../../../store/sql.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { clientsOwe } from '../../../money/billing/debts/of-clients.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { daysBetween } from '../../../office/plans/days.ts'
import { clients } from '../tables.ts'
import type { Contract, ContractFilter, contract_states } from './shapes.ts'

const ending_days = 60

export async function list(
  caller: Caller,
  asked: ContractFilter & PageAsked,
): Promise<Page<Contract>> {
  const day = await today(caller)
  const found = await pageFrom(clients, asked, {
    alias: 'c',
    from: sql` from clients c${where([
      sql`c.hospital_id = ${caller.hospital_id}`,
      sql`c.status <> 'CLOSED'`,
      asked.state === undefined ? sql`c.contract_ends is not null` : stateIs(asked.state, day),
      when(asked.kind, sql`c.kind = ${asked.kind}`),
      matching('clients', asked.search, 'c'),
    ])}`,
    order: sql` order by coalesce(c.contract_ends, '9999-12-31'), c.name_key, c.id`,
  })
  const ids = found.rows.map(({ id }) => id)
  const owed = await clientsOwe(caller, ids, day)
  const { major } = await purseOf(caller)
  return {
    rows: found.rows.map(({ id, number, contract_ends, ...row }) => ({
      ...row,
      client_id: id,
      reference: number,
      contract_ends,
      contract_days_left: contract_ends === null ? null : daysBetween(day, contract_ends),
      outstanding: major(owed.get(id)?.outstanding ?? 0),
    })),
    meta: found.meta,
  }
}

/** One that ends today runs today. */
function stateIs(state: (typeof contract_states)[number], day: string): Sql {
  const soon = nextDay(day, ending_days)
  const words = {
    LAPSED: sql`c.contract_ends < ${day}`,
    ENDING: sql`c.contract_ends >= ${day} and c.contract_ends <= ${soon}`,
    RUNNING: sql`c.contract_ends > ${soon}`,
    NONE: sql`c.contract_ends is null`,
  }
  return words[state]
}
