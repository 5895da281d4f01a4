// The switchable parts at the size of a regional hospital (modules, sections 9): the theatre's day of 12 rooms and 80
// cases, a labour chart of 200 points drawn, the labour board of 30, the clinic's list of 5,000 who are enrolled and
// what their viral loads are reckoned in. Argument: how many are enrolled.

import { clock, minutes } from '../db/core/clock.ts'
import { newId } from '../db/core/ids.ts'
import { patients } from '../db/hospital/desk/patients/tables.ts'
import { labour_observations } from '../db/hospital/modules/maternity/labours/tables.ts'
import { ctc_clients } from '../db/hospital/modules/tb-ctc/ctc/tables.ts'
import { reckonClients } from '../db/hospital/modules/tb-ctc/ctc/clockwork.ts'
import { theatre_cases } from '../db/hospital/modules/theatre/cases/tables.ts'
import { boot } from '../test/support/boot.ts'
import { maternityHouse } from '../test/support/desk/maternity.ts'
import { clinics, enrolling } from '../test/support/desk/tb-clinic.ts'
import { theatreAtWork } from '../test/support/desk/theatre.ts'
import { done } from '../test/support/desk/ward.ts'
import { within } from '../db/store/connection.ts'
import { askedInto } from './harness/asked.ts'
import { type Figures, report } from './harness/report.ts'

const [enrolled = 5_000] = process.argv.slice(2).map(Number)
const size = { asked: 200, rooms: 12, cases: 80, points: 200, labours: 30, at_once: 500 }
const undo: (() => unknown)[] = []
const t = { teardown: (work: unknown) => void undo.push(work as () => unknown) } as never
const found: Record<string, Figures> = {}
const measured = askedInto(found)
const like = <T extends object>(one: T, count: number, more: (n: number) => Partial<T>): T[] =>
  Array.from({ length: count }, (_, n) => ({ ...one, id: newId(), ...more(n) }))

// The theatre: its day, and a milestone with its charge.
{
  const house = await boot(t)
  clock.freeze('2026-03-31T05:00:00.000Z')
  const { id: hospital_id } = house.hospital
  const on = await theatreAtWork(t, house)
  for (let n = 2; n <= size.rooms; n += 1) {
    await done(on.head.post('/theatres', { code: `T${n}`, name: `Theatre ${n}`, kind: 'MAJOR' }))
  }
  const first = await on.ready()
  const model = await theatre_cases.find({ hospital_id, id: first.id })
  if (model === undefined) throw new Error('no case')
  const others = like(model, size.cases - 1, (n) => ({
    number: `TC-BENCH-${n}`,
    primary_code: `BENCH${n}`,
    position: model.position === null ? null : model.position + n + 1,
  }))
  await within(() => theatre_cases.insertMany(others))
  const day = clock.instant().slice(0, 10)
  await measured(
    `theatre: the day of ${size.rooms} rooms and ${size.cases} cases`,
    size.asked,
    () => on.nurse.get('/theatre-cases', { on: day, per_page: '100' }),
  )
}

// Labours: the board, an observation with its alerts, the chart as a picture.
{
  const on = await maternityHouse(t)
  clock.freeze('2026-03-31T05:00:00.000Z')
  const { house, midwife } = on
  const { id: hospital_id } = house.hospital
  const labour = await on.labouring({ observation: { cervix_cm: 4, baseline_fhr: 140 } })
  const at = `/labours/${labour.id}`
  await measured('labour: an observation with its alerts', size.asked, (n) =>
    midwife.post(`${at}/observations`, {
      baseline_fhr: 120 + (n % 40),
      contractions: 3,
    }),
  )
  // As if each had been seen two minutes after the one before.
  const seen = await labour_observations.all(
    { hospital_id, labour_id: labour.id },
    { order: ['id'] },
  )
  await within(async () => {
    for (const [n, { id }] of seen.entries()) {
      const then = new Date(clock.ms() + minutes(2 * n)).toISOString()
      await labour_observations.change({ hospital_id, id }, { at: then })
    }
  })
  const points = await labour_observations.count({ hospital_id, labour_id: labour.id })
  await measured(`labour: a chart of ${points} points as a picture`, 20, () =>
    midwife.get(`${at}/chart`),
  )
  for (let n = 1; n < size.labours; n += 1) await on.labouring()
  await measured(`labour: the board of ${size.labours}`, size.asked, () =>
    midwife.get('/labours', { live: 'true' }),
  )
}

// The clinic: everybody who is enrolled.
{
  const on = await clinics(t)
  const { house, team } = on
  const { id: hospital_id } = house.hospital
  const patient_id = await on.visiting()
  const client = await done(team.post('/ctc-clients', enrolling(patient_id)))
  const model = await ctc_clients.find({ hospital_id, id: client.id })
  const person = await patients.find({ hospital_id, id: patient_id })
  if (model === undefined || person === undefined) throw new Error('nobody is enrolled')
  for (let from = 0; from < enrolled; from += size.at_once) {
    const people = like(person, size.at_once, (n) => ({ number: `PT-B${from + n}` }))
    await within(async () => {
      await patients.insertMany(people)
      await ctc_clients.insertMany(
        like(model, people.length, (n) => ({
          patient_id: people[n]?.id ?? '',
          number: `02-04-0123-${String(100_000 + from + n)}`,
        })),
      )
    })
  }
  await measured(`clinic: a page of ${enrolled} enrolled`, size.asked, () =>
    team.get('/ctc-clients', {}),
  )
  await measured(`clinic: the last page of ${enrolled}`, size.asked, () =>
    team.get('/ctc-clients', { page: String(enrolled / 50) }),
  )
  const began = performance.now()
  let after: string | null = ''
  while (after !== null) after = await reckonClients(house.system, after)
  found[`clinic: viral loads of ${enrolled} reckoned`] = {
    figure: `${((performance.now() - began) / 1000).toFixed(1)} s`,
  }
}

for (const work of undo.toReversed()) await work()
report('modules', found, [
  'Goals: theatre board < 150 ms with 12 rooms and 80 cases; observation p95 < 80 ms, labour board of 30 < 150 ms, chart of 40 observations < 500 ms; viral loads of 6,000 reckoned < 30 s (modules 9).',
])
process.exit(0)
