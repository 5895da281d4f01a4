// Rooms of a ward (2.11, CAR-137).

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { recordOf } from '../../../../store/record-of.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import { folded, type RowOf } from '../../../../store/table.ts'
import { difference, record } from '../../../office/audit/record.ts'
import type { RoomChange, RoomInput } from './shapes.ts'
import { ward_rooms } from './tables.ts'
import { mustBeEmpty } from './taken.ts'
import { wardInUse } from './wards.ts'
import type { room_kinds } from '../words.ts'

export type RoomRow = RowOf<(typeof ward_rooms)['columns']>

export const roomRecord = recordOf(ward_rooms, 'room')

export interface RoomFilter extends PageAsked {
  search?: string
  ward_id?: string
  kind?: (typeof room_kinds)[number]
}

export const list = (caller: Caller, asked: RoomFilter): Promise<Page<RoomRow>> =>
  pageFrom(ward_rooms, asked, {
    from: sql` from ward_rooms${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.ward_id, sql`ward_id = ${asked.ward_id}`),
      when(asked.kind, sql`kind = ${asked.kind}`),
      when(asked.search, sql`name_key like ${`%${folded(asked.search ?? '')}%`}`),
    ])}`,
    order: sql` order by ward_id, name_key, id`,
  })

export async function open(caller: Caller, input: RoomInput): Promise<RoomRow> {
  const ward = await wardInUse(caller, input.ward_id)
  const made = await attempt(() =>
    ward_rooms.insert({
      hospital_id: caller.hospital_id,
      ward_id: ward.id,
      name: input.name,
      name_key: folded(input.name),
      kind: input.kind,
    }),
  ).catch((error: unknown) => {
    throw taken(error, input.name, ward.name)
  })
  noted(caller, 'room.create', made)
  return made
}

export async function change(caller: Caller, id: string, input: RoomChange): Promise<RoomRow> {
  const before = await roomRecord.locked(caller, id)
  fresh(caller, before)
  if (input.active === false && before.active) await mustBeEmpty(caller, 'room', before)
  const changes = {
    ...input,
    ...(input.name === undefined ? {} : { name_key: folded(input.name) }),
  }
  await attempt(() => ward_rooms.change({ hospital_id: caller.hospital_id, id }, changes)).catch(
    (error: unknown) => {
      throw taken(error, input.name ?? before.name, 'this ward')
    },
  )
  noted(caller, 'room.update', before, difference(before, changes))
  return roomRecord.get(caller, id)
}

const taken = (error: unknown, name: string, ward: string): unknown =>
  isTaken(error, 'name_key') ? conflict(`${ward} has a room called ${name} already.`) : error

function noted(
  caller: Caller,
  action: string,
  { id, name }: RoomRow,
  changes?: Record<string, [unknown, unknown]>,
): void {
  record(caller, action, { entity_type: 'room', entity_id: id, entity_label: name, changes })
}
