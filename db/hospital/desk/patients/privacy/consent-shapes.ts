// General consents as the desk writes and reads them (PAT-28).

import {
  choice,
  form,
  named,
  nullable,
  nullAsAbsent,
  optional,
  Reason,
  shape,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { consent_givers, consent_kinds, consent_methods } from '../words.ts'
import { patient_consents } from './consent-tables.ts'

const consent = fieldsOf(patient_consents)
const consent_states = ['IN_FORCE', 'REFUSED', 'WITHDRAWN'] as const

export const ConsentInput = named(
  'ConsentInput',
  form({
    kind: choice(consent_kinds),
    decision: choice(['GIVEN', 'REFUSED'] as const),
    given_by: optional(nullAsAbsent(choice(consent_givers))),
    given_by_name: optional(nullable(Text(0, 120))),
    method: choice(consent_methods),
    text_version: optional(nullable(Text(0, 40))),
  }),
)
export type ConsentInput = Static<typeof ConsentInput>

export const ConsentShown = named(
  'GeneralConsent',
  shape({
    ...consent('id', 'patient_id', 'kind', 'decision'),
    status: choice(consent_states),
    ...consent('given_by', 'given_by_name', 'method', 'language', 'text_version'),
    ...consent('recorded_by', 'withdrawn_at', 'created_at'),
  }),
)
export type ConsentShown = Static<typeof ConsentShown>
export const ConsentQuery = form({
  kind: optional(choice(consent_kinds)),
  status: optional(choice(consent_states)),
})
export const ConsentWithdrawal = form({ reason: Reason })
