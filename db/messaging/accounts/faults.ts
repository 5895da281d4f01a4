// Where the faults that were planned for an account's test keys are kept (MSG-583).

import type { Owner } from '../caller.ts'
import { type Fault, msg_test_states } from './tables.ts'

export type { Fault } from './tables.ts'

export const keptFaults = async (
  { account_id }: Pick<Owner, 'account_id'>,
  how: { lock?: boolean } = {},
): Promise<Fault[]> => (await msg_test_states.findAnywhere({ account_id }, how))?.faults ?? []

export async function keepFaults(
  { account_id, hospital_id }: Owner,
  faults: Fault[],
): Promise<void> {
  await msg_test_states.change({ account_id, hospital_id }, { faults })
}
