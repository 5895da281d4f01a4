// Theatres of a branch: set up, changed, closed and made ready again (A.2, A.3 room ready).

import { type Caller, can } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { conflict, invalid, notPermitted } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { attempt, rows } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { madeBefore } from '../../../../store/made-before.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { recordOf } from '../../../../store/record-of.ts'
import { oneOf, sql, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { inScope } from '../../../office/places/facilities.ts'
import { locationRecord } from '../../../office/places/locations.ts'
import { storeInUse } from '../../../goods/stock/stores/keeping.ts'
import { timeAt } from '../../../desk/visits/rows.ts'
import { mustBeHere } from '../../../office/places/own-branch.ts'
import { namesOf } from '../names.ts'
import type { Theatre, TheatreChange, TheatreInput } from './shapes.ts'
import { theatres } from './tables.ts'

export type RoomRow = RowOf<(typeof theatres)['columns']>

export const roomRecord = recordOf(theatres, 'theatre')

export interface RoomFilter extends PageAsked {
  active?: boolean
  facility_id?: string
}

export async function list(caller: Caller, asked: RoomFilter): Promise<Page<Theatre>> {
  const found = await pageFrom(theatres, asked, {
    from: sql` from theatres${where([
      sql`hospital_id = ${caller.hospital_id}`,
      await inScope(caller, asked.facility_id),
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
    ])}`,
    order: sql` order by code, id`,
  })
  const now = await casesIn(caller, found.rows)
  return mapPage(found, (row) => ({ ...row, case_now: now.get(row.id) ?? null }))
}

export async function whole(caller: Caller, { id }: Pick<RoomRow, 'id'>): Promise<Theatre> {
  const row = await roomRecord.get(caller, id)
  return { ...row, case_now: (await casesIn(caller, [row])).get(id) ?? null }
}

/** Who is on the table of each, in two statements. */
async function casesIn(caller: Caller, rooms: readonly RoomRow[]) {
  const ids = rooms.flatMap(({ case_id }) => case_id ?? [])
  if (ids.length === 0) return new Map<string, NonNullable<Theatre['case_now']>>()
  const found = await rows<
    Omit<NonNullable<Theatre['case_now']>, 'patient'> & { theatre_id: string }
  >(
    sql`select c.theatre_id, c.id, c.number as reference, c.patient_id, s.at as since
      from theatre_cases c
      left join theatre_stamps s on s.case_id = c.id and s.name = 'IN_THEATRE'
      where c.hospital_id = ${caller.hospital_id} and c.id${oneOf(ids)}`,
  )
  const names = await namesOf(caller, found)
  return new Map(
    found.map(({ theatre_id, ...one }) => [
      theatre_id,
      { ...one, patient: names.get(one.patient_id) ?? null },
    ]),
  )
}

export async function open(caller: Caller, input: TheatreInput): Promise<Theatre> {
  const { hospital_id, facility_id } = caller
  if (facility_id === null) throw invalid('facility_id', 'is required.')
  if (await madeBefore(caller, theatres, input.id)) return whole(caller, { id: input.id ?? '' })
  const code = capitals(input.code)
  await placed(caller, input)
  const row = await attempt(() =>
    theatres.insert({ ...unplaced(input), code, hospital_id, facility_id }),
  ).catch((error: unknown) => {
    throw taken(error, code)
  })
  noted(caller, 'theatre.create', row)
  return whole(caller, row)
}

/** What is operated in belongs to `theatre:manage`; that it is free or shut, to who works in it. */
export async function change(caller: Caller, id: string, input: TheatreChange): Promise<Theatre> {
  const before = await roomRecord.locked(caller, id)
  fresh(caller, before)
  await mustBeHere(caller, before.facility_id, 'theatre')
  const { state, closed_reason, ...said } = input
  const fields = unplaced(said)
  mayChange(caller, Object.keys(fields).length > 0, state !== undefined)
  await placed(caller, fields)
  if (fields.active === false && before.case_id !== null) throw await inUse(caller, before)
  const changes = {
    ...fields,
    ...(input.code === undefined ? {} : { code: capitals(input.code) }),
    ...(state === undefined ? {} : await stateRead(caller, before, state, closed_reason)),
  }
  if (Object.keys(changes).length === 0) return whole(caller, before)
  await attempt(() => theatres.change({ hospital_id: caller.hospital_id, id }, changes)).catch(
    (error: unknown) => {
      throw taken(error, changes.code ?? before.code)
    },
  )
  noted(caller, 'theatre.update', { ...before, ...changes }, before)
  return whole(caller, before)
}

function mayChange(caller: Caller, fields: boolean, state: boolean): void {
  if (can(caller, 'theatre:manage')) return
  if (fields || !state || !can(caller, 'theatre:perform')) throw notPermitted('theatre:manage')
}

/** IN_USE and CLEANING follow from cases; people say FREE and CLOSED. */
async function stateRead(
  caller: Caller,
  before: RoomRow,
  state: RoomRow['state'],
  closed_reason: string | null | undefined,
): Promise<Partial<RoomRow>> {
  if (state !== 'FREE' && state !== 'CLOSED') throw invalid('state', 'must be FREE or CLOSED.')
  if (before.case_id !== null) throw await inUse(caller, before)
  if (state === 'CLOSED' && !closed_reason) throw invalid('closed_reason', 'is required.')
  return { state, closed_reason: state === 'CLOSED' ? (closed_reason ?? null) : null }
}

/** `Theatre 1 is in use (TH-2026-000004, since 09:10).` */
export async function inUse(caller: Caller, room: RoomRow): Promise<Error> {
  const now = (await casesIn(caller, [room])).get(room.id)
  const since = now?.since ? `, since ${await timeAt(caller, room.facility_id, now.since)}` : ''
  return conflict(`${room.name} is in use (${now?.reference ?? ''}${since}).`, 'in_use')
}

/** An empty id is none. */
const unplaced = <T extends Pick<TheatreChange, 'location_id' | 'store_id'>>(input: T): T => ({
  ...input,
  ...(input.location_id === '' ? { location_id: null } : {}),
  ...(input.store_id === '' ? { store_id: null } : {}),
})

async function placed(
  caller: Caller,
  { location_id, store_id }: Pick<TheatreChange, 'location_id' | 'store_id'>,
): Promise<void> {
  if (store_id) await storeInUse(caller, store_id)
  if (!location_id) return
  const { kind } = await locationRecord.get(caller, location_id)
  if (kind !== 'THEATRE') throw invalid('location_id', 'is not a location of the kind THEATRE.')
}

const taken = (error: unknown, code: string): unknown =>
  isTaken(error, 'code') ? conflict(`Theatre ${code} exists already.`, 'taken') : error

function noted(caller: Caller, action: string, row: RoomRow, before?: RoomRow): void {
  record(caller, action, {
    entity_type: 'theatre',
    entity_id: row.id,
    entity_label: row.name,
    ...(before === undefined ? {} : { changes: difference(before, row) }),
  })
}
