// The census is read and confirmed (3.9, CAR-153).

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { nextDay, clock } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { wardRecord, wardsById } from '../places/wards.ts'
import { agrees, edgesOfDay } from './counting.ts'
import { censusRecord, type CensusRow } from './record.ts'
import type { Census, CensusWithLines } from './shapes.ts'
import { censuses } from './tables.ts'

export interface CensusFilter extends PageAsked {
  ward_id?: string
  from?: string
  to?: string
  status?: CensusRow['status']
}

export async function list(caller: Caller, asked: CensusFilter): Promise<Page<Census>> {
  const here = caller.facility_id
  const found = await pageFrom(censuses, asked, {
    alias: 'c',
    from: sql` from censuses c join wards w on w.id = c.ward_id${where([
      sql`c.hospital_id = ${caller.hospital_id}`,
      here === null ? undefined : sql`w.facility_id = ${here}`,
      when(asked.ward_id, sql`c.ward_id = ${asked.ward_id}`),
      when(asked.from, sql`c.date >= ${asked.from}`),
      when(asked.to, sql`c.date <= ${asked.to}`),
      when(asked.status, sql`c.status = ${asked.status}`),
    ])}`,
    order: sql` order by c.date desc, c.ward_id, c.id`,
  })
  const wards = await wardsById(
    caller,
    found.rows.map(({ ward_id }) => ward_id),
  )
  return mapPage(found, (row) => shown(caller, row, wards.get(row.ward_id)?.name ?? ''))
}

const shown = (caller: Caller, row: CensusRow, ward: string): Census => ({
  ...row,
  ward,
  moves: censusRecord.moves(caller, row) as Census['moves'],
})

/** What the day before left, what came and what went: what remains is no other number. */
export async function confirm(
  caller: Caller,
  id: string,
  note: string | null,
): Promise<CensusWithLines> {
  const before = await censusRecord.begin(caller, id, 'confirm')
  const { hospital_id } = caller
  const eve = await censuses.find({
    hospital_id,
    ward_id: before.ward_id,
    date: nextDay(before.date, -1),
  })
  const told = eve?.counts.remaining ?? before.counts.yesterday
  if (!agrees(before.counts) || told !== before.counts.yesterday) {
    throw conflict(
      `The census of ${before.date} does not agree: ${told} the day before, ${before.counts.remaining} remain.`,
    )
  }
  await censusRecord.moved(
    caller,
    before,
    'confirm',
    { confirmed_at: clock.instant(), confirmed_by_name: caller.name, note },
    note,
  )
  return find(caller, id)
}

interface LineRow {
  admission_id: string
  bed: string | null
  class: string | null
  charge_code: string | null
  charged_through: string | null
}

export async function find(caller: Caller, id: string): Promise<CensusWithLines> {
  const row = await censusRecord.get(caller, id)
  const ward = await wardRecord.get(caller, row.ward_id)
  const { before } = edgesOfDay(await zoneOf(caller, ward.facility_id), row.date)
  const lines = await rows<LineRow>(
    sql`select s.admission_id, b.label as bed, c.name as class, c.code as charge_code,
        a.charged_through
      from admission_stays s join admissions a on a.id = s.admission_id
      left join beds b on b.id = s.bed_id left join bed_classes c on c.id = s.class_id
      where s.hospital_id = ${caller.hospital_id} and s.ward_id = ${row.ward_id}
        and s.from_at < ${before} and (s.to_at is null or s.to_at >= ${before})
      order by b.label_order, s.id`,
  )
  return {
    ...shown(caller, row, ward.name),
    lines: lines.map(({ charged_through, ...line }) => ({
      ...line,
      charged: charged_through !== null && charged_through > row.date,
    })),
  }
}
