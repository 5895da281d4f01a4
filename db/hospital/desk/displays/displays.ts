// Screens: set up, changed, and opened with their key (QUE-9).

import { hash, randomBytes } from 'node:crypto'
import type { Caller } from '../../../core/caller.ts'
import { afterCommit } from '../../../store/connection.ts'
import { clock } from '../../../core/clock.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { invalid, noneCalled, noSuch } from '../../../core/refusal.ts'
import { oneOf, sql, where } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { fresh } from '../../../core/versions.ts'
import { difference, record } from '../../office/audit/record.ts'
import { scopeOf } from '../../office/places/facilities.ts'
import { byIds } from '../service-points/service-points.ts'
import type { DisplayChange, DisplayInput, QueueDisplay } from './shapes.ts'
import { queue_displays } from './tables.ts'
import { recordOf } from '../../../store/record-of.ts'

export type DisplayRow = RowOf<(typeof queue_displays)['columns']>

export interface DisplayFilter extends PageAsked {
  active?: boolean
  facility_id?: string
}

export async function list(caller: Caller, asked: DisplayFilter): Promise<Page<QueueDisplay>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const found = await pageFrom(queue_displays, asked, {
    from: sql` from queue_displays${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
    ])}`,
    order: sql` order by name, id`,
  })
  return { rows: found.rows.map(view), meta: found.meta }
}

export async function open(caller: Caller, input: DisplayInput): Promise<QueueDisplay> {
  if (caller.facility_id === null) throw invalid('facility_id', 'is required.')
  await mustBePoints(caller, caller.facility_id, input.service_point_ids)
  const key = newKey()
  const made = await queue_displays.insert({
    ...input,
    columns: input.columns ?? 2,
    hospital_id: caller.hospital_id,
    facility_id: caller.facility_id,
    key_hash: hashOf(key),
  })
  note(caller, 'queue_display.create', made, {})
  return { ...view(made), key }
}

export async function change(
  caller: Caller,
  id: string,
  input: DisplayChange,
): Promise<QueueDisplay> {
  const before = await displayRecord.get(caller, id)
  fresh(caller, before)
  if (input.service_point_ids !== undefined) {
    await mustBePoints(caller, before.facility_id, input.service_point_ids)
  }
  await queue_displays.change({ hospital_id: caller.hospital_id, id }, input)
  note(caller, 'queue_display.update', before, { changes: difference(before, input) })
  afterCommit(() => tellChanged(id))
  return view(await displayRecord.get(caller, id))
}

/** The old key opens nothing from now on. */
export async function rotateKey(caller: Caller, id: string): Promise<QueueDisplay> {
  const before = await displayRecord.get(caller, id)
  const key = newKey()
  await queue_displays.change({ hospital_id: caller.hospital_id, id }, { key_hash: hashOf(key) })
  note(caller, 'queue_display.rotate_key', before, {})
  afterCommit(() => tellChanged(id))
  return { ...view(await displayRecord.get(caller, id)), key }
}

export const displayRecord = recordOf(queue_displays, 'display')

/** As people name a screen on the command line. */
export async function called(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  name: string,
): Promise<DisplayRow> {
  const found = await queue_displays.find({ hospital_id, name })
  if (found === undefined) throw noneCalled('display', name)
  return found
}

/**
 * The screen that this key opens: by its own id, or by one of its points, which then stands alone.
 * A wrong key and a screen that is switched off are the same 404.
 */
export async function withKey(id: string, key: string | undefined): Promise<DisplayRow> {
  const row =
    key === undefined || !/^kd_[\w-]{32}$/.test(key)
      ? undefined
      : await queue_displays.findAnywhere({ key_hash: hashOf(key) })
  if (row?.active === true) {
    if (row.id === id) return row
    if (row.service_point_ids.includes(id)) return { ...row, service_point_ids: [id] }
  }
  throw noSuch('display')
}

/** Whether what was opened with a key is still open. */
export const stillOpen = async (id: string, key_hash: string): Promise<boolean> =>
  (await queue_displays.findAnywhere({ id, key_hash, active: true })) !== undefined

/** Seen by whoever looks after the screens; no edit of the record. */
export async function seen({ hospital_id, id, version }: DisplayRow): Promise<void> {
  const now = await queue_displays.find({ hospital_id, id })
  await queue_displays.change(
    { hospital_id, id },
    { last_seen_at: clock.instant(), version: now?.version ?? version },
  )
}

/** The daemon that holds its streams: they end, and the screen opens itself anew or not at all. */
let tellChanged: (display_id: string) => void = () => undefined
export function listenToDisplays(by: typeof tellChanged): void {
  tellChanged = by
}

async function mustBePoints(
  caller: Caller,
  facility_id: string,
  ids: readonly string[],
): Promise<void> {
  const found = await byIds(caller, ids)
  for (const id of ids) {
    if (found.get(id)?.facility_id !== facility_id) throw noSuch('service point')
  }
}

const newKey = (): string => `kd_${randomBytes(24).toString('base64url')}`
const hashOf = (key: string): string => hash('sha256', key)

const view = (row: DisplayRow): QueueDisplay => ({
  id: row.id,
  name: row.name,
  facility_id: row.facility_id,
  service_point_ids: row.service_point_ids,
  language: row.language,
  columns: row.columns,
  announce: row.announce,
  ticker: row.ticker,
  last_seen_at: row.last_seen_at,
  active: row.active,
  version: row.version,
})

function note(
  caller: Caller,
  action: string,
  display: DisplayRow,
  more: Parameters<typeof record>[2],
): void {
  record(caller, action, {
    entity_type: 'queue_display',
    entity_id: display.id,
    entity_label: display.name,
    ...more,
  })
}
