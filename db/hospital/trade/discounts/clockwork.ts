// Each morning: what nobody has decided on for some days is refused (commercial 3.5, 7).

import type { Caller } from '../../../core/caller.ts'
import { days, instantIn } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { settingsOf } from '../clients/settings/settings.ts'
import { refused } from './give.ts'
import { discountRecord } from './record.ts'

const piece = 200

export async function refuseForgotten(caller: Caller): Promise<number> {
  const { discount_pending_days } = await settingsOf(caller)
  const found = await rows<{ id: string }>(
    sql`select id from discounts where hospital_id = ${caller.hospital_id} and status = 'PENDING'
      and created_at < ${instantIn(-days(discount_pending_days))} order by id limit ${piece}`,
  )
  for (const { id } of found) {
    const before = await discountRecord.locked(caller, id)
    if (before.status !== 'PENDING') continue
    await refused(caller, before, `Not decided in ${discount_pending_days} days`)
  }
  return found.length
}
