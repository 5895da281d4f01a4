// A process of its own that hands medicines over, and dies at the statement it is told to die at.

import { type Caller, system } from '../../../db/core/caller.ts'
import { clock } from '../../../db/core/clock.ts'
import { handOver } from '../../../db/hospital/care/medicines/dispensing/handing.ts'
import { bringAreas } from '../../../db/hospital/start.ts'
import { type DatabaseAddress, openDatabase, within } from '../../../db/store/connection.ts'
import { diesAt } from './dying.ts'

interface Work {
  hospital_id: string
  facility_id: string
  user_id: string
  dispense_id: string
}

const [address = '{}', at = '', work = '{}', dies = '0'] = process.argv.slice(2)
const { hospital_id, facility_id, user_id, dispense_id } = JSON.parse(work) as Work
clock.freeze(at)
bringAreas()
await openDatabase(JSON.parse(address) as DatabaseAddress)
const by: Caller = {
  ...system(hospital_id),
  facility_id,
  user_id,
  kind: 'USER',
  name: 'Pharmacist',
}
const end = diesAt(Number(dies))
await within(() => handOver(by, dispense_id, { identity_checked: true, counselled: true }))
await end.sayStatements()
