// What the clock does with controlled drugs: checks that nobody made (STK-77), and discrepancies that stay
// open for more than a day (STK-78).

import type { Caller } from '../../../../core/caller.ts'
import {
  clock,
  dayIn,
  days,
  hours,
  instantAt,
  instantIn,
  nextDay,
  timeIn,
} from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { namedFew, onceToday } from '../../../office/notifications/once-today.ts'
import { settingsOf } from '../settings/settings.ts'
import { keepersOf, type StoreRow, storesOf } from '../stores/keeping.ts'
import { shiftAt } from './checks.ts'
import { controlled_checks, controlled_discrepancies } from './tables.ts'

const leeway = hours(2)

/** In a transaction; a check is missed once, however often the job comes by. */
export async function markMissed(caller: Caller): Promise<number> {
  const due_at = await lastDue(caller)
  if (due_at === null) return 0
  const left = await uncheckedSince(caller, due_at)
  const zone = (await hospitalOf(caller)).timezone
  for (const store of left) {
    await controlled_checks.insert({
      hospital_id: caller.hospital_id,
      facility_id: store.facility_id,
      store_id: store.id,
      at: due_at,
      shift: shiftAt(timeIn(zone, new Date(due_at))),
      missed_at: due_at,
    })
    await tellMissed(caller, store)
  }
  return left.length
}

/** The newest time at which a check was due and whose two hours are over, within the last day. */
async function lastDue(caller: Caller): Promise<string | null> {
  const { timezone } = await hospitalOf(caller)
  const { controlled_check_times: times } = await settingsOf(caller)
  const day = dayIn(timezone)
  const over = clock.ms() - leeway
  const due = [nextDay(day, -1), day]
    .flatMap((on) => times.map((time) => instantAt(timezone, on, time)))
    .filter((at) => Date.parse(at) <= over && Date.parse(at) > over - days(1))
  return due.toSorted().at(-1) ?? null
}

/** Stores whose cupboard held something then and that nobody checked around that time. */
async function uncheckedSince(caller: Caller, due_at: string): Promise<StoreRow[]> {
  const from = new Date(Date.parse(due_at) - leeway).toISOString()
  const to = new Date(Date.parse(due_at) + leeway).toISOString()
  const found = await rows<{ id: string }>(
    sql`select s.id from stores s where s.hospital_id = ${caller.hospital_id} and s.active
      and s.controlled_cupboard and exists (select 1 from stock_levels l
        join products p on p.id = l.product_id
        where l.store_id = s.id and l.quantity > 0 and p.controlled)
      and exists (select 1 from controlled_entries e where e.store_id = s.id and e.at < ${due_at})
      and not exists (select 1 from controlled_checks c where c.store_id = s.id
        and (c.missed_at = ${due_at} or (c.missed_at is null and c.at >= ${from} and c.at <= ${to})))
      order by s.id`,
  )
  return [
    ...(
      await storesOf(
        caller,
        found.map(({ id }) => id),
      )
    ).values(),
  ]
}

async function tellMissed(caller: Caller, store: StoreRow): Promise<void> {
  const user = (await keepersOf(caller, [store.id])).get(store.id) ?? []
  const words = {
    kind: 'stock.controlled_missed',
    title: `${store.name}: the controlled drugs were not checked`,
    body: 'Nobody counted them when the keys were due to change hands.',
    entity: { type: 'store', id: store.id },
  }
  await notify(caller, { ...words, to: { permission: 'controlled:settings' } })
  if (user.length > 0) await notify(caller, { ...words, to: { user } })
}

/** Once a day, in a transaction. */
export const tellOpen = (caller: Caller): Promise<number> =>
  onceToday(caller, 'stock.controlled_open', async () => {
    const old = await controlled_discrepancies.read(
      sql`select ${controlled_discrepancies.selection()} from controlled_discrepancies
        where hospital_id = ${caller.hospital_id} and status${oneOf(['OPEN', 'INVESTIGATING'])}
          and found_at < ${instantIn(-days(1))} order by found_at, id`,
    )
    if (old.length === 0) return 0
    const words = {
      kind: 'stock.controlled_open',
      title: 'Controlled drugs that do not agree',
      body: `Open for more than a day: ${namedFew(old.map(({ number }) => number))}.`,
    }
    await notify(caller, { ...words, to: { permission: 'controlled:settings' } })
    await notify(caller, { ...words, to: { role: 'director' } })
    return old.length
  })
