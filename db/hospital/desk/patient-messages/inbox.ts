// Messages as the patient finds them in the portal.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { noSuch } from '../../../core/refusal.ts'
import { sql, where } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { patient_messages } from './tables.ts'

export interface Notice {
  id: string
  text: string
  at: string
  read_at: string | null
}
type Row = RowOf<(typeof patient_messages)['columns']>

export async function list(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
  { unread, ...asked }: PageAsked & { unread?: boolean },
): Promise<Page<Notice>> {
  const found = await pageFrom(patient_messages, asked, {
    from: sql` from patient_messages${where([
      sql`hospital_id = ${hospital_id}`,
      sql`patient_id = ${patient_id}`,
      sql`channel = 'PORTAL'`,
      unread === true ? sql`read_at is null` : undefined,
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return mapPage(found, view)
}

export const unreadOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
): Promise<number> =>
  patient_messages.count({ hospital_id, patient_id, channel: 'PORTAL', read_at: null })

export async function read(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
  id: string,
): Promise<Notice> {
  const of = { hospital_id, patient_id, id, channel: 'PORTAL' as const }
  const found = await patient_messages.find(of)
  if (found === undefined) throw noSuch('notification')
  const read_at = found.read_at ?? clock.instant()
  await patient_messages.change(of, { read_at })
  return view({ ...found, read_at })
}

const view = ({ id, text, created_at, read_at }: Row): Notice => ({
  id,
  text,
  at: created_at,
  read_at,
})
