// What a patient agreed to in general: texts, photographs, sharing, the portal (PAT-28).

import {
  ConsentInput,
  ConsentQuery,
  ConsentShown,
  ConsentWithdrawal,
} from '../../../db/hospital/desk/patients/privacy/consent-shapes.ts'
import * as consents from '../../../db/hospital/desk/patients/privacy/consents.ts'
import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import type { Caller } from '../../../db/core/caller.ts'
import { area } from '../../edge/route.ts'
import { byId, create, get, listed, post } from '../words.ts'

const patient = byId(patientRecord.get)
const record = byId(consents.consentRecord.get)

const found = async (caller: Caller, id: string) =>
  consents.shown(await consents.consentRecord.get(caller, id))

export const door = area('patient-consents', [
  listed('/patients/:id/consents', {
    summary: 'What a patient agreed to, the latest of each kind',
    access: 'patient:read',
    opens: 'desk',
    audit: 'patient_consent.list',
    record: patient,
    query: ConsentQuery,
    each: ConsentShown,
    run: ({ caller, params, query }) => consents.listAtDesk(caller, params.id, query),
  }),
  create('/patients/:id/consents', {
    summary: 'Write down that a patient agreed, or refused',
    access: 'patient:update',
    opens: 'desk',
    once: true,
    record: patient,
    body: ConsentInput,
    reply: ConsentShown,
    says: 'Consent recorded.',
    run: ({ caller, params, body }) => consents.decideAtDesk(caller, params.id, body),
  }),
  get('/consents/:id', {
    summary: 'One consent',
    access: 'patient:read',
    opens: 'desk',
    audit: 'patient_consent.read',
    record,
    reply: ConsentShown,
    run: ({ caller, params }) => found(caller, params.id),
  }),
  post('/consents/:id/withdraw', {
    summary: 'A patient takes a consent back',
    access: 'patient:update',
    opens: 'desk',
    once: true,
    record,
    body: ConsentWithdrawal,
    reply: ConsentShown,
    says: 'Consent withdrawn.',
    run: ({ caller, params, body }) => consents.withdraw(caller, params.id, body.reason),
  }),
])
