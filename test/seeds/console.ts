// The hospital's console: somebody who may do everything there is.

import type { Test } from 'tap'
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
  return {
    ...house,
    who: await house.people.holding(...all),
    other: await house.people.holding(...all),
  }
}
