// General consents of patients; those to a procedure are care's forms. The latest of a kind counts.

import {
  choice,
  flag,
  id,
  instant,
  nullable,
  otherwise,
  ref,
  text,
} from '../../../../store/columns.ts'
import { stamps } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { languages } from '../../../office/hospitals/words.ts'
import { consent_decisions, consent_givers, consent_kinds, consent_methods } from '../words.ts'

export const patient_consents = table(
  'patient_consents',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    kind: choice(consent_kinds),
    decision: choice(consent_decisions),
    given_by: choice(consent_givers),
    given_by_name: nullable(text(120)),
    method: choice(consent_methods),
    language: choice(languages),
    text_version: nullable(text(40)),
    /** A word to the number said it, nobody at a desk (PTM-6). */
    by_telephone: otherwise(flag(), false),
    recorded_by: text(160),
    withdrawn_at: nullable(instant()),
    ...stamps,
  },
  { indexes: [{ columns: ['patient_id', 'kind', 'created_at'] }] },
)
