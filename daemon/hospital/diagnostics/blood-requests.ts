// Blood for patients: requests, samples, cross-match and issue (blood-bank 5.3).

import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import {
  PatientBlood,
  Sample,
  SampleInput,
  SampleTestsInput,
} from '../../../db/hospital/diagnostics/blood-bank/patients/shapes.ts'
import { requestOnPaper } from '../../../db/hospital/diagnostics/blood-bank/papers/papers.ts'
import { RequestPaperQuery } from '../../../db/hospital/diagnostics/blood-bank/papers/shapes.ts'
import { sampleRecord } from '../../../db/hospital/diagnostics/blood-bank/patients/record.ts'
import { receive } from '../../../db/hospital/diagnostics/blood-bank/patients/samples.ts'
import { test } from '../../../db/hospital/diagnostics/blood-bank/patients/testing.ts'
import {
  bloodRecord,
  sampleShown,
} from '../../../db/hospital/diagnostics/blood-bank/patients/view.ts'
import { cancel } from '../../../db/hospital/diagnostics/blood-bank/requests/cancelling.ts'
import { issue } from '../../../db/hospital/diagnostics/blood-bank/requests/issuing.ts'
import { crossmatch } from '../../../db/hospital/diagnostics/blood-bank/requests/matching.ts'
import { requestRecord } from '../../../db/hospital/diagnostics/blood-bank/requests/record.ts'
import { request } from '../../../db/hospital/diagnostics/blood-bank/requests/requesting.ts'
import { giveBack } from '../../../db/hospital/diagnostics/blood-bank/requests/returning.ts'
import {
  BloodIssued,
  BloodRequest,
  CancelInput,
  CrossmatchInput,
  IssueInput,
  RequestFilters,
  RequestInput,
  RequestRowShown,
  ReturnInput,
} from '../../../db/hospital/diagnostics/blood-bank/requests/shapes.ts'
import * as requests from '../../../db/hospital/diagnostics/blood-bank/requests/view.ts'
import { unitRecord } from '../../../db/hospital/diagnostics/blood-bank/units/record.ts'
import { BloodUnit } from '../../../db/hospital/diagnostics/blood-bank/units/shapes.ts'
import * as units from '../../../db/hospital/diagnostics/blood-bank/units/view.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { bloodRequestPaper } from '../../../templates/blood-papers.ts'
import { said } from '../../edge/answers.ts'
import { inBody, inQuery } from '../../edge/opens.ts'
import { paperReply } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { byId, create, file, get, list, post } from '../words.ts'

const module = 'blood_bank'
const record = byId(requestRecord.get)

export const door = area('blood-requests', [
  get('/patients/:id/blood', {
    summary: "What is known of a patient's blood",
    access: 'blood:read',
    module,
    opens: 'clinical',
    audit: 'patient.blood',
    record: byId(patientRecord.get),
    reply: PatientBlood,
    run: ({ caller, params }) => bloodRecord(caller, params.id),
  }),
  list('/blood-bank/requests', {
    summary: 'Requests for blood',
    access: 'blood:read',
    module,
    opens: inQuery('clinical', 'patient_id'),
    audit: 'blood_request.list',
    filters: RequestFilters,
    each: RequestRowShown,
    run: ({ caller, query }) => requests.list(caller, query),
  }),
  create('/blood-bank/requests', {
    summary: 'Ask for blood',
    access: 'blood:request',
    module,
    opens: inBody('clinical', 'patient_id'),
    signs: true,
    once: true,
    again: true,
    body: RequestInput,
    reply: BloodRequest,
    says: 'Blood requested.',
    run: async ({ caller, body }) => {
      const { row, warnings } = await request(caller, body)
      return requests.whole(caller, row, warnings)
    },
  }),
  get('/blood-bank/requests/:id', {
    summary: 'One request, with its sample, cross-matches and what may be given',
    access: 'blood:read',
    module,
    opens: 'clinical',
    audit: 'blood_request.read',
    record,
    reply: BloodRequest,
    run: ({ caller, params }) => requests.whole(caller, { id: params.id }),
  }),
  file('/blood-bank/requests/:id/pdf', {
    summary: 'The request on paper, or the tags of the bags that are out',
    access: 'blood:read',
    module,
    opens: 'clinical',
    audit: 'blood_request.print',
    record,
    query: RequestPaperQuery,
    content_type: 'application/pdf',
    run: async ({ caller, params, query }) => {
      const { facility_id, ...made } = await requestOnPaper(caller, params.id, query)
      const head = await letterheadOf(caller, facility_id)
      return paperReply(bloodRequestPaper({ ...made, head }), `${made.number}-${made.kind}`)
    },
  }),
  post('/blood-bank/requests/:id/cancel', {
    summary: 'Take a request back, or let units of it go',
    access: ['blood:request', 'blood:issue'],
    module,
    opens: 'clinical',
    signs: true,
    record,
    body: CancelInput,
    reply: BloodRequest,
    says: 'Request changed.',
    run: async ({ caller, params, body }) =>
      requests.whole(caller, await cancel(caller, params.id, body)),
  }),
  post('/blood-bank/requests/:id/crossmatch', {
    summary: 'Match units with a sample, and set them aside',
    access: 'blood:test',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: CrossmatchInput,
    reply: BloodRequest,
    says: 'Cross-match written down.',
    run: async ({ caller, params, body }) =>
      requests.whole(caller, await crossmatch(caller, params.id, body)),
  }),
  post('/blood-bank/requests/:id/issue', {
    summary: 'Blood goes out',
    access: 'blood:issue',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: IssueInput,
    reply: BloodIssued,
    says: 'Blood issued.',
    run: async ({ caller, params, body }) => {
      const { units: gone, warnings } = await issue(caller, params.id, body)
      return {
        units: gone.map((row) => units.shown(caller, row)),
        tag_pdf: `/api/v1/blood-bank/requests/${params.id}/pdf?kind=tag`,
        warnings,
      }
    },
  }),
  post('/blood-bank/units/:id/return', {
    summary: 'A unit comes back',
    access: 'bloodunit:write',
    module,
    opens: 'desk',
    signs: true,
    record: byId(unitRecord.get),
    body: ReturnInput,
    reply: BloodUnit,
    says: 'Unit returned.',
    run: async ({ caller, params, body }) => {
      const { unit, message } = await giveBack(caller, params.id, body)
      const shown = units.shown(caller, unit)
      return message === null ? shown : said(message, shown)
    },
  }),
  create('/blood-bank/samples', {
    summary: 'A sample came, or is refused',
    access: 'blood:test',
    module,
    opens: inBody('record', 'patient_id'),
    signs: true,
    body: SampleInput,
    reply: Sample,
    says: 'Sample received.',
    run: async ({ caller, body }) => sampleShown(caller, await receive(caller, body)),
  }),
  post('/blood-bank/samples/:id/tests', {
    summary: 'Group and screen a sample',
    access: 'blood:test',
    module,
    opens: 'clinical',
    signs: true,
    record: byId(sampleRecord.get),
    body: SampleTestsInput,
    reply: Sample,
    says: 'Sample tested.',
    run: async ({ caller, params, body }) => {
      const { row, stop } = await test(caller, params.id, body)
      const shown = await sampleShown(caller, row)
      return stop === null ? shown : said(stop, shown)
    },
  }),
])
