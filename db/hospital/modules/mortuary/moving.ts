// From one space to another, and out of the list what was entered in error (B.3).

import { asks, type Caller } from '../../../core/caller.ts'
import { clock, dayIn } from '../../../core/clock.ts'
import { conflict } from '../../../core/refusal.ts'
import { zoneOf } from '../../office/places/hours.ts'
import { unchargeAll } from './charging.ts'
import { begun, type Body, bodyRecord } from './record.ts'
import type { CancelInput, MoveInput } from './shapes.ts'
import { idOfSpace, leaveSpace, lockSpaces, nowhere, takeSpace } from './spaces.ts'

export async function move(caller: Caller, id: string, input: MoveInput): Promise<Body> {
  const { before } = await begun(caller, id, 'move')
  await lockSpaces(caller, [before.space_id, await idOfSpace(caller, input)])
  const place = await takeSpace(caller, before, input)
  const changes = { ...place, trolley: false }
  const row = await bodyRecord.moved(caller, before, 'move', changes, input.reason || null)
  await leaveSpace(caller, before)
  return row
}

/** Of somebody who lies here already only on the same day, and by who certifies. */
export async function cancel(
  caller: Caller,
  id: string,
  { reason, note }: CancelInput,
): Promise<Body> {
  const { before, patient } = await begun(caller, id, 'cancel')
  if (before.status === 'STORED') {
    asks(caller, 'mortuary:certify')
    const zone = await zoneOf(caller, before.facility_id)
    const day = (at: string): string => dayIn(zone, new Date(at))
    if (day(before.received_at ?? before.created_at) !== day(clock.instant())) {
      throw conflict(`${before.number} came on another day: it can only be released.`)
    }
  }
  if (reason === 'DEATH_TAKEN_BACK' && before.own && patient.status === 'DECEASED') {
    throw conflict(`Take back the death of ${patient.full_name} first.`)
  }
  await unchargeAll(caller, before, reason)
  const said = [reason, note].filter(Boolean).join(': ')
  const row = await bodyRecord.moved(
    caller,
    before,
    'cancel',
    { ...nowhere, trolley: false, holds: [] },
    said,
  )
  await leaveSpace(caller, before)
  return row
}
