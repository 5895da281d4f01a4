// Nobody writes to somebody who has died (MSG-611): what waits for the patient's own number is
// cancelled; what goes to next of kin goes on.

import { rows } from '../../store/connection.ts'
import { oneOf, sql } from '../../store/sql.ts'
import { accountOfHospital, ownerIn } from '../accounts/accounts.ts'
import { the_house } from '../caller.ts'
import { readNumber } from '../routing/numbers.ts'
import { endUnsubmitted } from './cancelling.ts'

export async function stopWriting(
  hospital_id: string,
  { patient_id, phone }: { patient_id: string; phone: string | null },
): Promise<string[]> {
  const account = await accountOfHospital(hospital_id)
  const number = phone === null ? null : readNumber(phone)
  if (account === undefined || number === null) return []
  const waiting = await rows<{ id: string }>(
    sql`select m.id from msg_bridge b join msg_messages m on m.id = b.message_id
        where b.hospital_id = ${hospital_id} and b.patient_id = ${patient_id}
          and m.phone = ${number} and m.status in ('scheduled', 'queued') and not m.submitted`,
  )
  if (waiting.length === 0) return []
  const ids = waiting.map(({ id }) => id)
  await endUnsubmitted(the_house, ownerIn(account, 'live'), sql`id${oneOf(ids)}`, 'cancelled')
  return ids
}
