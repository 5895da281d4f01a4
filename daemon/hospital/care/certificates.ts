// Certificates (care 5.4): written, issued, printed, voided.

import { certificateOnPaper } from '../../../db/hospital/care/certificates/paper.ts'
import { issue, voidIt } from '../../../db/hospital/care/certificates/issuing.ts'
import { certificateRecord, type Written } from '../../../db/hospital/care/certificates/record.ts'
import {
  Certificate,
  CertificateChange,
  CertificateFilters,
  CertificateInput,
  CertificateWhole,
  IssueInput,
  VoidInput,
} from '../../../db/hospital/care/certificates/shapes.ts'
import * as view from '../../../db/hospital/care/certificates/view.ts'
import { change, open } from '../../../db/hospital/care/certificates/writing.ts'
import type { Caller } from '../../../db/core/caller.ts'
import { CardWords } from '../../../db/hospital/desk/patients/record/card-shapes.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { patientCertificate } from '../../../templates/patient-certificates.ts'
import { inBody, inQuery } from '../../edge/opens.ts'
import { paperReply, verifyAt } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { byId, create, file, get, list, patch, post } from '../words.ts'

const record = byId(certificateRecord.get)

const written = async (caller: Caller, made: Promise<Written>) => {
  const { row, warnings } = await made
  return view.whole(caller, row, warnings)
}

export const door = area('certificates', [
  list('/clinical/certificates', {
    summary: 'Certificates, the newest first',
    access: 'certificate:read',
    opens: inQuery('clinical', 'patient_id'),
    audit: 'certificate.list',
    filters: CertificateFilters,
    each: Certificate,
    run: ({ caller, query }) => view.list(caller, query),
  }),
  create('/clinical/certificates', {
    summary: 'Write a certificate, and issue it where it is ready',
    access: 'certificate:issue',
    opens: inBody('clinical', 'patient_id'),
    signs: true,
    once: true,
    body: CertificateInput,
    reply: CertificateWhole,
    says: 'Certificate written.',
    run: ({ caller, body }) => written(caller, open(caller, body)),
  }),
  get('/clinical/certificates/:id', {
    summary: 'One certificate',
    access: 'certificate:read',
    opens: 'clinical',
    audit: 'certificate.read',
    record,
    reply: CertificateWhole,
    run: ({ caller, params }) => view.whole(caller, params),
  }),
  patch('/clinical/certificates/:id', {
    summary: 'Change a certificate that is not issued yet',
    access: 'certificate:issue',
    opens: 'clinical',
    signs: true,
    record,
    body: CertificateChange,
    reply: CertificateWhole,
    says: 'Draft changed.',
    run: async ({ caller, params, body }) =>
      view.whole(caller, await change(caller, params.id, body)),
  }),
  post('/clinical/certificates/:id/issue', {
    summary: 'Issue a certificate: it gets its number and its code',
    access: 'certificate:issue',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: IssueInput,
    body_may_miss: true,
    reply: CertificateWhole,
    says: 'Certificate issued.',
    run: ({ caller, params, body }) => written(caller, issue(caller, params.id, body.overrides)),
  }),
  post('/clinical/certificates/:id/void', {
    summary: 'Void a certificate',
    access: 'certificate:void',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: VoidInput,
    reply: CertificateWhole,
    says: 'Certificate voided.',
    run: async ({ caller, params, body }) =>
      view.whole(caller, await voidIt(caller, params.id, body.reason)),
  }),
  file('/clinical/certificates/:id/pdf', {
    summary: 'A certificate, as a PDF',
    access: 'certificate:read',
    opens: 'clinical',
    audit: 'certificate.print',
    record,
    query: CardWords,
    content_type: 'application/pdf',
    run: async ({ caller, params, query, facts }) => {
      const { facility_id, code, ...made } = await certificateOnPaper(
        caller,
        params.id,
        query.language,
      )
      const verify = verifyAt(facts.base_url, code)
      const head = await letterheadOf(caller, facility_id)
      return paperReply(patientCertificate({ ...made, verify, head }))
    },
  }),
])
