// A process of its own that sells over the counter or closes a shift, and dies at the statement it is
// told to die at: before it, or while the database works on it.

import type { Caller } from '../../../db/core/caller.ts'
import { clock } from '../../../db/core/clock.ts'
import {
  database,
  type DatabaseAddress,
  openDatabase,
  within,
} from '../../../db/store/connection.ts'
import type { Connection, Engine } from '../../../db/store/engines/engine.ts'
import { sell } from '../../../db/hospital/money/billing/sales/sales.ts'
import { close } from '../../../db/hospital/money/drawers/closing.ts'
import { bringAreas } from '../../../db/hospital/start.ts'
import { system } from '../../../db/core/caller.ts'

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
/** The whole part names the statement; a half after it, that it was sent; three quarters, answered. */
const dies_at = Number(dies)
const { hospital_id, facility_id, user_id, what, ...about } = JSON.parse(work) as Work
clock.freeze(at)
bringAreas()
await openDatabase(JSON.parse(address) as DatabaseAddress)
const by: Caller = { ...system(hospital_id), facility_id, user_id, kind: 'USER', name: 'Cashier' }

let count = 0
const dying = (connection: Connection): Connection => {
  const passed = async <T>(ask: () => Promise<T>): Promise<T> => {
    count += 1
    if (count === dies_at) process.kill(process.pid, 'SIGKILL')
    if (count + 0.5 === dies_at) setImmediate(() => process.kill(process.pid, 'SIGKILL'))
    return ask()
  }
  return {
    all: (text, values) => passed(() => connection.all(text, values)),
    run: (text, values) => passed(() => connection.run(text, values)),
  }
}
const engine = database() as { -readonly [K in keyof Engine]: Engine[K] }
const { write } = engine
engine.write = async (piece, lane) => {
  const answer = await write(async (connection) => {
    const answer = await piece(dying(connection))
    // Everything is written and the commit is asked for.
    await dying({ ...connection, run: async () => 0 }).run('commit', [])
    return answer
  }, lane)
  // It is written, and nobody has heard of it.
  if (count + 0.75 === dies_at) process.kill(process.pid, 'SIGKILL')
  return answer
}

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
// A death that was set comes before a good end, however quick the database was.
await new Promise((turn) => setImmediate(turn))
process.stdout.write(`${count}\n`)
process.exit(0)
