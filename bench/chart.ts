// The chart (care 9): codes found by their words, the assistant over 1,000 notes, a discharge summary on paper, and
// the doses of 500 people in beds made ahead, twice. Argument: how many lie in beds.

import { clock, hours } from '../db/core/clock.ts'
import { newId } from '../db/core/ids.ts'
import { suggest } from '../db/hospital/care/assistant/built-in.ts'
import { extend } from '../db/hospital/care/medicines/doses/schedule.ts'
import { charted, done, wardOf } from '../test/support/desk/ward.ts'
import { clinicOfMedicines, item } from '../test/support/medicines.ts'
import { askedInto, lastedInto } from './harness/asked.ts'
import { at, type Figures, report } from './harness/report.ts'

const [lying = 500] = process.argv.slice(2).map(Number)
const size = { searches: 500, notes: 1_000, papers: 20 }
const undo: (() => unknown)[] = []
clock.freeze('2026-03-31T05:00:00.000Z')
const on = await clinicOfMedicines({ teardown: (work) => void undo.push(work as () => unknown) })
const { house, nurse, doctor, prescribe, called } = on
const found: Record<string, Figures> = {}
const measured = askedInto(found)
const lasted = lastedInto(found)

const words = ['mal', 'pneum', 'asthma', 'fract', 'hyperten', 'diabet', 'anaem', 'typh', 'maleria']
await measured('codes by their words', size.searches, (n) =>
  doctor.get('/clinical/codes', { search: words[n % words.length] ?? '' }),
)

// At its door it is asked thirty times an hour; what it costs is the rules.
const complaints = ['Cough and fever', 'Headache and stiff neck', 'Loose stools', 'Chest pain']
const took = Array.from({ length: size.notes }, (_, n) => {
  const began = performance.now()
  suggest({
    ageYears: n % 80,
    chiefComplaint: complaints[n % complaints.length] ?? '',
    historyOfPresentIllness: `For ${n % 9} days, worse at night`,
    vitals: { respiratoryRate: 16 + (n % 40), temperature: 36 + (n % 4) },
  })
  return performance.now() - began
})
const ms = (share: number): string => `${at(share, took).toFixed(2)} ms`
found['the assistant, a note'] = { p50: ms(0.5), p95: ms(0.95), worst: ms(1) }

const ward_admin = await house.people.holding('ward:write', 'ward:read')
const charge = await house.people.with('nurse_in_charge')
const { beds } = await wardOf(ward_admin, {}, lying)
const medicine = await called('Paracetamol 500 mg tablet')
let first: { id: string; patient: { id: string } } | undefined
for (const bed of beds) {
  const patient_id = await on.patient()
  const stay = await done(nurse.post('/admissions', { patient_id, reason: 'Malaria' }))
  const into = { bed_id: bed.id, attending_id: newId() }
  const admitted = await done(charge.post(`/admissions/${stay.id}/admit`, into))
  first ??= admitted
  await done(prescribe(patient_id, [item(medicine, { frequency: 'QID' })]))
}
clock.advance(hours(24))
let made = 0
await lasted(`doses of ${lying} people made ahead`, async () => {
  made = await extend(house.system)
})
await lasted('the same again', () => extend(house.system))
found['doses made'] = { figure: String(made) }
clock.freeze('2026-03-31T05:00:00.000Z')
if (first === undefined) throw new Error('nobody lies there')
await charted(doctor, first)
await measured('a discharge summary on paper', size.papers, () =>
  doctor.get(`/admissions/${first?.id}/discharge-summary/pdf`),
)

for (const work of undo) await work()
report('chart', found, [
  'Goals: code search p95 < 60 ms; assistant p95 < 100 ms; doses of 500 < 20 s, twice adds nothing; discharge summary < 1.5 s (care 9).',
])
process.exit(0)
