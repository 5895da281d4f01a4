// What is asked of care about what a patient takes and does not bear (CAR-210, CAR-212).

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'
import { type Sql, sql } from '../../store/sql.ts'
import type { GateResult, Override } from '../desk/gates/shapes.ts'

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

/**
 * Of these prescriptions those whose medicines are kept from the caller, because they would tell what is for
 * (TBC-22). Who hands out or gives one reads it whole there.
 */
export const closedPrescriptions = question(
  async (_caller: Caller, _ids: readonly string[]): Promise<ReadonlySet<string>> => new Set(),
)

/** Whoever asks: a bill, a label or a message names no medicine of such a prescription (TBC-23). */
export const isOfClosedClinic = question(
  async (_caller: Pick<Caller, 'hospital_id'>, _prescription_id: string): Promise<boolean> => false,
)

/** Of these patients those of whom something is kept from the caller. */
export const closedPatients = question(
  async (_caller: Caller, _ids: readonly string[]): Promise<ReadonlySet<string>> => new Set(),
)

/** Whoever asks: what is written down for others to read says no more of this patient than it must. */
export const keptByClinic = question(
  async (_caller: Pick<Caller, 'hospital_id'>, _patient_id: string): Promise<boolean> => false,
)

/** The same as a condition on a column, where a list is narrowed to a medicine. */
export const openPrescriptionsIn = question((_caller: Caller, _column: Sql): Sql => sql`1 = 1`)

/**
 * CAR-39: an allergy, a pregnancy or a problem is known that was not. What runs is checked once more; the answer
 * is what stands in the way now, item by item. The patient is locked.
 */
export const clinicalFactChanged = question(
  async (
    _caller: Caller,
    _asked: { patient_id: string; what: 'ALLERGY' | 'PREGNANCY' | 'PROBLEM' },
  ): Promise<{ id: string; message: string }[]> => [],
)

/** What somebody told that is taken at home, in or out of the formulary (CAR-41). */
export interface HomeMedicineBrief {
  id: string
  medicine_id: string | null
  name: string
  dose_text: string
  since: string | null
  source: string
  adherence: string | null
}

export const homeMedicinesOf = question(
  async (_caller: Caller, _patient_id: string): Promise<HomeMedicineBrief[]> => [],
)

/** What is taken after a stay, a line each, and what changed in it and why (CAR-162). */
export const medicinesAtDischarge = question(
  async (
    _caller: Caller,
    _asked: { patient_id: string; admission_id: string },
  ): Promise<string[]> => [],
)

/** What a customer hands in at the counter. */
export interface WrittenPrescription {
  prescriber: string
  registration_no: string
  date: string
  attachment_id?: string | null | undefined
}

/** CAR-105: refuses what may not go over the counter, and answers what the seller should say. */
export const counterCheck = question(
  async (
    _caller: Caller,
    _asked: {
      /** Null: a customer whom nobody knows. */
      patient_id: string | null
      lines: readonly {
        line: number
        product_id: string
        batch_id: string | null
        /** In thousandths. */
        quantity: number
      }[]
      prescription: WrittenPrescription | null
      overrides: readonly Override[]
    },
  ): Promise<GateResult[]> => [],
)
