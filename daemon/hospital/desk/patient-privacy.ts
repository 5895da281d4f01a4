// Broken glass, reviewed; who looked at whose record.

import * as access_log from '../../../db/hospital/desk/patients/privacy/access-log.ts'
import * as grants from '../../../db/hospital/desk/patients/privacy/grants.ts'
import {
  AccessFilters,
  AccessRow,
  Grant,
  GrantFilters,
  OpenGrant,
  ReviewInput,
} from '../../../db/hospital/desk/patients/privacy/shapes.ts'
import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import { area } from '../../edge/route.ts'
import { ruled } from '../../edge/opens.ts'
import { byId, get, list, post } from '../words.ts'

const record = byId(grants.grantRecord.get)

export const door = area('patient-privacy', [
  list('/break-glass', {
    summary: 'Restricted records that were opened with a reason',
    access: 'patient:review-access',
    opens: ruled('who reviews sees whose record was opened (PRV-5)'),
    filters: GrantFilters,
    each: Grant,
    run: ({ caller, query }) => grants.list(caller, query),
  }),
  get('/break-glass/:id', {
    summary: 'One such grant, with what was read under it',
    access: 'patient:review-access',
    opens: ruled('who reviews sees whose record was opened (PRV-5)'),
    record,
    reply: OpenGrant,
    run: ({ caller, params }) => grants.find(caller, params.id),
  }),
  post('/break-glass/:id/end', {
    summary: 'Close a record again',
    access: ['patient:break-glass', 'patient:review-access'],
    opens: ruled('one’s own grant, or by who reviews (PRV-5)'),
    record,
    reply: Grant,
    says: 'The record is closed again.',
    run: ({ caller, params }) => grants.end(caller, params.id),
  }),
  post('/break-glass/:id/review', {
    summary: 'Say whether it was justified',
    access: 'patient:review-access',
    opens: ruled('who reviews sees whose record was opened (PRV-5)'),
    record,
    body: ReviewInput,
    reply: Grant,
    says: 'Reviewed.',
    run: ({ caller, params, body }) => grants.review(caller, params.id, body),
  }),
  list('/patients/:id/access-log', {
    summary: 'Who looked at a patient’s record',
    access: 'patient:access-log',
    opens: 'desk',
    audit: 'patient.access_log',
    record: byId(patientRecord.get),
    filters: AccessFilters,
    each: AccessRow,
    run: ({ caller, params, query }) => access_log.list(caller, params.id, query),
  }),
])
