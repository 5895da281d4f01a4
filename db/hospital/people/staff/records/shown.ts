// A staff record as somebody may see it (HR-1): the directory, the record, or the whole of it.

import { type Caller, can } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { toPercent } from '../../../../core/kinds/percent.ts'
import { row as first, rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { accountsOf } from '../../../office/access/users/staff-link.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { cadres } from '../cadres/tables.ts'
import { away_states } from '../leave/words.ts'
import { standingsOf } from '../licences/status.ts'
import { settingsOf } from '../settings/settings.ts'
import { gapsOf } from './gaps.ts'
import { type StaffRow, staffRecord } from './rows.ts'
import { monthsOn } from '../../../office/plans/days.ts'
import { ownStaffId, scopeOfPeople } from './scope.ts'
import type { Staff, StaffShort } from './shapes.ts'
import { staff } from './tables.ts'
import type { staff_moves_shown } from './words.ts'

export async function find(caller: Caller, id: string): Promise<Staff> {
  return whole(caller, await staffRecord.get(caller, id))
}

export async function shortOf(caller: Caller, found: readonly StaffRow[]): Promise<StaffShort[]> {
  const ids = found.map(({ id }) => id)
  const listed = await directory(caller, found)
  const seen = await seenOf(caller, ids)
  const gaps = seen.size === 0 ? new Map() : await gapsOf(caller, [...seen])
  return found.map((row) => ({
    ...(listed.get(row.id) as StaffShort),
    ...(seen.has(row.id)
      ? {
          employment_type: row.employment_type,
          hired_on: row.hired_on,
          gaps: gaps.get(row.id) ?? [],
        }
      : {}),
  }))
}

/** Of these, the caller's own people. */
async function seenOf(caller: Caller, ids: readonly string[]): Promise<Set<string>> {
  const scope = await scopeOfPeople(caller)
  if (scope === undefined) return new Set(ids)
  const found = await rows<{ id: string }>(
    sql`select id from staff where hospital_id = ${caller.hospital_id} and id${oneOf(ids)} and ${scope}`,
  )
  return new Set(found.map(({ id }) => id))
}

async function directory(
  caller: Caller,
  found: readonly StaffRow[],
): Promise<Map<string, StaffShort>> {
  const { hospital_id } = caller
  const ids = found.map(({ id }) => id)
  const named = await cadres.all({ hospital_id, id: found.map(({ cadre_id }) => cadre_id) })
  const cadre_names = new Map(named.map(({ id, name }) => [id, name]))
  const standings = await standingsOf(caller, ids, await today(caller), await settingsOf(caller))
  return new Map(
    found.map((row) => [
      row.id,
      {
        id: row.id,
        staff_number: row.number,
        title: row.title,
        first_name: row.first_name,
        middle_name: row.middle_name,
        last_name: row.last_name,
        full_name: row.full_name,
        facility_id: row.facility_id,
        department: row.department,
        cadre_id: row.cadre_id,
        cadre: cadre_names.get(row.cadre_id) ?? '',
        job_title: row.job_title,
        phone: row.phone,
        status: row.status,
        licence_status: standings.get(row.id)?.status ?? 'NOT_NEEDED',
      },
    ]),
  )
}

async function whole(caller: Caller, row: StaffRow): Promise<Staff> {
  const listed = (await directory(caller, [row])).get(row.id) as StaffShort
  if (!(await seenOf(caller, [row.id])).has(row.id)) return listed
  const is_own = (await ownStaffId(caller)) === row.id
  const seen = can(caller, 'staff:sensitive') || is_own
  return { ...listed, ...(await record(caller, row, seen)), ...(seen ? sensitive(row) : {}) }
}

async function record(caller: Caller, row: StaffRow, seen: boolean): Promise<Partial<Staff>> {
  const { retirement_age } = await settingsOf(caller)
  const account = (await accountsOf(caller, [row.id])).get(row.id)
  const born = row.date_of_birth
  return {
    ...plain(row),
    user_id: account?.user_id ?? null,
    birth_year: born === null ? null : Number(born.slice(0, 4)),
    retires_on: born === null ? null : monthsOn(born, retirement_age * 12),
    supervisor_name: await nameOf(caller, row.supervisor_id),
    on_leave: await awayToday(caller, row.id),
    next_of_kin: kin(row, seen),
    gaps: (await gapsOf(caller, [row.id])).get(row.id) ?? [],
    moves: staffRecord.moves(caller, row) as (typeof staff_moves_shown)[number][],
    history: await staffRecord.history(caller, row.id),
  }
}

/** As the row has them; the reply's shape takes what it names. */
function plain({
  national_id: _n,
  passport_no: _p,
  date_of_birth: _d,
  address: _a,
  tin: _t,
  pension_no: _o,
  health_no: _h,
  heslb_no: _e,
  blood_group: _b,
  allergies_note: _g,
  dependants: _c,
  next_of_kin: _k,
  ...rest
}: StaffRow): Partial<Staff> {
  return rest
}

const sensitive = (row: StaffRow): Partial<Staff> => ({
  national_id: row.national_id,
  passport_no: row.passport_no,
  date_of_birth: row.date_of_birth,
  address: row.address,
  tin: row.tin,
  pension_no: row.pension_no,
  health_no: row.health_no,
  heslb_no: row.heslb_no,
  blood_group: row.blood_group,
  allergies_note: row.allergies_note,
  dependants: row.dependants,
})

/** Without the right: whom to call in an emergency, and nothing more. */
const kin = ({ next_of_kin }: StaffRow, seen: boolean): NonNullable<Staff['next_of_kin']> =>
  seen
    ? next_of_kin.map(({ share_bp, ...one }) => ({
        ...one,
        share_pct: share_bp === null ? null : toPercent(share_bp),
      }))
    : next_of_kin
        .filter(({ is_emergency }) => is_emergency)
        .map(({ name, phone }) => ({ name, phone }))

/** The leave that keeps somebody away the whole of today. */
async function awayToday(
  caller: Caller,
  staff_id: string,
): Promise<{ leave_id: string; type: string; until: string } | null> {
  const day = await today(caller)
  const found = await first<{
    leave_id: string
    type: string
    ends_on: string
    recalled_on: string | null
  }>(
    sql`select id as leave_id, type_code as type, ends_on, recalled_on from leave_requests
      where hospital_id = ${caller.hospital_id} and staff_id = ${staff_id}
        and status${oneOf(away_states)} and starts_on <= ${day} and ends_on >= ${day}
        and (recalled_on is null or recalled_on > ${day}) and half_day is null
      order by starts_on, id limit 1`,
  )
  if (found === undefined) return null
  const { leave_id, type, ends_on, recalled_on } = found
  return { leave_id, type, until: recalled_on === null ? ends_on : nextDay(recalled_on, -1) }
}

async function nameOf({ hospital_id }: Caller, id: string | null): Promise<string | null> {
  if (id === null) return null
  return (await staff.find({ hospital_id, id }))?.full_name ?? null
}
