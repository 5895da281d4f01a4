// What nobody signed (CAR-9, CAR-25): drafts are told to who wrote them, co-signatures to who may give them.

import type { Caller } from '../../../core/caller.ts'
import { days, hours, instantIn } from '../../../core/clock.ts'
import { rows, within } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { clinicalOf } from '../clinical/settings.ts'
import { numbersOf, tellList } from '../clinical/tell-list.ts'

const at_once = 500

export const tellUnsigned = (caller: Caller): Promise<{ cosign: number; drafts: number }> =>
  within(
    async () => ({ cosign: await tellToCosign(caller), drafts: await tellDrafts(caller) }),
    'jobs',
  )

interface Unsigned {
  id: string
  by_id: string | null
  staff_name: string
  patient_id: string
}

async function unsigned(caller: Caller, status: 'DRAFT' | 'TO_COSIGN', before: string) {
  const found = await rows<Unsigned>(
    sql`select id, by_id, staff_name, patient_id from clinical_records
      where hospital_id = ${caller.hospital_id} and status = ${status} and updated_at < ${before}
      order by updated_at, id limit ${at_once}`,
  )
  const number = await numbersOf(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  return found.map((row) => ({ ...row, number: number(row.patient_id) }))
}

async function tellToCosign(caller: Caller): Promise<number> {
  const { cosign_hours } = await clinicalOf(caller)
  const found = await unsigned(caller, 'TO_COSIGN', instantIn(-hours(cosign_hours)))
  const waiting = found.map(({ id, number, staff_name }) => ({
    id,
    called: `${number} by ${staff_name}`,
  }))
  const to = { permission: 'record:cosign' }
  const title = 'Notes wait too long for a co-signature'
  return tellList(caller, { kind: 'record.cosign_late', to, title }, waiting)
}

async function tellDrafts(caller: Caller): Promise<number> {
  const { draft_days } = await clinicalOf(caller)
  const found = await unsigned(caller, 'DRAFT', instantIn(-days(draft_days)))
  let told = 0
  for (const [user, own] of Map.groupBy(found, ({ by_id }) => by_id)) {
    if (user === null) continue
    const waiting = own.map(({ id, number }) => ({ id, called: number }))
    const title = `Drafts of yours lie for ${draft_days} days`
    told += await tellList(caller, { kind: 'record.draft_old', to: { user }, title }, waiting)
  }
  return told
}
