// What the clock does with goods: batches past their day (3.1), those that near it, transfers that are late
// (STK-49), and what stays set apart (STK-61).

import type { Caller } from '../../../../core/caller.ts'
import { clock, days, instantIn, nextDay } from '../../../../core/clock.ts'
import { rows, run } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { lockHead } from '../../../money/accounting/posting/post.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { namedFew, onceToday } from '../../../office/notifications/once-today.ts'
import { batchLife } from '../pool/batch-life.ts'
import type { BatchRow } from '../pool/batches.ts'
import { batches } from '../pool/tables.ts'
import { shelvesApart } from '../quarantine/shelves.ts'
import { settingsOf } from '../settings/settings.ts'
import { keepersOf } from '../stores/keeping.ts'

const piece = 100

/** Batches past their day that the night has not barred yet; so many of them. */
export async function dueBatches(caller: Caller, limit: number): Promise<BatchRow[]> {
  const { hospital_id } = caller
  const day = await today(caller)
  return batches.read(
    sql`select ${batches.selection()} from batches where hospital_id = ${hospital_id}
      and expiry < ${day} and status${oneOf(['AVAILABLE', 'ON_HOLD'])} order by id limit ${limit}`,
  )
}

/** A piece of them, in a transaction; nought when none is left. */
export async function expireDue(caller: Caller): Promise<number> {
  await lockHead(caller)
  const due = await dueBatches(caller, piece)
  if (due.length === 0) return 0
  await shelvesApart(
    caller,
    due.map(({ id }) => id),
    ({ batch_id }) => ({
      reason: 'EXPIRED',
      note: `Expired on ${due.find(({ id }) => id === batch_id)?.expiry ?? ''}`,
      source: 'expiry',
      source_id: batch_id,
    }),
  )
  for (const batch of due) await batchLife.moved(caller, batch, 'expire', { hold_reason: null })
  return due.length
}

/** What was held only until now is free (STK-41). */
export const endReservations = ({ hospital_id }: Caller): Promise<number> =>
  run(
    sql`delete from stock_reservations where hospital_id = ${hospital_id}
      and until <= ${clock.instant()}`,
  )

interface Nearing {
  batch_id: string
  store_id: string
  store_name: string
  name: string
  lot: string | null
  expiry: string
  warned_days: number | null
}

/** Once for each batch and step of expiry_warn_days, to who keeps it; in a transaction. */
export async function tellExpiring(caller: Caller): Promise<number> {
  const { hospital_id } = caller
  const { expiry_warn_days: steps } = await settingsOf(caller)
  const day = await today(caller)
  const most = Math.max(0, ...steps)
  const found = await rows<Nearing>(
    sql`select l.batch_id, l.store_id, s.name as store_name, p.name, b.lot, b.expiry, b.warned_days
      from stock_levels l join stores s on s.id = l.store_id
      join products p on p.id = l.product_id join batches b on b.id = l.batch_id
      where l.hospital_id = ${hospital_id} and l.quantity > 0 and b.status = 'AVAILABLE'
        and b.expiry >= ${day} and b.expiry <= ${nextDay(day, most)} order by b.expiry, l.id`,
  )
  const due = found.flatMap((one) => {
    const left = Math.round((Date.parse(one.expiry) - Date.parse(day)) / 86_400_000)
    const step = steps.filter((days_) => days_ >= left).toSorted((a, b) => a - b)[0]
    const is_due = step !== undefined && (one.warned_days === null || step < one.warned_days)
    return is_due ? [{ ...one, step }] : []
  })
  for (const [store_id, own] of Map.groupBy(due, ({ store_id }) => store_id)) {
    const lots = own.map(({ name, lot, expiry }) => `${name} ${lot ?? ''} (${expiry})`)
    await tellKeepers(caller, store_id, {
      kind: 'stock.expiring',
      title: `${own[0]?.store_name ?? ''}: ${own.length} lots expire soon`,
      body: namedFew(lots),
    })
  }
  for (const { batch_id, step } of due) {
    await run(
      sql`update batches set warned_days = ${step} where hospital_id = ${hospital_id}
        and id = ${batch_id}`,
    )
  }
  return due.length
}

async function tellKeepers(
  caller: Caller,
  store_id: string,
  words: { kind: string; title: string; body: string },
): Promise<void> {
  const user = (await keepersOf(caller, [store_id])).get(store_id) ?? []
  if (user.length === 0) return
  await notify(caller, { ...words, to: { user }, entity: { type: 'store', id: store_id } })
}

/** To who keeps either store, once a day (STK-49). */
export const tellLateTransfers = (caller: Caller): Promise<number> =>
  onceToday(caller, 'stock.transfer_late', async () => {
    const { transfer_days } = await settingsOf(caller)
    const late = await rows<{ number: string; from_store_id: string; to_store_id: string }>(
      sql`select number, from_store_id, to_store_id from stock_transfers
        where hospital_id = ${caller.hospital_id} and status = 'SENT'
          and sent_at < ${instantIn(-days(transfer_days))} order by sent_at, id`,
    )
    const of_store = new Map<string, string[]>()
    for (const { number, from_store_id, to_store_id } of late) {
      for (const id of [from_store_id, to_store_id]) {
        of_store.set(id, [...(of_store.get(id) ?? []), number])
      }
    }
    for (const [store_id, numbers] of of_store) {
      await tellKeepers(caller, store_id, {
        kind: 'stock.transfer_late',
        title: 'Goods are on the way for too long',
        body: `Sent more than ${transfer_days} days ago: ${namedFew(numbers)}.`,
      })
    }
    return late.length
  })

const quarantine_days = 30

/** To holders of stock:quality, on Mondays (STK-61). */
export const tellLongApart = (caller: Caller): Promise<number> =>
  onceToday(caller, 'stock.quarantine_long', async () => {
    const old = await rows<{ name: string; store_name: string }>(
      sql`select p.name, s.name as store_name from quarantine_items q
        join products p on p.id = q.product_id join stores s on s.id = q.store_id
        where q.hospital_id = ${caller.hospital_id} and q.quantity > 0
          and q.since < ${instantIn(-days(quarantine_days))} order by q.since, q.id`,
    )
    if (old.length === 0) return 0
    await notify(caller, {
      to: { permission: 'stock:quality' },
      kind: 'stock.quarantine_long',
      title: `${old.length} set apart for more than ${quarantine_days} days`,
      body: namedFew(old.map(({ name, store_name }) => `${name} in ${store_name}`)),
    })
    return old.length
  })

/** To holders of requisition:approve, once a day (STK-56). */
export const tellUnapproved = (caller: Caller): Promise<number> =>
  onceToday(caller, 'stock.requisition_unapproved', async () => {
    const open = await rows<{ number: string }>(
      sql`select number from requisitions where hospital_id = ${caller.hospital_id}
        and issues > 0 and approved_by_name is null order by created_at, id`,
    )
    if (open.length === 0) return 0
    await notify(caller, {
      to: { permission: 'requisition:approve' },
      kind: 'stock.requisition_unapproved',
      title: 'Emergencies wait for their approval',
      body: `Issued and not approved: ${namedFew(open.map(({ number }) => number))}.`,
    })
    return open.length
  })
