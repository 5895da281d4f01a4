// Visits.

import { CardWords } from '../../../db/hospital/desk/patients/record/card-shapes.ts'
import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { list as visit_list } from '../../../db/hospital/desk/visits/list.ts'
import { reopen } from '../../../db/hospital/desk/visits/moves/reopen.ts'
import { visitRecord } from '../../../db/hospital/desk/visits/rows.ts'
import {
  AdvanceInput,
  CancelInput,
  CheckOutInput,
  HoldInput,
  OwnVisitFilters,
  PayerChange,
  PriorityInput,
  ReopenInput,
  ResumeInput,
  SeenVisit,
  TriageInput,
  Visit,
  VisitChange,
  VisitFilters,
  VisitInput,
} from '../../../db/hospital/desk/visits/shapes.ts'
import { slipOf } from '../../../db/hospital/desk/visits/slip.ts'
import { prioritise, triage } from '../../../db/hospital/desk/visits/moves/triage.ts'
import * as visits from '../../../db/hospital/desk/visits/visits.ts'
import { visitSlip } from '../../../templates/slip.ts'
import { paperReply } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { inBody } from '../../edge/opens.ts'
import { byId, create, file, get, list, patch, post } from '../words.ts'

const visit = byId(visitRecord.get)

export const door = area('visits', [
  list('/visits', {
    summary: 'Visits; without words the queue of the branch',
    access: 'visit:read',
    opens: 'many',
    audit: 'visit.list',
    filters: VisitFilters,
    each: SeenVisit,
    run: ({ caller, query }) => visit_list(caller, query),
  }),
  create('/visits', {
    summary: 'Open a visit',
    access: 'visit:create',
    opens: inBody('desk', 'patient_id'),
    once: true,
    body: VisitInput,
    reply: Visit,
    says: 'Visit opened.',
    run: ({ caller, body }) => visits.open(caller, body),
  }),
  get('/visits/:id', {
    summary: 'One visit',
    access: 'visit:read',
    opens: 'desk',
    audit: 'visit.read',
    record: visit,
    reply: SeenVisit,
    run: ({ caller, params }) => visits.find(caller, params.id),
  }),
  file('/visits/:id/slip', {
    summary: 'The slip of a visit, for a printer of 80 mm',
    access: 'visit:read',
    opens: 'desk',
    audit: 'visit.slip',
    record: visit,
    query: CardWords,
    content_type: 'application/pdf',
    run: async ({ caller, params, query }) => {
      const { facility_id, ...slip } = await slipOf(caller, params.id, query.language)
      const head = await letterheadOf(caller, facility_id)
      return paperReply(visitSlip({ ...slip, head }), slip.number)
    },
  }),
  patch('/visits/:id', {
    summary: 'Change a visit',
    access: 'visit:update',
    opens: 'desk',
    record: visit,
    body: VisitChange,
    reply: Visit,
    says: 'Visit changed.',
    run: ({ caller, params, body }) => visits.change(caller, params.id, body),
  }),
  post('/visits/:id/advance', {
    summary: 'Send a patient on',
    access: 'visit:advance',
    opens: 'desk',
    once: true,
    record: visit,
    body: AdvanceInput,
    body_may_miss: true,
    reply: Visit,
    says: 'Patient sent on.',
    run: ({ caller, params, body }) => visits.advance(caller, params.id, body),
  }),
  post('/visits/:id/hold', {
    summary: 'Put a visit on hold',
    access: 'visit:advance',
    opens: 'desk',
    record: visit,
    body: HoldInput,
    reply: Visit,
    says: 'Visit on hold.',
    run: ({ caller, params, body }) => visits.hold(caller, params.id, body),
  }),
  post('/visits/:id/resume', {
    summary: 'Take a visit back from hold',
    access: 'visit:advance',
    opens: 'desk',
    record: visit,
    body: ResumeInput,
    body_may_miss: true,
    reply: Visit,
    says: 'Patient waits again.',
    run: ({ caller, params, body }) => visits.resume(caller, params.id, body),
  }),
  post('/visits/:id/triage', {
    summary: 'Triage a patient',
    access: 'emergency:triage',
    opens: 'desk',
    signs: true,
    record: visit,
    body: TriageInput,
    reply: Visit,
    says: 'Patient triaged.',
    run: ({ caller, params, body }) => triage(caller, params.id, body),
  }),
  post('/visits/:id/priority', {
    summary: 'Put a patient before others',
    access: 'queue:prioritise',
    opens: 'desk',
    record: visit,
    body: PriorityInput,
    reply: Visit,
    says: 'Priority changed.',
    run: ({ caller, params, body }) => prioritise(caller, params.id, body),
  }),
  post('/visits/:id/payer', {
    summary: 'Change who pays',
    access: 'visit:payer',
    opens: 'desk',
    record: visit,
    body: PayerChange,
    reply: Visit,
    says: 'Payer changed.',
    run: ({ caller, params, body }) => visits.pay(caller, params.id, body),
  }),
  post('/visits/:id/check-out', {
    summary: 'Check a patient out',
    access: 'visit:check-out',
    opens: 'desk',
    once: true,
    record: visit,
    body: CheckOutInput,
    body_may_miss: true,
    reply: Visit,
    says: 'Patient checked out.',
    run: ({ caller, params, body }) => visits.checkOut(caller, params.id, body),
  }),
  post('/visits/:id/cancel', {
    summary: 'Cancel a visit',
    access: 'visit:cancel',
    opens: 'desk',
    record: visit,
    body: CancelInput,
    reply: Visit,
    says: 'Visit cancelled.',
    run: ({ caller, params, body }) => visits.cancel(caller, params.id, body),
  }),
  post('/visits/:id/reopen', {
    summary: 'Open a closed visit again',
    access: 'visit:reopen',
    opens: 'desk',
    record: visit,
    body: ReopenInput,
    reply: Visit,
    says: 'Visit open again.',
    run: ({ caller, params, body }) => reopen(caller, params.id, body),
  }),
  list('/patients/:id/visits', {
    summary: 'Visits of a patient',
    access: 'visit:read',
    opens: 'record',
    audit: 'visit.list',
    filters: OwnVisitFilters,
    record: byId(patientRecord.get),
    each: SeenVisit,
    run: ({ caller, params, query }) => visits.ofOne(caller, params.id, query),
  }),
])
