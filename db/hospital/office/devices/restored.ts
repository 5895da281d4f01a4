// After a restore (OPS-127…129): no activation code that was given out opens anything, and workstations
// stand as the data that are left know them. Who was revoked since the backup stays out, who was let in
// or renewed since stays in, and no list of the revoked gets a number that it had before.

import { clock, days } from '../../../core/clock.ts'
import { run } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { facilities } from '../places/tables.ts'
import type { Restored } from '../../registry.ts'
import type { DeviceRow } from './rows.ts'
import { device_certificates, devices, revocation_lists } from './tables.ts'

type Live = NonNullable<Parameters<Restored>[1]['live']>

export const restored: Restored = async ({ hospital_id }, { at, live }) => {
  const activation_codes = await run(
    sql`update device_activations set status = 'CANCELLED', updated_at = ${clock.instant()},
        version = version + 1 where hospital_id = ${hospital_id} and status = 'PENDING'`,
  )
  await takeLists(live === null ? [] : await live(() => revocation_lists.all({})), at)
  if (live === null) return { activation_codes }
  const left = await live(() => devices.all({ hospital_id }))
  const here = await devices.all({ hospital_id })
  const places = await facilities.all({ hospital_id })
  const places_known = new Set(places.map(({ id }) => id))
  const key_of = new Map(here.map(({ id, public_key_sha256 }) => [public_key_sha256, id]))
  // A branch that was opened since is lost, and its workstations with it; what ways that parted both
  // let in under one key stays what the backup says.
  const coming = left.filter(
    ({ id, facility_id, public_key_sha256 }) =>
      places_known.has(facility_id) && (key_of.get(public_key_sha256) ?? id) === id,
  )
  await giveWay(here, coming)
  const before = new Map(here.map((one) => [one.id, one]))
  for (const one of coming.toSorted(revokedFirst)) await takeOver(one, before.get(one.id))
  await takeCertificates(hospital_id, new Set(coming.map(({ id }) => id)), live)
  const was = (id: string): string | undefined => before.get(id)?.status
  return {
    activation_codes,
    workstations_out: coming.filter(
      ({ id, status }) => status === 'REVOKED' && (was(id) ?? status) !== status,
    ).length,
    workstations_in: coming.filter(({ id }) => was(id) === undefined).length,
    workstations_lost: left.length - coming.length,
  }
}

/** A fingerprint is one active workstation's alone: whoever gave it up goes first. */
const turns = { REVOKED: 0, LAPSED: 1, ACTIVE: 2 } as const
const revokedFirst = (a: DeviceRow, b: DeviceRow): number => turns[a.status] - turns[b.status]

/** Labels may have changed hands; and what only the backup knows gives its place to what came since. */
async function giveWay(here: readonly DeviceRow[], coming: readonly DeviceRow[]): Promise<void> {
  const ids = new Set(coming.map(({ id }) => id))
  const taken = new Set(
    coming
      .filter(({ status }) => status !== 'REVOKED')
      .flatMap((one) => [placeOf(one), `fingerprint ${one.fingerprint}`]),
  )
  for (const one of here.filter(({ status }) => status !== 'REVOKED')) {
    const { hospital_id, id } = one
    if (ids.has(id)) {
      await devices.change({ hospital_id, id }, { label_key: id })
    } else if (taken.has(placeOf(one)) || taken.has(`fingerprint ${one.fingerprint}`)) {
      const now = clock.instant()
      await devices.change(
        { hospital_id, id },
        { status: 'REVOKED', revoked_at: now, revoke_reason: 'REPLACED' },
      )
      await device_certificates.change(
        { hospital_id, device_id: id, revoked_at: null },
        { revoked_at: now, reason: 'REPLACED' },
      )
    }
  }
}

const placeOf = ({ facility_id, label_key }: DeviceRow): string => `${facility_id} ${label_key}`

async function takeOver(one: DeviceRow, before: DeviceRow | undefined): Promise<void> {
  const { hospital_id, id, ...as_left } = one
  if (before === undefined) await devices.insert(one)
  else await devices.change({ hospital_id, id }, as_left)
}

const at_once = 500

async function takeCertificates(
  hospital_id: string,
  known: ReadonlySet<string>,
  live: Live,
): Promise<void> {
  for (let last = ''; ; ) {
    const after = last
    const given = await live(() =>
      device_certificates.read(
        sql`select ${device_certificates.selection()} from device_certificates
            where hospital_id = ${hospital_id} and serial > ${after} order by serial limit ${at_once}`,
      ),
    )
    const serials = given.map(({ serial }) => serial)
    const here = await device_certificates.all({ hospital_id, serial: serials })
    const standing = new Map(here.map((one) => [one.serial, one]))
    await device_certificates.insertMany(
      given.filter(({ serial, device_id }) => !standing.has(serial) && known.has(device_id)),
    )
    for (const { serial, revoked_at, reason } of given) {
      if (revoked_at === null || standing.get(serial)?.revoked_at !== null) continue
      await device_certificates.change({ hospital_id, serial }, { revoked_at, reason })
    }
    if (given.length < at_once) return
    last = serials.at(-1) ?? ''
  }
}

type List = Awaited<ReturnType<typeof revocation_lists.all>>[number]

/** They name what is revoked by now; what they do not name yet is found missing there (PLT-91). */
async function takeLists(left: readonly List[], at: string): Promise<void> {
  for (const list of left) {
    const { authority, ...as_left } = list
    const known = await revocation_lists.find({ authority })
    if (known === undefined) {
      await revocation_lists.insert(list)
      continue
    }
    const number_floor = Math.max(known.number_floor, list.number_floor)
    const newer = known.number < list.number ? as_left : {}
    await revocation_lists.change({ authority }, { ...newer, number_floor })
  }
  const known_there = new Set(left.map(({ authority }) => authority))
  for (const { authority, number } of await revocation_lists.all({})) {
    if (known_there.has(authority)) continue
    await revocation_lists.change({ authority }, { number_floor: number + listsSince(at) })
  }
}

/** A lost machine's last number stands nowhere: it built no more than one a second, by a clock of its own. */
function listsSince(at: string): number {
  const gone_ms = clock.ms() - (Date.parse(at) || clock.ms())
  return Math.ceil((Math.max(0, gone_ms) + days(1)) / 1000)
}
