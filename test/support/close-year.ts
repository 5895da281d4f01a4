// A process of its own that closes a year and says when it begins, so that a test may kill it.

import { system } from '../../db/caller.ts'
import { clock } from '../../db/clock.ts'
import { type DatabaseAddress, openDatabase } from '../../db/connection.ts'
import { booksOf } from '../../db/hospital/accounting/books.ts'
import { close } from '../../db/hospital/accounting/close.ts'
import { plan } from '../../db/hospital/accounting/close-plan.ts'
import { bringAreas } from '../../db/hospital/start.ts'

const [address = '{}', hospital_id = '', at = ''] = process.argv.slice(2)
clock.freeze(at)
bringAreas()
await openDatabase(JSON.parse(address) as DatabaseAddress)
const by = system(hospital_id)
const year = (await booksOf(by)).years[0]
if (year === undefined) throw new Error('there is no year')
const { plan: hash } = await plan(by, year.id, {})
process.stdout.write('begins\n')
const { did } = await close(by, year.id, { plan: hash, accept: ['W01'] })
process.stdout.write(`${did}\n`)
process.exit(0)
