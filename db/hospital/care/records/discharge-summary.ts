// The summary of a stay, drafted from its chart (CAR-24): what is written afterwards changes nothing in
// it, until somebody asks for it anew.

import type { Caller } from '../../../core/caller.ts'
import { dayIn } from '../../../core/clock.ts'
import { conflict } from '../../../core/refusal.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import { allergiesOf, medicinesAtDischarge } from '../../neighbours/medicines.ts'
import { pendingFor } from '../../neighbours/diagnostics.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { zoneOf } from '../../office/places/hours.ts'
import { admissionRecord, type Row as Admission } from '../wards/admissions/record.ts'
import type { Written } from './begin.ts'
import { clinicalRecord, isAuthor, type RecordRow } from './record.ts'
import { type Section, clinical_records } from './tables.ts'
import { open } from './writing.ts'

const signed_states = ['SIGNED', 'AMENDED'] as const

export async function draftSummary(
  caller: Caller,
  admission_id: string,
  { refresh = false }: { refresh?: boolean },
): Promise<Written> {
  await signerOf(caller)
  const stay = await admissionRecord.get(caller, admission_id)
  if (stay.admitted_at === null) {
    throw conflict(`Admission ${stay.number} is ${stay.status}: nothing of it can be summed up.`)
  }
  // Two who begin at once: the second finds what the first began.
  await patientRecord.locked(caller, stay.patient_id)
  const [known] = await summariesOf(caller, admission_id)
  if (known === undefined) {
    const sections = await sectionsOf(caller, stay)
    return open(caller, {
      patient_id: stay.patient_id,
      admission_id,
      kind: 'SUMMARY',
      title: `Discharge summary ${stay.number}`,
      sections,
    })
  }
  return { row: await again(caller, known, stay, refresh), warnings: [] }
}

/** Those that stand; what is signed in front of what is not. */
export async function summariesOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  admission_id: string,
): Promise<RecordRow[]> {
  return clinical_records.all(
    {
      hospital_id,
      admission_id,
      kind: 'SUMMARY',
      status: ['DRAFT', 'TO_COSIGN', ...signed_states],
    },
    { order: ['-signed_at', '-created_at', 'id'] },
  )
}

async function again(
  caller: Caller,
  known: RecordRow,
  stay: Admission,
  refresh: boolean,
): Promise<RecordRow> {
  if (known.status !== 'DRAFT') {
    throw conflict(`The summary of ${stay.number} is ${known.status}: amend it instead.`, 'state')
  }
  if (!isAuthor(caller, known)) {
    throw conflict(`${known.staff_name} is writing the summary of ${stay.number}.`, 'in_use')
  }
  if (!refresh) return known
  const before = await clinicalRecord.locked(caller, known.id)
  return clinicalRecord.changed(caller, before, 'refresh', {
    sections: await sectionsOf(caller, stay),
  })
}

async function sectionsOf(caller: Caller, stay: Admission): Promise<Section[]> {
  const { hospital_id } = caller
  const found = await clinical_records.all(
    { hospital_id, admission_id: stay.id, status: [...signed_states] },
    { order: ['occurred_at', 'id'] },
  )
  const zone = await zoneOf(caller, stay.facility_id)
  const day = (at: string): string => dayIn(zone, new Date(at))
  const of = (kind: RecordRow['kind']): RecordRow[] => found.filter((row) => row.kind === kind)
  const allergies = (await allergiesOf(caller, [stay.patient_id])).get(stay.patient_id) ?? []
  const pending =
    stay.visit_id === null ? [] : await pendingFor(caller, { visit_id: stay.visit_id })
  const medicines = await medicinesAtDischarge(caller, {
    patient_id: stay.patient_id,
    admission_id: stay.id,
  })
  return [
    section('reason', 'Reason for admission', [stay.reason]),
    section(
      'diagnoses',
      'Diagnoses',
      of('DIAGNOSIS')
        .filter(({ live }) => live)
        .toSorted((a, b) => order(a) - order(b))
        .map(diagnosisSaid),
    ),
    section(
      'procedures',
      'Procedures',
      of('PROCEDURE').map((row) => `${day(row.occurred_at)} ${row.title}`),
    ),
    section(
      'course',
      'Course',
      of('NOTE').map((row) => `${day(row.occurred_at)} ${row.title}: ${said(row)}`),
    ),
    section('medicines', 'Medicines', medicines),
    section(
      'allergies',
      'Allergies',
      allergies.map(({ substance }) => substance),
    ),
    section('condition', 'Condition at discharge', stay.condition === null ? [] : [stay.condition]),
    section('advice', 'Advice and warning signs', []),
    section('follow_up', 'Follow-up', followUp(stay)),
    section(
      'pending',
      'Results still to come',
      pending.map(({ reference }) => reference),
    ),
  ]
}

const longest = 8000

const section = (key: string, title: string, lines: readonly string[]): Section => ({
  key,
  title,
  text: lines
    .map((line) => `- ${line}`)
    .join('\n')
    .slice(0, longest)
    .toWellFormed(),
})

const order = ({ rank }: RecordRow): number =>
  rank === 'PRIMARY' ? 0 : rank === 'SECONDARY' ? 1 : 2

const diagnosisSaid = ({ title, code, rank, certainty }: RecordRow): string =>
  `${title}${code === null ? '' : ` (${code})`}, ${[rank, certainty]
    .filter((word) => word !== null)
    .join(', ')
    .toLowerCase()}`

const said = ({ body, sections }: RecordRow): string =>
  (body ?? (sections ?? []).map(({ text }) => text).join(' ')).slice(0, 1000).toWellFormed()

const followUp = ({ follow_up }: Admission): string[] =>
  follow_up === null ? [] : [[follow_up.date, follow_up.clinic].filter(Boolean).join(', ')]
