// CAR-143: an account that has passed its deposit is told to the clerk of the ward and to the family, once a day. Nobody
// is treated otherwise for it: care, food, bed and what is urgent go on.

import type { Caller } from '../../../core/caller.ts'
import { rows, within } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { messagePatient } from '../../desk/patient-messages/message.ts'
import { type Purse, purseOf } from '../../money/accounting/purse.ts'
import { namedFew, untoldToday } from '../../office/notifications/once-today.ts'
import { notify } from '../../office/notifications/notify.ts'
import { passedBy } from './admissions/money.ts'

interface Lies {
  id: string
  number: string
  patient_id: string
  facility_id: string
}

interface Passed extends Lies {
  /** Minor units. */
  by: number
}

const kind = 'admission.passed'

export async function tellPassed(caller: Caller, signal?: AbortSignal): Promise<number> {
  const lying = await rows<Lies>(
    sql`select id, number, patient_id, facility_id from admissions
      where hospital_id = ${caller.hospital_id} and status in ('ADMITTED', 'DISCHARGE_ORDERED')
      order by facility_id, admitted_at, id`,
  )
  const passed: Passed[] = []
  for (const one of lying) {
    if (signal?.aborted === true) break
    const by = await passedBy({ ...caller, facility_id: one.facility_id }, one.id)
    if (by > 0) passed.push({ ...one, by })
  }
  let told = 0
  for (const [facility_id, here] of Map.groupBy(passed, (one) => one.facility_id)) {
    told += await within(() => tellBranch({ ...caller, facility_id }, facility_id, here), 'jobs')
  }
  return told
}

async function tellBranch(
  caller: Caller,
  facility_id: string,
  passed: readonly Passed[],
): Promise<number> {
  const ids = passed.map(({ id }) => id)
  const untold = new Set(await untoldToday(caller, kind, ids))
  const fresh = passed.filter(({ id }) => untold.has(id))
  if (fresh.length === 0) return 0
  await notify(caller, {
    to: { role: 'ward_clerk', facility_id },
    kind,
    title: 'The account has passed the deposit',
    // Amounts are for who reads bills (CAR-11).
    body: `${namedFew(fresh.map(({ number }) => number))}.`,
  })
  const purse = await purseOf(caller)
  for (const one of fresh) await writeToFamily(caller, one, purse)
  return fresh.length
}

/** The amount, and nothing of what it was for. */
const writeToFamily = (caller: Caller, { id, patient_id, by }: Passed, purse: Purse) =>
  messagePatient(caller, {
    patient_id,
    template: 'DEPOSIT_PASSED',
    data: { amount: purse.said(by) },
    entity: { type: 'admission', id },
  })
