// What patients change about themselves, and the house about their account.

import type { Caller } from '../../../core/caller.ts'
import { difference, record } from '../../office/audit/record.ts'
import { phone } from '../../office/hospitals/hospitals.ts'
import type { Language } from '../../office/hospitals/words.ts'
import { type Row, writable } from './rows.ts'
import { patients } from './tables.ts'
import type { portal_states } from './words.ts'

export const setLanguage = (caller: Caller, id: string, language: Language): Promise<Row> =>
  write(caller, id, { language })

export interface OwnChange {
  language?: Language | undefined
  alt_phone?: string | null | undefined
  email?: string | null | undefined
  occupation?: string | null | undefined
  street?: string | null | undefined
  house_no?: string | null | undefined
  landmark?: string | null | undefined
  postal_code?: string | null | undefined
}

/** POR-12: at once, without anybody's leave. */
export async function changeOwn(caller: Caller, id: string, input: OwnChange): Promise<Row> {
  const { alt_phone, email, ...others } = input
  return write(caller, id, {
    ...others,
    ...(email === undefined ? {} : { email: email?.toLowerCase() || null }),
    ...(alt_phone === undefined
      ? {}
      : { alt_phone: alt_phone ? await phone(caller, 'alt_phone', alt_phone) : null }),
  })
}

/** Whether the patient has an account, as the register shows it. */
export async function markPortal(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  id: string,
  portal: (typeof portal_states)[number],
): Promise<void> {
  await patients.change({ hospital_id, id }, { portal })
}

async function write(
  caller: Caller,
  id: string,
  given: { [K in keyof Row]?: Row[K] | undefined },
): Promise<Row> {
  const changes = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Partial<Row>
  const before = await writable(caller, id)
  await patients.change({ hospital_id: caller.hospital_id, id }, changes)
  record(caller, 'patient.update', {
    entity_type: 'patient',
    entity_id: id,
    entity_label: before.number,
    patient_id: id,
    changes: difference(before, changes),
  })
  return { ...before, ...changes } as Row
}
