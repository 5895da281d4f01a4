// Medicines that come to their end by themselves (3.3): the days are over, or nobody came for them in time.

import type { Caller } from '../../../../core/caller.ts'
import { clock, dayIn } from '../../../../core/clock.ts'
import { rows, within } from '../../../../store/connection.ts'
import { type Sql, sql } from '../../../../store/sql.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { ends } from './following.ts'
import { ended, follows, itemRecord, prescriptionRecord } from './record.ts'

const at_once = 500

/** Each night; run twice it changes nothing. */
export async function endMedicines(
  caller: Caller,
): Promise<{ completed: number; expired: number }> {
  const { timezone } = await hospitalOf(caller)
  const completed = await endThose(
    caller,
    'complete',
    sql`i.stop_at < ${clock.instant()}
    and (p.kind in ('INPATIENT', 'EMERGENCY') or i.dispensed <> 'NONE')`,
  )
  const expired = await endThose(
    caller,
    'expire',
    sql`p.valid_until < ${dayIn(timezone)}
    and i.dispensed = 'NONE'`,
  )
  return { completed, expired }
}

async function endThose(caller: Caller, move: 'complete' | 'expire', over: Sql): Promise<number> {
  const found = await rows<{ id: string; prescription_id: string; patient_id: string }>(
    sql`select i.id, i.prescription_id, i.patient_id from prescription_items i
      join prescriptions p on p.id = i.prescription_id
      where i.hospital_id = ${caller.hospital_id} and i.status = 'ACTIVE' and ${over}
      order by i.patient_id, i.id limit ${at_once}`,
  )
  for (const { id, prescription_id, patient_id } of found) {
    await within(async () => {
      await patientRecord.locked(caller, patient_id)
      await prescriptionRecord.locked(caller, prescription_id)
      const before = await itemRecord.locked(caller, id)
      if (before.status !== 'ACTIVE') return
      const why = move === 'complete' ? 'The course is over' : 'Nobody came for it in time'
      const row = await itemRecord.moved(caller, before, move, ended(caller, 'COMPLETED'), why)
      if (move === 'expire') await ends(caller, [row], why)
      await follows(caller, prescription_id)
    }, 'jobs')
  }
  return found.length
}
