// What the workstations say to access: who they are, whether they proved it, when they were seen.

import { clock } from '../../../core/clock.ts'
import { rows, run } from '../../../store/connection.ts'
import { isId } from '../../../core/ids.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import type { Station, StationProof } from '../../neighbours/workstations.ts'
import { facilities } from '../places/tables.ts'
import { isCertified } from './certified.ts'
import { isProven } from './proof.ts'
import { noteEvent } from './rows.ts'
import { devices } from './tables.ts'

export async function station(hospital_id: string, id: string): Promise<Station | null> {
  // A header, or a name in a certificate, may say anything.
  const found = isId(id) ? await devices.find({ hospital_id, id }) : undefined
  if (found === undefined) return null
  const place = await facilities.find({ hospital_id, id: found.facility_id })
  const { label, station_role, facility_id, status, lease_until, allowed_cidrs } = found
  return {
    id,
    label,
    station_role,
    facility_id,
    facility_name: place?.name ?? '',
    status,
    lease_until,
    allowed_cidrs,
  }
}

export async function labels(ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await rows<{ id: string; label: string }>(
    sql`select id, label from devices where id${oneOf(ids)}`,
  )
  return new Map(found.map(({ id, label }) => [id, label]))
}

export async function countAt(facility_ids: readonly string[]): Promise<Map<string, number>> {
  const found = await rows<{ facility_id: string; n: number }>(
    sql`select facility_id, count(*) as n from devices
      where facility_id${oneOf(facility_ids)} and status = 'ACTIVE' group by facility_id`,
  )
  return new Map(found.map(({ facility_id, n }) => [facility_id, Number(n)]))
}

export async function proven(
  hospital_id: string,
  proof: StationProof,
  purpose: 'sign-in' | 'refresh' | 'act',
): Promise<boolean> {
  const { device_id } = proof
  const device = await devices.find({ hospital_id, id: device_id }, { lock: true })
  if (device === undefined) return false
  const holds =
    'certificate' in proof
      ? await isCertified(device, proof.certificate)
      : await isProven(device, proof, purpose)
  if (!holds) return false
  if (device.proved_at === null) {
    await devices.change({ hospital_id, id: device_id }, { proved_at: clock.instant() })
  }
  return true
}

/** No new version of what people edit: whoever opened it before does not edit what has changed. */
export async function inUse(hospital_id: string, id: string, ip: string | null): Promise<void> {
  await run(
    sql`update devices set last_seen_at = ${clock.instant()}, last_ip = ${ip}
        where hospital_id = ${hospital_id} and id = ${id}`,
  )
}

export async function seen(
  hospital_id: string,
  id: string,
  {
    ip,
    user_name,
    refused,
  }: { ip: string | null; user_name: string; refused?: string | undefined },
): Promise<void> {
  // Who only says that he is there was not seen there.
  if (refused === undefined) await inUse(hospital_id, id, ip)
  await noteEvent({ hospital_id, id }, refused === undefined ? 'SIGNED_IN' : 'REFUSED', {
    ip,
    user_name,
    detail: refused ?? null,
  })
}
