// The walk-in customer (2.13, BIL-63): named by the policy, made when money is first spoken of.

import type { Caller } from '../../caller.ts'
import { attempt, within } from '../../connection.ts'
import { isTaken } from '../../engines/engine.ts'
import { walkInPatient } from '../patients/walk-in.ts'
import { billing_policies } from './tables.ts'

export async function walkIn({ hospital_id }: Pick<Caller, 'hospital_id'>): Promise<string> {
  const known = await billing_policies.find({ hospital_id })
  const named = known?.walk_in_patient_id ?? null
  if (named !== null) return named
  return within(async () => {
    await rowThere(hospital_id)
    const found = await billing_policies.find({ hospital_id }, { lock: true })
    const since = found?.walk_in_patient_id ?? null
    if (since !== null) return since
    const { id } = await walkInPatient({ hospital_id })
    await billing_policies.change({ hospital_id }, { walk_in_patient_id: id })
    return id
  })
}

/** Two firsts at once: one makes the row, the other waits for it. */
async function rowThere(hospital_id: string): Promise<void> {
  if ((await billing_policies.find({ hospital_id })) !== undefined) return
  await attempt(() => billing_policies.insert({ hospital_id })).catch((error: unknown) => {
    if (!isTaken(error, 'hospital_id')) throw error
  })
}
