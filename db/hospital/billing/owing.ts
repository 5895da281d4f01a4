// On whom a bill stands in the ledger: the patient or the client who owes, and where money of theirs
// is held (4.4 of accounting).

import type { PostingLine } from '../accounting/lines.ts'
import type { Row as Bill } from './rows.ts'

type Stands = Pick<PostingLine, 'role' | 'party'>

export function debtOf({ payer_kind, patient_id }: Pick<Bill, 'payer_kind' | 'patient_id'>): {
  debt: Stands
  held: Stands
} {
  const party = patient_id === null ? null : { kind: 'PATIENT' as const, id: patient_id }
  return payer_kind === 'CLIENT'
    ? { debt: { role: 'ar_client', party: null }, held: { role: 'unapplied', party: null } }
    : { debt: { role: 'ar_patient', party }, held: { role: 'deposit', party } }
}

/** The scheme a bill is for. */
export const schemeOf = (_bill: Bill): string | null => null
