// What is asked of care about what a patient takes and does not bear (CAR-210, CAR-212).

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

export interface AllergyBrief {
  substance: string
  severity: string
  reactions?: string | null
}

export const allergiesOf = question(
  async (
    _caller: Caller,
    _patient_ids: readonly string[],
  ): Promise<ReadonlyMap<string, AllergyBrief[]>> => new Map(),
)

export interface KnownCondition {
  title: string
  chronic: boolean
}

/** Problems that stand; sensitive ones are left out for callers who may not see them (CAR-10). */
export const conditionsOf = question(
  async (
    _caller: Caller,
    _patient_ids: readonly string[],
  ): Promise<ReadonlyMap<string, KnownCondition[]>> => new Map(),
)

export const activeMedicines = question(
  async (
    _caller: Caller,
    _patient_id: string,
  ): Promise<{ name: string; detail: string | null }[]> => [],
)
