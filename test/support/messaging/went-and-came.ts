// A message of the hospital that failed, the newest but one, and people who wrote back.

import { clock } from '../../../db/core/clock.ts'
import { newId } from '../../../db/core/ids.ts'
import { rows, run, within } from '../../../db/store/connection.ts'
import { sql } from '../../../db/store/sql.ts'
import type { House } from '../boot.ts'

export async function wentAndCame({ hospital }: House): Promise<void> {
  const [, failed] = await rows<{ id: string }>(
    sql`select id from msg_messages where hospital_id = ${hospital.id} order by id desc limit 2`,
  )
  await within(() =>
    run(
      sql`update msg_messages set status = 'failed', failure_reason = 'operator_rejected',
        final_at = ${clock.instant()}, submitted = ${true} where id = ${failed?.id ?? ''}`,
    ),
  )
  for (const phone of ['255712345678', '255754000111']) await wrote(hospital.id, phone)
}

/** To the account of the hospital; about a patient where one is named. */
export async function wrote(
  hospital_id: string,
  phone: string,
  patient_id: string | null = null,
  text = 'NDIYO',
): Promise<string> {
  const id = newId()
  await within(() =>
    run(
      sql`insert into msg_inbound (id, hospital_id, account_id, mode, phone, to_number, text, hidden,
          encoding, parts, incomplete, received_at, opt_out, created_at, patient_id)
        select ${id}, hospital_id, id, 'live', ${phone}, '15055', ${text}, ${false}, 'GSM-7', 1, ${false},
          ${clock.instant()}, ${false}, ${clock.instant()}, ${patient_id}
        from msg_accounts where hospital_id = ${hospital_id}`,
    ),
  )
  return id
}
