// A blood bank of 3,000 units (blood-bank 9): the proposal of a request, the cross-match of a unit, and the list of what
// expires first.

import { clock, minutes } from '../db/core/clock.ts'
import { newId } from '../db/core/ids.ts'
import { blood_units } from '../db/hospital/diagnostics/blood-bank/units/tables.ts'
import { within } from '../db/store/connection.ts'
import { boot } from '../test/support/boot.ts'
import { bloodAtWork, groupingOf } from '../test/support/desk/blood.ts'
import { somebody } from '../test/support/desk/visits.ts'
import { done } from '../test/support/desk/ward.ts'
import { askedInto } from './harness/asked.ts'
import { type Figures, report } from './harness/report.ts'

const size = { units: 3_000, asked: 100, matched: 40 }
const undo: (() => unknown)[] = []
clock.freeze('2026-03-31T05:00:00.000Z')
const house = await boot({ teardown: (work: () => unknown) => void undo.push(work) })
const bank = await bloodAtWork(house)
const clerk = await house.people.with('reception')
const doctor = await house.people.with('doctor')
const { id: hospital_id } = house.hospital
const found: Record<string, Figures> = {}
const measured = askedInto(found)

const shelf = await bank.unit('O+')
const [unit] = await blood_units.all({ hospital_id, id: shelf.id })
if (unit === undefined) throw new Error('no unit was made')
const units: string[] = [unit.id]
await within(async () => {
  for (let n = 1; n < size.units; n += 1) {
    const id = newId()
    await blood_units.insert({ ...unit, id, number: `BENCH-${n}` })
    units.push(id)
  }
})

const { id: patient_id } = await somebody(clerk, { sex: 'Male' })
const sampled = async (ago: number) => {
  const sample = await done(
    bank.one.post('/blood-bank/samples', {
      patient_id,
      collected_at: new Date(clock.ms() - minutes(ago)).toISOString(),
      collected_by_id: newId(),
      identity_checked: 'WRISTBAND',
    }),
  )
  const screen = { result: 'NEGATIVE', method: 'AHG' }
  const tests = { grouping: groupingOf('O+'), screen }
  return done(bank.one.post(`/blood-bank/samples/${sample.id}/tests`, tests))
}
await sampled(90)
const sample = await sampled(60)
const asking = {
  patient_id,
  lines: [{ component_code: 'WB', units: 2 }],
  indication: 'BLEEDING',
  transfused_before: 'NO',
  pregnant_or_transfused_90d: 'NO',
  reaction_before: 'NO',
}
const request = await done(doctor.post('/blood-bank/requests', asking))
const path = `/blood-bank/requests/${request.id}`

await measured(`request with its proposal from ${size.units} units`, size.asked, () =>
  bank.one.get(path),
)
await measured(`units that expire first, a page of ${size.units}`, size.asked, () =>
  bank.one.get('/blood-bank/units', { status: 'AVAILABLE' }),
)
await measured('cross-match of one unit', size.matched, (n) =>
  bank.one.post(`${path}/crossmatch`, {
    sample_id: sample.id,
    results: [{ unit_id: units[n], method: 'AHG', result: 'COMPATIBLE' }],
  }),
)

for (const work of undo) await work()
report('blood', found, [
  'Goals: request with proposal of 20 units from 3,000 < 200 ms; issue and start p95 < 100 ms (blood-bank 9).',
])
process.exit(0)
