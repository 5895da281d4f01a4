// What credit notes, deposits, refunds, waivers, exemptions and write-offs bring at start.

import { oneOf, sql } from '../../../../store/sql.ts'
import { partOf, sealed } from '../../../office/audit/seal-kinds.ts'
import type { EntityType, NumbersStand, SealKind, SequenceKind } from '../../../registry.ts'
import { deposits } from '../deposits/tables.ts'
import { credit_note_lines, credit_notes } from './tables.ts'
import { exemptions } from '../relief/exemption-tables.ts'
import { waivers, write_offs } from '../relief/waiver-tables.ts'
import { refunds } from '../refunds/tables.ts'

const numbered = (
  kind: string,
  label: string,
  prefix: string,
  stand: NumbersStand,
): SequenceKind => ({
  kind,
  label,
  area: 'billing',
  pattern: `${prefix}-{YYYY}-{SEQ:6}`,
  scope: 'HOSPITAL',
  reset: 'YEARLY',
  gapless: true,
  stand,
})

const no_money = sql`method${oneOf(['Waiver', 'Insurance'])}`

export const credit_sequences: readonly SequenceKind[] = [
  numbered('deposit', 'Deposit', 'DEP', { table: 'deposits' }),
  numbered('credit_note', 'Credit note', 'CRN', { table: 'credit_notes' }),
  numbered('refund', 'Refund', 'RFD', { table: 'refunds' }),
  numbered('waiver', 'Waiver', 'WVR', { table: 'waivers' }),
  numbered('adjustment', 'Payment that is not money', 'ADJ', { table: 'payments', only: no_money }),
  numbered('exemption', 'Exemption', 'EXM', { table: 'exemptions' }),
  numbered('write_off', 'Write-off', 'WOF', { table: 'write_offs' }),
]

export const credit_seals: readonly SealKind[] = [
  sealed('deposit', deposits, {
    called: 'number',
    moves: ['status', 'used', 'held', 'refunded', 'remaining'],
  }),
  sealed('credit_note', credit_notes, {
    called: 'number',
    once: 'number',
    parts: [partOf(credit_note_lines, 'credit_note_id')],
  }),
  sealed('refund', refunds, { called: 'number', once: 'number' }),
  sealed('waiver', waivers, { called: 'number', once: 'number' }),
  sealed('exemption', exemptions, { called: 'number', once: 'number', moves: ['used'] }),
  sealed('write_off', write_offs, { called: 'number', once: 'number', moves: ['recovered'] }),
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
