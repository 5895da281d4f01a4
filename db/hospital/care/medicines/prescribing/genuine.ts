// What the code on a prescription leads to (CAR-74): whether it counts, and no name and no medicine.

import type { Caller } from '../../../../core/caller.ts'
import { today } from '../../../office/places/hours.ts'
import type { PaperState } from '../../../office/papers/words.ts'
import { items_of, type ItemRow, type PrescriptionRow } from './record.ts'
import { prescriptions } from './tables.ts'

export async function genuinePrescription(caller: Caller, id: string) {
  const row = await prescriptions.find({ hospital_id: caller.hospital_id, id })
  if (row === undefined || row.signed_at === null || row.status === 'TO_COSIGN') return undefined
  const items = await items_of.of(caller, id)
  const status = stateOf(row, items, await today(caller, row.facility_id))
  return { number: row.number, date: row.signed_at.slice(0, 10), amount: null, status }
}

/** What was handed over in full is not handed over once more by another pharmacy. */
function stateOf(
  { status, valid_until }: PrescriptionRow,
  items: readonly ItemRow[],
  on: string,
): PaperState {
  if (status === 'CANCELLED' || status === 'STOPPED') return 'CANCELLED'
  const supplied = items.every((item) => item.dispensed === 'FULL')
  const past = valid_until !== null && valid_until < on
  const over = supplied || past || status === 'COMPLETED' || status === 'EXPIRED'
  return over ? 'ENDED' : 'VALID'
}
