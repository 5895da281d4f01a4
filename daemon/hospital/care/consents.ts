// Consents to acts of care (care 5.3).

import * as consents from '../../../db/hospital/care/consents/consents.ts'
import {
  CareConsent,
  CareConsentFilters,
  CareConsentInput,
  CareConsentWhole,
  WithdrawInput,
} from '../../../db/hospital/care/consents/shapes.ts'
import { inBody, inQuery } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { byId, create, list, post } from '../words.ts'

export const door = area('care-consents', [
  list('/clinical/consents', {
    summary: 'Consents to procedures, anaesthesia, transfusions and tests',
    access: 'record:read',
    opens: inQuery('clinical', 'patient_id'),
    audit: 'care_consent.list',
    filters: CareConsentFilters,
    each: CareConsent,
    run: ({ caller, query }) => consents.list(caller, query),
  }),
  create('/clinical/consents', {
    summary: 'Record that somebody agreed, or refused',
    access: 'record:write',
    opens: inBody('clinical', 'patient_id'),
    signs: true,
    once: true,
    body: CareConsentInput,
    reply: CareConsentWhole,
    says: 'Consent recorded.',
    run: async ({ caller, body }) => consents.whole(caller, await consents.open(caller, body)),
  }),
  post('/clinical/consents/:id/withdraw', {
    summary: 'A consent is taken back',
    access: 'record:write',
    opens: 'clinical',
    signs: true,
    once: true,
    record: byId(consents.consentRecord.get),
    body: WithdrawInput,
    reply: CareConsentWhole,
    says: 'Consent withdrawn.',
    run: async ({ caller, params, body }) =>
      consents.whole(caller, await consents.withdraw(caller, params.id, body)),
  }),
])
