// Workstations as people look after them: the list, changes, extension, revocation, what happened.

import type { Caller } from '../../../core/caller.ts'
import { clock, days, instantIn } from '../../../core/clock.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { isAllowed } from '../../../core/networks.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict } from '../../../core/refusal.ts'
import { matching } from '../../../store/search.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { fresh } from '../../../core/versions.ts'
import { difference, record } from '../audit/record.ts'
import { addressesAtDevice } from '../access/sign-in/sessions.ts'
import { labelTaken } from './activations.ts'
import { readNetworks } from './networks.ts'
import { device_life, retire } from './revoke.ts'
import { type DeviceRow, noteEvent, deviceRecord, viewOf, views } from './rows.ts'
import type {
  Device,
  DeviceChange,
  DeviceEvent,
  DeviceFilters,
  EventFilters,
  Extension,
  Revocation,
} from './shapes.ts'
import { device_events, devices } from './tables.ts'

/** What people at the command line narrow by besides. */
export interface Narrowing {
  search?: string
  /** Whose certificate the present authority signed, or one before it (OPS-141). */
  authority?: 'present' | 'previous'
  /** Active ones whose lease ends by then. */
  ending_by?: string
}

export async function list(
  { hospital_id }: Caller,
  asked: DeviceFilters & PageAsked & Narrowing,
): Promise<Page<Device>> {
  const signed = await signedBy(asked.authority)
  const found = await pageFrom(devices, asked, {
    from: sql` from devices${where([
      sql`hospital_id = ${hospital_id}`,
      asked.status === 'quiet' ? quiet() : when(asked.status, sql`status = ${asked.status}`),
      when(asked.facility_id, sql`facility_id = ${asked.facility_id}`),
      when(asked.station_role, sql`station_role = ${asked.station_role}`),
      when(asked.ending_by, sql`status = 'ACTIVE' and lease_until <= ${asked.ending_by}`),
      signed,
      matching('devices', asked.search),
    ])}`,
    order: sql` order by facility_id, label, id`,
  })
  return { rows: await views(found.rows), meta: found.meta }
}

async function signedBy(asked: Narrowing['authority']) {
  if (asked === undefined) return undefined
  const { authority } = await import('./authority.ts')
  const { only } = await import('../hospitals/hospitals.ts')
  const { fingerprint } = await authority((await only())?.name)
  const those =
    asked === 'present' ? sql`authority = ${fingerprint}` : sql`authority <> ${fingerprint}`
  return sql`certificate_serial in (select serial from device_certificates where ${those})`
}

/** Active, and not seen for half its lease (PLT-93): the rest of the lease is no longer than that. */
const quiet = () => sql`status = 'ACTIVE' and renew_after <= ${clock.instant()}
  and (last_seen_at is null or last_seen_at <= renew_after)`

export const find = async (caller: Caller, id: string): Promise<Device> =>
  viewOf(await deviceRecord.get(caller, id))

export async function change(caller: Caller, id: string, input: DeviceChange): Promise<Device> {
  const { force = false, label, allowed_cidrs, lease_days } = input
  const before = await deviceRecord.locked(caller, id)
  fresh(caller, before)
  if (before.status === 'REVOKED') throw conflict(`${before.label} was revoked.`, 'device.revoked')
  const changes = {
    ...(label === undefined ? {} : { label, label_key: label.toLowerCase() }),
    ...(allowed_cidrs === undefined ? {} : { allowed_cidrs: readNetworks(allowed_cidrs) }),
    ...(lease_days === undefined ? {} : { lease_days }),
  }
  if (allowed_cidrs !== undefined && !force) await refuseShutOut(before, allowed_cidrs)
  await devices.change({ hospital_id: caller.hospital_id, id }, changes).catch((error: unknown) => {
    throw isTaken(error, 'label_key') ? labelTaken(label ?? before.label) : error
  })
  note(caller, 'device.update', before, { changes: difference(before, changes) })
  return find(caller, id)
}

async function refuseShutOut(device: DeviceRow, allowed: readonly string[]): Promise<void> {
  const open = await addressesAtDevice(device)
  const outside = open.filter((ip) => !isAllowed(allowed, ip)).length
  if (outside > 0) {
    throw conflict(`${outside} open sessions come from outside these networks.`)
  }
}

/** It works on until then; it must still renew with proof. */
export async function extend(
  caller: Caller,
  id: string,
  { days: more, reason }: Extension,
): Promise<Device> {
  // Revoked meanwhile is revoked for good.
  const device = await deviceRecord.locked(caller, id)
  fresh(caller, device)
  device_life.move('extend', device.status, device.label)
  const lease_until = instantIn(days(more))
  await devices.change(
    { hospital_id: caller.hospital_id, id },
    { status: 'ACTIVE', lease_until, warned_days: null },
  )
  await noteEvent(device, 'EXTENDED', { user_name: caller.name, detail: reason })
  note(caller, 'device.extend', device, {
    from_state: device.status,
    to_state: 'ACTIVE',
    changes: { lease_until: [device.lease_until, lease_until] },
    reason,
  })
  return find(caller, id)
}

export async function revoke(caller: Caller, id: string, asked: Revocation): Promise<Device> {
  const device = await deviceRecord.locked(caller, id)
  fresh(caller, device)
  await retire(caller, device, asked)
  return find(caller, id)
}

export async function events(
  caller: Caller,
  id: string,
  asked: EventFilters & PageAsked,
): Promise<Page<DeviceEvent>> {
  await deviceRecord.get(caller, id)
  const found = await pageFrom(device_events, asked, {
    from: sql` from device_events${where([
      sql`hospital_id = ${caller.hospital_id}`,
      sql`device_id = ${id}`,
      when(asked.kind, sql`kind = ${asked.kind}`),
      when(asked.from, sql`at >= ${asked.from}`),
      when(asked.to, sql`at < ${asked.to}`),
    ])}`,
    order: sql` order by at desc, id desc`,
  })
  return {
    rows: found.rows.map(({ id: own, at, kind, ip, user_name, detail }) => ({
      id: own,
      at,
      kind,
      ip,
      user_name,
      detail,
    })),
    meta: found.meta,
  }
}

export const certificateOf = async (caller: Caller, id: string): Promise<string> =>
  (await deviceRecord.get(caller, id)).certificate

function note(
  caller: Caller,
  action: string,
  device: DeviceRow,
  more: Parameters<typeof record>[2],
): void {
  record(caller, action, {
    entity_type: 'device',
    entity_id: device.id,
    entity_label: device.label,
    ...more,
  })
}
