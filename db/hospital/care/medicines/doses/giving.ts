// Giving (3.5, CAR-110 to CAR-116): to the right person, of an order that stands, checked once more, with a
// second person where the medicine asks for one.

import type { Caller } from '../../../../core/caller.ts'
import { clock, hours, minutes, timeIn } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { refuseAnotherPerson } from '../../../desk/patients/record/wearing.ts'
import { patientRecord, writable } from '../../../desk/patients/rows.ts'
import { witnessBehind } from '../../../goods/stock/witness/witness.ts'
import { takeWitness, type Witness } from '../../../neighbours/stock.ts'
import { tell } from '../../../neighbours/telling.ts'
import { holders } from '../../../office/access/users/holders.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { occurredAt } from '../../records/place.ts'
import { said as warned } from '../../wards/admissions/discharge.ts'
import { admissionRecord } from '../../wards/admissions/record.ts'
import { type MedicineRow, medicineRecord } from '../formulary/medicines.ts'
import { alike } from '../formulary/typed.ts'
import { frequencyCalled } from '../prescribing/frequencies.ts'
import { aroundOf, passChecks } from '../prescribing/passing.ts'
import {
  itemRecord,
  type ItemRow,
  prescriptionRecord,
  type PrescriptionRow,
} from '../prescribing/record.ts'
import { isDrawnUp } from '../prescribing/quantities.ts'
import { prescriberOf } from '../prescribing/signing.ts'
import { checkedItems } from '../prescribing/stored.ts'
import { medicinesKnown } from '../prescribing/known.ts'
import { chartInjected } from './charting.ts'
import { lookAtEffect } from './effect.ts'
import { take } from './goods.ts'
import { doseRecord, type DoseRow, windowsOf } from './record.ts'
import type { GiveInput } from './shapes.ts'

export interface Dosed {
  row: DoseRow
  warnings: GateResult[]
}

export interface Around {
  before: DoseRow
  item: ItemRow | null
  of: PrescriptionRow | null
  medicine: MedicineRow | null
}

type Move = Parameters<typeof doseRecord.begin>[2]

/** The patient, the stay, the prescription, its item and the dose, in this order. */
export async function begun(caller: Caller, id: string, move: Move): Promise<Around> {
  const seen = await doseRecord.get(caller, id)
  await writable(caller, seen.patient_id)
  if (seen.admission_id !== null) await admissionRecord.locked(caller, seen.admission_id)
  const item =
    seen.prescription_item_id === null
      ? null
      : await itemRecord.get(caller, seen.prescription_item_id)
  const of = item === null ? null : await prescriptionRecord.locked(caller, item.prescription_id)
  const locked = item === null ? null : await itemRecord.locked(caller, item.id)
  const before = await onlyOnce(caller, id, move)
  const medicine =
    before.medicine_id === null ? null : await medicineRecord.get(caller, before.medicine_id)
  return { before, item: locked, of, medicine }
}

/** Who comes second is told who was first, and when. */
async function onlyOnce(caller: Caller, id: string, move: Move): Promise<DoseRow> {
  const now = await doseRecord.locked(caller, id)
  if (move === 'give' && (now.status === 'GIVEN' || now.status === 'PARTIAL')) {
    const zone = await zoneOf(caller, now.facility_id)
    const at = timeIn(zone, new Date(now.given_at ?? now.updated_at))
    throw conflict(`This dose was given at ${at} by ${now.given_by_name}.`, 'given')
  }
  return doseRecord.begin(caller, id, move)
}

export async function give(caller: Caller, id: string, input: GiveInput): Promise<Dosed> {
  return giveNow(caller, await begun(caller, id, 'give'), input)
}

export async function giveNow(caller: Caller, around: Around, input: GiveInput): Promise<Dosed> {
  const { before, item } = around
  const signer = await prescriberOf(caller, before.kind === 'STAT')
  const given_at = await momentOf(caller, before, input.given_at, 'given_at')
  await mayBeGiven(caller, around, input)
  if (input.scanned_product) throw invalid('scanned_product', 'is not offered yet: name batch_id.')
  await rightPerson(caller, before, input.scanned_patient)
  const { units, wasted, amount, rest } = amountsOf(around, input)
  const passed = await mayPass(caller, around, input, given_at)
  const witness = await witnessed(caller, around, input)
  const taken = await take(caller, { ...around, units: units + wasted, input })
  const whole = amount === null || before.dose_number === null || amount >= before.dose_number
  const unprescribed = before.kind === 'UNPRESCRIBED'
  const row = await doseRecord.moved(caller, before, 'give', {
    status: whole ? 'GIVEN' : 'PARTIAL',
    given_at,
    given_by_id: caller.user_id,
    given_by_name: signer.name.slice(0, 160),
    staff_id: signer.staff_id,
    minutes_late: Math.max(
      0,
      Math.round((Date.parse(given_at) - Date.parse(before.due_at)) / minutes(1)),
    ),
    amount_given: amount ?? before.dose_number,
    units,
    wasted_units: wasted,
    wasted_amount: input.wasted_amount ?? rest,
    waste_reason: input.waste_reason || (rest === null ? null : rest_reason),
    route: input.route || before.route,
    site: input.site || null,
    note: input.note || null,
    reason: input.reason || null,
    before: measuresOf(input.before),
    after: measuresOf(input.after),
    scanned_patient: Boolean(input.scanned_patient),
    witness_id: witness?.user_id ?? null,
    witness_name: witness?.name ?? null,
    needs_acknowledging: unprescribed,
    ...taken,
  })
  if (item !== null) {
    await itemRecord.changed(caller, item, 'dose', { doses_given: item.doses_given + 1 })
  }
  await chartInjected(caller, row, signer)
  await lookAtEffect(caller, row, around.medicine)
  if (unprescribed) await askAcknowledging(caller, row)
  const licence = signer.warning === null ? [] : [warned(signer.warning)]
  return { row, warnings: [...passed, ...licence] }
}

const measuresOf = (
  given: GiveInput['before'],
): { name: string; value: number; unit: string | null }[] | null =>
  given?.map(({ name, value, unit }) => ({ name, value, unit: unit ?? null })) ?? null

/** CAR-5: never ahead, never before the birth or the stay. */
export async function momentOf(
  caller: Caller,
  { patient_id, admission_id }: DoseRow,
  typed: string | null | undefined,
  field: string,
): Promise<string> {
  if (!typed) return clock.instant()
  const patient = await patientRecord.get(caller, patient_id)
  const stay = admission_id === null ? null : await admissionRecord.get(caller, admission_id)
  return occurredAt(typed, patient, { since: stay?.admitted_at ?? null, field })
}

async function mayBeGiven(
  caller: Caller,
  { before, item }: Around,
  { reason, note }: GiveInput,
): Promise<void> {
  if (before.kind === 'INFUSION') {
    throw conflict('An infusion is started and finished.', 'infusion')
  }
  if (item !== null) await stands(caller, before, item)
  if (before.status !== 'MISSED') return
  if (Date.parse(before.due_at) < clock.ms() - hours(24)) {
    throw conflict('It was missed more than 24 hours ago.', 'missed')
  }
  if (!reason && !note) throw invalid('reason', 'is required: this dose was missed.')
}

/** What was stopped meanwhile is not given. */
export async function stands(caller: Caller, before: DoseRow, item: ItemRow): Promise<void> {
  const { status, ended_at, ended_by_name, frequency } = item
  if (status === 'ACTIVE' || (status === 'TO_COSIGN' && frequency === 'STAT')) return
  if (status === 'ON_HOLD') throw conflict('It is on hold: do not give.', 'hold')
  const zone = await zoneOf(caller, before.facility_id)
  const at = ended_at === null ? '' : ` at ${timeIn(zone, new Date(ended_at))}`
  throw conflict(`Stopped by ${ended_by_name ?? 'the prescriber'}${at}: do not give.`, 'stopped')
}

/** CAR-111: whoever bears another wristband is never given it. */
export async function rightPerson(
  caller: Caller,
  { patient_id }: DoseRow,
  scanned_patient: string | null | undefined,
): Promise<void> {
  if (!scanned_patient) return
  await refuseAnotherPerson(caller, await patientRecord.get(caller, patient_id), scanned_patient)
}

const rest_reason = 'Rest of what was opened'

/** Of an ampoule or a vial the rest is wasted, unless somebody says how much of it (CAR-58). */
function amountsOf(
  { before: { units, dose_number }, medicine }: Around,
  { amount, wasted_amount, waste_reason }: GiveInput,
) {
  if (wasted_amount && !waste_reason) throw invalid('waste_reason', 'is required.')
  const per = dose_number === null || dose_number === 0 ? 0 : units / dose_number
  const given = amount ?? null
  const taken = given === null ? units : Math.round(given * per)
  const told = Math.round((wasted_amount ?? 0) * per)
  const opened = medicine !== null && isDrawnUp(medicine) && !wasted_amount
  const left = opened ? Math.ceil(taken / 1000) * 1000 - taken : 0
  return {
    amount: given,
    units: taken,
    wasted: told + left,
    rest: left === 0 || per === 0 ? null : Math.round((left / per) * 1000) / 1000,
  }
}

/** CAR-63, CAR-112: of whatever goes into a patient, an infusion that begins or goes on too. */
export async function mayPass(
  caller: Caller,
  { before, item, of, medicine }: Around,
  { overrides }: Pick<GiveInput, 'overrides'>,
  given_at: string,
): Promise<GateResult[]> {
  const words = before.medicine
  const checked = medicine ?? (await alike(caller, [words])).get(words)
  if (checked === undefined) {
    return [warned(`${words} is not in the formulary: nothing was checked.`)]
  }
  const about = {
    patient_id: before.patient_id,
    visit_id: before.visit_id,
    admission_id: before.admission_id,
    except: item === null ? [] : [item.id],
  }
  const around = await aroundOf(caller, about)
  const lines = item === null ? [] : await checkedItems(caller, [item], () => 'Dose')
  const known = (await medicinesKnown(caller, [checked.id])).get(checked.id)
  const bare = known && {
    medicine: known.checked,
    at: 'Dose',
    route: before.route,
    // How much it was nobody knows where the strength was not said.
    per_dose: medicine === null || before.units === 0 ? null : before.units / 1000,
    doses_a_day: 1,
    start: given_at,
    end: given_at,
    once: true,
    when_needed: false,
    indication: 'Given',
    duration_days: null,
  }
  const { warnings } = await passChecks(caller, {
    action: 'dose.give',
    lines: lines.length > 0 ? lines : bare === undefined ? [] : [bare],
    of: around,
    emergency: false,
    overrides,
    accepted: of?.alerts.flatMap(({ gate, override }) =>
      gate === null || override === null ? [] : [gate],
    ),
    more: await timesOf(caller, { before, item, of, medicine }, given_at),
    entity: {
      type: 'dose',
      id: before.id,
      patient_id: before.patient_id,
      visit_id: before.visit_id,
    },
  })
  if (medicine !== null) return warnings
  const said = `${words} was checked as ${checked.name}, but for its amount.`
  return [...warnings, warned(said)]
}

/** What the gates of giving look at, in words. */
async function timesOf(
  caller: Caller,
  { before, item, medicine }: Around,
  given_at: string,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  const { early_ms, critical_ms } = await windowsOf(caller)
  const early = before.kind === 'STAT' || medicine?.time_critical ? critical_ms : early_ms
  const zone = await zoneOf(caller, before.facility_id)
  if (Date.parse(given_at) < Date.parse(before.due_at) - early) {
    found['DOSE_EARLY'] = `It is due at ${timeIn(zone, new Date(before.due_at))}.`
  }
  const gap = gapOf(item)
  const last = await lastGiven(caller, before)
  if (gap !== null && last !== undefined) {
    const since = (Date.parse(given_at) - Date.parse(last)) / hours(1)
    if (since < gap) {
      const ago = Math.max(0, Math.floor(since * 10) / 10)
      found['DOSE_TOO_SOON'] = `Last given ${ago} h ago; at least ${gap} h are asked.`
    }
  }
  const most = item?.frequency === 'PRN' ? item.prn_max_24h : null
  if (most !== null && item !== null) {
    const given = await givenIn24h(caller, item.id, given_at)
    if (given >= most) found['DOSE_PRN_MAX'] = `Given ${given} times in 24 hours; ${most} at most.`
  }
  return found
}

function gapOf(item: ItemRow | null): number | null {
  if (item === null) return null
  if (item.frequency === 'PRN') return item.prn_min_hours
  const frequency = frequencyCalled(item.frequency)
  if (frequency === undefined || frequency.once) return null
  if (frequency.min_gap_hours !== null) return frequency.min_gap_hours
  return frequency.times_per_day === null ? null : 12 / frequency.times_per_day
}

async function lastGiven(
  { hospital_id }: Caller,
  { patient_id, medicine_id, id }: DoseRow,
): Promise<string | undefined> {
  const [found] = await rows<{ given_at: string }>(
    sql`select given_at from doses where hospital_id = ${hospital_id}
      and patient_id = ${patient_id} and medicine_id = ${medicine_id} and id <> ${id}
      and status in ('GIVEN', 'PARTIAL', 'RUNNING') and given_at is not null
      order by given_at desc limit 1`,
  )
  return found?.given_at
}

async function givenIn24h(
  { hospital_id }: Caller,
  item_id: string,
  given_at: string,
): Promise<number> {
  const since = new Date(Date.parse(given_at) - hours(24)).toISOString()
  const [found] = await rows<{ n: number }>(
    sql`select count(*) as n from doses where hospital_id = ${hospital_id}
      and prescription_item_id = ${item_id} and status in ('GIVEN', 'PARTIAL')
      and given_at > ${since}`,
  )
  return Number(found?.n ?? 0)
}

/** CAR-113: of a controlled drug out of the cupboard the register takes the token itself. */
export async function witnessed(
  caller: Caller,
  { medicine }: Around,
  { witness_token, source, batch_id, product_id }: GiveInput,
): Promise<Witness | null> {
  if (medicine === null || medicine.witness === 'NONE') return null
  const controlled = medicine.controlled !== 'NONE'
  const in_register = controlled && source !== 'OWN' && Boolean(batch_id ?? product_id)
  if (!in_register || !witness_token) return secondPerson(caller, medicine, witness_token)
  return mayStandBy(caller, (await witnessBehind(caller, witness_token, 'CONTROLLED')) ?? null)
}

/** Somebody else, of this house, who may stand by. */
export const secondPerson = async (
  caller: Caller,
  medicine: Pick<MedicineRow, 'controlled'> | null,
  witness_token: string | null | undefined,
): Promise<Witness> => {
  const controlled = medicine !== null && medicine.controlled !== 'NONE'
  const purpose = controlled ? 'CONTROLLED' : 'OTHER'
  return mayStandBy(caller, await takeWitness(caller, witness_token ?? '', purpose))
}

async function mayStandBy(caller: Caller, witness: Witness | null): Promise<Witness> {
  if (witness === null) throw conflict('The witness must confirm again.', 'witness')
  if (!(await holders(caller, 'dose:witness')).includes(witness.user_id)) {
    throw conflict(`${witness.name} may not be a witness here.`, 'witness')
  }
  return witness
}

/** CAR-72. */
async function askAcknowledging(caller: Caller, row: DoseRow): Promise<void> {
  await tell(caller, {
    to: { permission: 'prescription:acknowledge' },
    kind: 'dose.unprescribed',
    title: 'A dose was given without a prescription',
    body: `${row.medicine} ${row.dose}, by ${row.given_by_name}.`,
    entity: { type: 'dose', id: row.id },
  })
}
