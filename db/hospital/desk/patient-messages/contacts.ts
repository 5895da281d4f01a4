// Whom an audience may write to, for messaging (PTM-6). Consent is said, never assumed by the reader.

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import type { Language } from '../../office/hospitals/words.ts'
import { consentingTo } from '../patients/privacy/consents.ts'

export interface Contact {
  patient_id: string
  phone: string | null
  first_name: string
  language: Language
  consent: boolean
}

/** Of a hospital's own patients, alive and not merged; the others are left out. */
export async function contactsForPatients(
  caller: Caller,
  { patient_ids }: { patient_ids: readonly string[] },
): Promise<Contact[]> {
  const unique = [...new Set(patient_ids)]
  if (unique.length === 0) return []
  const found = await rows<Omit<Contact, 'consent'>>(
    sql`select id as patient_id, phone, first_name, language from patients
      where hospital_id = ${caller.hospital_id} and id${oneOf(unique)}
      and status in ('TEMPORARY', 'ACTIVE', 'INACTIVE') order by id`,
  )
  const agree = await consentingTo(caller, unique, 'SMS')
  return found.map((one) => ({ ...one, consent: one.phone !== null && agree.has(one.patient_id) }))
}
