// Units as people see them (BLD-40, BLD-42).

import type { Caller } from '../../../../core/caller.ts'
import { clock, days } from '../../../../core/clock.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { edgesOf, withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { inScope } from '../../../office/places/facilities.ts'
import { donationRecord } from '../donations/record.ts'
import { in_stock, type UnitState } from '../words.ts'
import { standingNow, unit_life, type UnitRow, unitRecord } from './record.ts'
import type { BloodUnit, BloodUnitWhole, UnitFilter } from './shapes.ts'
import { blood_units } from './tables.ts'
import { traceOf } from './trace.ts'

export async function list(
  caller: Caller,
  asked: UnitFilter & PageAsked,
): Promise<Page<BloodUnit>> {
  const found = await pageFrom(blood_units, asked, {
    alias: 'u',
    from: sql` from blood_units u${where(await unitsAsked(caller, asked))}`,
    order: sql` order by u.expires_at, u.number`,
  })
  return { ...found, rows: found.rows.map((row) => shown(caller, row)) }
}

export async function unitsAsked(
  caller: Caller,
  asked: UnitFilter & { search?: string },
): Promise<(Sql | undefined)[]> {
  const { timezone } = await hospitalOf(caller)
  const { before } = edgesOf(timezone, { to: asked.expires_before })
  return [
    sql`u.hospital_id = ${caller.hospital_id}`,
    await inScope(caller, undefined, 'u.facility_id'),
    when(asked.search, numbered(asked.search ?? '')),
    when(asked.component_code, sql`u.component_code = ${asked.component_code}`),
    when(asked.family, sql`u.family = ${asked.family}`),
    when(asked.group, sql`u.blood_group = ${asked.group}`),
    when(asked.status, statusIs(asked.status)),
    when(before, sql`u.expires_at < ${before}`),
    when(asked.held, sql`u.status = 'HELD'`),
    ...withinDays(sql`u.created_at`, timezone, { from: asked.from, to: asked.to }),
  ]
}

const numbered = (typed: string) => {
  const word = capitals(typed.trim())
  return sql`(u.number = ${word} or u.din = ${word})`
}

/** By the clock at once: what is past its date is EXPIRED here too. */
function statusIs(status: UnitState | undefined) {
  const now = clock.instant()
  if (status === 'EXPIRED') {
    return sql`(u.status = 'EXPIRED' or (u.status${oneOf(in_stock)} and u.expires_at <= ${now}))`
  }
  const shelf = in_stock.some((one) => one === status)
  return shelf ? sql`u.status = ${status} and u.expires_at > ${now}` : sql`u.status = ${status}`
}

export function shown(caller: Caller, row: UnitRow): BloodUnit {
  const status = standingNow(row)
  return {
    ...row,
    status,
    group: row.blood_group,
    reserved:
      row.status === 'RESERVED'
        ? { request_id: row.request_id, patient_id: row.patient_id, until: row.reserved_until }
        : null,
    hold:
      row.status === 'HELD'
        ? { reason: row.hold_reason ?? '', since: row.held_at, by_name: row.held_by_name }
        : null,
    fate:
      row.fate_at === null
        ? null
        : { patient_id: row.patient_id, reason: row.fate_note, at: row.fate_at },
    days_left: Math.max(0, Math.floor((Date.parse(row.expires_at) - clock.ms()) / days(1))),
    moves: unit_life.open(caller, status),
  }
}

export async function whole(caller: Caller, row: UnitRow): Promise<BloodUnitWhole> {
  const donation = await donationRecord.get(caller, row.donation_id)
  return {
    ...shown(caller, row),
    trace: await traceOf(caller, row, donation),
    history: await unitRecord.history(caller, row.id),
  }
}
