// One record by its table and by a Sequelize model, on the same connections (decision 0003): read by
// key, changed alone, changed by 16 at once; rounds taken in turn.

import { closeDatabase, openDatabase, within } from '../db/store/connection.ts'
import { byCode } from '../db/hospital/office/hospitals/hospitals.ts'
import { departments } from '../db/hospital/office/places/tables.ts'
import { modelOf } from '../db/store/models.ts'
import { copiedDatabase, hospital_code } from '../test/support/database.ts'
import { type Figures, inTurn, report } from './harness/report.ts'

const database = await copiedDatabase()
await openDatabase(database.address)
const hospital_id = (await byCode(hospital_code))?.id ?? ''
const row = await within(() =>
  departments.insert({ hospital_id, code: 'OPD', name: 'OPD', name_key: 'opd', kind: 'CLINICAL' }),
)
const where = { hospital_id, id: row.id }
const model = modelOf(departments)

async function timed(count: number, at_once: number, work: (n: number) => Promise<unknown>) {
  let next = 0
  const began = performance.now()
  const one = async (): Promise<void> => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: at_once }, one))
  return { per_s: Math.round(count / ((performance.now() - began) / 1000)) }
}

const rows: Record<string, Figures> = {}
const contest = async (
  what: string,
  count: number,
  at_once: number,
  table: (n: number) => Promise<unknown>,
  asked: (n: number) => Promise<unknown>,
): Promise<void> => {
  const found = await inTurn(5, {
    table: () => timed(count, at_once, table),
    model: () => timed(count, at_once, asked),
  })
  const by_table = found['table']?.per_s ?? 0
  const by_model = found['model']?.per_s ?? 1
  rows[what] = {
    'table/s': by_table,
    'model/s': by_model,
    ratio: Math.round((by_table / by_model) * 10) / 10,
  }
}

const change = (n: number) => ({ extension: String(n) })
const byTable = (n: number) => within(() => departments.change(where, change(n)))
const byModel = (n: number) => within(() => model.update(change(n), { where }))
await contest(
  'read by key, raw',
  2000,
  1,
  () => departments.find(where),
  () => model.findOne({ where, raw: true }),
)
await contest(
  'read by key, as an object',
  2000,
  1,
  () => departments.find(where),
  () => model.findOne({ where }),
)
await contest('changed, one at a time', 500, 1, byTable, byModel)
await contest('changed, 16 at once', 1000, 16, byTable, byModel)
await closeDatabase()
await database.remove()
report('records', rows, [
  'Both go through the one writer with grouped commits; what differs is the record layer alone.',
])
