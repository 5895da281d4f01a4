// What is asked of messages to patients (PTM-1) by areas above them. Silence writes to nobody.

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

export interface ToPatient {
  patient_id: string
  /** A code of PTM-3. */
  template: string
  data: Readonly<Record<string, string | number | null>>
  entity?: { type: string; id: string }
  /** Where the patient's own choice is not asked for. */
  channel?: 'SMS' | 'WHATSAPP' | 'EMAIL' | undefined
  /** Not sent after this: a reminder of what is over helps nobody. */
  not_after?: string
  /** The moment it is about: what is soon may not wait for the morning. */
  about?: string
}

/** T!: it never refuses. */
export const messagePatient = question(
  async (
    _caller: Caller,
    _message: ToPatient,
  ): Promise<{ status: string; channel: string | null }> => ({
    status: 'SUPPRESSED',
    channel: null,
  }),
)

export interface TextEnd {
  patient_id: string
  /** The number it went to. */
  contact: string
  delivered: boolean
}

/** PTM-5: what became of texts to patients. T!: it never refuses. */
export const textsEnded = question(
  async (_caller: Caller, _ends: readonly TextEnd[]): Promise<void> => undefined,
)

/** Of these patients, those whose telephone does not answer to texts, and until when it is so marked. */
export const unreachableOf = question(
  async (
    _caller: Pick<Caller, 'hospital_id'>,
    _patient_ids: readonly string[],
  ): Promise<ReadonlyMap<string, string>> => new Map(),
)
