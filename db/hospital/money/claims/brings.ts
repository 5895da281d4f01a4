import * as asked from '../../neighbours/billing.ts'
import * as of_claims from '../../neighbours/claims.ts'
import * as of_cover from '../../neighbours/cover.ts'
import {
  claimItems as claim_items,
  claimReplay,
  claimStops,
  claimSums,
} from '../../neighbours/books.ts'
import { answer } from '../../../core/question.ts'
import { partOf, sealed } from '../../office/audit/seal-kinds.ts'
import type { Brings } from '../../registry.ts'
import {
  claimsOfItems,
  claimsOfSchemes,
  claimsUseAuthorisation,
  repointPatient,
} from './answers.ts'
import { linesCredited, schemeBillIssued, schemeTookOver } from './gather.ts'
import { claimItems } from './open-items.ts'
import { replayOfClaims } from './replay.ts'
import { sumsOfClaims } from './sums.ts'
import { stopsOfClaims } from './stops.ts'
import { claim_batches, claim_lines, claims, remittance_lines, remittances } from './tables.ts'

const sequence = (kind: string, label: string, pattern: string, table: string) =>
  ({
    kind,
    label,
    area: 'claims',
    pattern,
    scope: 'HOSPITAL',
    reset: 'YEARLY',
    gapless: true,
    stand: { table },
  }) as const

export const brings: Brings = {
  area: 'claims',
  sequences: [
    sequence('claim', 'Claim', 'CLM-{YYYY}-{SEQ:6}', 'claims'),
    sequence('claim_batch', 'Batch of claims', 'CLB-{YYYY}-{SEQ:6}', 'claim_batches'),
    sequence('remittance', 'Remittance', 'RMT-{YYYY}-{SEQ:6}', 'remittances'),
  ],
  seals: [
    sealed('claim', claims, {
      called: 'number',
      once: 'submitted_at',
      moves: ['status', 'paid', 'denied', 'answered_on'],
      parts: [
        partOf(claim_lines, 'claim_id', [
          'paid',
          'denied',
          'denial_reason_code',
          'denial_note',
          'denied_on',
          'decision',
          'appealed',
          'on_appeal_account',
          'accepted',
          'to_patient',
        ]),
      ],
    }),
    sealed('claim_batch', claim_batches, { called: 'number', once: 'submitted_at' }),
    sealed('remittance', remittances, {
      called: 'number',
      once: 'posted_at',
      parts: [partOf(remittance_lines, 'remittance_id')],
    }),
  ],
  entities: [
    {
      type: 'claim',
      read: 'claim:read',
      write: 'claim:manage',
      async exists({ hospital_id }, id) {
        const found = await claims.find({ hospital_id, id })
        return found === undefined
          ? undefined
          : { label: found.number, patient_id: found.patient_id }
      },
    },
  ],
  reads: { claim_batch: 'claim:read', remittance: 'remittance:read' },
  notifications: [
    {
      kind: 'claims.reminder',
      label: 'Denials to decide, claims that are late',
      area: 'claims',
      urgency: 'WARNING',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'Insurance officers; managers of denials that wait long',
    },
  ],
  repointPatient,
  answers: [
    answer(asked.claimsOfSchemes, claimsOfSchemes),
    answer(of_claims.claimsOfItems, claimsOfItems),
    answer(of_claims.claimLinesCredited, linesCredited),
    answer(of_cover.schemeBillIssued, schemeBillIssued),
    answer(of_cover.schemeTookOver, schemeTookOver),
    answer(claim_items, claimItems),
    answer(claimStops, stopsOfClaims),
    answer(claimReplay, replayOfClaims),
    answer(claimSums, sumsOfClaims),
    answer(of_cover.claimsUseAuthorisation, claimsUseAuthorisation),
  ],
}
