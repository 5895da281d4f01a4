// The copy of one patient's record: asked for and taken, by staff and by the patient.

import * as own_files from '../../../db/hospital/desk/data-files/own.ts'
import * as data_files from '../../../db/hospital/desk/data-files/record.ts'
import { DataFile, DataFileInput } from '../../../db/hospital/desk/data-files/shapes.ts'
import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import { area } from '../../edge/route.ts'
import { byId, file, own, start } from '../words.ts'

const zip = 'application/zip'

const reply = ({ file_name, size, bytes }: data_files.Taken) => ({
  content_type: zip,
  bytes,
  size,
  file_name,
  headers: { 'content-length': String(size) },
})

export const door = area('data-files', [
  start('/patients/:id/exports', {
    summary: 'Make a copy of all that is kept of a patient',
    access: 'patient:export',
    opens: 'clinical',
    record: byId(patientRecord.get),
    body: DataFileInput,
    reply: DataFile,
    says: 'The copy is being made.',
    run: ({ caller, params, body }) => data_files.askFor(caller, params.id, body.reason),
  }),
  file('/patient-exports/:id/download', {
    summary: 'The copy that was made of a record',
    access: 'patient:export',
    opens: 'clinical',
    audit: 'patient_export.read',
    record: byId(data_files.staffFile),
    content_type: zip,
    run: async ({ caller, params }) =>
      reply(await data_files.taken(caller, await data_files.staffFile(caller, params.id))),
  }),
  own.start('/portal/me/exports', {
    summary: 'Ask for a copy of my record',
    access: 'portal:use',
    reply: DataFile,
    says: 'Your copy is being made.',
    run: ({ caller }) => own_files.ask(caller),
  }),
  own.file('/portal/me/exports/:id/download', {
    summary: 'The copy of my record',
    access: 'portal:use',
    content_type: zip,
    run: async ({ caller, params }) => reply(await own_files.download(caller, params.id)),
  }),
])
