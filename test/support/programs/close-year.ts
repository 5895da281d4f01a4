// A process of its own that closes or reopens a year, and dies at the statement it is told to die at:
// before it, or while the database works on it.

import { system } from '../../../db/core/caller.ts'
import { clock } from '../../../db/core/clock.ts'
import {
  database,
  type DatabaseAddress,
  openDatabase,
  within,
} from '../../../db/store/connection.ts'
import type { Connection, Engine } from '../../../db/store/engines/engine.ts'
import { booksOf } from '../../../db/hospital/money/accounting/books.ts'
import { close } from '../../../db/hospital/money/accounting/years/close.ts'
import { plan } from '../../../db/hospital/money/accounting/years/close-plan.ts'
import { reopen } from '../../../db/hospital/money/accounting/years/reopen.ts'
import { bringAreas } from '../../../db/hospital/start.ts'

const [address = '{}', hospital_id = '', at = '', what = 'close', dies = '0'] =
  process.argv.slice(2)
/** The whole part names the statement; a half after it, that it was sent already. */
const dies_at = Number(dies)
clock.freeze(at)
bringAreas()
await openDatabase(JSON.parse(address) as DatabaseAddress)
const by = system(hospital_id)
const year = (await booksOf(by)).years[0]
if (year === undefined) throw new Error('there is no year')
const { plan: hash } = await plan(by, year.id, {})

let count = 0
const dying = (connection: Connection): Connection => {
  const passed = async <T>(work: () => Promise<T>): Promise<T> => {
    count += 1
    if (count === dies_at) process.kill(process.pid, 'SIGKILL')
    if (count + 0.5 === dies_at) setImmediate(() => process.kill(process.pid, 'SIGKILL'))
    return work()
  }
  return {
    all: (text, values) => passed(() => connection.all(text, values)),
    run: (text, values) => passed(() => connection.run(text, values)),
  }
}
const engine = database() as { -readonly [K in keyof Engine]: Engine[K] }
const { write } = engine
engine.write = (piece, lane) =>
  write(async (connection) => {
    const answer = await piece(dying(connection))
    // Everything is written and the commit is asked for.
    await dying({ ...connection, run: async () => 0 }).run('commit', [])
    return answer
  }, lane)

if (what === 'close') await close(by, year.id, { plan: hash, accept: ['W01'] })
else await within(() => reopen(by, year.id, 'once more'))
// A death that was set comes before a good end, however quick the database was.
await new Promise((turn) => setImmediate(turn))
process.stdout.write(`${count}\n`)
process.exit(0)
