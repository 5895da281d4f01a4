// What is to be done for a patient, once or again and again (3.6; CAR-122, CAR-125, CAR-126, CAR-213).

import { type Caller, can } from '../../../core/caller.ts'
import { clock, hours, minutes } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import { conflict, invalid, noSuch, notPermitted } from '../../../core/refusal.ts'
import { attempt } from '../../../store/connection.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { madeBefore } from '../../../store/made-before.ts'
import { type Row as Patient, patientRecord, writable } from '../../desk/patients/rows.ts'
import { joinTeam } from '../../desk/visits/moves/events.ts'
import { openVisitRow } from '../../desk/visits/moves/open.ts'
import { mustBeStaff } from '../../desk/visits/staff.ts'
import { latestVitals, vitalSetRecord } from '../../desk/vitals/vitals.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { admissionRecord, liveOf } from '../wards/admissions/record.ts'
import { occurredAt } from '../records/place.ts'
import type { CompleteInput, TaskInput } from './shapes.ts'
import { nursing_tasks } from './tables.ts'
import { type TaskRow, taskRecord } from './task-record.ts'

interface Asked extends TaskInput {
  source?: string
  source_id?: string
}

export async function open(caller: Caller, input: Asked): Promise<TaskRow> {
  if (await madeBefore(caller, nursing_tasks, input.id)) return already(caller, input)
  const signer = await signerOf(caller)
  const patient = await writable(caller, input.patient_id)
  const place = await placeOf(caller, patient, input)
  if (input.assigned_to_id) await mustBeStaff(caller, input.assigned_to_id)
  const id = input.id ?? newId()
  const row = await taskRecord.created(
    caller,
    {
      id,
      ...place,
      ...timesOf(input, patient),
      patient_id: patient.id,
      task: input.task,
      category: input.category ?? 'OTHER',
      instructions: input.instructions || null,
      priority: input.priority ?? 'ROUTINE',
      mandatory: input.mandatory ?? false,
      gates: [...new Set(input.gates ?? [])],
      vitals: input.vitals ?? false,
      assigned_to_id: input.assigned_to_id ?? null,
      role: input.role || null,
      series_id: id,
      source: input.source ?? 'MANUAL',
      source_id: input.source_id ?? null,
      staff_id: signer.staff_id,
      staff_name: signer.name.slice(0, 160),
      by_id: caller.user_id,
    },
    'ask',
  )
  if (place.visit_id !== null) await joinTeam(caller, place.visit_id)
  return row
}

async function already(caller: Caller, { id, patient_id }: Asked): Promise<TaskRow> {
  const { hospital_id } = caller
  const found = await nursing_tasks.find({ hospital_id, id, patient_id })
  if (found === undefined) throw conflict('This id is already in use.')
  return found
}

/** The stay that was named, else the one that goes on, else the open visit; a task needs none. */
async function placeOf(caller: Caller, { id: patient_id }: Patient, { admission_id }: Asked) {
  const stay = admission_id
    ? await admissionRecord.get(caller, admission_id)
    : await liveOf(caller, patient_id)
  if (stay !== undefined) {
    if (stay.patient_id !== patient_id) {
      throw invalid('admission_id', 'is not an admission of this patient.')
    }
    if (stay.left_at !== null) throw conflict(`Admission ${stay.number} has ended.`, 'closed')
    return { facility_id: stay.facility_id, visit_id: stay.visit_id, admission_id: stay.id }
  }
  const visit = await openVisitRow(caller, patient_id)
  return {
    facility_id: visit?.facility_id ?? caller.facility_id,
    visit_id: visit?.id ?? null,
    admission_id: null,
  }
}

function timesOf(input: Asked, { birth_date }: Patient) {
  const { every_hours, every_minutes } = input
  if (every_hours && every_minutes)
    throw invalid('every_minutes', 'and every_hours are one too many.')
  const every = every_minutes ?? (every_hours ? every_hours * 60 : null)
  if (every === null && (input.ends_at || input.max_times)) {
    throw invalid('every_hours', 'is required with an end of the series.')
  }
  const due_at = input.due_at ? new Date(input.due_at).toISOString() : clock.instant()
  if (birth_date !== null && Date.parse(due_at) < Date.parse(birth_date) - hours(24)) {
    throw invalid('due_at', 'is before the patient was born.')
  }
  const ends_at = input.ends_at ? new Date(input.ends_at).toISOString() : null
  if (ends_at !== null && ends_at < due_at) throw invalid('ends_at', 'is before due_at.')
  return { due_at, every_minutes: every, ends_at, max_times: input.max_times ?? null }
}

/** CAR-213: for whoever asks; once for a source and its id. */
export async function addTask(
  caller: Caller,
  asked: {
    patient_id: string
    task: string
    category?: string
    due_at?: string
    instructions?: string
    source: string
    source_id: string
  },
): Promise<{ id: string }> {
  const { hospital_id } = caller
  const { source, source_id } = asked
  const known = await nursing_tasks.find({ hospital_id, source, source_id })
  if (known !== undefined) return known
  try {
    return await attempt(() =>
      open(caller, {
        ...asked,
        task: asked.task.slice(0, 200).toWellFormed(),
        category: 'OTHER',
      } as Asked),
    )
  } catch (error) {
    const other = isTaken(error, 'source_id')
      ? await nursing_tasks.find({ hospital_id, source, source_id })
      : undefined
    if (other === undefined) throw error
    return other
  }
}

/** CAR-213: what it was asked for did not happen. */
export async function dropTaskFor(
  caller: Caller,
  asked: { patient_id: string; source: string; begins: string; reason: string },
): Promise<void> {
  for (const { id } of await openOnesFor(caller, asked)) {
    const before = await taskRecord.locked(caller, id)
    if (!isOpen(before)) continue
    await taskRecord.moved(caller, before, 'cancel', {}, asked.reason)
  }
}

const isOpen = ({ status }: TaskRow): boolean => status === 'OPEN' || status === 'IN_PROGRESS'

async function openOnesFor(
  { hospital_id }: Caller,
  { patient_id, source, begins }: { patient_id: string; source: string; begins: string },
): Promise<TaskRow[]> {
  const open = await nursing_tasks.all(
    { hospital_id, patient_id, source, status: ['OPEN', 'IN_PROGRESS'] },
    { order: ['id'] },
  )
  return open.filter(({ source_id }) => source_id?.startsWith(begins))
}

/** CAR-213: whoever asked says that it is done; its tasks bear ids of that source that begin so. */
export async function completeTaskFor(
  caller: Caller,
  asked: { patient_id: string; source: string; begins: string },
): Promise<void> {
  for (const { id } of await openOnesFor(caller, asked)) await complete(caller, id, {})
}

/** The patient is locked before the task (one order of locks). */
async function begun(
  caller: Caller,
  id: string,
  move: 'start' | 'complete' | 'miss' | 'cancel',
): Promise<{ before: TaskRow; patient: Patient; name: string }> {
  const { name } = await signerOf(caller)
  const { patient_id } = await taskRecord.get(caller, id)
  const patient = await patientRecord.locked(caller, patient_id)
  return { before: await taskRecord.begin(caller, id, move), patient, name }
}

export async function start(caller: Caller, id: string): Promise<TaskRow> {
  const { before } = await begun(caller, id, 'start')
  const { staff_id } = await signerOf(caller)
  return taskRecord.moved(caller, before, 'start', {
    assigned_to_id: staff_id ?? before.assigned_to_id,
  })
}

export interface Ended {
  row: TaskRow
  next: TaskRow | null
}

export async function complete(caller: Caller, id: string, input: CompleteInput): Promise<Ended> {
  const { before, patient, name } = await begun(caller, id, 'complete')
  const done_at = occurredAt(input.done_at, patient, { field: 'done_at' })
  const vitals_id = before.vitals ? await vitalsFor(caller, before, input) : null
  if (before.status === 'MISSED' && !input.late_reason) {
    throw invalid('late_reason', 'is required: this task was missed.')
  }
  const row = await taskRecord.moved(
    caller,
    before,
    'complete',
    {
      outcome: input.outcome || null,
      done_at,
      done_by_name: name.slice(0, 160),
      vitals_id,
      late_reason: input.late_reason || null,
    },
    input.late_reason || null,
  )
  return { row, next: await nextOf(caller, row) }
}

const fresh_vitals_ms = minutes(15)

/** CAR-125. */
async function vitalsFor(
  caller: Caller,
  { patient_id }: TaskRow,
  { vitals_id }: CompleteInput,
): Promise<string> {
  if (vitals_id) {
    const set = await vitalSetRecord.get(caller, vitals_id)
    if (set.patient_id !== patient_id) throw noSuch('set of vitals')
    if (clock.ms() - Date.parse(set.taken_at) <= fresh_vitals_ms) return set.id
  } else {
    const [last] = await latestVitals(caller, patient_id, { max_age_hours: 0.25 })
    if (last !== undefined) return last.vitals_id
  }
  throw conflict('Record the vital signs first.', 'vitals')
}

export async function miss(caller: Caller, id: string, reason: string): Promise<Ended> {
  const { before } = await begun(caller, id, 'miss')
  const row = await taskRecord.moved(caller, before, 'miss', { miss_reason: reason }, reason)
  return { row, next: await nextOf(caller, row) }
}

export async function cancel(
  caller: Caller,
  id: string,
  { reason, series = false }: { reason: string; series?: boolean },
): Promise<TaskRow> {
  const { before } = await begun(caller, id, 'cancel')
  if (before.mandatory && !can(caller, 'task:override')) throw notPermitted('task:override')
  const row = await taskRecord.moved(caller, before, 'cancel', {}, reason)
  if (!series) await nextOf(caller, row)
  return row
}

/**
 * CAR-122: the first multiple of the interval after it was due that lies in the future, so that who
 * comes late does not shift the series.
 */
export async function nextOf(caller: Caller, done: TaskRow): Promise<TaskRow | null> {
  const due_at = nextDue(done)
  if (due_at === null || !(await goesOn(caller, done))) return null
  const { id: _id, version: _version, created_at: _at, updated_at: _then, ...same } = done
  return taskRecord.created(
    caller,
    {
      ...same,
      due_at,
      status: 'OPEN',
      sequence: done.sequence + 1,
      outcome: null,
      done_at: null,
      done_by_name: null,
      vitals_id: null,
      late_reason: null,
      miss_reason: null,
    },
    'again',
  )
}

export function nextDue({ due_at, every_minutes, ends_at, max_times, sequence }: TaskRow) {
  if (every_minutes === null || (max_times !== null && sequence >= max_times)) return null
  const step = minutes(every_minutes)
  const past = clock.ms() - Date.parse(due_at)
  const steps = Math.max(1, Math.floor(past / step) + 1)
  const next = new Date(Date.parse(due_at) + steps * step).toISOString()
  return ends_at !== null && next > ends_at ? null : next
}

/** Not of who died or left, and never a second one that waits. */
async function goesOn(
  caller: Caller,
  { series_id, sequence, admission_id, patient_id }: TaskRow,
): Promise<boolean> {
  const { hospital_id } = caller
  const later = await nursing_tasks.find({ hospital_id, series_id, sequence: sequence + 1 })
  if (later !== undefined) return false
  const { status } = await patientRecord.get(caller, patient_id)
  if (status === 'DECEASED' || status === 'MERGED') return false
  if (admission_id === null) return true
  const { clinically_at } = await admissionRecord.get(caller, admission_id)
  return clinically_at === null
}

/** Of a stay or a patient: nobody waits for anything any more (3.7, PAT-24). */
export async function endAll(
  caller: Caller,
  where: { admission_id: string } | { patient_id: string },
  reason: string,
): Promise<TaskRow[]> {
  const { hospital_id } = caller
  const open_ones = await nursing_tasks.all(
    { hospital_id, ...where, status: ['OPEN', 'IN_PROGRESS'] },
    { order: ['id'] },
  )
  for (const one of open_ones) {
    const before = await taskRecord.locked(caller, one.id)
    if (!isOpen(before)) continue
    await taskRecord.moved(caller, before, 'cancel', {}, reason)
  }
  return open_ones
}
