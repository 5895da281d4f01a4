// The laboratory at the size of a busy day (diagnostics 9): the worklist over 5,000 open lines, its last page, a page
// of one test, and the release of 500 lines; ten years of one patient's results; and analysers that speak HL7, eight
// at once, each message of a specimen of its own.

import { openAnalyserDoors } from '../daemon/analysers/listening.ts'
import { clock, days } from '../db/core/clock.ts'
import { newId } from '../db/core/ids.ts'
import { refreshStatistics } from '../db/appliance/deployment/optimise.ts'
import { diagnostic_items } from '../db/hospital/diagnostics/laboratory/orders/tables.ts'
import { diagnostic_results } from '../db/hospital/diagnostics/laboratory/results/tables.ts'
import { within } from '../db/store/connection.ts'
import { dial, oru, tell } from '../test/support/analysers.ts'
import { boot } from '../test/support/boot.ts'
import { labAtWork } from '../test/support/desk/laboratory.ts'
import { done } from '../test/support/desk/ward.ts'
import { askedInto } from './harness/asked.ts'
import { type Figures, report } from './harness/report.ts'

const size = {
  open: 5_000,
  released: 500,
  asked: 100,
  patients: 50,
  years: 10,
  messages: 400,
  lines: 8,
}
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

// Ten years of one patient: what was released once, as often as somebody is measured twice a day.
const long_ill = await lab.visiting()
const known = await lab.order(long_ill.patient_id, ['HGB'])
await lab.inTheLab(known)
await lab.releaseAll(known, { HGB: 11 })
const [item] = await diagnostic_items.all({ hospital_id, order_id: known.id })
const [line] = await diagnostic_results.all({ hospital_id, item_id: item?.id ?? '' })
if (item === undefined || line === undefined) throw new Error('nothing was released')
const measured_before = Array.from({ length: size.open }, (_, n) => {
  const at = new Date(clock.ms() - (n * days(365 * size.years)) / size.open).toISOString()
  const item_id = newId()
  return {
    item: { ...item, id: item_id, position: n + 2, ordered_at: at, released_at: at },
    line: { ...line, id: newId(), item_id, value_num: 10 + (n % 50) / 10, released_at: at },
  }
})
await within(() => diagnostic_items.insertMany(measured_before.map((one) => one.item)))
await within(() => diagnostic_results.insertMany(measured_before.map((one) => one.line)))
const mine = `/patients/${long_ill.patient_id}/diagnostics`
await measured(`results of ${size.years} years, ${size.open} lines, first page`, size.asked, () =>
  lab.doctor.get(mine),
)
await measured('the same, one test', size.asked, () => lab.doctor.get(mine, { test_code: 'HGB' }))

// Analysers.
await done(lab.head.patch('/diagnostics/settings', { duplicate_hours_lab: 0 }))
const sections: { id: string; code: string }[] = await done(lab.head.get('/diagnostics/sections'))
await done(
  lab.head.post('/diagnostics/instruments', {
    code: 'XN',
    name: 'XN',
    section_id: sections.find(({ code }) => code === 'HAEM')?.id,
    mapping: [
      { analyser_code: 'HB', test_code: 'HGB', unit: 'g/L', factor: 0.1 },
      { analyser_code: 'WBC', test_code: 'WBC' },
    ],
    connection: { protocol: 'HL7', allow: ['127.0.0.1'], sending_app: 'XN' },
  }),
)
const numbers: string[] = []
for (let n = 0; n < size.messages; n += 1) {
  const { patient_id } = await lab.visiting()
  const order = await lab.order(patient_id, ['HGB', 'WBC'])
  await lab.inTheLab(order)
  numbers.push(order.specimens[0].number)
}
// As the night leaves it.
await refreshStatistics()
const silent = () => undefined
const log = { error: console.error, warn: silent, info: silent }
const doors = await openAnalyserDoors({
  hl7: [{ host: '127.0.0.1', port: 0 }],
  astm: [],
  log: log as unknown as Parameters<typeof openAnalyserDoors>[0]['log'],
})
const answers: string[] = []
const began = performance.now()
await Promise.all(
  Array.from({ length: size.lines }, async (_, speaker) => {
    const wire = await dial(doors.ports.hl7[0] as number)
    for (let n = speaker; n < numbers.length; n += size.lines) {
      const values = [
        { code: 'HB', value: '112', unit: 'g/L' },
        { code: 'WBC', value: '7.2' },
      ]
      const text = oru({ control_id: `B${n}`, number: numbers[n] ?? '', values })
      answers.push(await tell(wire, text))
    }
    wire.close()
  }),
)
const per_s = numbers.length / ((performance.now() - began) / 1000)
const taken = await diagnostic_results.count({ hospital_id, source: 'ANALYSER' })
found[`HL7 from ${size.lines} analysers`] = {
  figure: `${per_s.toFixed(0)}/s, ${answers.filter((one) => one === 'AA').length} of ${numbers.length} taken, ${taken} values`,
}
await doors.stop()

for (const work of undo) await work()
report('laboratory', found, [
  'Goals: worklist page p95 < 120 ms; entry of 40 lines p95 < 200 ms; results of 5,000 lines < 150 ms; HL7 ≥ 20 a second of one sender (diagnostics 9), 200 of all.',
])
process.exit(0)
