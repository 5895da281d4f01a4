// What is taken at home counts in every check (CAR-41); what nobody found in the formulary has no
// ingredients to check by.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { homeMedicinesOf } from '../../../neighbours/medicines.ts'
import { medicinesKnown } from '../prescribing/known.ts'
import type { CheckedLine } from './situation.ts'

export async function takenAtHome(caller: Caller, patient_id: string): Promise<CheckedLine[]> {
  const taken = await homeMedicinesOf(caller, patient_id)
  const known = await medicinesKnown(
    caller,
    taken.flatMap(({ medicine_id }) => medicine_id ?? []),
  )
  return taken.flatMap(({ medicine_id, since }) => {
    const medicine = medicine_id === null ? undefined : known.get(medicine_id)?.checked
    if (medicine === undefined) return []
    return [
      {
        medicine,
        at: 'Taken at home',
        route: null,
        per_dose: null,
        doses_a_day: null,
        start: since ?? clock.instant(),
        end: null,
        once: false,
        when_needed: false,
        indication: null,
        duration_days: null,
      },
    ]
  })
}
