// The hospital's console: somebody who may do everything there is.

import type { Test } from 'tap'
import { dayIn, nextDay } from '../../db/core/clock.ts'
import { permits } from '../../db/hospital/permits.ts'
import { boot, type House } from '../support/boot.ts'
import type { Person } from '../support/people.ts'

export interface Console extends House {
  who: Person
  /** Another who may, for what one person does not decide alone. */
  other: Person
}

export async function consoleOf(t: Test): Promise<Console> {
  const house = await boot(t)
  const all = Object.keys(permits)
  const who = await house.people.holding(...all)
  // Named in the examples below; a house that has it says so.
  await who.post('/departments', { code: 'GENERAL', name: 'General', kind: 'CLINICAL' })
  return {
    ...house,
    who,
    other: await house.people.holding(...all),
  }
}

/** So many days from today, as the hospital counts them: in the evening it is tomorrow there already. */
export const day = (count: number): string => nextDay(dayIn('Africa/Dar_es_Salaam'), count)
