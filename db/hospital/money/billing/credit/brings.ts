// What credit notes, deposits, refunds, waivers, exemptions and write-offs bring at start.

import type { EntityType, SequenceKind } from '../../../registry.ts'
import { credit_notes } from './tables.ts'
import { exemptions } from '../relief/exemption-tables.ts'
import { refunds } from '../refunds/tables.ts'

const numbered = (kind: string, label: string, prefix: string): SequenceKind => ({
  kind,
  label,
  area: 'billing',
  pattern: `${prefix}-{YYYY}-{SEQ:6}`,
  scope: 'HOSPITAL',
  reset: 'YEARLY',
  gapless: true,
})

export const credit_sequences: readonly SequenceKind[] = [
  numbered('deposit', 'Deposit', 'DEP'),
  numbered('credit_note', 'Credit note', 'CRN'),
  numbered('refund', 'Refund', 'RFD'),
  numbered('waiver', 'Waiver', 'WVR'),
  numbered('adjustment', 'Payment that is not money', 'ADJ'),
  numbered('exemption', 'Exemption', 'EXM'),
  numbered('write_off', 'Write-off', 'WOF'),
]

export const credit_entities: readonly EntityType[] = [
  {
    type: 'exemption',
    read: 'waiver:read',
    write: 'waiver:request',
    async exists({ hospital_id }, id) {
      const found = await exemptions.find({ hospital_id, id })
      return found && { label: found.number ?? found.id, patient_id: found.patient_id }
    },
  },
  {
    type: 'credit_note',
    read: 'creditnote:read',
    write: 'creditnote:create',
    async exists({ hospital_id }, id) {
      const found = await credit_notes.find({ hospital_id, id })
      return found && { label: found.number ?? found.id, patient_id: found.patient_id }
    },
  },
  {
    type: 'refund',
    read: 'refund:read',
    write: 'refund:request',
    async exists({ hospital_id }, id) {
      const found = await refunds.find({ hospital_id, id })
      return found && { label: found.number ?? found.payee_name, patient_id: found.patient_id }
    },
  },
]

/** Who sees the changes of records that take no files. */
export const credit_reads = {
  deposit: 'payment:read',
  waiver: 'waiver:read',
  write_off: 'bill:read',
} as const
