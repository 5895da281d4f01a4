// What patients' records ask of the portal, which stands below them.

import type { Caller } from '../../caller.ts'
import { question } from './question.ts'

/** The patient no longer agrees to the portal: the account is shut (POR-15). */
export const portalRefused = question(
  async (_caller: Caller, _patient_id: string): Promise<void> => undefined,
)
