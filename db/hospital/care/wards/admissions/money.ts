// What is asked ahead for a bed, and whether the account of a stay runs within its means (CAR-142, CAR-143).

import type { Caller } from '../../../../core/caller.ts'
import { visitOf } from '../../../desk/visits/for-areas.ts'
import { dischargeClearance, depositsOf } from '../../../money/billing/charges/stays.ts'
import { policyOf } from '../../../money/policy/policy.ts'
import { bed_classes } from '../places/tables.ts'
import type { Row } from './record.ts'

/** Nobody is asked ahead for these. */
const free_kinds: readonly Row['kind'][] = ['EMERGENCY', 'MATERNITY', 'NEWBORN']

export async function depositFor(
  caller: Caller,
  admission: Row,
  class_id: string,
): Promise<{ needed: number; held: number }> {
  const { hospital_id } = caller
  const found = await bed_classes.find({ hospital_id, id: class_id })
  const asked = found?.deposit ?? 0
  const free =
    asked === 0 || free_kinds.includes(admission.kind) || (await covered(caller, admission))
  const { remaining } = await depositsOf(caller, { patient_id: admission.patient_id })
  return { needed: free ? 0 : asked, held: remaining }
}

async function covered(caller: Caller, { visit_id }: Row): Promise<boolean> {
  if (visit_id === null) return false
  const { payer } = await visitOf(caller, visit_id)
  return payer.kind === 'SCHEME' || payer.kind === 'CLIENT'
}

/** CAR-143: what is owed is held, or within what the house lets run up. */
export const runsWithin = async (caller: Caller, admission_id: string): Promise<boolean> =>
  (await passedBy(caller, admission_id)) === 0

/** By how much an account has passed what was paid ahead and what the house lets run up; 0 within it. */
export async function passedBy(caller: Caller, admission_id: string): Promise<number> {
  const { balance, deposits } = await dischargeClearance(caller, admission_id)
  const { inpatient_credit_limit } = await policyOf(caller)
  const most = deposits + (inpatient_credit_limit ?? 0)
  return balance > most ? balance - deposits : 0
}
