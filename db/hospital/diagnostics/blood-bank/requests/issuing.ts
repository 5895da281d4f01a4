// Blood goes out (BLD-60 to BLD-63, BLD-66): unit by unit, to whom the slip names, and never twice.

import { type Caller, can } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { conflict, invalid, notPermitted } from '../../../../core/refusal.ts'
import { gate } from '../../../desk/gates/gate.ts'
import type { Bite } from '../../../desk/gates/kind.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { visitRecord } from '../../../desk/visits/rows.ts'
import { staffById } from '../../../neighbours/people.ts'
import { takeWitness } from '../../../neighbours/stock.ts'
import { holders } from '../../../office/access/users/holders.ts'
import { dayAt } from '../../../office/hospitals/hospitals.ts'
import { inWords } from '../../../office/plans/days.ts'
import { blood_reactions } from '../bedside/tables.ts'
import { chargeUnit } from '../charges.ts'
import { type Bites, decide, type Recipient } from '../matching/decision.ts'
import { recipientOf, sampleRecord } from '../patients/record.ts'
import { validSampleOf } from '../patients/samples.ts'
import { componentCalled, settingsOf } from '../settings/settings.ts'
import { holdAll } from '../units/handling.ts'
import { unitsNamed } from '../units/named.ts'
import { standingNow, unit_life, type UnitRow, unitRecord } from '../units/record.ts'
import { blood_units } from '../units/tables.ts'
import { factsOf, mayBeFor, sampleBites } from './facts.ts'
import { packOf } from './packs.ts'
import { progress } from './progress.ts'
import { goesTogether, requestRecord, type RequestRow } from './record.ts'
import type { IssueInput } from './shapes.ts'
import { blood_crossmatches, blood_issues, type Emergency } from './tables.ts'

export interface Went {
  units: UnitRow[]
  warnings: string[]
}

export async function issue(caller: Caller, id: string, input: IssueInput): Promise<Went> {
  const request = await held(caller, id)
  await slipFits(caller, request, input)
  await noReaction(caller, request)
  const emergency = await emergencyOf(caller, request, input)
  const named = await unitsNamed(caller, namesOf(input))
  const units: UnitRow[] = []
  for (const { id: unit_id } of named) units.push(await unitToGo(caller, unit_id))
  if (!input.visual_ok) {
    const why = 'Visual check failed'
    return {
      units: await holdAll(caller, { id: units.map((one) => one.id) }, why),
      warnings: [why],
    }
  }
  const warnings = await mayGo(caller, request, units, emergency, input)
  const collector = await collectorOf(caller, input)
  const pack = await packOf(caller, request, units)
  const gone: UnitRow[] = []
  for (const unit of units) {
    gone.push(await goes(caller, request, unit, { input, emergency, collector, pack }))
  }
  await progress(caller, id)
  return { units: gone, warnings: [...warnings, ...(await expiringToday(caller, units))] }
}

/** The version that was seen is the request's: a unit only follows. */
async function unitToGo(caller: Caller, id: string): Promise<UnitRow> {
  const unit = await unitRecord.locked(caller, id)
  const standing = standingNow(unit)
  unit_life.move('issue', standing, unit.number)
  return unit
}

/** Ruling 33: the patient, the visit, the request, then the units. */
async function held(caller: Caller, id: string): Promise<RequestRow> {
  const { patient_id, visit_id } = await requestRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  if (visit_id !== null) await visitRecord.locked(caller, visit_id)
  return requestRecord.begin(caller, id, 'issue')
}

const namesOf = ({ units }: IssueInput) => ({
  unit_ids: units.flatMap(({ unit_id }) => unit_id ?? []),
  numbers: units.flatMap(({ unit_id, number }) => (unit_id ? [] : (number ?? []))),
})

async function slipFits(
  caller: Caller,
  { patient_id }: RequestRow,
  { patient_number }: IssueInput,
): Promise<void> {
  const { number } = await patientRecord.get(caller, patient_id)
  const slip = capitals(patient_number.trim())
  if (slip === number) return
  throw conflict(`The slip is for ${slip}; the request is for ${number}.`, 'wrong_patient')
}

/** BLD-82: after a reaction nothing more goes out until the laboratory has looked into it. */
async function noReaction({ hospital_id }: Caller, { patient_id }: RequestRow): Promise<void> {
  const open = await blood_reactions.find({ hospital_id, patient_id, status: 'REPORTED' })
  if (open === undefined) return
  throw conflict(`A reaction to unit ${open.unit_number} is not looked into yet.`, 'reaction')
}

/** BLD-63: by who may, or by a doctor who proves it here. */
async function emergencyOf(
  caller: Caller,
  { patient_id }: RequestRow,
  { emergency }: IssueInput,
): Promise<Emergency | null> {
  if (!emergency) return null
  const { confirmed } = await recipientOf(caller, patient_id)
  const { reason, authoriser_token } = emergency
  const said = { reason, known_group: confirmed }
  if (can(caller, 'blood:emergency')) return { ...said, authorised_by_name: caller.name }
  if (!authoriser_token) throw notPermitted('blood:emergency')
  const witness = await takeWitness(caller, authoriser_token, 'OTHER')
  const may = await holders(caller, 'blood:emergency')
  if (witness === null || !may.includes(witness.user_id)) throw notPermitted('blood:emergency')
  return { ...said, authorised_by_name: witness.name }
}

async function mayGo(
  caller: Caller,
  request: RequestRow,
  units: readonly UnitRow[],
  emergency: Emergency | null,
  input: IssueInput,
): Promise<string[]> {
  const recipient = await recipientOf(caller, request.patient_id)
  const by_gate: Bites = {}
  for (const unit of units) {
    await reservedRight(caller, request, unit)
    const found = await standing(caller, request, unit, recipient, emergency !== null)
    for (const [key, bites] of Object.entries(found)) (by_gate[key] ??= []).push(...bites)
  }
  by_gate['BLD_SEVERAL'] = await severalOut(caller, request, units)
  bySomebodyElse(by_gate, input)
  const passed = await gate(caller, {
    action: 'blood.issue',
    subject: { patient_id: request.patient_id, by_gate },
    emergency: emergency !== null,
    overrides: input.overrides ?? [],
    entity: {
      type: 'blood_request',
      id: request.id,
      patient_id: request.patient_id,
      visit_id: request.visit_id,
    },
  })
  return passed.map(({ message }) => message)
}

/** Who lets a unit through that reacted is never who hands it out. */
function bySomebodyElse({ BLD_INCOMPATIBLE = [] }: Bites, { overrides = [] }: IssueInput): void {
  const alone = overrides.some(
    ({ gate: key, authoriser_token }) => key === 'BLD_INCOMPATIBLE' && !authoriser_token,
  )
  if (BLD_INCOMPATIBLE.length === 0 || !alone) return
  throw conflict(
    'A second person must authorise a unit that reacted: authoriser_token is required.',
    'second_person',
  )
}

async function reservedRight(caller: Caller, request: RequestRow, unit: UnitRow): Promise<void> {
  mayBeFor(unit, request)
  if (unit.status !== 'RESERVED' || unit.request_id === request.id) return
  if (unit.patient_id === request.patient_id) return
  const other = await patientRecord.get(caller, unit.patient_id ?? '')
  const until = unit.reserved_until
  const when = until === null ? '' : ` until ${inWords(await dayAt(caller, until))}`
  throw conflict(`Unit ${unit.number} is reserved for patient ${other.number}${when}.`, 'reserved')
}

async function standing(
  caller: Caller,
  request: RequestRow,
  unit: UnitRow,
  recipient: Recipient,
  emergency: boolean,
): Promise<Bites> {
  if (unit.blood_group === null || !unit.group_confirmed) {
    throw conflict(`The group of unit ${unit.number} is not confirmed.`, 'state')
  }
  const settings = await settingsOf(caller)
  const { refused, bites } = decide({
    recipient,
    unit: factsOf(unit),
    requirements: request.requirements,
    childbearing_to: settings.childbearing_to,
    emergency,
  })
  if (refused !== null) throw conflict(refused, 'incompatible')
  if (!componentCalled(settings, unit.component_code).crossmatch) return bites
  return { ...bites, ...(await matchBites(caller, request, unit, emergency)) }
}

async function matchBites(
  caller: Caller,
  request: RequestRow,
  unit: UnitRow,
  emergency: boolean,
): Promise<Bites> {
  const { hospital_id } = caller
  const last = await blood_crossmatches.find(
    { hospital_id, unit_id: unit.id, patient_id: request.patient_id },
    { order: ['-at', '-id'] },
  )
  const subject = unit.id
  const bite = (what: string): Bite[] => [{ subject, what }]
  if (last?.result === 'INCOMPATIBLE') {
    return { BLD_INCOMPATIBLE: bite(`Unit ${unit.number} reacted in the cross-match.`) }
  }
  if (emergency) return {}
  if (last?.result !== 'COMPATIBLE') return { BLD_NOT_MATCHED: bite('Not cross-matched') }
  const BLD_SAMPLE = await sampleBites(caller, await sampleRecord.get(caller, last.sample_id))
  if (BLD_SAMPLE.length === 0) return {}
  // What fitted an earlier sample says nothing of the one that is good now.
  const newer = await validSampleOf(caller, request.patient_id)
  return newer === undefined ? { BLD_SAMPLE } : { BLD_NOT_MATCHED: bite('Not cross-matched') }
}

/** One unit at a time to a ward: the second waits until the first is given or back. */
async function severalOut(
  { hospital_id }: Caller,
  request: RequestRow,
  units: readonly UnitRow[],
): Promise<Bite[]> {
  if (goesTogether(request)) return []
  const { patient_id, number } = request
  const out = await blood_units.count({ hospital_id, patient_id, status: 'ISSUED' })
  const all = out + units.length
  return all > 1 ? [{ what: `${all} units would be out for ${number} at once.` }] : []
}

async function collectorOf(caller: Caller, input: IssueInput): Promise<string> {
  if (input.collector_staff_id) {
    const staff = await staffById(caller, input.collector_staff_id)
    if (staff) return staff.name.slice(0, 160)
  }
  if (!input.collector_name) throw invalid('collector_name', 'is required: who fetches it.')
  return input.collector_name
}

async function goes(
  caller: Caller,
  request: RequestRow,
  unit: UnitRow,
  {
    input,
    emergency,
    collector,
    pack,
  }: {
    input: IssueInput
    emergency: Emergency | null
    collector: string
    pack: number | null
  },
): Promise<UnitRow> {
  const settings = await settingsOf(caller)
  const component = componentCalled(settings, unit.component_code)
  const { hospital_id } = caller
  const matched = await blood_crossmatches.count({
    hospital_id,
    unit_id: unit.id,
    patient_id: request.patient_id,
    result: 'COMPATIBLE',
  })
  const row = await blood_issues.insert({
    hospital_id,
    request_id: request.id,
    patient_id: request.patient_id,
    visit_id: request.visit_id,
    unit_id: unit.id,
    unit_number: unit.number,
    component_code: unit.component_code,
    tariff_code: component.tariff_code,
    at: clock.instant(),
    by_id: caller.user_id,
    by_name: caller.name,
    collector_name: collector,
    destination: input.destination,
    visual_ok: true,
    container: input.container ?? 'HAND',
    matched: matched > 0,
    emergency,
    pack: pack ?? 0,
  })
  await chargeUnit(caller, request, {
    code: component.tariff_code,
    source_id: row.id,
    description: `${component.name} ${unit.number}`,
  })
  return unitRecord.moved(caller, unit, 'issue', {
    patient_id: request.patient_id,
    request_id: request.id,
    reserved_until: null,
    issued_at: row.at,
    container: row.container,
    emergency: emergency !== null,
  })
}

/** BLD-61. */
async function expiringToday(caller: Caller, units: readonly UnitRow[]): Promise<string[]> {
  const day = await dayAt(caller, clock.instant())
  const found: string[] = []
  for (const { number, expires_at } of units) {
    if ((await dayAt(caller, expires_at)) === day) found.push(`Unit ${number} expires today.`)
  }
  return found
}
