// Handing copies to the outbox, after the notice was kept: a notice to 300 people stays a few
// statements in its own transaction, and their texts are written here, a few at a time.

import { system } from '../../../core/caller.ts'
import { rows, within } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import type { Language } from '../hospitals/words.ts'
import { type Message, sendTo } from '../outbox/send.ts'
import { notice_copies } from './tables.ts'

const at_once = 50

interface Copy {
  id: string
  hospital_id: string
  user_id: string
  language: Language
  email: string | null
  phone: string | null
  by_email: unknown
  by_phone: unknown
  or_phone: unknown
  urgent: unknown
  title: string
  body: string
  entity_type: string | null
  entity_id: string | null
  not_before: string | null
}

/** For the timetable, every few seconds; answers how many texts were handed over. */
export async function sendCopies(): Promise<number> {
  let sent = 0
  let failure: unknown
  for (let after = ''; ; ) {
    const batch = await rows<Copy>(
      sql`select c.id, c.hospital_id, c.user_id, u.language, u.email, u.phone, c.by_email, c.by_phone,
        c.or_phone, c.urgent, c.title, c.body, c.entity_type, c.entity_id, c.not_before
        from notice_copies c join users u on u.id = c.user_id
        where c.id > ${after} order by c.id limit ${at_once}`,
    )
    for (const copy of batch) {
      // One that fails stays for the next time and holds up nobody behind it.
      sent += await within(() => handOver(copy), 'jobs').catch((error: unknown) => {
        failure ??= error
        return 0
      })
    }
    after = batch.at(-1)?.id ?? after
    if (batch.length < at_once) break
  }
  if (failure !== undefined) throw failure
  return sent
}

async function handOver(copy: Copy): Promise<number> {
  // Of several daemons the one that takes the row away hands it over.
  if ((await notice_copies.remove({ hospital_id: copy.hospital_id, id: copy.id })) === 0) return 0
  const { email, phone } = copy
  const ways: Pick<Message, 'email' | 'phone'>[] = [
    ...(copy.by_email && email !== null ? [{ email, phone: copy.or_phone ? phone : null }] : []),
    ...(copy.by_phone && phone !== null ? [{ email: null, phone }] : []),
  ]
  for (const way of ways) {
    await sendTo(system(copy.hospital_id), {
      ...way,
      user_id: copy.user_id,
      language: copy.language,
      event: 'staff.notice',
      data: { title: copy.title, body: copy.body },
      entity:
        copy.entity_type === null || copy.entity_id === null
          ? undefined
          : { type: copy.entity_type, id: copy.entity_id },
      class: copy.urgent ? 'ESSENTIAL' : undefined,
      not_before: copy.not_before ?? undefined,
    })
  }
  return ways.length
}
