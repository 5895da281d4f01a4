// A workstation claims its activation (PLT-84): with the code, from where it may, showing the public
// half of a key. Of many at once exactly one wins; the same one again is answered as before.

import { createHash } from 'node:crypto'
import { type Caller, system } from '../../../core/caller.ts'
import { clock, days, hours, instantIn, minutes } from '../../../core/clock.ts'
import { attempt, row, run, within } from '../../../store/connection.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { newId } from '../../../core/ids.ts'
import { isAllowed } from '../../../core/networks.ts'
import { conflict, invalid, isRefusal, type Refusal, tooMany } from '../../../core/refusal.ts'
import { sql } from '../../../store/sql.ts'
import { record } from '../audit/record.ts'
import { byId, type Hospital } from '../hospitals/hospitals.ts'
import { tell } from '../../neighbours/telling.ts'
import { facilityRecord } from '../places/facilities.ts'
import { type ActivationRow, labelTaken, openFacility } from './activations.ts'
import type { Certificate } from './certificates.ts'
import { hashOfCode } from './codes.ts'
import { readKey } from './proof.ts'
import { retire } from './revoke.ts'
import { type DeviceRow, noteEvent, viewOf } from './rows.ts'
import type { Claim, ClaimReply } from './shapes.ts'
import { device_activations, device_certificates, devices, wrong_codes } from './tables.ts'

const wrong_max = 10
const again_ms = minutes(10)

type Where = Pick<Caller, 'ip'> & { base_url: string }

/** `again`: the same machine had claimed it already, and its answer was lost. */
export interface Claimed {
  reply: ClaimReply
  again: boolean
}

export async function claim(at: Where, input: Claim): Promise<Claimed> {
  const public_key = readKey(input.public_key)
  const fingerprint = readFingerprint(input.fingerprint)
  const outcome = await within(async () => {
    await refuseShutOut(at.ip)
    const activation = await activationOf(input.code)
    if (activation === undefined) return notRight(at.ip)
    return settle(at, activation, { ...input, public_key, fingerprint })
  })
  if (isRefusal(outcome)) throw outcome
  return outcome
}

/** 64 hexadecimal digits, in lower case. */
export function readFingerprint(typed: string): string {
  if (!/^[0-9a-f]{64}$/i.test(typed)) {
    throw invalid('fingerprint', 'must be 64 hexadecimal digits.')
  }
  return typed.toLowerCase()
}

async function activationOf(code: string): Promise<ActivationRow | undefined> {
  const code_hash = hashOfCode(code)
  return code_hash === null
    ? undefined
    : device_activations.findAnywhere({ code_hash }, { lock: true })
}

async function settle(
  at: Where,
  activation: ActivationRow,
  input: Claim,
): Promise<Claimed | Refusal> {
  const { hospital_id } = activation
  const now = clock.instant()
  if (activation.status === 'CLAIMED') return sameAgain(at, activation, input)
  const dead = activation.expires_at !== null && activation.expires_at <= now
  if (activation.status !== 'PENDING' || dead) return notRight(at.ip)
  if (!isAllowed(activation.allowed_cidrs, at.ip)) {
    throw conflict(`This workstation may not be activated from ${at.ip ?? 'there'}.`)
  }
  const hospital = await byId(hospital_id)
  const caller = { ...system(hospital_id), name: activation.label, ip: at.ip }
  await openFacility(caller, activation.facility_id)
  await makeRoom(caller, activation, input.fingerprint)
  const device = await enter(at, caller, hospital, activation, input)
  await device_activations.change(
    { hospital_id, id: activation.id },
    { status: 'CLAIMED', claimed_at: now, device_id: device.id },
  )
  record(caller, 'device.activate', {
    entity_type: 'device',
    entity_id: device.id,
    entity_label: device.label,
    to_state: 'ACTIVE',
  })
  await noteEvent(device, 'ACTIVATED', { ip: at.ip })
  await tell(caller, {
    to: { permission: 'device:read' },
    kind: 'device.activated',
    title: `Workstation activated: ${device.label}`,
    body: `${device.label} (${device.station_role}) was activated from ${at.ip ?? 'an unknown address'}.`,
    entity: { type: 'device', id: device.id },
  })
  return { reply: await reply(device, hospital), again: false }
}

/** Who stands on this machine, or is named to go, gives way. */
async function makeRoom(
  caller: Caller,
  { replaces_device_id }: ActivationRow,
  fingerprint: string,
): Promise<void> {
  const { hospital_id } = caller
  const standing = await devices.all({ hospital_id, fingerprint, status: ['ACTIVE', 'LAPSED'] })
  for (const old of standing) {
    if (old.status === 'ACTIVE' && old.id !== replaces_device_id) {
      throw conflict(`This workstation is already activated as ${old.label}.`)
    }
    await retire(caller, old, { reason: 'REPLACED', note: null })
  }
  if (replaces_device_id === null || standing.some(({ id }) => id === replaces_device_id)) return
  const old = await devices.find({ hospital_id, id: replaces_device_id })
  if (old !== undefined && old.status !== 'REVOKED') {
    await retire(caller, old, { reason: 'REPLACED', note: null })
  }
}

async function enter(
  at: Where,
  { hospital_id }: Caller,
  hospital: Hospital,
  activation: ActivationRow,
  input: Claim,
): Promise<DeviceRow> {
  const id = newId()
  const lease = leaseOf(activation.lease_days)
  const { facility_id, label, station_role } = activation
  const { issue } = await import('./certificates.ts')
  const made = await issue({
    device_id: id,
    facility_id,
    station_role,
    hospital_code: hospital.code,
    hospital_name: hospital.name,
    public_key: input.public_key,
    lease_until: lease.lease_until,
    base_url: at.base_url,
  })
  const inserted = await attempt(() =>
    devices.insert({
      id,
      hospital_id,
      facility_id,
      label,
      label_key: label.toLowerCase(),
      station_role,
      allowed_cidrs: activation.allowed_cidrs,
      lease_days: activation.lease_days,
      status: 'ACTIVE',
      ...lease,
      hostname: input.hostname,
      os_version: input.os_version,
      app_version: input.app_version,
      fingerprint: input.fingerprint,
      key_scope: input.key_scope,
      public_key: input.public_key,
      public_key_sha256: createHash('sha256')
        .update(Buffer.from(input.public_key, 'base64'))
        .digest('hex'),
      ...certificateColumns(made, lease.lease_until),
      activated_at: clock.instant(),
      activated_by: activation.created_by,
      activated_by_name: activation.created_by_name,
      activated_ip: at.ip,
      last_seen_at: clock.instant(),
      last_ip: at.ip,
      search_text: '',
    }),
  ).catch((error: unknown) => {
    if (isTaken(error, 'public_key_sha256')) throw conflict('This key is known already.', 'exists')
    if (isTaken(error, 'label_key')) throw labelTaken(label)
    // Two codes and one machine, at the same moment.
    if (isTaken(error, 'fingerprint')) throw conflict('This workstation is already activated.')
    throw error
  })
  await keepCertificate(hospital_id, id, made, lease.lease_until)
  return inserted
}

export const leaseOf = (lease_days: number): { lease_until: string; renew_after: string } => ({
  lease_until: instantIn(days(lease_days)),
  renew_after: instantIn(days(lease_days) / 2),
})

export const certificateColumns = ({ pem, serial }: Certificate, not_after: string) => ({
  certificate: pem,
  certificate_serial: serial,
  certificate_not_after: not_after,
})

export const keepCertificate = (
  hospital_id: string,
  device_id: string,
  { serial, authority }: Certificate,
  not_after: string,
) => device_certificates.insert({ serial, hospital_id, device_id, authority, not_after })

/** The answer was lost on its way: within ten minutes the same machine gets it again. */
async function sameAgain(
  at: Where,
  { hospital_id, device_id, claimed_at }: ActivationRow,
  { fingerprint, public_key }: Claim,
): Promise<Claimed | Refusal> {
  const device = device_id === null ? undefined : await devices.find({ hospital_id, id: device_id })
  const same = device?.fingerprint === fingerprint && device.public_key === public_key
  const late = claimed_at === null || Date.parse(claimed_at) < clock.ms() - again_ms
  if (device === undefined || !same || late || device.status !== 'ACTIVE') return notRight(at.ip)
  return { reply: await reply(device, await byId(hospital_id)), again: true }
}

async function reply(device: DeviceRow, hospital: Hospital): Promise<ClaimReply> {
  const { authority } = await import('./authority.ts')
  const facility = await facilityRecord.get(device, device.facility_id)
  return {
    device: await viewOf(device),
    certificate: device.certificate,
    ca_certificate: (await authority(hospital.name)).pem,
    lease_until: device.lease_until,
    renew_after: device.renew_after,
    hospital: { code: hospital.code, name: hospital.name },
    facility: { id: facility.id, code: facility.code, name: facility.name },
  }
}

/** Counted, and kept also though it is refused. */
async function notRight(ip: string | null): Promise<Refusal> {
  if (ip !== null) await wrong_codes.insert({ ip, at: clock.instant() })
  return Object.assign(invalid('code', 'is not right, has run out or was already used.'), {
    message: 'The code is not right, has run out or was already used.',
  })
}

async function refuseShutOut(ip: string | null): Promise<void> {
  if (ip === null) return
  const since = new Date(Math.floor(clock.ms() / hours(1)) * hours(1)).toISOString()
  const found = await row<{ n: number }>(
    sql`select count(*) as n from device_wrong_codes where ip = ${ip} and at >= ${since}`,
  )
  if (Number(found?.n ?? 0) < wrong_max) return
  const left = Math.ceil((Date.parse(since) + hours(1) - clock.ms()) / 1000)
  throw tooMany('Too many wrong codes from this address. Try again later.', Math.max(1, left))
}

export const forgetWrongCodes = (): Promise<number> =>
  run(sql`delete from device_wrong_codes where at < ${instantIn(-hours(2))}`)
