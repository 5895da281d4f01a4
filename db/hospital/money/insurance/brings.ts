import * as asked from '../../neighbours/billing.ts'
import { schemeNames } from '../../neighbours/parties.ts'
import { coverSums } from '../../neighbours/books.ts'
import { sumsOfApprovals } from './sums.ts'
import { answer } from '../../../core/question.ts'
import { partOf, sealed } from '../../office/audit/seal-kinds.ts'
import { schemes } from '../tariff/scheme-tables.ts'
import type { Brings } from '../../registry.ts'
import { authoriseVisit } from './authorisations.ts'
import { preauthRecord } from './preauth-life.ts'
import { repointPatient } from './repoint.ts'
import { coverageFor } from './simulate.ts'
import { estimates, preauthorisation_items, preauthorisations } from './tables.ts'

const sequence = (kind: string, label: string, pattern: string, table: string) =>
  ({
    kind,
    label,
    area: 'insurance',
    pattern,
    scope: 'HOSPITAL',
    reset: 'YEARLY',
    gapless: true,
    stand: { table },
  }) as const

export const brings: Brings = {
  area: 'insurance',
  sequences: [
    sequence('preauthorisation', 'Pre-authorisation', 'PA-{YYYY}-{SEQ:6}', 'preauthorisations'),
    sequence('estimate', 'Estimate', 'EST-{YYYY}-{SEQ:6}', 'estimates'),
  ],
  seals: [
    sealed('preauthorisation', preauthorisations, {
      called: 'number',
      once: 'requested_at',
      parts: [partOf(preauthorisation_items, 'preauth_id', ['used_quantity', 'used_amount'])],
    }),
    sealed('estimate', estimates, { called: 'number', moves: ['converted_bill_id'] }),
  ],
  entities: [
    {
      type: 'preauthorisation',
      read: 'preauth:read',
      write: 'preauth:create',
      exists: async (caller, id) =>
        preauthRecord.get(caller, id).then(
          ({ number, patient_id }) => ({ label: number, patient_id }),
          () => undefined,
        ),
    },
  ],
  reads: {
    authorisation: 'membership:read',
    estimate: 'coverage:read',
  },
  notifications: [
    {
      kind: 'preauth.answered',
      label: 'A scheme answered a pre-authorisation',
      area: 'insurance',
      urgency: 'INFO',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'Who asked; the reception where it is less than asked',
    },
  ],
  repointPatient,
  answers: [
    answer(coverSums, sumsOfApprovals),
    answer(asked.authoriseVisit, authoriseVisit),
    answer(asked.coverageFor, coverageFor),
    answer(schemeNames, async ({ hospital_id }, ids) =>
      (await schemes.all({ hospital_id, id: [...ids] })).map(({ id, name }) => ({ id, name })),
    ),
  ],
}
