// A process of its own in which a ward uses goods for a patient, and dies at the statement it is told to die at.

import { type Caller, system } from '../../../db/core/caller.ts'
import { clock } from '../../../db/core/clock.ts'
import { use } from '../../../db/hospital/goods/stock/ward-use/use.ts'
import { bringAreas } from '../../../db/hospital/start.ts'
import { type DatabaseAddress, openDatabase, within } from '../../../db/store/connection.ts'
import { diesAt } from './dying.ts'

interface Work {
  hospital_id: string
  facility_id: string
  user_id: string
  store_id: string
  patient_id: string
  product_id: string
}

const [address = '{}', at = '', work = '{}', dies = '0'] = process.argv.slice(2)
const { hospital_id, facility_id, user_id, store_id, patient_id, product_id } = JSON.parse(
  work,
) as Work
clock.freeze(at)
bringAreas()
await openDatabase(JSON.parse(address) as DatabaseAddress)
const by: Caller = { ...system(hospital_id), facility_id, user_id, kind: 'USER', name: 'Nurse' }
const end = diesAt(Number(dies))
const lines = [{ product_id, quantity: 2 }]
await within(() => use(by, { store_id, patient_id, lines }))
await end.sayStatements()
