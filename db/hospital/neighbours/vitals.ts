// What visits ask of vitals, which stand below them.

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

/** When the patient was last measured, voided readings apart; undefined while nobody measures. */
export const lastVitalsAt = question(
  async (_caller: Caller, _patient_id: string): Promise<string | null | undefined> => undefined,
)

/** Measurements on a visit that are not voided. */
export const vitalsOn = question(async (_caller: Caller, _visit_id: string): Promise<number> => 0)

/** Takes a set of measurements with a triage, in the same transaction; answers its id. */
export const recordVitalsAtTriage = question(
  async (
    _caller: Caller,
    _asked: { visit_id: string; vitals: Record<string, unknown> },
  ): Promise<string | null> => null,
)
