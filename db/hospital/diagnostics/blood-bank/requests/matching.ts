// Units are matched with a sample and set aside for one patient (BLD-57 to BLD-59).

import type { Caller } from '../../../../core/caller.ts'
import { clock, hours, instantIn } from '../../../../core/clock.ts'
import { conflict, invalid, invalidAs } from '../../../../core/refusal.ts'
import { gate } from '../../../desk/gates/gate.ts'
import type { Bite } from '../../../desk/gates/kind.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { reactInRetrospect } from '../bedside/reacting.ts'
import { chargeOf } from '../charges.ts'
import { aboOf, isAllowed, notFor } from '../matching/compatibility.ts'
import { decide, type Recipient } from '../matching/decision.ts'
import { determinationsOf, recipientOf, type SampleRow, sampleRecord } from '../patients/record.ts'
import { groupOfPatient } from '../matching/confirmed.ts'
import { settingsOf } from '../settings/settings.ts'
import { unitCalled } from '../units/named.ts'
import { standingNow, unit_life, type UnitRow, unitRecord } from '../units/record.ts'
import type { BloodGroup, crossmatch_methods } from '../words.ts'
import { factsOf, mayBeFor, sampleBites } from './facts.ts'
import { progress } from './progress.ts'
import { requestRecord, type RequestRow } from './record.ts'
import type { CrossmatchInput } from './shapes.ts'
import { blood_crossmatches } from './tables.ts'

type Typed = NonNullable<CrossmatchInput['results']>[number]
type Result = Omit<Typed, 'method'> & { method: (typeof crossmatch_methods)[number] }

export async function crossmatch(
  caller: Caller,
  id: string,
  input: CrossmatchInput,
): Promise<RequestRow> {
  const { patient_id } = await requestRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  const request = await requestRecord.begin(caller, id, 'crossmatch')
  const sample = await sampleRecord.get(caller, input.sample_id)
  mustBeOf(sample, request)
  if (input.electronic && input.results) {
    throw invalid('electronic', 'and results are one too many.')
  }
  const recipient = await ofSample(caller, sample)
  const results: Result[] = input.electronic
    ? await electronically(caller, sample, recipient, input.electronic.unit_ids)
    : (input.results ?? [])
  if (results.length === 0) throw invalid('results', 'or electronic: name at least one unit.')
  const named = await inOrder(caller, results)
  await passGates(caller, request, sample, recipient, named, input)
  for (const { unit_id, result } of named) {
    await matchOne(caller, request, sample, recipient, { ...result, unit_id })
  }
  return progress(caller, id)
}

function mustBeOf(sample: SampleRow, request: RequestRow): void {
  if (sample.patient_id !== request.patient_id) {
    throw conflict('The sample is of another patient.', 'wrong_patient')
  }
  if (sample.status !== 'TESTED') {
    throw conflict(
      `Sample ${sample.number} is ${sample.status}: group and screen it first.`,
      'state',
    )
  }
}

/** While no group is confirmed, the sample's own is what units are matched with (BLD-57). */
async function ofSample(caller: Caller, sample: SampleRow): Promise<Recipient> {
  const recipient = await recipientOf(caller, sample.patient_id)
  if (recipient.confirmed) return recipient
  const own = (await determinationsOf(caller, sample.patient_id)).findLast(
    ({ sample_id, counts }) => sample_id === sample.id && counts,
  )
  return { ...recipient, group: own === undefined ? recipient.group : groupOfPatient(own) }
}

interface Named {
  unit_id: string
  result: Result
}

/** In the order of their locks. */
async function inOrder(caller: Caller, results: readonly Result[]): Promise<Named[]> {
  const named: Named[] = []
  for (const result of results) {
    const { id } = await unitCalled(caller, result.unit_id)
    if (named.some(({ unit_id }) => unit_id === id)) {
      throw invalidAs('results', `unit ${result.unit_id} stands there twice.`)
    }
    named.push({ unit_id: id, result })
  }
  return named.toSorted((a, b) => (a.unit_id < b.unit_id ? -1 : 1))
}

async function passGates(
  caller: Caller,
  request: RequestRow,
  sample: SampleRow,
  recipient: Recipient,
  named: readonly Named[],
  { overrides }: CrossmatchInput,
): Promise<void> {
  const { childbearing_to } = await settingsOf(caller)
  const BLD_RHD: Bite[] = []
  for (const { unit_id } of named) {
    const unit = await unitRecord.get(caller, unit_id)
    const { bites } = decide({
      recipient,
      unit: factsOf(unit),
      requirements: [],
      childbearing_to,
      emergency: false,
    })
    BLD_RHD.push(...(bites['BLD_RHD'] ?? []))
  }
  await gate(caller, {
    action: 'blood.crossmatch',
    subject: {
      patient_id: request.patient_id,
      by_gate: { BLD_RHD, BLD_SAMPLE: await sampleBites(caller, sample) },
    },
    overrides: overrides ?? [],
    entity: { type: 'blood_request', id: request.id, patient_id: request.patient_id },
  })
}

async function matchOne(
  caller: Caller,
  request: RequestRow,
  sample: SampleRow,
  recipient: Recipient,
  { unit_id, method, result, strength }: Result,
): Promise<void> {
  const before = await unitRecord.locked(caller, unit_id)
  const retrospective = isOut(before, request)
  if (!retrospective) mayMatch(before, request, recipient)
  else if (method === 'ELECTRONIC') mustFit(before, recipient)
  if (method === 'IMMEDIATE_SPIN' && sample.screen_result !== 'NEGATIVE') {
    throw conflict('IMMEDIATE_SPIN alone needs a negative screen: use AHG or GEL.')
  }
  const row = await blood_crossmatches.insert({
    hospital_id: caller.hospital_id,
    request_id: request.id,
    patient_id: request.patient_id,
    unit_id,
    sample_id: sample.id,
    method,
    result,
    strength: strength || null,
    retrospective,
    at: clock.instant(),
    by_id: caller.user_id,
    by_name: caller.name,
  })
  await chargeOf(caller, request, 'crossmatch', row.id)
  if (retrospective) return tellRetrospect(caller, request, before, result)
  if (result === 'COMPATIBLE') await reserve(caller, before, request, sample)
}

/** BLD-63: given before it was matched, and matched afterwards. */
const isOut = (unit: UnitRow, { id }: RequestRow): boolean =>
  unit.request_id === id && ['ISSUED', 'TRANSFUSING', 'TRANSFUSED'].includes(unit.status)

function mayMatch(unit: UnitRow, request: RequestRow, recipient: Recipient): void {
  const standing = standingNow(unit)
  if (standing !== 'AVAILABLE') throw unit_life.refusal(standing, unit.number)
  mayBeFor(unit, request)
  mustFit(unit, recipient)
}

/** By the groups alone: at the bench a unit is matched only where it fits, and the house says nothing else. */
function mustFit(unit: UnitRow, recipient: Recipient): void {
  const group = unit.blood_group
  const abo = recipient.group === null ? null : aboOf(recipient.group)
  const how = { emergency: false, low_titre: unit.attributes.includes('LOW_TITRE') }
  if (group === null || !isAllowed(unit.family, abo, aboOf(group), how)) {
    throw conflict(notFor(unit.family, group ?? ('O+' as BloodGroup), abo), 'incompatible')
  }
}

async function reserve(
  caller: Caller,
  unit: UnitRow,
  request: RequestRow,
  sample: SampleRow,
): Promise<void> {
  const { reserve_hours } = await settingsOf(caller)
  const until = [instantIn(hours(reserve_hours)), sample.valid_until ?? ''].toSorted()
  await unitRecord.moved(caller, unit, 'reserve', {
    patient_id: request.patient_id,
    request_id: request.id,
    reserved_until: until.find((one) => one !== '') ?? null,
  })
}

async function tellRetrospect(
  caller: Caller,
  request: RequestRow,
  unit: UnitRow,
  result: Result['result'],
): Promise<void> {
  if (result === 'COMPATIBLE') return
  await reactInRetrospect(caller, unit.id)
  for (const to of [{ user: request.by_id ?? [] }, { role: 'nurse_in_charge' }]) {
    await notify(caller, {
      to,
      kind: 'blood.mismatch',
      title: `Unit ${unit.number} does not match`,
      body: 'Stop the transfusion, look at the patient, call the blood bank.',
      entity: { type: 'blood_request', id: request.id },
    })
  }
}

/** BLD-58: the server decides, and writes the row by itself. */
async function electronically(
  caller: Caller,
  sample: SampleRow,
  recipient: Recipient,
  unit_ids: readonly string[],
): Promise<Result[]> {
  const { electronic_issue } = await settingsOf(caller)
  const own = (await determinationsOf(caller, sample.patient_id)).some(
    ({ sample_id, counts }) => sample_id === sample.id && counts,
  )
  const units = await Promise.all(unit_ids.map((id) => unitRecord.get(caller, id)))
  const missing = [
    electronic_issue ? '' : 'electronic_issue in the settings',
    recipient.confirmed ? '' : 'a confirmed group',
    own ? '' : 'a grouping of the present sample',
    sample.screen_result === 'NEGATIVE' ? '' : 'a negative screen',
    recipient.antibodies.length === 0 ? '' : 'no antibody ever',
    units.every(({ group_confirmed }) => group_confirmed) ? '' : 'a confirmed group of the unit',
  ].filter((said) => said !== '')
  if (missing.length > 0) {
    throw conflict(`Electronic match needs: ${missing.join(', ')}.`, 'electronic')
  }
  return unit_ids.map((unit_id) => ({ unit_id, method: 'ELECTRONIC', result: 'COMPATIBLE' }))
}
