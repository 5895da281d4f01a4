// Blood is hung by two people (BLD-70, BLD-71, BLD-73): never by one, whatever gate, role or emergency.

import type { Caller } from '../../../../core/caller.ts'
import { clock, dayIn, hours, minutes, nextDay, timeIn } from '../../../../core/clock.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { conflict, invalid, type Refusal } from '../../../../core/refusal.ts'
import { consentFor, refusedOf } from '../../../care/consents/consents.ts'
import { gate } from '../../../desk/gates/gate.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { visitRecord } from '../../../desk/visits/rows.ts'
import { serviceDone } from '../../../money/billing/charges/service-done.ts'
import { mayPractise, staffOf } from '../../../neighbours/people.ts'
import { takeWitness, type Witness } from '../../../neighbours/stock.ts'
import { holders } from '../../../office/access/users/holders.ts'
import { record } from '../../../office/audit/record.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { inWords } from '../../../office/plans/days.ts'
import { unit_source } from '../charges.ts'
import type { Bites } from '../matching/decision.ts'
import { isCells } from '../matching/decision.ts'
import { shortenSamples } from '../requests/progress.ts'
import { goesTogether, requestRecord, type RequestRow } from '../requests/record.ts'
import { blood_crossmatches, blood_issues } from '../requests/tables.ts'
import { settingsOf } from '../settings/settings.ts'
import { unitCalled } from '../units/named.ts'
import { beginUnit, type UnitRow, unitRecord } from '../units/record.ts'
import { bedside_checks } from '../words.ts'
import { taskAfter } from './at-the-ward.ts'
import { nextDue } from './due.ts'
import { observationOf } from './observing.ts'
import { type TransfusionRow, transfusionRecord } from './record.ts'
import type { StartInput } from './shapes.ts'
import { blood_observations, blood_transfusions } from './tables.ts'

export interface Started {
  row: TransfusionRow
  warnings: GateResult[]
}

/**
 * BLD-70: a wristband that is not the unit's stops everything. Asked before the act, in a transaction of its
 * own, so that the near miss stands in the log and is told although the act is refused.
 */
export async function bandFits(caller: Caller, input: StartInput): Promise<boolean> {
  const unit = await unitCalled(caller, input.unit_number)
  if (unit.status !== 'ISSUED' || unit.patient_id === null) return true
  const { number } = await patientRecord.get(caller, unit.patient_id)
  const typed = capitals(input.patient_number.trim())
  if (number === typed) return true
  record(caller, 'transfusion.mismatch', {
    entity_type: 'blood_unit',
    entity_id: unit.id,
    entity_label: unit.number,
    patient_id: unit.patient_id,
    outcome: 'REFUSED',
    reason: `TRANSFUSION_MISMATCH: scanned ${typed}`,
  })
  for (const to of [{ permission: 'blood:issue' }, { role: 'nurse_in_charge' }]) {
    await notify(caller, {
      to,
      kind: 'blood.mismatch',
      title: `Unit ${unit.number} was at another bed`,
      body: 'It was not started: the wristband was of another patient.',
      entity: { type: 'blood_unit', id: unit.id },
    })
  }
  return false
}

export const wrongBand = (): Refusal =>
  conflict(
    'This unit was issued for another patient. Do not transfuse. Call the blood bank.',
    'wrong_patient',
  )

export async function start(caller: Caller, input: StartInput): Promise<Started> {
  const { unit, request } = await held(caller, input)
  const started_at = startOf(unit, input)
  await notExpired(caller, unit, started_at)
  await notFound(caller, unit)
  allChecked(input)
  const witness = await secondPerson(caller, input.witness_token)
  await mayHang(caller, witness)
  await runsAlone(caller, unit, request)
  const warnings = await passGates(caller, unit, request, started_at, input)
  const { hospital_id } = caller
  const issue = await blood_issues.find({ hospital_id, unit_id: unit.id, returned_at: null })
  if (issue === undefined) throw conflict(`Unit ${unit.number} was not issued.`, 'state')
  const alone = isCells(unit.family) && !goesTogether(request)
  const row = await transfusionRecord.created(
    caller,
    {
      facility_id: request.facility_id,
      unit_id: unit.id,
      unit_number: unit.number,
      component_code: unit.component_code,
      issue_id: issue.id,
      request_id: request.id,
      patient_id: request.patient_id,
      visit_id: request.visit_id,
      admission_id: request.admission_id,
      ward: request.location,
      alone_for_id: alone ? request.patient_id : null,
      started_at,
      started_by_id: caller.user_id,
      started_by_name: caller.name,
      witness_id: witness.user_id,
      witness_name: witness.name,
      next_due_at: nextDue({ status: 'RUNNING', started_at }, []),
      checks: input.checks,
      paper_ref: input.paper?.paper_ref ?? null,
      by_id: caller.user_id,
    },
    'start',
  )
  await unitRecord.moved(caller, unit, 'start')
  await shortenSamples(caller, request.patient_id)
  await taskAfter(caller, row, null)
  if (input.observation) {
    const settings = await settingsOf(caller)
    const first = observationOf(
      caller,
      settings,
      row,
      { ...input.observation, point: 'BEFORE' },
      null,
    )
    await blood_observations.insert(first)
  }
  await serviceDone(caller, unit_source, issue.id, { done_at: started_at })
  return { row, warnings }
}

/** Ruling 33: patient, visit, request, unit. */
async function held(
  caller: Caller,
  { unit_number }: StartInput,
): Promise<{ unit: UnitRow; request: RequestRow }> {
  const { id, patient_id, request_id } = await unitCalled(caller, unit_number)
  if (patient_id !== null) await patientRecord.locked(caller, patient_id)
  const request = request_id === null ? null : await requestRecord.get(caller, request_id)
  if (request !== null && request.visit_id !== null) {
    await visitRecord.locked(caller, request.visit_id)
  }
  const unit = await beginUnit(caller, id, 'start')
  if (request === null || unit.request_id !== request.id) throw wrongBand()
  return { unit, request }
}

const written_within = hours(24)

/** BLD-79: what was hung by paper is signed by both afterwards, and never by one. */
function startOf({ issued_at, number }: UnitRow, { paper }: StartInput): string {
  if (!paper) return clock.instant()
  const started_at = new Date(paper.started_at).toISOString()
  const field = 'paper.started_at'
  if (started_at > clock.instant()) throw invalid(field, 'is in the future.')
  if (clock.ms() - Date.parse(started_at) > written_within) {
    throw invalid(field, 'is more than 24 hours ago: both sign within a day.')
  }
  if (started_at < (issued_at ?? '')) throw invalid(field, `is before unit ${number} was issued.`)
  return started_at
}

async function notExpired(
  caller: Caller,
  { expires_at }: UnitRow,
  started_at: string,
): Promise<void> {
  if (expires_at > started_at) return
  const { timezone } = await hospitalOf(caller)
  const at = new Date(expires_at)
  const day = dayIn(timezone, at)
  const now = dayIn(timezone)
  const on = nextDay(day) === now ? 'yesterday' : day === now ? 'today' : `on ${inWords(day)}`
  throw conflict(`The unit expired at ${timeIn(timezone, at)} ${on}: return it.`, 'expired')
}

/** BLD-63: it went out before its cross-match, which says now that it does not fit. */
async function notFound(
  { hospital_id }: Caller,
  { id, patient_id, number }: UnitRow,
): Promise<void> {
  const found = await blood_crossmatches.find({
    hospital_id,
    unit_id: id,
    patient_id: patient_id ?? '',
    retrospective: true,
    result: 'INCOMPATIBLE',
  })
  if (found === undefined) return
  throw conflict(`Unit ${number} reacted in the cross-match: return it.`, 'incompatible')
}

const check_words: Record<(typeof bedside_checks)[number], string> = {
  patient_scanned: 'patient',
  unit_scanned: 'unit',
  name_asked: 'name',
  group_agrees: 'group',
  expiry_ok: 'expiry',
  bag_ok: 'bag',
  consent_ok: 'consent',
}

function allChecked({ checks }: StartInput): void {
  const failed = bedside_checks.find((one) => !checks[one])
  if (failed === undefined) return
  throw conflict(`The ${check_words[failed]} check failed: return the unit.`, 'check')
}

async function secondPerson(caller: Caller, token: string | null | undefined): Promise<Witness> {
  const witness = await takeWitness(caller, token ?? '', 'TRANSFUSION')
  if (witness === null || witness.user_id === caller.user_id || caller.user_id === null) {
    throw conflict('The witness must be another person.', 'witness')
  }
  const may = await holders(caller, 'transfusion:witness')
  if (!may.includes(witness.user_id)) {
    throw conflict(`${witness.name} may not witness a transfusion.`, 'witness')
  }
  return witness
}

/** Ruling 28: of a bedside check of blood no licence is waved through. */
async function mayHang(caller: Caller, witness: Witness): Promise<void> {
  const own = await staffOf(caller)
  if (own && witness.staff_id === own.staff_id) {
    throw conflict('The witness must be another person.', 'witness')
  }
  const on = await today(caller)
  for (const staff_id of [own?.staff_id, witness.staff_id]) {
    if (!staff_id) continue
    const { answer, message } = await mayPractise(caller, staff_id, on, { always: true })
    if (answer !== 'BLOCK') continue
    const said = message ?? 'A practising licence has expired.'
    throw conflict(
      staff_id === witness.staff_id ? `${witness.name}'s ${said.replace(/^Your /, '')}` : said,
      'licence',
    )
  }
}

async function runsAlone(caller: Caller, unit: UnitRow, request: RequestRow): Promise<void> {
  if (!isCells(unit.family) || goesTogether(request)) return
  const { hospital_id } = caller
  const other = await blood_transfusions.find({
    hospital_id,
    alone_for_id: request.patient_id,
    status: 'RUNNING',
  })
  if (other === undefined) return
  const { timezone } = await hospitalOf(caller)
  const since = timeIn(timezone, new Date(other.started_at))
  throw conflict(`Unit ${other.unit_number} is still running (since ${since}).`, 'running')
}

const fresh_minutes = 30

async function passGates(
  caller: Caller,
  unit: UnitRow,
  request: RequestRow,
  started_at: string,
  input: StartInput,
): Promise<GateResult[]> {
  const { patient_id } = request
  const asked = { patient_id, kind: 'TRANSFUSION' } as const
  const refused = await refusedOf(caller, asked)
  const given = await consentFor(caller, asked)
  const { start_minutes } = await settingsOf(caller)
  const began = Date.parse(started_at)
  const out = began - Date.parse(unit.issued_at ?? started_at)
  const late = out > minutes(start_minutes) && unit.container !== 'COOL_BOX'
  const seen = input.observation?.at ?? (input.observation ? clock.instant() : null)
  // What was measured while it ran already is no observation before it.
  const after = Boolean(input.paper) && seen !== null && Date.parse(seen) > began
  const stale = seen === null || after || began - Date.parse(seen) > minutes(fresh_minutes)
  const by_gate: Bites = {
    BLD_REFUSED: refused === null ? [] : [{ what: 'The patient refuses blood.' }],
    BLD_CONSENT: given === null && refused === null ? [{ what: 'No consent is on record.' }] : [],
    BLD_VITALS: stale ? [{ what: `No observation of the last ${fresh_minutes} minutes.` }] : [],
    BLD_LATE_START: late ? [{ what: `Issued ${Math.floor(out / 60_000)} minutes ago.` }] : [],
  }
  return gate(caller, {
    action: 'transfusion.start',
    subject: { patient_id, by_gate },
    emergency: unit.emergency,
    overrides: input.overrides ?? [],
    entity: { type: 'blood_unit', id: unit.id, patient_id, visit_id: request.visit_id },
  })
}
