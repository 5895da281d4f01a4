// What is asked of laboratory and imaging (DIA-170) before they stand.

import type { Caller } from '../../core/caller.ts'
import { type Page, pageOf, type PageAsked } from '../../store/pages.ts'
import { question } from '../../core/question.ts'

export interface PendingOrder {
  order_id: string
  reference: string
  discipline: 'LAB' | 'IMAGING'
  test: string
  status: string
  priority: string
  due_at: string | null
}

/** Unfinished only. */
export const pendingFor = question(
  async (
    _caller: Caller,
    _asked: { visit_id: string } | { admission_id: string },
  ): Promise<PendingOrder[]> => [],
)

export interface LatestResult {
  /** Null where the result is in words. */
  value: number | null
  unit: string | null
  flag: string | null
  at: string
  result_id: string
}

/** The newest final result of any of these tests, of the last days (prescribing, CAR-80). */
export const latestResult = question(
  async (
    _caller: Pick<Caller, 'hospital_id'>,
    _asked: { patient_id: string; codes: readonly string[]; within_days: number },
  ): Promise<LatestResult | null> => null,
)

/** When the last result of a visit came, for patients who go back to their clinician (VIS-13). */
export const lastResultAt = question(
  async (_caller: Caller, _visit_id: string): Promise<string | null> => null,
)

/** Orders of a visit that are not cancelled, finished ones too: what keeps it from cancelling. */
export const ordersOn = question(async (_caller: Caller, _visit_id: string): Promise<number> => 0)

// What a patient sees of results in the portal (DIA-155, DIA-156, POR-8): what is released to this
// patient, and to a proxy nothing of restricted tests.

export interface PatientResult {
  id: string
  title: string
  collected_at: string | null
  released_at: string
  facility: string | null
  amended: boolean
}

export interface PatientResultDetail extends PatientResult {
  note: string | null
  values: { name: string; value: string; unit: string | null; range: string | null }[]
}

export const portalResults = question(
  async (
    _caller: Caller,
    asked: PageAsked & {
      patient_id: string
      proxy: boolean
      from?: string | undefined
      to?: string | undefined
    },
  ): Promise<Page<PatientResult>> => pageOf(asked, []),
)

/** Null: nothing of that is open to this patient. */
export const portalResult = question(
  async (
    _caller: Caller,
    _asked: { patient_id: string; proxy: boolean; order_id: string },
  ): Promise<PatientResultDetail | null> => null,
)
