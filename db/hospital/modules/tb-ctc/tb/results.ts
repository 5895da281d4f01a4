// What the laboratory found of a case since it was presumed, and what is positive of it (TBC-1, TBC-3).

import type { Caller } from '../../../../core/caller.ts'
import { dayIn } from '../../../../core/clock.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { resultsOfPatients } from '../../../diagnostics/laboratory/results/of-patient.ts'
import type { Resistance } from '../words.ts'
import type { CaseRow } from './record.ts'

/** Tests of the pack: PCR and smear. */
export const pack_tests = ['GXP', 'AFB'] as const

export interface TestFound {
  order_id: string
  test_code: string
  test: string
  status: string
  result: string | null
  positive: boolean | null
  on: string | null
  answer: string | null
}

const negative = ['ND', 'NEG']
const unclear = ['INV', 'ERR']

/** By the coded answer; null where it says neither. */
export function isPositive(answer: string | null): boolean | null {
  if (answer === null || unclear.includes(answer)) return null
  return !negative.includes(answer)
}

export async function testsOf(
  caller: Caller,
  { patient_id, presumed_on }: Pick<CaseRow, 'patient_id' | 'presumed_on'>,
): Promise<TestFound[]> {
  const { timezone } = await hospitalOf(caller)
  const found = await resultsOfPatients(caller, [patient_id], pack_tests)
  return found
    .map((one) => ({
      ...one,
      positive: one.answer === null ? null : isPositive(one.answer),
      on: one.released_at === null ? null : dayIn(timezone, new Date(one.released_at)),
    }))
    .filter(({ on }) => on === null || on >= presumed_on)
}

/** What the PCR says of rifampicin. */
export function resistanceOf(tests: readonly Pick<TestFound, 'answer'>[]): Resistance | null {
  const answers = tests.map(({ answer }) => answer)
  if (answers.includes('RR')) return 'RR'
  return answers.includes('RS') ? 'SENSITIVE' : null
}
