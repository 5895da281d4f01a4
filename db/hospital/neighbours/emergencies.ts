// What areas above emergencies ask of them.

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

/**
 * A set of vitals was recorded, amended or voided: when an open emergency is observed
 * next; null: there is none.
 */
export const observed = question(
  async (
    _caller: Caller,
    _asked: { visit_id: string; at: string; every_minutes: number | null },
  ): Promise<{ next_at: string | null } | null> => null,
)

/** Of each of these visits: orders that are not done, and results that nobody has read. */
export const workOn = question(
  async (
    _caller: Caller,
    _visit_ids: readonly string[],
  ): Promise<ReadonlyMap<string, { open_orders: number; unread_results: number }>> => new Map(),
)

/** MOR-1, when the module is on: the body of somebody who died here. Once for a death. */
export const receiveBody = question(
  async (
    _caller: Caller,
    _asked: {
      patient_id: string
      admission_id?: string
      emergency_id?: string
      theatre_case_id?: string
      birth_id?: string
      /** Of a stillborn child, which hangs on its mother's record. */
      kind?: 'STILLBIRTH' | 'FETUS'
      source: string
      died_at: string
    },
  ): Promise<unknown> => null,
)

/** Who wears this tag of the incident that goes on; a tag nobody wears yet is told apart (EMG-17). */
export const patientWearing = question(
  async (_caller: Caller, _tag: string): Promise<string | undefined> => undefined,
)
