// What patients' records and the outbox ask of the portal, which stands below them.

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

/** The patient no longer agrees to the portal: the account is shut (POR-15). */
export const portalRefused = question(
  async (_caller: Caller, _patient_id: string): Promise<void> => undefined,
)

/** PTM-5: words by SMS among the patient's conversations; false where none are kept. */
export const wordsBySms = question(
  async (_caller: Caller, _asked: { patient_id: string; text: string }): Promise<boolean> => false,
)
