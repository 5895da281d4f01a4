// What stands on the paper of a return.

import type { Caller } from '../../../core/caller.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import { paperPolicy } from '../../money/billing/papers/policy.ts'
import type { Language } from '../../office/hospitals/words.ts'
import { return_content, returnRecord } from './record.ts'

export async function returnFacts(caller: Caller, id: string, lang: Language | undefined) {
  const row = await returnRecord.get(caller, id)
  const { patient_id, facility_id } = row
  const patient = patient_id === null ? null : await patientRecord.get(caller, patient_id)
  const { language: standard, decimals } = await paperPolicy(caller)
  const language = lang ?? patient?.language ?? standard
  return {
    row,
    owner: { facility_id, patient_id, language, decimals },
    facts: {
      number: row.number,
      at: row.created_at,
      party: row.party_name ?? patient?.full_name ?? '',
      bill: row.bill_number,
      reason: row.reason,
      refund: row.refund_amount,
      lines: (await return_content.of(caller, id)).map((item) => ({
        position: item.position,
        description: item.description,
        quantity: item.quantity,
        unit_price: item.unit_price,
        good: item.restocked_good,
        quarantine: item.restocked_quarantine,
        destroyed: item.destroyed,
      })),
      opened_by: row.requested_by_name,
      decided_by: row.decided_by_name,
    },
  }
}
