// Out of the house: with a gate pass, without a word, or as a body (3.7 leave, abscond, body moved).

import type { Caller } from '../../../../core/caller.ts'
import { clock, hours } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import type { Row as Patient } from '../../../desk/patients/rows.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { closeVisit } from '../../../desk/visits/moves/close.ts'
import { isOpen, visitRecord } from '../../../desk/visits/rows.ts'
import type { Outcome } from '../../../desk/visits/words.ts'
import { momentOf } from '../../../desk/vitals/read-input.ts'
import { admissionClosed } from '../../../money/billing/charges/stays.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { tell } from '../../../neighbours/telling.ts'
import { clinicalOf } from '../../clinical/settings.ts'
import { wardRecord } from '../places/wards.ts'
import { openStay, riseFrom, vacate } from '../stays/beds-held.ts'
import { notInTheatre } from './in-theatre.ts'
import { begun, begunAfterAll } from './begin.ts'
import { afterAdmission, endWork } from './discharge.ts'
import { admissionRecord, type Row } from './record.ts'
import type { AbscondInput, BodyInput, LeaveInput } from './shapes.ts'

const visit_outcomes: Readonly<Record<NonNullable<Row['outcome']>, Outcome>> = {
  HOME: 'TREATED',
  REFERRED: 'REFERRED',
  TRANSFERRED: 'REFERRED',
  AGAINST_ADVICE: 'LEFT_AGAINST_ADVICE',
  ABSCONDED: 'ABSCONDED',
  DIED: 'DIED',
}

export async function leave(caller: Caller, id: string, input: LeaveInput): Promise<Row> {
  const { before, patient } = await begunAfterAll(caller, id, 'leave')
  await notInTheatre(caller, patient)
  const left_at = momentOf('left_at', input.left_at, patient.birth_date, 'told')
  if (before.clinically_at !== null && left_at < before.clinically_at) {
    throw invalid('left_at', 'is before the clinical discharge.')
  }
  if (before.outcome === 'DIED' && before.body_moved_at === null) {
    throw conflict('The body is still in the ward: say first where it was moved.')
  }
  const row = await admissionRecord.moved(caller, before, 'leave', {
    left_at,
    left_with: input.left_with ?? null,
    left_by: input.transport ?? null,
  })
  const stay = await openStay(caller, id)
  if (stay !== undefined) await riseFrom(caller, stay, left_at, 'LEFT')
  await closeVisitOf(caller, row)
  return row
}

/** A death has closed it already. */
async function closeVisitOf(caller: Caller, { visit_id, outcome, number }: Row): Promise<void> {
  if (visit_id === null) return
  const visit = await visitRecord.locked(caller, visit_id)
  if (!isOpen(visit)) return
  await closeVisit(caller, { visit_id, outcome: visit_outcomes[outcome ?? 'HOME'], note: number })
}

/** CAR-160: the moment of leaving is when somebody was seen last. */
export async function abscond(caller: Caller, id: string, input: AbscondInput): Promise<Row> {
  await signerOf(caller)
  const { before, patient } = await begun(caller, id, 'abscond')
  const left_at = momentOf('last_seen_at', input.last_seen_at, patient.birth_date, 'told')
  afterAdmission('last_seen_at', left_at, before)
  const { absent_hours } = await clinicalOf(caller)
  const gone = clock.ms() - Date.parse(left_at)
  if (input.now !== true && gone < hours(absent_hours)) {
    const since = Math.floor(gone / hours(1))
    throw conflict(
      `Seen ${since} ${since === 1 ? 'hour' : 'hours'} ago: it takes ${absent_hours}, or now with a reason.`,
    )
  }
  const note = `Searched: ${input.searched.where}, by ${input.searched.by}`
  const row = await admissionRecord.moved(
    caller,
    before,
    'abscond',
    {
      outcome: 'ABSCONDED',
      clinically_at: before.clinically_at ?? left_at,
      left_at,
      discharge_note: [before.discharge_note, note]
        .filter(Boolean)
        .join('\n')
        .slice(0, 2000)
        .toWellFormed(),
    },
    input.reason,
  )
  await endWork(caller, row, 'Absconded')
  const stay = await openStay(caller, id)
  if (stay !== undefined) await riseFrom(caller, stay, left_at, 'ABSCONDED')
  await closeVisitOf(caller, row)
  await admissionClosed(caller, id)
  await tellAbsconded(caller, row, patient)
  return row
}

const of_age = 18

/** Welfare hears of the debt; of those who cannot look after themselves the in-charge as well. */
async function tellAbsconded(caller: Caller, row: Row, patient: Patient): Promise<void> {
  const ward = row.ward_id === null ? null : await wardRecord.get(caller, row.ward_id)
  const years = Number(clock.instant().slice(0, 4)) - Number(patient.birth_date.slice(0, 4))
  const at_risk =
    years < of_age || ward?.kind === 'PSYCHIATRIC' || patient.sensitivity === 'RESTRICTED'
  for (const role of at_risk ? ['welfare', 'nurse_in_charge'] : ['welfare']) {
    await tell(caller, {
      to: { role },
      kind: at_risk ? 'admission.missing' : 'admission.absconded',
      title: 'A patient has left the ward without a word',
      body: `${row.number}${ward === null ? '' : ` of ${ward.name}`}.`,
      entity: { type: 'admission', id: row.id },
    })
  }
}

export async function bodyMoved(caller: Caller, id: string, input: BodyInput): Promise<Row> {
  const { patient_id } = await admissionRecord.get(caller, id)
  const patient = await patientRecord.locked(caller, patient_id)
  const before = await admissionRecord.locked(caller, id)
  if (before.outcome !== 'DIED') {
    throw conflict(`No death is recorded on admission ${before.number}.`)
  }
  if (before.body_moved_at !== null) throw conflict('The body was moved already.')
  const body_moved_at = momentOf('moved_at', input.moved_at, patient.birth_date, 'told')
  if (before.clinically_at !== null && body_moved_at < before.clinically_at) {
    throw invalid('moved_at', 'is before the death.')
  }
  const row = await admissionRecord.changed(caller, before, 'body_moved', {
    body_moved_at,
    body_moved_to: input.to,
    body_received_by: input.received_by ?? null,
  })
  if (row.bed_id !== null) await vacate(caller, row.bed_id)
  return row
}

/** The mortuary has it now: the bed is free, where nobody on the ward has said so yet. */
export async function bodyLeftWard(
  caller: Caller,
  id: string,
  { at, to }: { at: string; to: string },
): Promise<void> {
  const before = await admissionRecord.locked(caller, id)
  if (before.outcome !== 'DIED' || before.body_moved_at !== null) return
  const row = await admissionRecord.changed(caller, before, 'body_moved', {
    body_moved_at: at,
    body_moved_to: to,
    body_received_by: caller.name,
  })
  if (row.bed_id !== null) await vacate(caller, row.bed_id)
}
