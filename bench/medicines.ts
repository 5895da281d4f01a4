// Medicines at the size of a ward and a pharmacy (care 9): a prescription with all checks for a patient with 30
// medicines, the pharmacy's queue of 500, a hundred dispenses, what is due on a ward of 60, its charts, a round of
// 300 doses.

import { clock } from '../db/core/clock.ts'
import { newId } from '../db/core/ids.ts'
import { dispense_lines, dispenses } from '../db/hospital/care/medicines/dispensing/tables.ts'
import { prescription_items } from '../db/hospital/care/medicines/prescribing/tables.ts'
import { within } from '../db/store/connection.ts'
import { done, wardOf } from '../test/support/desk/ward.ts'
import { clinicOfMedicines, item, pharmacyOf } from '../test/support/medicines.ts'
import { askedInto } from './harness/asked.ts'
import { type Figures, report } from './harness/report.ts'

const size = { standing: 30, queue: 500, beds: 60, asked: 200, dispensed: 100 }
const undo: (() => unknown)[] = []
clock.freeze('2026-03-31T05:00:00.000Z')
const on = await clinicOfMedicines({ teardown: (work) => void undo.push(work as () => unknown) })
const { house, nurse, doctor, pharmacist, called, prescribe } = on
const { id: hospital_id } = house.hospital
const found: Record<string, Figures> = {}
const measured = askedInto(found)

const names = [
  'Omeprazole 20 mg capsule',
  'Folic acid 5 mg tablet',
  'Cetirizine 10 mg tablet',
  'Paracetamol 500 mg tablet',
  'Amoxicillin 250 mg capsule',
]
const doses: Record<string, number> = { Omeprazole: 20, Folic: 5, Cetirizine: 10, Paracetamol: 500 }
const lines = await Promise.all(
  names.map(async (name) =>
    item(await called(name), {
      dose: doses[name.split(' ')[0] ?? ''] ?? 500,
      frequency: name.startsWith('Parac') ? 'TDS' : 'OD',
    }),
  ),
)

// A patient with 30 medicines, and ten more that are asked.
const { patient_id } = await on.visiting()
const rx = await done(prescribe(patient_id, [lines[0] as object]))
const [first] = await prescription_items.all({ hospital_id, prescription_id: rx.id })
const all = await done(doctor.get('/pharmacy/medicines', { per_page: '200' }))
await within(async () => {
  for (let n = 1; n < size.standing; n += 1) {
    const { id: medicine_id, name } = all[n * 4] as { id: string; name: string }
    const more = { id: newId(), position: n + 1, medicine_id, medicine: name }
    await prescription_items.insert({ ...(first as NonNullable<typeof first>), ...more })
  }
})
const ten = [...lines, ...lines]
await measured(`check of 10 lines, ${size.standing} stand`, size.asked, () =>
  doctor.post('/prescriptions/check', { patient_id, items: ten }),
)
await measured(`signed, 1 line, ${size.standing} stand`, 30, () =>
  prescribe(patient_id, [item('', { medicine_id: null, medicine_text: 'Herbal tea', dose: 1 })]),
)

// The queue.
const [one] = await dispenses.all({ hospital_id, patient_id })
const [line] = await dispense_lines.all({ hospital_id, dispense_id: one?.id ?? '' })
await within(async () => {
  for (let n = 0; n < size.queue; n += 1) {
    const id = newId()
    await dispenses.insert({ ...(one as NonNullable<typeof one>), id, number: `DSP-BENCH-${n}` })
    const own = { ...(line as NonNullable<typeof line>), id: newId(), dispense_id: id }
    await dispense_lines.insert(own)
  }
})
await measured(`queue of ${size.queue}, a page of 50`, size.asked, () =>
  pharmacist.get('/pharmacy/queue'),
)
await measured(`queue of ${size.queue}, its last page`, size.asked, () =>
  pharmacist.get('/pharmacy/queue', { page: '10' }),
)

// Over the counter of the pharmacy: goods, charge, register and label of each in one moment.
const pharmacy = await pharmacyOf(on)
const ibuprofen = await pharmacy.stocked('Ibuprofen 400 mg tablet', 100_000)
const waiting: Awaited<ReturnType<typeof pharmacy.waiting>>[] = []
for (let n = 0; n < size.dispensed; n += 1) {
  const who = await on.visiting()
  await done(prescribe(who.patient_id, [item(ibuprofen.medicine_id, { dose: 400 })]))
  waiting.push(await pharmacy.waiting(who.patient_id))
}
await measured('verified, one line', size.dispensed, (n) => pharmacy.verify(waiting[n]))
await measured('handed over, one line', size.dispensed, (n) => pharmacy.handOver(waiting[n]))

// A ward.
const admin = await house.people.holding('ward:write', 'ward:read')
const charge = await house.people.with('nurse_in_charge')
const { ward, beds } = await wardOf(admin, {}, size.beds)
const stays: { id: string }[] = []
for (const bed of beds) {
  const who = await on.patient()
  const stay = await done(nurse.post('/admissions', { patient_id: who, reason: 'Malaria' }))
  const into = { bed_id: bed.id, attending_id: newId() }
  await done(charge.post(`/admissions/${stay.id}/admit`, into))
  await done(
    prescribe(
      who,
      lines.map((asked) => ({ ...asked, first_dose: 'NOW' })),
    ),
  )
  stays.push(stay)
}
const due = { ward_id: ward.id, minutes: '60' }
await measured(`due on a ward of ${size.beds}`, size.asked, () =>
  nurse.get('/nursing/doses/due', due),
)
await measured(`charts of ${size.beds} patients`, size.beds, (n) =>
  nurse.get(`/admissions/${stays[n]?.id}/mar`),
)
interface DueRow {
  id: string
}
const round: DueRow[] = []
for (let page = 1; ; page += 1) {
  const rows: DueRow[] = await done(
    nurse.get('/nursing/doses/due', { ...due, per_page: '100', page: String(page) }),
  )
  if (rows.length === 0) break
  round.push(...rows)
}
const began = performance.now()
await measured(`a round of ${round.length} doses, each`, round.length, (n) =>
  nurse.post(`/nursing/doses/${round[n]?.id}/give`),
)
const whole = (performance.now() - began) / 1000
found[`a round of ${round.length} doses, whole`] = { figure: `${whole.toFixed(1)} s` }

for (const work of undo) await work()
report('medicines', found, [
  'Goals: check p95 < 120 ms; due doses of a ward of 60 p95 < 150 ms; chart < 700 ms (care 9).',
])
process.exit(0)
