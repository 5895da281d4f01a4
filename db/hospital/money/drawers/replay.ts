// The entries of drawers built anew from their records (ACC-93).

import type { Caller } from '../../../core/caller.ts'
import { dayIn } from '../../../core/clock.ts'
import { sql } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { at_once, inBatches } from '../accounting/proofs/replayed.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import type { Replaying, ReplayEvent } from '../../neighbours/books.ts'
import { differenceLines, movementLines, settlementLines, transferLines } from './ledger.ts'
import type { DrawerRow } from './rows.ts'
import {
  cash_differences,
  cash_movements,
  difference_settlements,
  drawers,
  float_transfers,
  shifts,
} from './tables.ts'

type Events = AsyncGenerator<readonly ReplayEvent[]>
type Transfer = RowOf<(typeof float_transfers)['columns']>

interface Asked {
  caller: Caller
  day: (at: string) => string
  /** A hospital has few drawers, whatever they have been through. */
  drawer: (id: string) => DrawerRow
}

export const replayOfDrawers = (caller: Caller): Replaying => ({
  sources: ['CASH_MOVEMENT', 'SHIFT_DIFFERENCE', 'FLOAT_TRANSFER', 'CASH_DIFFERENCE_SETTLE'],
  events: allOf(caller),
})

async function* allOf(caller: Caller): Events {
  const { hospital_id } = caller
  const { timezone } = await hospitalOf(caller)
  const known = new Map((await drawers.all({ hospital_id })).map((row) => [row.id, row]))
  const asked: Asked = {
    caller,
    day: (at) => dayIn(timezone, new Date(at)),
    drawer: (id) => known.get(id) as DrawerRow,
  }
  yield* movements(asked)
  yield* differences(asked)
  yield* transfers(asked)
  yield* withoutDrop(asked)
  yield* settlements(asked)
}

async function shiftsOf({ hospital_id }: Caller, ids: readonly string[]) {
  const found = await shifts.all({ hospital_id, id: [...new Set(ids)] })
  const by_id = new Map(found.map((shift) => [shift.id, shift]))
  return (id: string) => by_id.get(id) as (typeof found)[number]
}

async function* movements({ caller, day, drawer }: Asked): Events {
  const made = (after: string) =>
    cash_movements.read(
      sql`select ${cash_movements.selection()} from cash_movements
        where hospital_id = ${caller.hospital_id} and id > ${after} order by id limit ${at_once}`,
    )
  for await (const batch of inBatches(made)) {
    const ids = batch.map(({ shift_id }) => shift_id)
    const shiftOf = await shiftsOf(caller, ids)
    yield batch.map((row) => {
      const shift = shiftOf(row.shift_id)
      return {
        source: 'CASH_MOVEMENT',
        source_id: row.id,
        reference: shift.number,
        date: day(row.created_at),
        lines: movementLines(drawer(shift.drawer_id), row),
      }
    })
  }
}

async function* differences({ caller, day, drawer }: Asked): Events {
  const found = (after: string) =>
    cash_differences.read(
      sql`select ${cash_differences.selection()} from cash_differences
        where hospital_id = ${caller.hospital_id} and id > ${after} order by id limit ${at_once}`,
    )
  for await (const batch of inBatches(found)) {
    const ids = batch.map(({ shift_id }) => shift_id)
    const shiftOf = await shiftsOf(caller, ids)
    yield batch.map((row) => ({
      source: 'SHIFT_DIFFERENCE',
      source_id: `${row.shift_id}:${row.found_at}`,
      reference: row.shift_number,
      date: day(row.created_at),
      lines: differenceLines(drawer(shiftOf(row.shift_id).drawer_id), row),
    }))
  }
}

async function* transfers({ caller, day, drawer }: Asked): Events {
  const accepted = (after: string) =>
    float_transfers.read(
      sql`select ${float_transfers.selection()} from float_transfers
        where hospital_id = ${caller.hospital_id} and status = 'ACCEPTED' and amount <> 0
          and id > ${after} order by id limit ${at_once}`,
    )
  const end = (drawer_id: string | null, account_id: string | null) => ({
    account_id: drawer_id === null ? (account_id ?? '') : drawer(drawer_id).account_id,
  })
  const event = (row: Transfer): ReplayEvent => ({
    source: 'FLOAT_TRANSFER',
    source_id: row.id,
    reference: row.number,
    date: row.received_at === null ? null : day(row.received_at),
    lines: transferLines(
      [end(row.from_drawer_id, row.from_account_id), end(row.to_drawer_id, row.to_account_id)],
      row.amount,
      row.facility_id,
    ),
  })
  for await (const batch of inBatches(accepted)) yield batch.map(event)
}

/** Closed with nothing to hand over, and then the recount found more: it went to the safe (P-65). */
async function* withoutDrop({ caller, day, drawer }: Asked): Events {
  const more = (after: string) =>
    shifts.read(
      sql`select ${shifts.selection()} from shifts where hospital_id = ${caller.hospital_id}
        and status = 'CONFIRMED' and handed_over = 0 and recounted > left_in_drawer
        and id > ${after} order by id limit ${at_once}`,
    )
  for await (const batch of inBatches(more)) {
    yield batch.map((shift) => {
      const { account_id, facility_id } = drawer(shift.drawer_id)
      const amount = (shift.recounted ?? 0) - (shift.left_in_drawer ?? 0)
      return {
        source: 'FLOAT_TRANSFER',
        source_id: shift.id,
        reference: shift.number,
        date: shift.confirmed_at === null ? null : day(shift.confirmed_at),
        lines: transferLines([{ account_id }, { role: 'safe' }], amount, facility_id),
      }
    })
  }
}

async function* settlements({ caller }: Asked): Events {
  const { hospital_id } = caller
  const made = (after: string) =>
    difference_settlements.read(
      sql`select ${difference_settlements.selection()} from difference_settlements
        where hospital_id = ${hospital_id} and id > ${after} order by id limit ${at_once}`,
    )
  for await (const batch of inBatches(made)) {
    const ids = [...new Set(batch.map(({ difference_id }) => difference_id))]
    const found = await cash_differences.all({ hospital_id, id: ids })
    const of = new Map(found.map((row) => [row.id, row]))
    yield batch.flatMap((row) => {
      const short = of.get(row.difference_id)
      if (short === undefined) return []
      return {
        source: 'CASH_DIFFERENCE_SETTLE',
        source_id: row.id,
        reference: short.shift_number,
        date: row.settled_on,
        lines: settlementLines(short, row),
      }
    })
  }
}
