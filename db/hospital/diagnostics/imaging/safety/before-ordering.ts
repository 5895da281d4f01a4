// The questions of studies that nobody has ordered yet (DIA-29).

import type { Caller } from '../../../../core/caller.ts'
import { testsById } from '../../laboratory/catalogue/tests.ts'
import type { SafetyInput } from '../../laboratory/orders/safety.ts'
import { factsOf } from './facts.ts'
import { openQuestions } from './questions.ts'

export async function safetyQuestionsOf(
  caller: Caller,
  asked: {
    patient_id: string
    facility_id: string
    test_ids: readonly string[]
    safety: Readonly<Record<string, unknown>> | null
  },
): Promise<ReadonlyMap<string, string[]>> {
  const { patient_id, facility_id } = asked
  const tests = await testsById(caller, asked.test_ids)
  const questions = new Map<string, string[]>()
  for (const { code: test_code, modality, body_part, contrast } of tests.values()) {
    const facts = await factsOf(caller, {
      patient_id,
      facility_id,
      safety: (asked.safety ?? {}) as SafetyInput,
      answered_at: null,
      modality: modality ?? 'XR',
      body_part,
      contrast,
      test_code,
    })
    questions.set(test_code, openQuestions(facts))
  }
  return questions
}
