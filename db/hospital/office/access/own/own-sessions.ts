// Where one is signed in, and signing out here or elsewhere.

import type { Caller } from '../../../../core/caller.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { record } from '../../audit/record.ts'
import { briefs } from '../../places/briefs.ts'
import type { Session as Shown } from '../sign-in/shapes.ts'
import type { Session } from '../callers.ts'
import { stationLabels } from '../../../neighbours/workstations.ts'
import * as sessions from '../sign-in/sessions.ts'
import { sessions as kept } from '../tables.ts'

/** One's own and open, newest first. */
export const list = async (caller: Caller): Promise<Shown[]> =>
  view(caller, await sessions.openOf(caller, idOf(caller)))

export async function rowOf(caller: Caller, id: string): Promise<Session> {
  const { hospital_id } = caller
  const found = await kept.find({ hospital_id, id, user_id: idOf(caller) })
  if (found === undefined) throw noSuch('session')
  return found
}

export async function close(caller: Caller, id: string): Promise<{ closed: number }> {
  const session = await rowOf(caller, id)
  return noted(caller, await sessions.close(ownerOf(caller), 'closed', { only: session.id }))
}

export const closeOthers = async (caller: Caller): Promise<{ closed: number }> =>
  noted(caller, await sessions.close(ownerOf(caller), 'closed', { except: caller.session_id }))

export async function logOut(caller: Caller, all_devices = false): Promise<{ closed: number }> {
  const which = all_devices || caller.session_id === null ? {} : { only: caller.session_id }
  return noted(caller, await sessions.close(ownerOf(caller), 'logout', which), 'auth.logout')
}

export async function view(caller: Caller, found: readonly Session[]): Promise<Shown[]> {
  const at = found.flatMap(({ facility_id }) => (facility_id === null ? [] : [facility_id]))
  const places = await briefs(caller.hospital_id, [...new Set(at)])
  const labels = await stationLabels(found.flatMap(({ device_id }) => device_id ?? []))
  return found.map((session) => {
    const place = places.find(({ id }) => id === session.facility_id)
    return {
      id: session.id,
      created_at: session.created_at,
      last_seen_at: session.last_seen_at,
      ends_at: session.ends_at,
      current: session.id === caller.session_id,
      ip: session.ip,
      user_agent: session.user_agent,
      method: session.method,
      device: stationOfSession(session, labels),
      facility: place === undefined ? null : { id: place.id, name: place.name },
    }
  })
}

const idOf = ({ user_id }: Caller): string => user_id ?? ''
const ownerOf = (caller: Caller) => ({ id: idOf(caller), hospital_id: caller.hospital_id })

function noted(caller: Caller, closed: number, action = 'session.close'): { closed: number } {
  record(caller, action, {
    entity_type: 'user',
    entity_id: caller.user_id,
    entity_label: caller.name,
    rows: closed,
  })
  return { closed }
}

/** A workstation that is gone from the register is not named. */
export function stationOfSession(
  { device_id }: Pick<Session, 'device_id'>,
  labels: ReadonlyMap<string, string>,
): { id: string; label: string } | null {
  const label = device_id === null ? undefined : labels.get(device_id)
  return device_id === null || label === undefined ? null : { id: device_id, label }
}
