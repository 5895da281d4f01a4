// The laboratory at the size of a busy day (diagnostics 9): the worklist over 5,000 open lines, its last page, a page
// of one test, and the release of 500 lines.

import { clock } from '../db/core/clock.ts'
import { newId } from '../db/core/ids.ts'
import { diagnostic_items } from '../db/hospital/diagnostics/laboratory/orders/tables.ts'
import { diagnostic_results } from '../db/hospital/diagnostics/laboratory/results/tables.ts'
import { within } from '../db/store/connection.ts'
import { boot } from '../test/support/boot.ts'
import { labAtWork } from '../test/support/desk/laboratory.ts'
import { askedInto } from './harness/asked.ts'
import { type Figures, report } from './harness/report.ts'

const size = { open: 5_000, released: 500, asked: 100, patients: 50 }
const undo: (() => unknown)[] = []
clock.freeze('2026-03-31T05:00:00.000Z')
const house = await boot({ teardown: (work: () => unknown) => void undo.push(work) })
const lab = await labAtWork(house)
const { id: hospital_id } = house.hospital
const found: Record<string, Figures> = {}
const measured = askedInto(found)

/** One line of each of some patients, received, and as many again of the same tube as are wanted. */
const lines: string[] = []
for (let n = 0; n < size.patients; n += 1) {
  const { patient_id } = await lab.visiting()
  const order = await lab.order(patient_id, ['HGB'])
  await lab.inTheLab(order)
  const [item] = await diagnostic_items.all({ hospital_id, order_id: order.id })
  if (item === undefined) throw new Error('nothing was ordered')
  const [line] = await diagnostic_results.all({ hospital_id, item_id: item.id })
  if (line === undefined) throw new Error('nothing is to be measured')
  await within(async () => {
    for (let more = 1; more < size.open / size.patients; more += 1) {
      const item_id = newId()
      const id = newId()
      await diagnostic_items.insert({ ...item, id: item_id, position: more + 1 })
      await diagnostic_results.insert({ ...line, id, item_id })
      lines.push(id)
    }
  })
}

const list = (query: Record<string, string>) => lab.one.get('/diagnostics/worklist', query)
await measured(`worklist of ${size.open}, a page of 50`, size.asked, () => list({ list: 'ENTER' }))
await measured(`worklist of ${size.open}, its last page`, size.asked, () =>
  list({ list: 'ENTER', page: String(size.open / 50) }),
)
await measured(`worklist of ${size.open}, one test`, size.asked, () =>
  list({ list: 'ENTER', test_code: 'HGB' }),
)

const ids = lines.slice(0, size.released)
const pieces = Array.from({ length: ids.length / 50 }, (_one, n) => ids.slice(n * 50, n * 50 + 50))
const results = (part: readonly string[]) => part.map((id) => ({ id, value_num: 13.2 }))
await measured('entry of 50 lines', pieces.length, (n) =>
  lab.one.post('/diagnostics/results', { results: results(pieces[n] ?? []) }),
)
await measured('verification of 50 lines', pieces.length, (n) =>
  lab.other.post('/diagnostics/results/verify', { ids: pieces[n] }),
)
await measured('release of 50 lines', pieces.length, (n) =>
  lab.other.post('/diagnostics/results/release', { ids: pieces[n] }),
)

for (const work of undo) await work()
report('laboratory', found, [
  'Goals: worklist page p95 < 120 ms; entry of 40 lines p95 < 200 ms (diagnostics 9).',
])
process.exit(0)
