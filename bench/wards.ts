// Wards at the size of a hospital (issue of the ward; care 9): the board of a ward of 60, the days in bed of 500
// people after 30 days of standstill, the census of 500 beds, a chart of 30 days on paper, the notes of a patient who
// has 2,000. Arguments: the beds of the ward, and of the house.

import { clock, days } from '../db/core/clock.ts'
import { newId } from '../db/core/ids.ts'
import { clinical_records } from '../db/hospital/care/records/tables.ts'
import { chargeBedDays, takeCensuses } from '../db/hospital/care/wards/jobs.ts'
import { within } from '../db/store/connection.ts'
import { done, pricedBeds, wardHouse, wardOf } from '../test/support/desk/ward.ts'
import { askedInto, lastedInto } from './harness/asked.ts'
import { type Figures, report } from './harness/report.ts'

const [ward_beds = 60, house_beds = 500] = process.argv.slice(2).map(Number)
const asked = 200
const notes = 2000
const undo: (() => unknown)[] = []
const on = await wardHouse({
  teardown: (work: unknown) => void undo.push(work as () => unknown),
} as never)
// Whoever signed in before the clock stands stays signed in.
clock.freeze('2026-03-01T05:00:00.000Z')
const { house, admin, charge, nurse, doctor } = on
const found: Record<string, Figures> = {}
await pricedBeds(house, { BED1: 1_000_000, BED2: 1_000_000 })
const measured = askedInto(found)
const lasted = lastedInto(found)

// Every bed of both wards is taken.
const { ward, beds } = await wardOf(admin, {}, ward_beds)
const rest = await wardOf(admin, {}, Math.max(0, house_beds - ward_beds))
const stays: { id: string; patient: { id: string } }[] = []
for (const { id: bed_id } of [...beds, ...rest.beds]) {
  stays.push(await on.admitted(bed_id, { attending_id: newId() }))
}
await measured(`board of a ward of ${ward_beds}`, asked, () => nurse.get(`/wards/${ward.id}/board`))
await measured(`beds of the house, a page of 100 of ${house_beds}`, asked, () =>
  admin.get('/beds', { per_page: '100' }),
)
clock.freeze(new Date(clock.ms() + days(30)).toISOString())
await lasted(`days in bed: ${house_beds} people, 30 days`, () =>
  Promise.all([chargeBedDays(house.system), chargeBedDays(house.system)]),
)
await lasted('the same again, when nothing is due', () => chargeBedDays(house.system))
await lasted(`census of ${house_beds} beds, 30 days`, () => takeCensuses(house.system))
await measured('census, a page', asked, () => charge.get('/census', { per_page: '50' }))
await measured('chart of medicines on paper, 30 days', 20, () =>
  charge.get(`/admissions/${stays[0]?.id}/mar/pdf`, { from: '2026-03-01', to: '2026-03-30' }),
)

// A patient whose chart is long: notes of one stay, newest first.
const patient_id = stays[0]?.patient.id ?? ''
const round = { patient_id, title: 'Round', body: 'Better' }
const note = await done(doctor.post('/clinical/records', round))
const { id: hospital_id } = house.hospital
const first = await clinical_records.find({ hospital_id, id: note.id })
await within(async () => {
  for (let n = 1; n < notes && first !== undefined; n += 1) {
    const occurred_at = new Date(clock.ms() - n * 60_000).toISOString()
    await clinical_records.insert({ ...first, id: newId(), title: `Round ${n}`, occurred_at })
  }
})
await measured(`a chart of ${notes} notes, its first page`, asked, () =>
  doctor.get('/clinical/records', { patient_id }),
)
await measured(`a chart of ${notes} notes, its last page`, asked, () =>
  doctor.get('/clinical/records', { patient_id, page: String(notes / 50) }),
)
await measured(`what matters of a chart of ${notes} notes`, asked, () =>
  doctor.get(`/patients/${patient_id}/clinical-summary`),
)

for (const work of undo) await work()
report('wards', found, [
  'Goals: board of 60 p95 < 250 ms on SQLite; days in bed of 500 and 30 missed days < 60 s by two at once; chart on paper < 4 s (care 9).',
])
process.exit(0)
