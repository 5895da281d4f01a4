// What somebody takes from now on who leaves a ward, and what changed there and why (CAR-162).

import type { Caller } from '../../../../core/caller.ts'
import { closedPrescriptions, homeMedicinesOf } from '../../../neighbours/medicines.ts'
import { restricted_medicine } from './closed.ts'
import type { ItemRow } from './record.ts'
import { prescription_items, prescriptions } from './tables.ts'
import { howToTake, medicinesOf } from './view.ts'
import type { StopReason } from './words.ts'

const goes_along: readonly ItemRow['status'][] = ['ACTIVE', 'ON_HOLD', 'COMPLETED']
/** What ends with the stay anyway is no news to who reads the summary. */
const told: readonly (StopReason | null)[] = [
  'INEFFECTIVE',
  'ADVERSE_REACTION',
  'ALLERGY',
  'INTERACTION',
  'PREGNANCY',
  'NOT_TOLERATED',
  'OTHER',
]

export async function medicinesAtDischarge(
  caller: Caller,
  { patient_id, admission_id }: { patient_id: string; admission_id: string },
): Promise<string[]> {
  const { hospital_id } = caller
  const of = await prescriptions.all({ hospital_id, admission_id }, { order: ['created_at', 'id'] })
  const ids = of.map(({ id }) => id)
  const closed = await closedPrescriptions(caller, ids)
  const home = new Set(of.filter(({ kind }) => kind === 'DISCHARGE').map(({ id }) => id))
  const items =
    ids.length === 0
      ? []
      : await prescription_items.all(
          { hospital_id, prescription_id: ids },
          { order: ['start_at', 'id'] },
        )
  const open = items.filter(({ prescription_id }) => !closed.has(prescription_id))
  const takes = open.filter(
    ({ prescription_id, status }) => home.has(prescription_id) && goes_along.includes(status),
  )
  const before = await homeMedicinesOf(caller, patient_id)
  const known = await medicinesOf(caller, takes)
  const going = new Set(takes.flatMap(({ medicine_id }) => medicine_id ?? []))
  return [
    ...takes.map((item) => {
      const was = before.find(
        (one) => one.medicine_id !== null && one.medicine_id === item.medicine_id,
      )
      const how = howToTake(item, known.get(item.medicine_id ?? ''), 'en')
      const why = item.indication === null ? '' : `, for ${item.indication}`
      return `${item.medicine}: ${how}${why} (${was === undefined ? 'new' : `before: ${was.dose_text}`})`
    }),
    ...before
      .filter(({ medicine_id }) => medicine_id === null || !going.has(medicine_id))
      .map(({ name, dose_text }) => `${name}: ${dose_text} (taken before the stay)`),
    ...open
      .filter(({ status, stop_reason }) => status === 'STOPPED' && told.includes(stop_reason))
      .map(({ medicine, stop_reason }) => `Stopped: ${medicine} (${plain(stop_reason ?? '')})`),
    ...(items.length > open.length ? [restricted_medicine] : []),
  ]
}

const plain = (reason: string): string => reason.toLowerCase().replaceAll('_', ' ')
