// A process of its own that sells over the counter or closes a shift, and dies at the statement it is
// told to die at: before it, or while the database works on it.

import type { Caller } from '../../../db/core/caller.ts'
import { clock } from '../../../db/core/clock.ts'
import { type DatabaseAddress, openDatabase, within } from '../../../db/store/connection.ts'
import { sell } from '../../../db/hospital/money/billing/sales/sales.ts'
import { close } from '../../../db/hospital/money/drawers/closing.ts'
import { bringAreas } from '../../../db/hospital/start.ts'
import { system } from '../../../db/core/caller.ts'
import { diesAt } from './dying.ts'

interface Work {
  hospital_id: string
  facility_id: string
  user_id: string
  what: 'sell' | 'close'
  patient_id: string
  shift_id: string
  denominations: { value: number; count: number }[]
}

const [address = '{}', at = '', work = '{}', dies = '0'] = process.argv.slice(2)
const dies_at = Number(dies)
const { hospital_id, facility_id, user_id, what, ...about } = JSON.parse(work) as Work
clock.freeze(at)
bringAreas()
await openDatabase(JSON.parse(address) as DatabaseAddress)
const by: Caller = { ...system(hospital_id), facility_id, user_id, kind: 'USER', name: 'Cashier' }

const end = diesAt(dies_at)

if (what === 'sell') {
  const lines = [{ code: 'FBC' }, { code: 'TAXED', quantity: 1.5 }]
  await within(() =>
    sell(by, { patient_id: about.patient_id, method: 'Cash', amount: 10_000, lines }),
  )
} else {
  const { denominations, shift_id } = about
  await within(() =>
    close(by, shift_id, { denominations, left_in_drawer: 0, difference_reason: 'Counted once' }),
  )
}
await end.sayStatements()
