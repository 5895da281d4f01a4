// Vaccines are given, or entered from a card (CAR-165, CAR-166). Several in one call: all of them or none.

import { type Caller, can } from '../../../core/caller.ts'
import { clock, dayIn } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import { conflict, invalid, notPermitted } from '../../../core/refusal.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { attempt } from '../../../store/connection.ts'
import { madeBefore } from '../../../store/made-before.ts'
import { gate } from '../../desk/gates/gate.ts'
import type { GateResult } from '../../desk/gates/shapes.ts'
import { patientRecord, type Row as Patient, writable } from '../../desk/patients/rows.ts'
import { joinTeam } from '../../desk/visits/moves/events.ts'
import { reverseIssue } from '../../goods/stock/pool/back.ts'
import { charge } from '../../money/billing/charges/charge.ts'
import { serviceDone } from '../../money/billing/charges/service-done.ts'
import { returnCharge } from '../../money/billing/charges/returned-services.ts'
import { zoneOf } from '../../office/places/hours.ts'
import { inWords } from '../../office/plans/days.ts'
import { isAdopted } from '../clinical/adoptions.ts'
import { clinicalOf } from '../clinical/settings.ts'
import { prescriberOf } from '../medicines/prescribing/signing.ts'
import { type Place, placeIfAny } from '../records/place.ts'
import { said as warned } from '../wards/admissions/discharge.ts'
import { knownOne, type Vaccinated } from './known.ts'
import { earlyText, judge, type Wanted } from './judging.ts'
import { productsOfVaccines } from './products.ts'
import { lineOn, linesOn, placeOf, tooEarly } from './reckoning.ts'
import { immunisationRecord, type ImmunisationRow } from './record.ts'
import type { DoseInput, ImmunisationInput } from './shapes.ts'
import { type Planned, shipped_schedules } from './shipped/schedules.ts'
import type { ShippedVaccine } from './shipped/vaccines.ts'
import { immunisations } from './tables.ts'
import { doseNamed, vaccineNamed, vaccines_table } from './vaccines.ts'
import { giveBack, openVial, takeFromStore, useOne } from './vials.ts'

interface Asked {
  input: DoseInput
  vaccine: ShippedVaccine
  planned: Planned
  given_on: string
}

export interface Where {
  facility_id: string
  visit_id: string | null
  admission_id: string | null
  department: string | null
  today: string
}

export async function give(caller: Caller, input: ImmunisationInput): Promise<GateResult[]> {
  if (await allMadeBefore(caller, input)) return []
  const signer = await prescriberOf(caller, false)
  const patient = await writable(caller, input.patient_id)
  const where = await whereOf(caller, patient, input)
  const { imm_grace_days: grace_days } = await clinicalOf(caller)
  const known = await knownOne(caller, patient.id)
  const asked = askedOf(input, patient, known, where.today)
  const warnings = await mayBeGiven(caller, input, asked, { patient, where, known, grace_days })
  let standing: Vaccinated = known
  for (const one of asked) {
    const row = await write(caller, one, { patient, where, known: standing, grace_days, signer })
    standing = { ...standing, given: [...standing.given, row] }
  }
  if (where.visit_id !== null) await joinTeam(caller, where.visit_id)
  return signer.warning === null ? warnings : [...warnings, warned(signer.warning)]
}

/** A client that sends its own ids may send them twice (CAR-12). */
async function allMadeBefore(caller: Caller, { doses, patient_id }: ImmunisationInput) {
  const ids = doses.flatMap(({ id }) => id ?? [])
  if (ids.length < doses.length) return false
  const before: boolean[] = []
  for (const id of ids) before.push(await madeBefore(caller, immunisations, id))
  if (!before.some(Boolean)) return false
  const { hospital_id } = caller
  const own = await immunisations.count({ hospital_id, patient_id, id: ids })
  if (own < ids.length) throw conflict('This id is already in use.')
  return true
}

async function whereOf(
  caller: Caller,
  patient: Patient,
  { visit_id }: ImmunisationInput,
): Promise<Where> {
  const place: Place | undefined = await placeIfAny(caller, patient, { visit_id, whenever: true })
  const facility_id = place?.facility_id ?? caller.facility_id ?? patient.facility_id
  return {
    facility_id,
    visit_id: place?.visit_id ?? null,
    admission_id: place?.admission_id ?? null,
    department: place?.department ?? null,
    today: dayIn(await zoneOf(caller, facility_id)),
  }
}

/** In the order of their days, so that the second finds the first. */
function askedOf(
  { doses }: ImmunisationInput,
  patient: Patient,
  known: Vaccinated,
  today: string,
): Asked[] {
  const found: Asked[] = []
  for (const [index, input] of doses.entries()) {
    const field = `doses[${index}]`
    const given_on = dayOf(input, patient, today, field)
    const taken = [...known.given, ...found.map(asGiven)]
    const planned = plannedOf(input, { ...known, given: taken }, given_on, field)
    const vaccine = vaccineNamed(planned.line.vaccine)
    notTwice(planned, { ...known, given: taken }, given_on)
    found.push({ input, vaccine, planned, given_on })
  }
  return found.sort((a, b) => a.given_on.localeCompare(b.given_on))
}

const asGiven = ({ planned, given_on }: Asked) => ({
  vaccine: planned.line.vaccine,
  dose_key: planned.line.dose_key,
  given_on,
  valid: true,
})

function dayOf(
  { given_on, source }: DoseInput,
  { birth_date }: Patient,
  today: string,
  field: string,
): string {
  const here = (source ?? 'HERE') === 'HERE'
  if (!given_on) {
    if (here) return today
    throw invalid(`${field}.given_on`, 'is required: it stands on the card.')
  }
  if (given_on > today) throw invalid(`${field}.given_on`, 'is in the future.')
  if (birth_date !== null && given_on < birth_date) {
    throw invalid(`${field}.given_on`, 'is before the patient was born.')
  }
  return given_on
}

type KnownNow = Parameters<typeof linesOn>[0]

/** The dose that is named, or the next of the vaccine. */
function plannedOf(input: DoseInput, known: KnownNow, on: string, field: string): Planned {
  if (input.dose_key) {
    const planned = doseNamed(input.dose_key, `${field}.dose_key`)
    const of = input.vaccine ? vaccineNamed(input.vaccine, `${field}.vaccine`).code : null
    if (of === null || of === planned.line.vaccine) return planned
    throw invalid(`${field}.vaccine`, `is not that of ${planned.line.dose_key}.`)
  }
  if (!input.vaccine) throw invalid(`${field}.vaccine`, 'or dose_key is required.')
  const { code, name } = vaccineNamed(input.vaccine, `${field}.vaccine`)
  const planned = nextOf(known, on, code)
  if (planned === undefined) throw conflict(`Every dose of ${name} is given.`, 'given')
  return planned
}

/** Of the schedules that are for this person; else of the first that has the vaccine. */
function nextOf(known: KnownNow, on: string, code: string): Planned | undefined {
  const here = linesOn(known, on).filter(({ line }) => line.vaccine === code)
  const of = shipped_schedules.find(({ lines }) => lines.some(({ vaccine }) => vaccine === code))
  const all =
    here.length > 0 || of === undefined
      ? here
      : of.lines.flatMap((line) =>
          line.vaccine === code ? (lineOn(known, on, of, line) ?? { schedule: of, line }) : [],
        )
  const open = all.filter((one) => !('state' in one) || one.state !== 'GIVEN')
  const in_time = open.find((one) => !('state' in one) || one.state !== 'TOO_LATE')
  return in_time ?? open[0]
}

/** CAR-165: neither the same dose again, nor another of the vaccine on this day. */
function notTwice({ schedule, line }: Planned, known: KnownNow, on: string): void {
  const same_day = known.given.find(
    ({ vaccine, given_on }) => vaccine === line.vaccine && given_on === on,
  )
  if (same_day !== undefined) {
    throw conflict(`${same_day.dose_key} was given on ${inWords(on)} already.`, 'given')
  }
  const before = placeOf(known, on, schedule, line)?.given
  if (before === undefined) return
  throw conflict(`${line.dose_key} was given on ${inWords(before.given_on)}.`, 'given')
}

interface Around {
  patient: Patient
  where: Where
  known: Vaccinated
  grace_days: number
}

/** What is read from a card happened already: it is kept, and counts or does not. */
async function mayBeGiven(
  caller: Caller,
  { overrides }: ImmunisationInput,
  asked: readonly Asked[],
  { patient, where, known, grace_days }: Around,
): Promise<GateResult[]> {
  const here = asked.filter(({ input }) => (input.source ?? 'HERE') === 'HERE')
  if (here.length === 0) return []
  for (const { input } of here) mayBeUsed(input)
  const wanted = here.map((one): Wanted => {
    const earlier = asked.filter(({ given_on }) => given_on < one.given_on).map(asGiven)
    const so_far = { ...known, given: [...known.given, ...earlier] }
    const { vaccine, planned, given_on } = one
    return { index: asked.indexOf(one), vaccine, planned, given_on, known: so_far }
  })
  const { visit_id, admission_id } = where
  const adopted = await isAdopted(caller, vaccines_table)
  const about = { patient_id: patient.id, visit_id, admission_id, grace_days, adopted }
  const { standing, findings } = await judge(caller, wanted, about)
  return gate(caller, {
    action: 'immunisation.give',
    subject: { standing, findings },
    emergency: false,
    overrides: overrides ?? [],
    entity: { type: 'patient', id: patient.id, patient_id: patient.id, visit_id },
  })
}

const spoiled = 3

/** CAR-167: what the heat has spoiled is used for nobody. */
function mayBeUsed({ vvm_stage }: DoseInput): void {
  if (!vvm_stage || vvm_stage < spoiled) return
  throw conflict(`VVM stage ${vvm_stage}: do not use this vial.`, 'vvm')
}

async function write(
  caller: Caller,
  { input, vaccine, planned, given_on }: Asked,
  { patient, where, known, grace_days, signer }: Around & { signer: Signer },
): Promise<ImmunisationRow> {
  const id = input.id ?? newId()
  const source = input.source ?? 'HERE'
  const goods = await goodsOf(caller, { id, input, vaccine, where, given_on, patient })
  const early = tooEarly(known, given_on, planned, grace_days)
  const made = {
    id,
    facility_id: where.facility_id,
    patient_id: patient.id,
    visit_id: source === 'HERE' ? where.visit_id : null,
    department: where.department,
    vaccine: vaccine.code,
    dose_key: planned.line.dose_key,
    schedule_key: planned.schedule.key,
    given_on,
    given_at: clock.instant(),
    ...goods,
    vvm_stage: input.vvm_stage ?? null,
    site: input.site || vaccine.site,
    route: input.route?.toUpperCase() || vaccine.route,
    strategy: input.strategy ?? ('FIXED' as const),
    source,
    valid: early === null,
    invalid_reason: early === null ? null : earlyText(planned, early),
    next_due: nextDue(known, planned, given_on, early === null),
    note: input.note || null,
    charge_code: source === 'HERE' ? vaccine.charge_code : null,
    given_by_name: signer.name.slice(0, 160),
    staff_id: signer.staff_id,
    by_id: caller.user_id,
  }
  const row = await attempt(() => immunisationRecord.created(caller, made, 'give')).catch(
    (error: unknown) => {
      const said = `${vaccine.name} was given on ${inWords(given_on)} already.`
      throw isTaken(error, 'given_on') ? conflict(said, 'given') : error
    },
  )
  await chargeFor(caller, row, { where, vaccine })
  return row
}

type Signer = Awaited<ReturnType<typeof prescriberOf>>

/** The next of this series, as the card says it. */
function nextDue(known: Vaccinated, planned: Planned, given_on: string, valid: boolean) {
  const { schedule, line } = planned
  const given = { vaccine: line.vaccine, dose_key: line.dose_key, given_on, valid }
  const after = { ...known, given: [...known.given, given] }
  const next = schedule.lines.find(
    (one) => one.vaccine === line.vaccine && one.number > line.number,
  )
  const placed = next && placeOf(after, given_on, schedule, next)
  return placed === undefined || placed.missing !== null ? null : placed.due_on
}

const none = { store_id: null, product_id: null, batch_id: null, vial_id: null }

interface Use {
  id: string
  input: DoseInput
  vaccine: ShippedVaccine
  where: Where
  given_on: string
  patient: Patient
}

/** CAR-166: out of a vial, out of the store, or, where nobody keeps this vaccine as goods, by its lot alone. */
async function goodsOf(caller: Caller, use: Use) {
  const { input, vaccine, given_on } = use
  const lot = input.lot || null
  const told = { lot, expiry: input.expiry ?? null }
  if ((input.source ?? 'HERE') !== 'HERE') return { ...none, ...told }
  if (told.expiry !== null && told.expiry < given_on) {
    throw conflict(`Lot ${lot ?? '(none)'} expired on ${inWords(told.expiry)}.`, 'expired')
  }
  const vial_id = input.vial_id ?? (await vialFor(caller, use))
  if (vial_id !== undefined) return ofVial(caller, vial_id, vaccine, given_on)
  const kept = (await productsOfVaccines(caller)).get(vaccine.code) ?? []
  if (kept.length === 0 && !input.batch_id && !input.product_id) {
    if (lot === null) throw invalid('doses', `lot is required with ${vaccine.code}.`)
    return { ...none, ...told }
  }
  if (vaccine.doses_per_vial > 1) {
    throw conflict(`No vial of ${vaccine.name} is open: open one first.`, 'vial')
  }
  return ofStore(caller, use)
}

async function vialFor(
  caller: Caller,
  { input, vaccine: { code, doses_per_vial }, where: { facility_id } }: Use,
): Promise<string | undefined> {
  if (doses_per_vial === 1) return undefined
  const vial = await openVial(caller, {
    vaccine: code,
    facility_id,
    ...(input.lot ? { lot: input.lot } : {}),
    ...(input.batch_id ? { batch_id: input.batch_id } : {}),
  })
  return vial?.id
}

async function ofVial(
  caller: Caller,
  vial_id: string,
  { code, name }: ShippedVaccine,
  given_on: string,
) {
  const vial = await useOne(caller, vial_id, given_on)
  if (vial.vaccine !== code) throw conflict(`This vial is not ${name}.`, 'vial')
  const { store_id, product_id, batch_id, lot, expiry } = vial
  return { store_id, product_id, batch_id, vial_id, lot, expiry }
}

async function ofStore(caller: Caller, { id, input, vaccine, patient }: Use) {
  const { product_id, batch_id, lot, expiry } = await takeFromStore(caller, {
    vaccine: vaccine.code,
    input,
    source: 'immunisation',
    source_id: id,
    reference: vaccine.name,
    patient_id: patient.id,
  })
  return { store_id: input.store_id ?? null, product_id, batch_id, vial_id: null, lot, expiry }
}

async function chargeFor(
  caller: Caller,
  row: ImmunisationRow,
  { where, vaccine }: { where: Where; vaccine: ShippedVaccine },
): Promise<void> {
  if (row.charge_code === null) return
  await charge(caller, {
    patient_id: row.patient_id,
    visit_id: where.visit_id,
    admission_id: where.admission_id,
    code: row.charge_code,
    quantity: 1,
    source: 'immunisation',
    source_id: row.id,
    description: vaccine.name,
    category: 'Pharmacy',
    service_date: where.today,
    ...(where.department === null ? {} : { department: where.department }),
  })
  await serviceDone(caller, 'immunisation', row.id, { performed_by_id: caller.user_id })
}

/** On the day itself by who gives; later by who may void doses. What it took comes back. */
export async function voidIt(caller: Caller, id: string, reason: string): Promise<ImmunisationRow> {
  const seen = await immunisationRecord.get(caller, id)
  await patientRecord.locked(caller, seen.patient_id)
  const zone = await zoneOf(caller, seen.facility_id)
  const same_day = dayIn(zone, new Date(seen.given_at)) === dayIn(zone)
  if (!same_day && !can(caller, 'dose:void')) throw notPermitted('dose:void')
  const before = await immunisationRecord.begin(caller, id, 'void')
  if (before.charge_code !== null) {
    await returnCharge(caller, { source: 'immunisation', source_id: id, reason })
  }
  if (before.vial_id !== null) await giveBack(caller, before.vial_id)
  else if (before.batch_id !== null) await reverseIssue(caller, 'immunisation', id, reason, null)
  return immunisationRecord.moved(caller, before, 'void', {}, reason)
}
