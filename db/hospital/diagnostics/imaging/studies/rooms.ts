// Where images are taken: a place of kind IMAGING that is in use (decision 0480). Whoever books it holds
// it, so that of two at once one finds it taken.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { locationRecord } from '../../../office/places/locations.ts'

export interface Room {
  id: string
  facility_id: string
  name: string
}

export async function roomHeld(caller: Caller, id: string, facility_id: string): Promise<Room> {
  const room = await locationRecord.locked(caller, id)
  if (room.kind !== 'IMAGING') throw invalid('room_id', 'is no room for images.')
  if (room.facility_id !== facility_id) throw invalid('room_id', 'is a room of another branch.')
  if (!room.active) throw conflict(`${room.name} is not in use.`)
  return room
}
