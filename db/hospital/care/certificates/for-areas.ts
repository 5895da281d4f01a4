// What other areas ask of certificates.

import type { Caller } from '../../../core/caller.ts'
import { certificates } from './tables.ts'

/** The notification of a death that stands: issued, or the draft of one that is not. */
export async function deathNotificationOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
): Promise<{ certificate_id: string; issued: boolean; police_case: boolean } | null> {
  const found = await certificates.all(
    { hospital_id, patient_id, kind: 'DEATH_NOTIFICATION', status: ['ISSUED', 'DRAFT'] },
    { order: ['-created_at', '-id'] },
  )
  const row = found.find(({ status }) => status === 'ISSUED') ?? found[0]
  if (row === undefined) return null
  const { manner = null, police_case = false } = row.details ?? {}
  return {
    certificate_id: row.id,
    issued: row.status === 'ISSUED',
    police_case: police_case === true || (manner !== null && manner !== 'NATURAL'),
  }
}
