// What the house does about leases by itself (platform 7, job 6): ended ones lapse, people are told
// before, and a key that was never proved is not believed.

import { system } from '../../../core/caller.ts'
import { clock, days, hours, instantIn } from '../../../core/clock.ts'
import { rows, within } from '../../../store/connection.ts'
import { byDialect, nothing, raw, type Sql, sql } from '../../../store/sql.ts'
import { clockState } from '../../../appliance/timetable/clock-guard.ts'
import { closeAtDevice } from '../access/sign-in/sessions.ts'
import { record } from '../audit/record.ts'
import { tell } from '../../neighbours/telling.ts'
import { expireDue } from './activations.ts'
import { forgetWrongCodes } from './claim.ts'
import { forgetDead } from './proof.ts'
import { device_life, retire } from './revoke.ts'
import { type DeviceRow, noteEvent } from './rows.ts'
import { devices } from './tables.ts'

const piece = 200
const proof_within_ms = hours(24)
const warned_at = [1, 7] as const
const for_update = byDialect({ sqlite: nothing, postgres: raw(' for update') })

/** Nothing lapses by a clock that cannot be believed (PLT-94). */
export async function watchLeases(): Promise<{ lapsed: number; warned: number; unproven: number }> {
  if ((await clockState()).state === 'BAD') return { lapsed: 0, warned: 0, unproven: 0 }
  return {
    unproven: await each(unproven, distrust),
    lapsed: await each(ended, lapse),
    warned: await each(ending, warn),
  }
}

/** What nobody can use any more. */
export async function tidyCodes(): Promise<Record<string, number>> {
  return within(
    async () => ({
      expired: await expireDue(),
      challenges: await forgetDead(),
      wrong_codes: await forgetWrongCodes(),
    }),
    'jobs',
  )
}

/** Each is looked at again once nobody else can change it: it may have renewed, or be revoked by now. */
async function each(
  condition: () => Sql,
  move: (device: DeviceRow) => Promise<void>,
): Promise<number> {
  const found = await rows<{ id: string }>(
    sql`select id from devices where ${condition()} order by lease_until limit ${piece}`,
  )
  let moved = 0
  for (const { id } of found) {
    moved += await within(async () => {
      const [device] = await devices.read(
        sql`select ${devices.selection()} from devices where id = ${id} and ${condition()}${for_update}`,
      )
      if (device === undefined) return 0
      await move(device)
      return 1
    }, 'jobs')
  }
  return moved
}

const ended = (): Sql => sql`status = 'ACTIVE' and lease_until <= ${clock.instant()}`

const unproven = (): Sql => sql`status = 'ACTIVE' and proved_at is null
  and activated_at <= ${instantIn(-proof_within_ms)}`

/** Not those who were seen today: they will renew by themselves. */
const ending = (): Sql => sql`status = 'ACTIVE'
  and (last_seen_at is null or last_seen_at < ${instantIn(-days(1))})
  and ((lease_until <= ${instantIn(days(7))} and warned_days is null)
    or (lease_until <= ${instantIn(days(1))} and warned_days = 7))`

async function lapse(device: DeviceRow): Promise<void> {
  const { hospital_id, id, label } = device
  device_life.move('lapse', device.status, label)
  await devices.change({ hospital_id, id }, { status: 'LAPSED' })
  await closeAtDevice(device, 'device_lapsed')
  await noteEvent(device, 'LAPSED')
  record(system(hospital_id), 'device.lapse', {
    entity_type: 'device',
    entity_id: id,
    entity_label: label,
    from_state: 'ACTIVE',
    to_state: 'LAPSED',
  })
  await say(device, 'device.lapsed', `The lease of ${label} has ended`)
}

async function warn(device: DeviceRow): Promise<void> {
  const { hospital_id, id, label, lease_until } = device
  const left = (Date.parse(lease_until) - clock.ms()) / days(1)
  const warned_days = warned_at.find((day) => left <= day) ?? 7
  await devices.change({ hospital_id, id }, { warned_days })
  await say(
    device,
    'device.lease_ending',
    `The lease of ${label} ends on ${lease_until.slice(0, 10)}`,
  )
}

const distrust = (device: DeviceRow): Promise<void> =>
  retire(system(device.hospital_id), device, { reason: 'OTHER', note: 'never proved its key' })

async function say({ hospital_id, id, label }: DeviceRow, kind: string, title: string) {
  await tell(system(hospital_id), {
    to: { permission: 'device:read' },
    kind,
    title,
    body: `${title}. A workstation renews its lease by itself whenever it reaches the house: ${label} has not.`,
    entity: { type: 'device', id },
  })
}
