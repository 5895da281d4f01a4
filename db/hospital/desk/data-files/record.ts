// A copy of one patient's record (PAT-35, POR-20): asked for here, made by a job, there for seven days.

import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Caller } from '../../../core/caller.ts'
import { clock, days, dayIn, instantIn } from '../../../core/clock.ts'
import { conflict, noSuch } from '../../../core/refusal.ts'
import { row, rows, within } from '../../../store/connection.ts'
import { recordOf } from '../../../store/record-of.ts'
import { sql } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { record } from '../../office/audit/record.ts'
import * as files from '../../office/exports/files.ts'
import { export_life } from '../../office/exports/words.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { enqueue } from '../../office/jobs/jobs.ts'
import { patientRecord, type Row as Patient } from '../patients/rows.ts'
import type { DataFile } from './shapes.ts'
import { patient_exports } from './tables.ts'

export type DataFileRow = RowOf<(typeof patient_exports)['columns']>
const records = recordOf(patient_exports, 'export')

export const kept_days = 7

/** Those that the house made for a person; a person's own are the portal's. */
export async function staffFile(caller: Caller, id: string): Promise<DataFileRow> {
  const found = await records.get(caller, id)
  if (found.source !== 'STAFF') throw noSuch('export')
  return found
}

/** PAT-35: one at a time; whoever asks says for what. */
export async function askFor(
  caller: Caller,
  patient_id: string,
  reason: string,
): Promise<DataFile> {
  const patient = await patientRecord.locked(caller, patient_id)
  const running = await row<{ id: string }>(
    sql`select id from patient_exports where hospital_id = ${caller.hospital_id}
      and patient_id = ${patient_id} and source = 'STAFF' and status in ('QUEUED', 'RUNNING')
      limit 1`,
  )
  if (running !== undefined) throw conflict('A copy of this record is being made already.')
  return made(caller, patient, 'STAFF', reason)
}

/** POR-20: the patient's own, once a week. */
export async function askForOwn(caller: Caller, patient_id: string): Promise<DataFile> {
  const patient = await patientRecord.locked(caller, patient_id)
  const last = await row<{ asked_at: string }>(
    sql`select asked_at from patient_exports where hospital_id = ${caller.hospital_id}
      and patient_id = ${patient_id} and source = 'PATIENT' and status <> 'FAILED'
      and asked_at > ${instantIn(-days(kept_days))} order by asked_at desc limit 1`,
  )
  if (last !== undefined) {
    const { timezone } = await hospitalOf(caller)
    const asked = dayIn(timezone, new Date(last.asked_at))
    const again = dayIn(timezone, new Date(Date.parse(last.asked_at) + days(kept_days)))
    throw conflict(`You asked for a copy on ${asked}. Ask again from ${again}.`, 'asked_already')
  }
  return made(caller, patient, 'PATIENT', null)
}

async function made(
  caller: Caller,
  patient: Patient,
  source: DataFileRow['source'],
  reason: string | null,
): Promise<DataFile> {
  const { timezone } = await hospitalOf(caller)
  const file = await patient_exports.insert({
    hospital_id: caller.hospital_id,
    patient_id: patient.id,
    source,
    reason,
    status: 'QUEUED',
    file_name: `record-${patient.number}-${dayIn(timezone)}.zip`,
    asked_at: clock.instant(),
    expires_at: instantIn(days(kept_days)),
    requested_by_id: caller.user_id,
    requested_by_name: caller.name,
  })
  await enqueue(caller, { kind: 'patient_data_file', input: { patient_export_id: file.id } })
  note(caller, 'patient_export.create', file, { reason })
  return file
}

function note(
  caller: Caller,
  action: string,
  file: DataFileRow,
  { reason = null, sha256 }: { reason?: string | null; sha256?: string | null } = {},
): void {
  record(caller, action, {
    entity_type: 'patient_export',
    entity_id: file.id,
    entity_label: file.file_name,
    patient_id: file.patient_id,
    to_state: file.status,
    reason,
    ...(sha256 === undefined ? {} : { query: { sha256 } }),
  })
}

export interface Taken {
  file_name: string
  size: number
  bytes: Readable
}

/** Each time it is taken a row of the log says so, with the proof of what was taken. */
export async function taken(caller: Caller, file: DataFileRow): Promise<Taken> {
  if (file.status !== 'DONE') throw export_life.refusal(file.status, file.file_name)
  if (file.erased_at !== null || file.expires_at <= clock.instant()) throw noSuch('export')
  await within(async () => note(caller, 'patient_export.download', file, { sha256: file.sha256 }))
  return { file_name: file.file_name, size: file.size ?? 0, bytes: files.read(file.id) }
}

export async function ownFile(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
  id: string,
): Promise<DataFileRow> {
  const found = await records.get({ hospital_id }, id)
  if (found.source !== 'PATIENT' || found.patient_id !== patient_id) throw noSuch('export')
  return found
}

/** After seven days the file goes and its row stays. Answers how many went. */
export async function eraseExpired(now: string = clock.instant()): Promise<number> {
  const gone = await rows<{ id: string }>(
    sql`select id from patient_exports where erased_at is null and expires_at <= ${now}
      order by expires_at limit 200`,
  )
  for (const { id } of gone) await files.erase(id)
  if (gone.length === 0) return 0
  return within(
    () =>
      patient_exports.changeAnywhere(
        { id: gone.map(({ id }) => id) },
        { erased_at: clock.instant() },
      ),
    'jobs',
  )
}

/** Names in the archive: what somebody called a file, without a way out of its folder. */
export const nameInside = (folder: string, id: string, name: string): string => {
  const plain = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '')
  const short = createHash('sha256').update(id).digest('hex').slice(0, 8)
  return `${folder}/${short}-${plain}`
}
