// What follows when medicines begin and when they end (3.3): work of the pharmacy and of the ward.

import type { Caller } from '../../../../core/caller.ts'
import { addTask } from '../../../neighbours/to-care.ts'
import { pulled, rested } from '../dispensing/pulling.ts'
import { queued } from '../dispensing/queueing.ts'
import { scheduled, unscheduled } from '../doses/schedule.ts'
import { medicines } from '../formulary/tables.ts'
import type { ItemRow, PrescriptionRow } from './record.ts'

/** Items that were just signed, or that take the place of others. */
export async function begins(
  caller: Caller,
  row: PrescriptionRow,
  items: readonly ItemRow[],
): Promise<void> {
  const started = items.filter(({ status }) => status === 'ACTIVE')
  await queued(caller, row, started)
  await scheduled(caller, row, items)
  await antibioticsReviewed(caller, row, started)
}

/** Items that ended. */
export async function ends(
  caller: Caller,
  items: readonly ItemRow[],
  reason: string,
): Promise<void> {
  if (items.length === 0) return
  await pulled(caller, items, reason)
  await unscheduled(caller, items, reason)
}

/** Items that are on hold. */
export async function rests(
  caller: Caller,
  items: readonly ItemRow[],
  reason: string,
): Promise<void> {
  await rested(caller, items, reason)
  await unscheduled(caller, items, reason)
}

/** CAR-69: of somebody in a bed it is looked at again. */
async function antibioticsReviewed(
  caller: Caller,
  { admission_id, patient_id }: PrescriptionRow,
  items: readonly ItemRow[],
): Promise<void> {
  if (admission_id === null) return
  const ids = items.flatMap(({ medicine_id, review_at }) =>
    medicine_id !== null && review_at !== null ? [medicine_id] : [],
  )
  if (ids.length === 0) return
  const watched = await medicines.all({
    hospital_id: caller.hospital_id,
    id: ids,
    aware: ['WATCH', 'RESERVE'],
  })
  for (const item of items) {
    if (!watched.some(({ id }) => id === item.medicine_id)) continue
    await addTask(caller, {
      patient_id,
      task: `Review antibiotic: ${item.medicine}`,
      ...(item.review_at === null ? {} : { due_at: item.review_at }),
      source: 'antibiotic_review',
      source_id: item.id,
    })
  }
}
