// Top-ups as the platform's people and the hospital look at them (MSG 5.2, 5.3).

import { toMajor } from '../../core/kinds/money.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import type { Static } from '../../core/kinds/kinds.ts'
import { mapPage, type Page, type PageAsked, pageFrom } from '../../store/pages.ts'
import { sql, when, where } from '../../store/sql.ts'
import type { TopUpRow } from './money.ts'
import { msg_top_ups } from './tables.ts'
import { type DaysAsked, withinDays } from '../settings/days.ts'
import type { GatewayTopUp } from './top-up-shapes.ts'

export const shownTopUp = (found: TopUpRow): Static<typeof GatewayTopUp> => ({
  id: found.id,
  account_id: found.account_id,
  amount: toMajor(found.amount, currencyOf(found.currency)),
  currency: found.currency,
  method: found.method,
  payment_reference: found.payment_reference,
  note: found.note,
  status: found.status,
  decided_by: found.decided_by,
  decided_at: found.decided_at,
  reject_reason: found.reject_reason,
  moves: found.status === 'pending' ? ['confirm', 'reject'] : [],
  created_at: found.created_at,
})

/** The newest first. */
export async function listTopUps(
  asked: PageAsked &
    DaysAsked & {
      account_id?: string | undefined
      status?: TopUpRow['status'] | undefined
    },
): Promise<Page<Static<typeof GatewayTopUp>>> {
  const found = await pageFrom(msg_top_ups, asked, {
    from: sql` from msg_top_ups${where([
      sql`mode = 'live'`,
      when(asked.account_id, sql`account_id = ${asked.account_id}`),
      when(asked.status, sql`status = ${asked.status}`),
      ...(await withinDays(asked, 'created_at')),
    ])}`,
    order: sql` order by id desc`,
  })
  return mapPage(found, shownTopUp)
}
