// What a procedure's card says it takes is kept for it until the day after (A.3 book).

import type { Caller } from '../../../../core/caller.ts'
import { nextDay, startOfDay } from '../../../../core/clock.ts'
import { release, releaseAll, reserve } from '../../../goods/stock/pool/reserve.ts'
import type { Module } from '../../../modules.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import type { RoomRow } from '../rooms/rooms.ts'
import { cardOf } from '../settings/tables-of-theatre.ts'
import type { CaseRow } from './record.ts'
import { theatre_cases } from './tables.ts'

export const goods_source = 'theatre_case'

/** What is short of it, in words. */
export async function reserveGoods(
  caller: Caller,
  row: CaseRow,
  { store_id }: RoomRow,
  on: string,
): Promise<string[]> {
  const card = await cardOf(caller, row.primary_code)
  if (store_id === null || card?.items === undefined) return []
  const until = startOfDay(await zoneOf(caller, row.facility_id), nextDay(on, 2))
  const short: string[] = []
  for (const { product_id, quantity } of [...card.items].toSorted((a, b) =>
    a.product_id < b.product_id ? -1 : 1,
  )) {
    const held = await reserve(caller, {
      product_id,
      store_id,
      quantity,
      source: goods_source,
      source_id: row.id,
      reference: row.number,
      patient_id: row.patient_id,
      until,
    })
    if (held.short > 0) short.push(`Short of what ${row.number} takes: ${held.short} are missing.`)
  }
  return short
}

export const releaseGoods = (caller: Caller, { id }: Pick<CaseRow, 'id'>): Promise<void> =>
  release(caller, goods_source, id)

/** MOD-8: while the branch has no theatre nobody waits for its goods. What was issued stays issued. */
export async function onForcedOff(
  caller: Caller,
  module: Module,
  facility_id: string,
): Promise<void> {
  if (module !== 'theatre') return
  const { hospital_id } = caller
  const booked = await theatre_cases.all({ hospital_id, facility_id, status: [...on_the_list] })
  await releaseAll(
    caller,
    goods_source,
    booked.map(({ id }) => id),
  )
}

const on_the_list = ['SCHEDULED', 'RETURNED', 'ACCEPTED'] as const
