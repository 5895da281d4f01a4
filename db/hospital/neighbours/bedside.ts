// What is asked of care about beds and observation (CAR-213, CAR-214) before it stands.

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

/** Care's Growth point, as it stands on a set of vitals; null: without measures, or nobody scores. */
export const growthPoint = question(
  async (
    _caller: Caller,
    _asked: { patient_id: string; vitals: Readonly<Record<string, unknown>> },
  ): Promise<Record<string, unknown> | null> => null,
)

export const setObservationPlan = question(
  async (
    _caller: Caller,
    _asked: { admission_id: string; every_minutes: number; source: string },
  ): Promise<unknown> => null,
)

export interface Admission {
  admission_id: string
  number: string
  ward: string
  bed: string | null
}

/** Null: nobody keeps wards here. Its refusals are care's own words. */
export const admitPatient = question(
  async (
    _caller: Caller,
    _asked: {
      patient_id: string
      visit_id: string
      ward_id: string
      emergency_id?: string
      reason?: string | null
      overrides?: readonly unknown[] | undefined
      source: string
      source_id: string
    },
  ): Promise<Admission | null> => null,
)

/** PRV-2: of these patients, those who lie in a ward and are the caller's to look after. */
export const caredForInWards = question(
  async (_caller: Caller, _patient_ids: readonly string[]): Promise<ReadonlySet<string>> =>
    new Set(),
)

export interface NextTask {
  task: string
  due_at: string
  timing: string
  /** How many wait. */
  open: number
}

export interface NextDose {
  medicine: string
  dose: string
  due_at: string
  timing: string
  /** How many wait. */
  open: number
}

/** What is given next at each of these stays, for who may read doses. */
export const nextDosesOf = question(
  async (
    _caller: Caller,
    _admission_ids: readonly string[],
  ): Promise<ReadonlyMap<string, NextDose>> => new Map(),
)

/** What nurses have to do next at each of these stays. */
export const nextTasksOf = question(
  async (
    _caller: Caller,
    _admission_ids: readonly string[],
  ): Promise<ReadonlyMap<string, NextTask>> => new Map(),
)
