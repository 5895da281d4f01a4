// Renewing a lease (PLT-88): with proof, from where it may, on the machine that was activated.

import { type Caller, system } from '../../../core/caller.ts'
import { clock, days } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import { isAllowed } from '../../../core/networks.ts'
import { conflict, isRefusal, type Refusal } from '../../../core/refusal.ts'
import { clockState } from '../../../appliance/timetable/clock-guard.ts'
import { record } from '../audit/record.ts'
import { byId } from '../hospitals/hospitals.ts'
import { tell } from '../../neighbours/telling.ts'
import { certificateColumns, keepCertificate, leaseOf, readFingerprint } from './claim.ts'
import { isProven, revoked, unproven } from './proof.ts'
import { device_life } from './revoke.ts'
import { anywhere, type DeviceRow, noteEvent } from './rows.ts'
import type { Renewal, RenewalReply } from './shapes.ts'
import { devices } from './tables.ts'

const late_days = 7

type Where = Pick<Caller, 'ip'> & { base_url: string }

export async function renew(at: Where, id: string, input: Renewal): Promise<RenewalReply> {
  // A wrong signature burns its challenge, so the refusal is thrown after the commit.
  const outcome = await within(async () => {
    const device = await anywhere(id)
    const stopped = await stoppedBy(at, device, input)
    return stopped ?? extendLease(at, device, input)
  })
  if (isRefusal(outcome)) throw outcome
  return outcome
}

async function stoppedBy(at: Where, device: DeviceRow, input: Renewal): Promise<Refusal | null> {
  if (device.status === 'REVOKED') return revoked()
  if (!(await isProven(device, input, 'lease'))) {
    await noteEvent(device, 'REFUSED', { ip: at.ip, detail: 'no proof' })
    return unproven()
  }
  if (!isAllowed(device.allowed_cidrs, at.ip)) {
    await noteEvent(device, 'REFUSED', { ip: at.ip, detail: 'address' })
    return conflict('This workstation may not be used from this address.')
  }
  const is_late = clock.ms() - Date.parse(device.lease_until) > days(late_days)
  if (is_late && (await clockState()).state === 'OK') {
    const day = device.lease_until.slice(0, 10)
    return conflict(
      `The lease of this workstation ended on ${day}. Ask your administrator.`,
      'device.lapsed',
    )
  }
  if (input.fingerprint === undefined) return null
  if (readFingerprint(input.fingerprint) === device.fingerprint) return null
  await changed(at, device)
  return conflict("This workstation's hardware has changed. Activate it again.", 'device.changed')
}

async function changed(at: Where, device: DeviceRow): Promise<void> {
  await noteEvent(device, 'CHANGED', { ip: at.ip })
  await tell(system(device.hospital_id), {
    to: { permission: 'device:read' },
    kind: 'device.changed',
    title: `A workstation has changed: ${device.label}`,
    body: `${device.label} asked for its lease from a machine with other hardware (${at.ip ?? 'unknown address'}).`,
    entity: { type: 'device', id: device.id },
  })
}

async function extendLease(at: Where, device: DeviceRow, input: Renewal): Promise<RenewalReply> {
  const { hospital_id, id } = device
  device_life.move('renew', device.status, device.label)
  const hospital = await byId(hospital_id)
  const lease = leaseOf(device.lease_days)
  const { issue } = await import('./certificates.ts')
  const made = await issue({
    device_id: id,
    facility_id: device.facility_id,
    station_role: device.station_role,
    hospital_code: hospital.code,
    hospital_name: hospital.name,
    public_key: device.public_key,
    lease_until: lease.lease_until,
    base_url: at.base_url,
  })
  const now = clock.instant()
  const { app_version, os_version, hostname } = input
  await devices.change(
    { hospital_id, id },
    {
      status: 'ACTIVE',
      ...lease,
      ...certificateColumns(made, lease.lease_until),
      ...(app_version === undefined ? {} : { app_version }),
      ...(os_version === undefined ? {} : { os_version }),
      ...(hostname === undefined ? {} : { hostname }),
      proved_at: device.proved_at ?? now,
      last_seen_at: now,
      last_ip: at.ip,
      warned_days: null,
    },
  )
  await keepCertificate(hospital_id, id, made, lease.lease_until)
  await noteEvent(device, 'RENEWED', { ip: at.ip })
  record({ ...system(hospital_id), name: device.label, ip: at.ip }, 'device.renew', {
    entity_type: 'device',
    entity_id: id,
    entity_label: device.label,
    ...(device.status === 'ACTIVE' ? {} : { from_state: device.status, to_state: 'ACTIVE' }),
  })
  return { certificate: made.pem, ca_certificate: made.ca_pem, ...lease }
}
