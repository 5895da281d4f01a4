// Coded clinical records and the codes they take (care 5.1).

import type { Written } from '../../../db/hospital/care/records/begin.ts'
import { amend, voidRecord } from '../../../db/hospital/care/records/amending.ts'
import { setCertainty } from '../../../db/hospital/care/records/certainty.ts'
import { clinicalSummary } from '../../../db/hospital/care/records/clinical-summary.ts'
import { deskSummary } from '../../../db/hospital/care/records/desk-summary.ts'
import { draftSummary } from '../../../db/hospital/care/records/discharge-summary.ts'
import { gatePassOf, summaryOnPaper } from '../../../db/hospital/care/records/leaving-papers.ts'
import { whose } from '../../../db/hospital/care/records/record.ts'
import {
  ClinicalCode,
  ClinicalRecord,
  ClinicalRecordShort,
  ClinicalSummary,
  CertaintyInput,
  CodeFilters,
  CosignInput,
  DeskSummary,
  RecordAmendment,
  RecordChange,
  RecordFilters,
  RecordInput,
  SendBackInput,
  SignInput,
  SummaryInput,
  VersionQuery,
  VoidInput,
} from '../../../db/hospital/care/records/shapes.ts'
import { cosign, sendBack, sign } from '../../../db/hospital/care/records/signing.ts'
import * as view from '../../../db/hospital/care/records/view.ts'
import { change, open } from '../../../db/hospital/care/records/writing.ts'
import { admissionRecord } from '../../../db/hospital/care/wards/admissions/record.ts'
import { CardWords } from '../../../db/hospital/desk/patients/record/card-shapes.ts'
import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import type { Caller } from '../../../db/core/caller.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { dischargeSummary, gatePass } from '../../../templates/ward-papers.ts'
import { inBody, inQuery } from '../../edge/opens.ts'
import { paperReply } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { byId, create, file, get, list, patch, post } from '../words.ts'

const record = byId(whose)

const written = async (caller: Caller, made: Promise<Written>) => {
  const { row, warnings } = await made
  return view.whole(caller, row, warnings)
}

export const door = area('clinical-records', [
  list('/clinical/records', {
    summary: 'Clinical records, the newest first',
    access: 'record:read',
    opens: inQuery('clinical', 'patient_id'),
    audit: 'clinical_record.list',
    filters: RecordFilters,
    each: ClinicalRecordShort,
    run: ({ caller, query }) => view.list(caller, query),
  }),
  create('/clinical/records', {
    summary: 'Write a diagnosis, a procedure, a note or a summary',
    access: 'record:write',
    opens: inBody('clinical', 'patient_id'),
    signs: true,
    once: true,
    body: RecordInput,
    reply: ClinicalRecord,
    says: 'Record written.',
    run: ({ caller, body }) => written(caller, open(caller, body)),
  }),
  get('/clinical/records/:id', {
    summary: 'One clinical record, or a version of it as it was signed',
    access: 'record:read',
    opens: 'clinical',
    audit: 'clinical_record.read',
    record,
    query: VersionQuery,
    reply: ClinicalRecord,
    run: ({ caller, params, query }) => view.find(caller, params.id, query.version_no),
  }),
  patch('/clinical/records/:id', {
    summary: 'Change a draft',
    access: 'record:write',
    opens: 'clinical',
    signs: true,
    record,
    body: RecordChange,
    reply: ClinicalRecord,
    says: 'Draft changed.',
    run: async ({ caller, params, body }) =>
      view.whole(caller, await change(caller, params.id, body)),
  }),
  post('/clinical/records/:id/sign', {
    summary: 'Sign a record',
    access: ['record:sign', 'record:write'],
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: SignInput,
    body_may_miss: true,
    reply: ClinicalRecord,
    says: 'Record signed.',
    run: ({ caller, params, body }) => written(caller, sign(caller, params.id, body)),
  }),
  post('/clinical/records/:id/cosign', {
    summary: 'Co-sign what somebody else wrote',
    access: 'record:cosign',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: CosignInput,
    body_may_miss: true,
    reply: ClinicalRecord,
    says: 'Record co-signed.',
    run: ({ caller, params, body }) => written(caller, cosign(caller, params.id, body)),
  }),
  post('/clinical/records/:id/send-back', {
    summary: 'Send a record back to its writer',
    access: 'record:cosign',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: SendBackInput,
    reply: ClinicalRecord,
    says: 'Record sent back.',
    run: async ({ caller, params, body }) =>
      view.whole(caller, await sendBack(caller, params.id, body.reason)),
  }),
  post('/clinical/records/:id/amend', {
    summary: 'Amend what was signed, with a reason',
    access: ['record:sign', 'record:cosign'],
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: RecordAmendment,
    reply: ClinicalRecord,
    says: 'Record amended.',
    run: ({ caller, params, body }) => written(caller, amend(caller, params.id, body)),
  }),
  post('/clinical/records/:id/set-certainty', {
    summary: 'A diagnosis is confirmed, or ruled out',
    access: 'record:sign',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: CertaintyInput,
    reply: ClinicalRecord,
    says: 'Certainty recorded.',
    run: ({ caller, params, body }) => written(caller, setCertainty(caller, params.id, body)),
  }),
  post('/clinical/records/:id/void', {
    summary: 'Void a record, with a reason',
    access: ['record:void', 'record:write'],
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: VoidInput,
    reply: ClinicalRecord,
    says: 'Record voided.',
    run: async ({ caller, params, body }) =>
      view.whole(caller, await voidRecord(caller, params.id, body)),
  }),
  get('/patients/:id/summary', {
    summary: 'The desk’s page of a patient',
    access: 'patient:read',
    opens: 'record',
    audit: 'patient.summary',
    record: byId(patientRecord.get),
    reply: DeskSummary,
    run: ({ caller, params }) => deskSummary(caller, params.id),
  }),
  get('/patients/:id/clinical-summary', {
    summary: 'What matters of a patient, on one page',
    access: 'record:read',
    opens: 'clinical',
    audit: 'patient.clinical_summary',
    record: byId(patientRecord.get),
    reply: ClinicalSummary,
    run: ({ caller, params }) => clinicalSummary(caller, params.id),
  }),
  post('/admissions/:id/summary', {
    summary: 'Draft the summary of a stay from its chart',
    access: 'record:write',
    opens: 'clinical',
    signs: true,
    once: true,
    record: byId(admissionRecord.get),
    body: SummaryInput,
    body_may_miss: true,
    reply: ClinicalRecord,
    says: 'Summary drafted.',
    run: ({ caller, params, body }) => written(caller, draftSummary(caller, params.id, body)),
  }),
  file('/admissions/:id/discharge-summary/pdf', {
    summary: 'The summary of a stay, as a PDF',
    access: 'record:read',
    opens: 'clinical',
    audit: 'discharge_summary.print',
    record: byId(admissionRecord.get),
    query: CardWords,
    content_type: 'application/pdf',
    run: async ({ caller, params, query }) => {
      const { facility_id, ...made } = await summaryOnPaper(caller, params.id, query.language)
      const head = await letterheadOf(caller, facility_id)
      return paperReply(dischargeSummary({ ...made, head }), `${made.stay.number}-summary`)
    },
  }),
  file('/admissions/:id/gate-pass', {
    summary: 'The pass for the gate, for a printer of 80 mm',
    access: 'admission:leave',
    opens: 'desk',
    audit: 'gate_pass.print',
    record: byId(admissionRecord.get),
    query: CardWords,
    content_type: 'application/pdf',
    run: async ({ caller, params, query }) => {
      const { facility_id, ...pass } = await gatePassOf(caller, params.id, query.language)
      const head = await letterheadOf(caller, facility_id)
      return paperReply(gatePass({ ...pass, head }), pass.number)
    },
  }),
  list('/clinical/codes', {
    summary: 'Codes of diagnoses and procedures',
    access: 'record:read',
    opens: inQuery('clinical', 'patient_id'),
    audit: 'clinical_code.list',
    filters: CodeFilters,
    each: ClinicalCode,
    run: ({ caller, query }) => view.codes(caller, query),
  }),
])
