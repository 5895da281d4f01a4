// Goods that did somebody harm (COM-55): whoever answers for their quality hears of it at once, and of a
// second one of the same lot in plain words.

import type { Caller } from '../../../core/caller.ts'
import { days, instantIn } from '../../../core/clock.ts'
import { row as one } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { addAllergyDraft } from '../../neighbours/to-care.ts'
import { notify } from '../../office/notifications/notify.ts'
import type { ReturnRow } from './record.ts'

const looked_back_days = 30

export async function tellReaction(
  caller: Caller,
  { id, number, patient_id, adverse_reaction }: ReturnRow,
  lines: readonly { description: string }[],
): Promise<void> {
  const substance = lines
    .map(({ description }) => description)
    .join(', ')
    .slice(0, 160)
  const { lot = null, reaction = '' } = adverse_reaction ?? {}
  const times = lot === null ? 1 : await timesOf(caller, lot)
  const body =
    times > 1
      ? `Possible quality problem: lot ${lot} of ${substance}, ${times} reactions in ${looked_back_days} days`
      : `${substance}${lot === null ? '' : `, lot ${lot}`}: ${reaction}`
  await notify(caller, {
    to: { permission: 'stock:quality' },
    kind: 'return.reaction',
    title: `Return ${number}: suspected reaction`,
    body: body.slice(0, 500).toWellFormed(),
    entity: { type: 'sales_return', id },
  })
  if (patient_id === null) return
  await addAllergyDraft(caller, { patient_id, substance, source: 'PATIENT', reactions: reaction })
}

async function timesOf({ hospital_id }: Caller, lot: string): Promise<number> {
  const found = await one<{ times: number }>(
    sql`select count(distinct r.id) as times from sales_returns r
      join sales_return_items i on i.return_id = r.id
      where r.hospital_id = ${hospital_id} and r.reason_code = 'ADVERSE_REACTION'
        and lower(i.lot) = ${lot.toLowerCase()} and r.created_at >= ${instantIn(-days(looked_back_days))}`,
  )
  return Number(found?.times ?? 0)
}
