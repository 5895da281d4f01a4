// What a ward held on a day, counted from the stays (CAR-134, CAR-153).

import type { Caller } from '../../../../core/caller.ts'
import { nextDay, startOfDay } from '../../../../core/clock.ts'
import { row, rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import type { CensusCounts } from './tables.ts'

type Of = Pick<Caller, 'hospital_id'>

export interface Day {
  since: string
  before: string
}

/** From the first moment of a day to that of the next. */
export const edgesOfDay = (zone: string, date: string): Day => ({
  since: startOfDay(zone, date),
  before: startOfDay(zone, nextDay(date)),
})

interface Told {
  from_at: string
  to_at: string | null
  begun_by: string
  end_reason: string | null
  bed_id: string | null
  extra: unknown
}

/** Every stay that touches the day; whoever was there at the end remains. */
export async function countsOn(
  { hospital_id }: Of,
  ward_id: string,
  { since, before }: Day,
): Promise<CensusCounts> {
  const found = await rows<Told>(
    sql`select from_at, to_at, begun_by, end_reason, bed_id, extra from admission_stays
      where hospital_id = ${hospital_id} and ward_id = ${ward_id}
        and from_at < ${before} and (to_at is null or to_at >= ${since})`,
  )
  const began = found.filter(({ from_at }) => from_at >= since)
  const ended = found.filter(({ to_at }) => to_at !== null && to_at < before)
  const left = found.filter(({ to_at }) => to_at === null || to_at >= before)
  const by = (reason: string): number => ended.filter((one) => one.end_reason === reason).length
  const is_extra = ({ extra }: Told): boolean => extra === true || extra === 1
  return {
    beds: await bedsIn({ hospital_id }, ward_id),
    occupied: left.filter((one) => one.bed_id !== null && !is_extra(one)).length,
    yesterday: found.length - began.length,
    admitted: began.filter(({ begun_by }) => begun_by !== 'TRANSFER').length,
    transferred_in: began.filter(({ begun_by }) => begun_by === 'TRANSFER').length,
    transferred_out: by('TRANSFER') + by('SWAP') + by('CORRECTION'),
    discharged: by('LEFT'),
    died: by('DIED'),
    absconded: by('ABSCONDED'),
    remaining: left.length,
    extra: left.filter(is_extra).length,
    with_mother: left.filter(({ bed_id }) => bed_id === null).length,
    on_leave: 0,
  }
}

async function bedsIn({ hospital_id }: Of, ward_id: string): Promise<number> {
  const found = await row<{ n: number }>(
    sql`select count(*) as n from beds where hospital_id = ${hospital_id} and ward_id = ${ward_id}
      and active and not extra and status <> 'OUT_OF_SERVICE'`,
  )
  return Number(found?.n ?? 0)
}

/** CAR-153: yesterday + in − out = remaining. */
export const agrees = (counts: CensusCounts): boolean =>
  counts.yesterday +
    counts.admitted +
    counts.transferred_in -
    counts.transferred_out -
    counts.discharged -
    counts.died -
    counts.absconded ===
  counts.remaining
