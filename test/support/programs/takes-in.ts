// A process of its own that takes in what an analyser says, and dies at the statement it is told to die at.

import { clock } from '../../../db/core/clock.ts'
import { takeIn } from '../../../db/hospital/diagnostics/laboratory/analysers/intake.ts'
import { instrumentRecord } from '../../../db/hospital/diagnostics/laboratory/instruments/record.ts'
import { system } from '../../../db/core/caller.ts'
import { bringAreas } from '../../../db/hospital/start.ts'
import { type DatabaseAddress, openDatabase, within } from '../../../db/store/connection.ts'
import { diesAt } from './dying.ts'

interface Work {
  hospital_id: string
  instrument_id: string
  raw: string
}

const [address = '{}', at = '', work = '{}', dies = '0'] = process.argv.slice(2)
const { hospital_id, instrument_id, raw } = JSON.parse(work) as Work
clock.freeze(at)
bringAreas()
await openDatabase(JSON.parse(address) as DatabaseAddress)
const instrument = await instrumentRecord.get(system(hospital_id), instrument_id)
const end = diesAt(Number(dies))
await within(() => takeIn(instrument, { protocol: 'HL7', raw, sender: '127.0.0.1 XN' }))
await end.sayStatements()
