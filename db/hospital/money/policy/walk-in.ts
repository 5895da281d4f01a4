// The walk-in customer (2.13, BIL-63): named by the policy, made when money is first spoken of.

import type { Caller } from '../../../core/caller.ts'
import { attempt, within } from '../../../store/connection.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { kept } from '../../../store/kept.ts'
import { walkInPatient } from '../../desk/patients/walk-in.ts'
import { billing_policies } from './tables.ts'

/** Once named it stays; nobody named is not kept for long. */
const named = kept(
  async (hospital_id) => (await billing_policies.find({ hospital_id }))?.walk_in_patient_id ?? null,
)

export async function walkIn({ hospital_id }: Pick<Caller, 'hospital_id'>): Promise<string> {
  const known = await named.get(hospital_id)
  if (known !== null) return known
  return within(async () => {
    await rowThere(hospital_id)
    const found = await billing_policies.find({ hospital_id }, { lock: true })
    const since = found?.walk_in_patient_id ?? null
    named.forget(hospital_id)
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
