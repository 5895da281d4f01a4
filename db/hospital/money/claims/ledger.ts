// What claims and the money for them say in the ledger (P-25 to P-28), from their records alone: as it
// is posted, and as it is held against the books (ACC-93).

import type { PostingLine } from '../accounting/entries/lines.ts'
import { debtOfScheme, type SchemeRow } from '../tariff/schemes.ts'
import type { ClaimRow, LineRow } from './rows.ts'
import type { Decision } from './words.ts'

interface Decided {
  claim: Pick<ClaimRow, 'facility_id' | 'patient_id'>
  scheme: SchemeRow
  line: Pick<LineRow, 'department'>
  amount: number
  /** Of it, what lay on the account of appeals. */
  from_appeal: number
  decision: Exclude<Decision, 'NONE'>
}

export const decision_sources = {
  APPEAL: 'CLAIM_APPEAL',
  ACCEPT: 'CLAIM_DENIED',
  PATIENT: 'CLAIM_TO_PATIENT',
} as const

export function decisionLines(about: Decided): PostingLine[] {
  const { claim, scheme, line, amount, decision, from_appeal } = about
  const { facility_id } = claim
  const party = { kind: 'SCHEME' as const, id: scheme.id }
  const owed = debtOfScheme(scheme)
  if (decision === 'APPEAL') {
    return [
      { role: 'claims_appeal', debit: amount, facility_id, party },
      { ...owed, credit: amount, facility_id, party },
    ]
  }
  const { department } = line
  const debit: PostingLine =
    decision === 'ACCEPT'
      ? { role: 'disallowed', debit: amount, facility_id, department }
      : {
          role: 'ar_patient',
          debit: amount,
          facility_id,
          party: { kind: 'PATIENT', id: claim.patient_id },
        }
  return [
    debit,
    { role: 'claims_appeal', credit: from_appeal, facility_id, party },
    { ...owed, credit: amount - from_appeal, facility_id, party },
  ]
}

export interface Paid {
  claim: Pick<ClaimRow, 'facility_id'>
  paid: number
  appealed: boolean
}

/** P-25: the money and the tax withheld against what the scheme owes; what is left over is held. */
export function remittanceLines(
  row: { facility_id: string; amount: number; withheld_tax: number },
  scheme: SchemeRow,
  money: Pick<PostingLine, 'role' | 'account_id'>,
  answers: readonly Paid[],
): PostingLine[] {
  const { facility_id } = row
  const party = { kind: 'SCHEME' as const, id: scheme.id }
  const sum = (wanted: readonly Paid[]): number => wanted.reduce((all, { paid }) => all + paid, 0)
  const by_facility = (list: readonly Paid[], account: { role?: string; account_id?: string }) =>
    [...Map.groupBy(list, ({ claim }) => claim.facility_id)].map(([branch, own]) => ({
      ...account,
      credit: sum(own),
      facility_id: branch,
      party,
    }))
  const unallocated = row.amount + row.withheld_tax - sum(answers)
  return [
    { ...money, debit: row.amount, facility_id },
    { role: 'wht_asset', debit: row.withheld_tax, facility_id, party },
    ...by_facility(
      answers.filter(({ appealed }) => !appealed),
      debtOfScheme(scheme),
    ),
    ...by_facility(
      answers.filter(({ appealed }) => appealed),
      { role: 'claims_appeal' },
    ),
    { role: 'unapplied', credit: unallocated, facility_id, party },
  ]
}
