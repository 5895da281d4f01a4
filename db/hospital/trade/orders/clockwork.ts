// Each night: goods are held no longer than they are promised, and who is late is told (COM-32, COM-42).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { notify } from '../../office/notifications/notify.ts'
import { namedFew, untoldToday } from '../../office/notifications/once-today.ts'
import { tell } from './drafts.ts'
import { order_content, orderRecord } from './record.ts'
import { releaseFor } from './reserving.ts'

const piece = 200

export async function releaseLapsed(caller: Caller): Promise<number> {
  const found = await rows<{ id: string }>(
    sql`select id from sales_orders where hospital_id = ${caller.hospital_id}
      and reserved_until is not null and reserved_until <= ${clock.instant()}
      and status in ('CONFIRMED', 'PART_FULFILLED') order by id limit ${piece}`,
  )
  for (const { id } of found) {
    const before = await orderRecord.locked(caller, id)
    if (before.reserved_until === null) continue
    await releaseFor(caller, before, await order_content.of(caller, id))
    await orderRecord.changed(caller, before, 'release', { reserved_until: null })
    const words = 'Its goods are not held any longer.'
    await tell(caller, before, `Order ${before.number} was not delivered in time`, words)
  }
  return found.length
}

/** Whoever wrote them, once each morning. */
export async function tellLate(caller: Caller): Promise<number> {
  const day = await today(caller)
  const found = await rows<{ number: string; required_by: string; created_by_id: string }>(
    sql`select number, required_by, created_by_id from sales_orders
      where hospital_id = ${caller.hospital_id} and status in ('CONFIRMED', 'PART_FULFILLED')
        and required_by < ${day} and created_by_id is not null order by required_by, id`,
  )
  const by_person = Map.groupBy(found, ({ created_by_id }) => created_by_id)
  const fresh = await untoldToday(caller, 'order.late', [...by_person.keys()])
  for (const user of fresh) {
    const own = by_person.get(user) ?? []
    await notify(caller, {
      to: { user },
      kind: 'order.late',
      title: `Orders that are late: ${own.length}`,
      body: namedFew(own.map(({ number, required_by }) => `${number} (${required_by})`)),
    })
  }
  return fresh.length
}
