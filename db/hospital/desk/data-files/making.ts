// The file is made: for staff from every table that keeps something of the patient, for a patient from
// what the portal shows; files and papers lie beside the data.

import { type Caller, system } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { noSuch } from '../../../core/refusal.ts'
import { within } from '../../../store/connection.ts'
import { get as fileBytes } from '../../../store/files/store.ts'
import { type Table, tables } from '../../../store/table.ts'
import { tell } from '../../neighbours/telling.ts'
import { attachmentsOfPatient } from '../../office/attachments/attachments.ts'
import * as files from '../../office/exports/files.ts'
import { export_life } from '../../office/exports/words.ts'
import { type Pieces, ZipWriter } from '../../office/exports/zip.ts'
import type { JobKind } from '../../registry.ts'
import { patientRecord } from '../patients/rows.ts'
import { ownParts } from './own-parts.ts'
import { papersOf } from './papers.ts'
import { type Part, parts } from './parts.ts'
import { type DataFileRow, nameInside } from './record.ts'
import { patient_exports } from './tables.ts'

export const data_file_job: JobKind = {
  kind: 'patient_data_file',
  label: 'Copy of a record',
  at_once: { per: 'hospital', most: 1 },
  async run(caller, input) {
    const { patient_export_id: id } = input as { patient_export_id: string }
    const file = await begin(caller, id)
    if (file.status === 'DONE') return { size: file.size }
    const house = { ...system(caller.hospital_id, caller.request_id), name: caller.name }
    const written = await files.write(id, async (put) => {
      const zip = new ZipWriter(put)
      await fill(house, file, zip)
      await zip.end()
    })
    await end(house, file, written)
    return { size: written.size }
  },
  async moved(caller, input, { status, error }) {
    const { patient_export_id: id } = input as { patient_export_id: string }
    await patient_exports.change(
      { hospital_id: caller.hospital_id, id },
      { status, error, finished_at: status === 'QUEUED' ? null : clock.instant() },
    )
  },
}

const begin = ({ hospital_id }: Caller, id: string): Promise<DataFileRow> =>
  within(async () => {
    const file = await patient_exports.find({ hospital_id, id }, { lock: true })
    if (file === undefined) throw noSuch('export')
    if (file.status === 'DONE') return file
    const status = export_life.move('start', file.status, file.file_name)
    await patient_exports.change({ hospital_id, id }, { status, error: null })
    return { ...file, status }
  }, 'jobs')

const end = (caller: Caller, file: DataFileRow, written: files.Written): Promise<void> =>
  within(async () => {
    const { hospital_id } = caller
    await patient_exports.change(
      { hospital_id, id: file.id },
      { ...written, status: 'DONE', finished_at: clock.instant() },
    )
    if (file.source !== 'STAFF' || file.requested_by_id === null) return
    await tell(caller, {
      to: { user: file.requested_by_id },
      kind: 'patient_export.ready',
      title: 'The copy of a record is ready',
      body: `${file.file_name} can be downloaded for 7 days.`,
      entity: { type: 'patient_export', id: file.id },
    })
  }, 'jobs')

async function fill(caller: Caller, file: DataFileRow, zip: ZipWriter): Promise<void> {
  const { patient_id } = file
  const own = file.source === 'PATIENT'
  const about: Record<string, number> = {}
  const written = own ? ownParts(caller, patient_id) : allParts(caller, patient_id)
  for await (const { name, content, rows } of written) {
    about[name] = rows
    await zip.part(`${name}.json`, [`${JSON.stringify(content, null, 2)}\n`])
  }
  if (!own) about['files'] = await filesInto(caller, patient_id, zip)
  let papers = 0
  for await (const { name, bytes } of papersOf(caller, { patient_id, own })) {
    await zip.part(`papers/${name}.pdf`, [bytes])
    papers += 1
  }
  const { number } = await patientRecord.get(caller, patient_id)
  const said = { patient: number, made_at: clock.instant(), rows: { ...about, papers } }
  await zip.part('about.json', [`${JSON.stringify(said, null, 2)}\n`])
}

export interface Written {
  name: string
  content: unknown
  rows: number
}

async function* allParts(caller: Caller, patient_id: string): AsyncGenerator<Written> {
  const patient = await patientRecord.get(caller, patient_id)
  yield { name: 'patient', content: plain(patient), rows: 1 }
  for (const part of parts) yield rowsOf(caller, part, patient_id)
}

/** Every table of a part, by its name; rows that hang on others by those that were read. */
async function rowsOf(
  { hospital_id }: Caller,
  { name, tables: own, under = [] }: Part,
  patient_id: string,
): Promise<Written> {
  const found = new Map<string, Record<string, unknown>[]>()
  for (const table of own) found.set(table, await read(table, { hospital_id, patient_id }))
  for (const [table, by, of] of under) {
    const ids = (found.get(of) ?? []).map(({ id }) => id as string)
    found.set(table, ids.length === 0 ? [] : await read(table, { hospital_id, [by]: ids }))
  }
  const rows = [...found.values()].reduce((sum, list) => sum + list.length, 0)
  return { name, content: Object.fromEntries(found), rows }
}

async function read(name: string, where: object): Promise<Record<string, unknown>[]> {
  const table = tableCalled(name)
  return (await table.all(where as { hospital_id: string })).map(plain)
}

/** The hospital is the same in every row, and what only helps a search says nothing new. */
const plain = (row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !inner.has(column)))
const inner = new Set(['hospital_id', 'search_text', 'name_key', 'name_words', 'version'])

export function tableCalled(name: string): Table {
  const found = tables.find((one) => one.name === name)
  if (found === undefined) throw new Error(`there is no table ${name}`)
  return found
}

async function filesInto(caller: Caller, patient_id: string, zip: ZipWriter): Promise<number> {
  const found = await attachmentsOfPatient(caller, patient_id)
  for (const { id, file_name, sha256 } of found) {
    const bytes = await fileBytes(sha256)
    if (bytes !== undefined) await zip.part(nameInside('files', id, file_name), [bytes] as Pieces)
  }
  return found.length
}
