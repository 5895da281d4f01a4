// The records officer: pairs that look like one person, and merges.

import * as merge_list from '../../../db/hospital/desk/patients/duplicates/merge-list.ts'
import { preview } from '../../../db/hospital/desk/patients/duplicates/merge-preview.ts'
import {
  DuplicatePair,
  MergeFilters,
  MergeInput,
  MergePreview,
  PairFilters,
  PatientMerge,
  PreviewWords,
} from '../../../db/hospital/desk/patients/duplicates/merge-shapes.ts'
import * as merges from '../../../db/hospital/desk/patients/duplicates/merges.ts'
import * as pairs from '../../../db/hospital/desk/patients/duplicates/pair-list.ts'
import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import { Why } from '../../../db/hospital/desk/patients/shape-parts.ts'
import { area } from '../../edge/route.ts'
import { byId, get, list, post } from '../words.ts'

const patient = byId(patientRecord.get)

export const door = area('patient-duplicates', [
  list('/patients/duplicates', {
    summary: 'Pairs of records that look like one person',
    access: 'patient:merge',
    opens: 'many',
    audit: 'patient_duplicate.list',
    filters: PairFilters,
    each: DuplicatePair,
    run: ({ caller, query }) => pairs.list(caller, query),
  }),
  post('/patients/duplicates/:id/dismiss', {
    summary: 'Say that they are two people',
    access: 'patient:merge',
    opens: 'many',
    record: byId(pairs.pairRecord.get),
    body: Why,
    reply: DuplicatePair,
    says: 'Two people.',
    run: ({ caller, params, body }) => pairs.dismiss(caller, params.id, body.reason),
  }),
  get('/patients/:id/merge-preview', {
    summary: 'What a merge with another record would do; nothing is written',
    access: 'patient:merge',
    opens: 'record',
    audit: 'patient.merge_preview',
    record: patient,
    query: PreviewWords,
    reply: MergePreview,
    run: ({ caller, params, query }) => preview(caller, params.id, query.with),
  }),
  post('/patients/:id/merge', {
    summary: 'Make one record of two; this one is kept',
    access: 'patient:merge',
    opens: 'record',
    once: true,
    record: patient,
    body: MergeInput,
    reply: PatientMerge,
    says: 'Records merged.',
    run: ({ caller, params, body }) => merges.merge(caller, params.id, body),
  }),
  list('/patient-merges', {
    summary: 'Merges that were made',
    access: 'patient:merge',
    opens: 'many',
    audit: 'patient_merge.list',
    filters: MergeFilters,
    each: PatientMerge,
    run: ({ caller, query }) => merge_list.list(caller, query),
  }),
  get('/patient-merges/:id', {
    summary: 'One merge, with the rows that went over',
    access: 'patient:merge',
    opens: 'many',
    audit: 'patient_merge.read',
    record: byId(merges.mergeRecord.get),
    reply: PatientMerge,
    run: ({ caller, params }) => merge_list.find(caller, params.id),
  }),
  post('/patient-merges/:id/undo', {
    summary: 'Make two records of one again',
    access: 'patient:unmerge',
    opens: 'many',
    record: byId(merges.mergeRecord.get),
    body: Why,
    reply: PatientMerge,
    says: 'Merge undone.',
    run: ({ caller, params, body }) => merges.undo(caller, params.id, body.reason),
  }),
])
