// What opens a look-back (BLD-90) and what it does at once (BLD-91): whatever of the donations is still on a
// shelf is held, and each unit of them has its line. Nothing is written to a patient.

import type { Caller } from '../../../../core/caller.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { monthsOn } from '../../../office/plans/days.ts'
import { today } from '../../../office/places/hours.ts'
import { blood_transfusions } from '../bedside/tables.ts'
import { donations } from '../donations/tables.ts'
import { settingsOf } from '../settings/settings.ts'
import { hold, holdAll } from '../units/handling.ts'
import { blood_units } from '../units/tables.ts'
import type { UnitRow } from '../units/record.ts'
import type { HoldInput } from '../units/shapes.ts'
import type { Marker } from '../words.ts'
import { type LookBackRow, lookBackRecord, look_back_content } from './record.ts'
import { look_backs } from './tables.ts'

type Trigger = LookBackRow['trigger']

interface Why {
  trigger: Trigger
  facility_id: string
  marker?: Marker | null
  donation_id?: string | null
  transfusion_id?: string | null
  from_date: string
}

/** BLD-24: a donor reacts for good; whatever was given before may have been infected already. */
export async function backFromDonor(
  caller: Caller,
  of: { id: string; donor_id: string | null; facility_id: string },
  marker: Marker,
): Promise<void> {
  if (of.donor_id === null) return
  const { look_back_months } = await settingsOf(caller)
  const from_date = monthsOn(await today(caller, of.facility_id), -look_back_months)
  const earlier = await donations.read(
    sql`select ${donations.selection()} from donations
      where hospital_id = ${caller.hospital_id} and donor_id = ${of.donor_id} and id <> ${of.id}
        and collected_on is not null and collected_on >= ${from_date} order by id`,
  )
  const ids = earlier.map(({ id }) => id)
  await opened(
    caller,
    {
      trigger: 'DONOR_REACTIVE',
      facility_id: of.facility_id,
      marker,
      donation_id: of.id,
      from_date,
    },
    ids,
  )
}

/** A conclusion about a reaction: of a bacterial one the siblings, of an infection every donor. */
export async function backFromReaction(
  caller: Caller,
  of: { id: string; facility_id: string; patient_id: string; unit_id: string },
  type: string,
): Promise<void> {
  if (type !== 'BACTERIAL' && type !== 'INFECTION') return
  const trigger = type === 'BACTERIAL' ? 'BACTERIAL' : 'RECIPIENT_INFECTED'
  const { hospital_id } = caller
  const known = await look_backs.find({ hospital_id, transfusion_id: of.id, trigger })
  if (known !== undefined) return
  const ids = type === 'BACTERIAL' ? [of.unit_id] : await unitsGivenTo(caller, of.patient_id)
  const units = await blood_units.all({ hospital_id, id: ids })
  const from_date = await today(caller, of.facility_id)
  await opened(
    caller,
    { trigger, facility_id: of.facility_id, transfusion_id: of.id, from_date },
    units.map(({ donation_id }) => donation_id),
  )
}

async function unitsGivenTo({ hospital_id }: Caller, patient_id: string): Promise<string[]> {
  const given = await blood_transfusions.all({ hospital_id, patient_id })
  return given.map(({ unit_id }) => unit_id)
}

/** By hand, from units that somebody holds. */
async function backFromUnits(
  caller: Caller,
  units: readonly UnitRow[],
  marker: Marker | null,
): Promise<void> {
  const [first] = units
  if (first === undefined) return
  const { facility_id } = first
  const from_date = await today(caller, facility_id)
  const why = { trigger: 'MANUAL', facility_id, marker, from_date } as const
  await opened(
    caller,
    why,
    units.map(({ donation_id }) => donation_id),
  )
}

async function opened(
  caller: Caller,
  why: Why,
  donation_ids: readonly string[],
): Promise<LookBackRow | undefined> {
  const units = await unitsOf(caller, donation_ids)
  if (units.length === 0) return undefined
  const row = await lookBackRecord.created(caller, {
    facility_id: why.facility_id,
    trigger: why.trigger,
    marker: why.marker ?? null,
    donation_id: why.donation_id ?? null,
    transfusion_id: why.transfusion_id ?? null,
    from_date: why.from_date,
  })
  const held = await holdAll(caller, { id: units.map(({ id }) => id) }, `Look-back ${row.number}`)
  const now_held = new Set(held.map(({ id }) => id))
  await look_back_content.add(
    caller,
    row.id,
    units.map((unit) => lineOf(unit, now_held)),
  )
  await notify(caller, {
    to: { permission: 'haemovigilance:manage' },
    kind: 'blood.look_back',
    title: `Look-back ${row.number} is open`,
    body: `${units.length} units of earlier donations, ${now_held.size} of them held now.`,
    entity: { type: 'look_back', id: row.id },
  })
  return row
}

async function unitsOf({ hospital_id }: Caller, ids: readonly string[]): Promise<UnitRow[]> {
  if (ids.length === 0) return []
  return blood_units.read(
    sql`select ${blood_units.selection()} from blood_units where hospital_id = ${hospital_id}
      and donation_id${oneOf([...new Set(ids)])} order by id`,
  )
}

const given: ReadonlySet<string> = new Set(['ISSUED', 'TRANSFUSING', 'TRANSFUSED'])

function lineOf(unit: UnitRow, now_held: ReadonlySet<string>) {
  const is_held = now_held.has(unit.id) || unit.status === 'HELD'
  const state = is_held ? 'HELD' : unit.status === 'DISCARDED' ? 'DISCARDED' : 'TO_DO'
  return {
    donation_id: unit.donation_id,
    din: unit.din,
    unit_id: unit.id,
    unit_number: unit.number,
    fate: is_held ? ('HELD' as const) : unit.status,
    patient_id: given.has(unit.status) ? unit.patient_id : null,
    state,
  } as const
}

/** What somebody holds, and everything else of its donations where that is asked for. */
export async function holdUnits(caller: Caller, input: HoldInput): Promise<UnitRow[]> {
  const units = await hold(caller, input)
  if (input.hold && input.look_back) {
    await backFromUnits(caller, units, input.look_back.marker ?? null)
  }
  return units
}
