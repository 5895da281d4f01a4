// Handing out activation codes (PLT-83). The code is in the reply that makes it, and nowhere else.

import type { Caller } from '../../../core/caller.ts'
import { clock, hours, instantIn } from '../../../core/clock.ts'
import { run } from '../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid, noSuch } from '../../../core/refusal.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { life } from '../../../core/states.ts'
import type { RowOf } from '../../../store/table.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { refuseUnlicensed } from '../../neighbours/licence.ts'
import { facilityRecord } from '../places/facilities.ts'
import { hashOfCode, newCode } from './codes.ts'
import { readNetworks } from './networks.ts'
import { deviceRecord } from './rows.ts'
import type {
  Activation,
  ActivationFilters,
  ActivationWithCode,
  NewActivation,
  Reissue,
} from './shapes.ts'
import { device_activations, devices } from './tables.ts'
import { activation_states } from './words.ts'

export type ActivationRow = RowOf<(typeof device_activations)['columns']>

const activation_life = life('activation', activation_states, {
  claim: { from: ['PENDING'], to: 'CLAIMED' },
  expire: { from: ['PENDING'], to: 'EXPIRED' },
  cancel: { from: ['PENDING'], to: 'CANCELLED', permission: 'device:activate' },
  reissue: { from: ['PENDING', 'EXPIRED'], to: 'PENDING', permission: 'device:activate' },
})

export const activationRecord = recordWithLife(device_activations, {
  life: activation_life,
  type: 'device_activation',
  called: ({ label }) => label,
  action: (move) => `device.activation_${move}`,
})

const lease_days_default = 30
const hours_default = 24

export async function list(
  { hospital_id }: Caller,
  asked: ActivationFilters & PageAsked,
): Promise<Page<Activation>> {
  const found = await pageFrom(device_activations, asked, {
    from: sql` from device_activations${where([
      sql`hospital_id = ${hospital_id}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.facility_id, sql`facility_id = ${asked.facility_id}`),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: found.rows.map(view), meta: found.meta }
}

export const find = async (caller: Caller, id: string): Promise<Activation> =>
  view(await activationRecord.locked(caller, id))

export async function open(caller: Caller, input: NewActivation): Promise<ActivationWithCode> {
  const allowed_cidrs = readNetworks(input.allowed_cidrs ?? [])
  const times = lifetime(input)
  await openFacility(caller, input.facility_id)
  await refuseUnlicensed(caller, 'activate a workstation')
  await checkReplaced(caller, input)
  await checkLabel(input)
  const { code, ...kept } = newCode()
  const made = await activationRecord.created(caller, {
    facility_id: input.facility_id,
    label: input.label,
    station_role: input.station_role,
    allowed_cidrs,
    ...times,
    lease_days: input.lease_days ?? lease_days_default,
    replaces_device_id: input.replaces_device_id ?? null,
    ...kept,
    created_by: caller.user_id,
    created_by_name: caller.name,
  })
  return { ...view(made), code }
}

export async function cancel(caller: Caller, id: string): Promise<Activation> {
  const activation = await activationRecord.begin(caller, id, 'cancel')
  return view(await activationRecord.moved(caller, activation, 'cancel'))
}

/** A new code and a new lifetime; the old code dies. */
export async function reissue(
  caller: Caller,
  id: string,
  asked: Reissue,
): Promise<ActivationWithCode> {
  const times = lifetime(asked)
  const activation = await activationRecord.begin(caller, id, 'reissue')
  await openFacility(caller, activation.facility_id)
  await refuseUnlicensed(caller, 'activate a workstation')
  const { code, ...kept } = newCode()
  const after = await activationRecord.moved(caller, activation, 'reissue', { ...times, ...kept })
  return { ...view(after), code }
}

/** Null when it is not the code that was made for it last, or one that no longer counts. */
export async function withCode(
  { hospital_id }: Caller,
  id: string,
  typed: string,
): Promise<ActivationWithCode | null> {
  const found = await device_activations.find({ hospital_id, id })
  if (found === undefined) throw noSuch('activation')
  const is_it = found.status === 'PENDING' && found.code_hash === hashOfCode(typed)
  return is_it ? { ...view(found), code: typed.toUpperCase() } : null
}

/** The hourly job; a claim judges by the clock itself. */
export const expireDue = (): Promise<number> =>
  run(
    sql`update device_activations set status = 'EXPIRED', updated_at = ${clock.instant()}
        where status = 'PENDING' and expires_at is not null and expires_at <= ${clock.instant()}`,
  )

/** Asked again when the code is typed: a branch may close while it waits. */
export async function openFacility(caller: Caller, id: string): Promise<void> {
  const { name, status } = await facilityRecord.get(caller, id)
  if (status === 'ACTIVE') return
  throw conflict(`${name} is closed: no workstation can be activated there.`)
}

function lifetime({
  never_expires = false,
  expires_in_hours = null,
}: Reissue): Pick<ActivationRow, 'never_expires' | 'expires_in_hours' | 'expires_at'> {
  if (never_expires && expires_in_hours !== null) {
    throw invalid('expires_in_hours', 'must be left out when the code never expires.')
  }
  if (never_expires) return { never_expires, expires_in_hours: null, expires_at: null }
  const lives = expires_in_hours ?? hours_default
  return { never_expires, expires_in_hours: lives, expires_at: instantIn(hours(lives)) }
}

async function checkReplaced(caller: Caller, input: NewActivation): Promise<void> {
  const { replaces_device_id } = input
  if (replaces_device_id === undefined || replaces_device_id === null) return
  const old = await deviceRecord.get(caller, replaces_device_id)
  if (old.facility_id !== input.facility_id) {
    throw invalid('replaces_device_id', 'is a workstation of another branch.')
  }
  if (old.status === 'REVOKED') throw conflict(`${old.label} was revoked already.`)
}

async function checkLabel({ facility_id, label, replaces_device_id }: NewActivation) {
  const same = await devices.findAnywhere({
    facility_id,
    label_key: label.toLowerCase(),
    status: ['ACTIVE', 'LAPSED'],
  })
  if (same !== undefined && same.id !== replaces_device_id) throw labelTaken(label)
}

export const labelTaken = (label: string) =>
  conflict(`A workstation of this branch is called ${label} already.`, 'exists')

const view = ({
  hospital_id: _h,
  code_hash: _c,
  created_by: _b,
  ...row
}: ActivationRow): Activation => row
