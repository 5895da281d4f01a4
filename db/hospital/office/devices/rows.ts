// Workstations as they are kept, and as people see them.
import { clock } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { noSuch } from '../../../core/refusal.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import type { Device } from './shapes.ts'
import { device_events, devices } from './tables.ts'
import type { device_event_kinds } from './words.ts'
import { recordOf } from '../../../store/record-of.ts'

export type DeviceRow = RowOf<(typeof devices)['columns']>

export const deviceRecord = recordOf(devices, 'workstation')

/** On the open routes nothing but its id says whose it is. */
export async function anywhere(id: string): Promise<DeviceRow> {
  const found = await devices.findAnywhere({ id }, { lock: true })
  if (found === undefined) throw noSuch('workstation')
  return found
}

/** A page of them with their open sessions, in two statements. */
export async function views(found: readonly DeviceRow[]): Promise<Device[]> {
  const open = await openSessions(found.map(({ id }) => id))
  return found.map((row) => view(row, open.get(row.id) ?? 0))
}

export async function viewOf(row: DeviceRow): Promise<Device> {
  return (await views([row]))[0] as Device
}

function view(row: DeviceRow, open_sessions: number): Device {
  const {
    hospital_id: _h,
    label_key: _l,
    public_key: _p,
    certificate: _c,
    proved_at: _v,
    warned_days: _w,
    search_text: _s,
    activated_by: _a,
    ...shown
  } = row
  return { ...shown, open_sessions }
}

async function openSessions(ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const now = clock.instant()
  const found = await rows<{ device_id: string; n: number }>(
    sql`select device_id, count(*) as n from sessions where device_id${oneOf(ids)}
        and closed_at is null and ends_at > ${now} and refresh_ends_at > ${now} group by device_id`,
  )
  return new Map(found.map(({ device_id, n }) => [device_id, Number(n)]))
}

export async function noteEvent(
  { hospital_id, id: device_id }: Pick<DeviceRow, 'hospital_id' | 'id'>,
  kind: (typeof device_event_kinds)[number],
  more: { ip?: string | null; user_name?: string | null; detail?: string | null } = {},
): Promise<void> {
  await device_events.insert({ hospital_id, device_id, at: clock.instant(), kind, ...more })
}
