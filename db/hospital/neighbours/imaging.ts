// What orders ask of imaging, which stands above them (DIA-112): each item of an imaging order has its study.

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

export interface StudyOrdered {
  item_id: string
  order_id: string
  order_number: string
  facility_id: string
  patient_id: string
  visit_id: string | null
  admission_id: string | null
  section_id: string
  test_id: string
  test_code: string
  test_name: string
  laterality: 'LEFT' | 'RIGHT' | 'BOTH' | null
  priority: 'ROUTINE' | 'URGENT' | 'STAT'
  restricted: boolean
  portable: boolean
  /** Who ordered: what somebody wrote is never hidden from the writer. */
  by_id: string | null
  ordered_by_name: string
  ordered_at: string
  due_at: string | null
}

/** A study as an order and the chart show it; its words only where they are for the reader. */
export interface StudyBrief {
  study_id: string
  accession: string
  status: string
  report_status: string
  starts_at: string | null
  laterality: string | null
  report: {
    preliminary: boolean
    findings: string
    impression: string
    recommendation: string | null
    critical: boolean
    reported_by_name: string | null
    signed_at: string | null
    addenda: { at: string; by_name: string; text: string }[]
  } | null
}

/** With the order, in its transaction; the safety answers that the order carried are for all of them. */
export const studiesOrdered = question(
  async (
    _caller: Caller,
    _studies: readonly StudyOrdered[],
    _safety: Readonly<Record<string, unknown>> | null,
  ): Promise<void> => undefined,
)

/** What would have to be asked before each of these, by the code of the test (DIA-29, DIA-116). */
export const safetyQuestionsOf = question(
  async (
    _caller: Caller,
    _asked: {
      patient_id: string
      facility_id: string
      test_ids: readonly string[]
      safety: Readonly<Record<string, unknown>> | null
    },
  ): Promise<ReadonlyMap<string, string[]>> => new Map(),
)

/** The items are taken back; a study that was begun refuses. */
export const studiesCancelled = question(
  async (_caller: Caller, _item_ids: readonly string[], _why: string): Promise<void> => undefined,
)

/** By item, for who may read the order. */
export const studiesOfItems = question(
  async (_caller: Caller, _item_ids: readonly string[]): Promise<ReadonlyMap<string, StudyBrief>> =>
    new Map(),
)
