// On whom a bill stands in the ledger: the patient, the client or the scheme who owes, and where money
// of theirs is held (4.4 of accounting).

import type { Caller } from '../../../../core/caller.ts'
import type { PostingLine } from '../../accounting/entries/lines.ts'
import { schemes } from '../../tariff/scheme-tables.ts'
import { debtOfScheme } from '../../tariff/schemes.ts'
import type { Row as Bill } from '../bills/rows.ts'

export type Stands = Pick<PostingLine, 'role' | 'account_id' | 'party'>

export function debtOf(bill: Pick<Bill, 'payer_kind' | 'patient_id' | 'client_id'>): {
  debt: Stands
  held: Stands
} {
  const { payer_kind, patient_id, client_id } = bill
  if (payer_kind === 'CLIENT') {
    const party = client_id === null ? null : { kind: 'CLIENT' as const, id: client_id }
    return { debt: { role: 'ar_client', party }, held: { role: 'unapplied', party } }
  }
  const party = patient_id === null ? null : { kind: 'PATIENT' as const, id: patient_id }
  return { debt: { role: 'ar_patient', party }, held: { role: 'deposit', party } }
}

/** P-02: on the account of the scheme, where it has one, else by its kind. */
export async function schemeDebt(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  scheme_id: string | null,
): Promise<Stands> {
  if (scheme_id === null) return { role: 'ar_scheme', party: null }
  const scheme = await schemes.find({ hospital_id, id: scheme_id })
  const stands = scheme === undefined ? { role: 'ar_scheme' } : debtOfScheme(scheme)
  return { ...stands, party: { kind: 'SCHEME', id: scheme_id } }
}
