// An operation is asked for and changed while it may be (A.3 request, A.5 PATCH).

import { type Caller, can } from '../../../../core/caller.ts'
import { conflict, invalid, notPermitted } from '../../../../core/refusal.ts'
import { madeBefore } from '../../../../store/made-before.ts'
import { writable } from '../../../desk/patients/rows.ts'
import { openVisitRow } from '../../../desk/visits/moves/open.ts'
import { liveOf } from '../../../care/wards/admissions/record.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { actTime } from '../../parts/acts.ts'
import { uncharged, chargeProcedures } from '../charging.ts'
import { nameOfStaff } from '../people.ts'
import { cardOf } from '../settings/tables-of-theatre.ts'
import { rearranged } from './booking.ts'
import { caseRecord, type CaseRow, held, mustNotWait, team_of_case } from './record.ts'
import type { CaseChange, CaseInput } from './shapes.ts'
import { theatre_cases } from './tables.ts'
import { leadOf, teamRead, withLead } from './team.ts'
import { mustBeOfPatient, needsRead, primaryOf, proceduresRead, said } from './wanted.ts'

const shipped_minutes = 60

interface Of {
  asked_by?: string
  asked_id?: string
}

export async function request(caller: Caller, input: CaseInput, of: Of = {}): Promise<CaseRow> {
  if (await madeBefore(caller, theatre_cases, input.id)) return already(caller, input)
  const signer = await signerOf(caller)
  const patient = await writable(caller, input.patient_id)
  const wanted = await wantedOf(caller, input)
  await mustBeOfPatient(caller, patient.id, input)
  const surgeon = { staff_id: input.surgeon_id, name: await nameOfStaff(caller, input.surgeon_id) }
  const team = withLead(await teamRead(caller, input.team ?? []), 'SURGEON', surgeon)
  const place = await placeOf(caller, patient.id, input)
  const urgency = input.urgency ?? 'ELECTIVE'
  const row = {
    ...(input.id === undefined ? {} : { id: input.id }),
    ...wanted,
    ...place,
    ...of,
    patient_id: patient.id,
    patient_number: patient.number,
    urgency,
    decision_at: decisionOf(urgency, input.decision_at, patient),
    diagnosis: input.diagnosis,
    surgeon_id: surgeon.staff_id,
    surgeon_name: surgeon.name,
    anaesthesia_planned: input.anaesthesia_planned ?? null,
    wanted_on: input.wanted_on ?? null,
    wanted_before: input.wanted_before ?? null,
    appointment_id: input.appointment_id ?? null,
    labour_id: input.labour_id ?? null,
    requested_by_name: signer.name.slice(0, 160),
    staff_id: signer.staff_id,
    by_id: caller.user_id,
  }
  await mustNotWait(caller, row as unknown as CaseRow)
  const made = await caseRecord.created(caller, row, 'request')
  await team_of_case.add(caller, made.id, team)
  if (urgency === 'EMERGENCY') await tellEmergency(caller, made)
  return made
}

async function already(caller: Caller, { id, patient_id }: CaseInput): Promise<CaseRow> {
  const { hospital_id } = caller
  const found = await theatre_cases.find({ hospital_id, id, patient_id })
  if (found === undefined) throw conflict('This id is already in use.')
  return found
}

/** What the procedure's card says holds where nobody says more. */
async function wantedOf(caller: Caller, input: CaseInput) {
  const procedures = proceduresRead(input.procedures)
  const primary = primaryOf(procedures)
  const card = await cardOf(caller, primary.code)
  return {
    procedures,
    primary_code: primary.code,
    primary_side: primary.side,
    title: said(primary).slice(0, 200),
    estimated_minutes: input.estimated_minutes ?? card?.minutes ?? shipped_minutes,
    blood: input.blood ?? null,
    needs: needsRead({
      ...input.needs,
      equipment: input.needs?.equipment ?? card?.equipment ?? [],
      required_tests: input.needs?.required_tests ?? card?.required_tests ?? [],
      prophylaxis: input.needs?.prophylaxis ?? card?.prophylaxis ?? false,
    }),
  }
}

/** Where the patient is, where nobody says so; a wish to operate needs no visit yet. */
async function placeOf(caller: Caller, patient_id: string, input: CaseInput) {
  const stay = await liveOf(caller, patient_id)
  const visit = await openVisitRow(caller, patient_id)
  const facility_id = caller.facility_id ?? stay?.facility_id ?? visit?.facility_id
  if (facility_id === undefined) throw invalid('facility_id', 'is required.')
  const admission_id = input.admission_id ?? (stay?.facility_id === facility_id ? stay.id : null)
  const visit_id = input.visit_id ?? stay?.visit_id ?? visit?.id ?? null
  return { facility_id, admission_id, visit_id, department: null }
}

function decisionOf(
  urgency: CaseRow['urgency'],
  typed: string | null | undefined,
  patient: Parameters<typeof actTime>[1],
): string | null {
  if (typed) return actTime(typed, patient, { field: 'decision_at', late_reason: 'told' })
  if (urgency === 'EMERGENCY') throw invalid('decision_at', 'is required with EMERGENCY.')
  return null
}

const tellEmergency = (caller: Caller, { id, number, title }: CaseRow) =>
  notify(caller, {
    to: { permission: 'theatre:book', facility_id: caller.facility_id },
    kind: 'theatre.emergency',
    title: `Emergency for theatre: ${number}`,
    body: `${title}. Find a room and a team.`,
    entity: { type: 'theatre_case', id },
  })

const changeable: readonly CaseRow['status'][] = ['REQUESTED', 'SCHEDULED', 'SENT', 'RECEIVED']

export async function change(caller: Caller, id: string, input: CaseChange): Promise<CaseRow> {
  await signerOf(caller)
  const { row: before, patient } = await held(caller, id)
  await mayChange(caller, before, input)
  await mustBeOfPatient(caller, before.patient_id, input)
  const surgeon =
    input.surgeon_id === undefined
      ? null
      : { staff_id: input.surgeon_id, name: await nameOfStaff(caller, input.surgeon_id) }
  const urgency = input.urgency ?? before.urgency
  const changes: Partial<CaseRow> = {
    ...(input.procedures === undefined ? {} : proceduresOf(input.procedures)),
    ...plain(input),
    ...(surgeon === null ? {} : { surgeon_id: surgeon.staff_id, surgeon_name: surgeon.name }),
    ...(input.needs === undefined ? {} : { needs: needsRead(input.needs, before.needs) }),
    urgency,
    decision_at: decisionOf(
      urgency,
      input.decision_at === undefined ? before.decision_at : input.decision_at,
      patient,
    ),
  }
  if (input.procedures !== undefined) await mustNotWait(caller, { ...before, ...changes })
  const row = await caseRecord.changed(caller, before, 'change', changes, input.reason ?? null)
  await teamOf(caller, row, input, surgeon)
  return followed(caller, before, row, input)
}

async function mayChange(caller: Caller, row: CaseRow, input: CaseChange): Promise<void> {
  const { team, reason, ...rest } = input
  if (team !== undefined && !can(caller, 'theatre:book') && !(await leads(caller, row))) {
    throw notPermitted('theatre:book')
  }
  if (Object.keys(rest).length === 0) return
  if (!changeable.includes(row.status)) {
    throw conflict(`Case ${row.number} is ${row.status}: only its team can change.`, 'state')
  }
  if (input.procedures === undefined) return
  if (row.status !== 'REQUESTED' && row.status !== 'SCHEDULED') {
    throw conflict(`Case ${row.number} is ${row.status}: its procedures stand.`, 'state')
  }
  if (row.status === 'SCHEDULED' && !reason) {
    throw invalid('reason', 'is required: the case is on a list.')
  }
}

async function leads(caller: Caller, row: CaseRow): Promise<boolean> {
  const { staff_id } = await signerOf(caller)
  const team = await team_of_case.of(caller, row.id)
  return team.some((one) => one.lead && one.staff_id === staff_id)
}

function proceduresOf(input: NonNullable<CaseChange['procedures']>): Partial<CaseRow> {
  const procedures = proceduresRead(input)
  const primary = primaryOf(procedures)
  return {
    procedures,
    primary_code: primary.code,
    primary_side: primary.side,
    title: said(primary).slice(0, 200),
  }
}

const plain = (input: CaseChange): Partial<CaseRow> => ({
  ...picked(input, 'diagnosis', 'estimated_minutes', 'anaesthesia_planned', 'blood'),
  ...picked(input, 'wanted_on', 'wanted_before', 'visit_id', 'admission_id'),
  ...picked(input, 'appointment_id', 'labour_id'),
})

const picked = <K extends keyof CaseChange & keyof CaseRow>(
  input: CaseChange,
  ...names: K[]
): Partial<CaseRow> =>
  Object.fromEntries(
    names.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]),
  )

async function teamOf(
  caller: Caller,
  row: CaseRow,
  { team }: CaseChange,
  surgeon: { staff_id: string; name: string } | null,
): Promise<void> {
  if (team === undefined && surgeon === null) return
  const read =
    team === undefined ? await team_of_case.of(caller, row.id) : await teamRead(caller, team)
  const members = read.map(({ staff_id, name, role, lead, supervising, from_at, to_at }) => ({
    staff_id,
    name,
    role,
    lead,
    supervising,
    from_at,
    to_at,
  }))
  const lead = surgeon ??
    leadOf(members, 'SURGEON') ?? { staff_id: row.surgeon_id, name: row.surgeon_name }
  await team_of_case.replace(
    caller,
    row.id,
    withLead(members, 'SURGEON', { staff_id: lead.staff_id, name: lead.name }),
  )
}

/** What was charged and planned follows what is asked for now. */
async function followed(
  caller: Caller,
  before: CaseRow,
  row: CaseRow,
  input: CaseChange,
): Promise<CaseRow> {
  if (row.status !== 'SCHEDULED') return row
  if (input.procedures !== undefined) {
    const gone = await uncharged(caller, before, input.reason ?? 'Changed', row.procedures)
    return (await chargeProcedures(caller, gone)).row
  }
  if (input.estimated_minutes !== undefined) await rearranged(caller, row)
  return caseRecord.get(caller, row.id)
}
