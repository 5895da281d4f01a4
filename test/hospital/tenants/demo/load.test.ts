import t from 'tap'
import { clock, minutes } from '../../../../db/core/clock.ts'
import { rows } from '../../../../db/store/connection.ts'
import { verify } from '../../../../db/hospital/office/audit/verify.ts'
import { chanceOf } from '../../../../db/hospital/tenants/demo/chance.ts'
import { bodyOf, complaintOf, wellSigns } from '../../../../db/hospital/tenants/demo/complaints.ts'
import { loadDemo } from '../../../../db/hospital/tenants/demo/load.ts'
import { byId } from '../../../../db/hospital/office/hospitals/hospitals.ts'
import { appointments } from '../../../../db/hospital/desk/appointments/tables.ts'
import { patients } from '../../../../db/hospital/desk/patients/tables.ts'
import { referrals } from '../../../../db/hospital/desk/referrals/tables.ts'
import { visits } from '../../../../db/hospital/desk/visits/tables.ts'
import { vitals } from '../../../../db/hospital/desk/vitals/tables.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'

const asked = { patients: 1500, days: 180, seed: 7, until: '2026-03-30' }

t.test('a hospital of made-up people (OPS-158…161)', async (t) => {
  const { people, system, hospital, nobody } = await boot(t)
  clock.freeze('2026-03-31T09:00:00.000Z')
  const hospital_id = hospital.id
  const made = await loadDemo(system, asked)

  t.test('as many as were asked for, about two visits each, marked for good', async (t) => {
    t.match(made, { patients: 1500, digest: /^[0-9a-f]{16}$/ })
    t.equal(await patients.count({ hospital_id }), 1500)
    t.equal(await visits.count({ hospital_id }), made.visits)
    t.ok(made.visits > 2400 && made.visits < 3600, `${made.visits} visits`)
    t.equal((await byId(hospital_id)).is_demo, true)
  })

  t.test('vital signs are judged as at the desk: flags and scores by the tables', async (t) => {
    const all = await vitals.all({ hospital_id })
    const burning = all.filter(({ temperature }) => Number(temperature) >= 40)
    t.ok(burning.length > 0)
    for (const { flags } of burning) t.ok(flags.some(({ field }) => field === 'temperature'))
    t.ok(all.every(({ scores, age_days }) => scores.length === 2 && age_days >= 0))
    const grown = all.filter(({ age_days }) => age_days >= 16 * 366)
    t.ok(grown.every(({ scores }) => scores[0]?.code === 'NEWS2'))
    const scored =
      grown.filter(({ scores }) => (scores[0]?.value ?? null) !== null).length / grown.length
    t.ok(scored > 0.7 && scored < 1, `${scored} of the grown have a NEWS2`)
    const short = grown.filter(({ oxygen_saturation }) => Number(oxygen_saturation ?? 99) <= 91)
    t.ok(short.length > 0 && short.every(({ scores }) => Number(scores[0]?.value ?? 3) >= 3))
    const well = all.filter(({ flags }) => flags.length === 0).length / all.length
    t.ok(well > 0.25, `${well} have nothing flagged`)
  })

  t.test('people as they are in such a place', async (t) => {
    const all = await patients.all({ hospital_id })
    const share = (fits: (one: (typeof all)[number]) => boolean): number =>
      all.filter(fits).length / all.length
    const under_five = share(({ birth_date }) => birth_date > '2021-03-30')
    t.ok(under_five > 0.12 && under_five < 0.24, `${under_five} under five`)
    const reached = share(({ phone }) => phone !== null)
    t.ok(reached > 0.8 && reached < 0.94, `${reached} with a telephone`)
    t.ok(all.every(({ phone }) => phone === null || /^\+255[67]\d{8}$/.test(phone)))
    t.ok(all.every(({ birth_date, registered_at }) => birth_date <= registered_at.slice(0, 10)))
    t.equal(new Set(all.map(({ number }) => number)).size, 1500)
    t.ok(all.every(({ last_visit_at }) => last_visit_at !== null))
  })

  t.test(
    'they come in the morning, on Mondays more than on Sundays, one visit a day',
    async (t) => {
      const found = await visits.all({ hospital_id })
      const hour = (at: string): number => (Number(at.slice(11, 13)) + 3) % 24
      const morning = found.filter(
        ({ opened_at }) => hour(opened_at) >= 7 && hour(opened_at) < 12,
      ).length
      t.ok(morning / found.length > 0.5, `${morning} of ${found.length} before noon`)
      const on = (day: number): number =>
        found.filter(({ opened_on }) => new Date(`${opened_on}T00:00:00Z`).getUTCDay() === day)
          .length
      t.ok(on(1) > 2 * on(0))
      t.ok(found.every(({ opened_on }) => opened_on <= asked.until))
      t.ok(found.every(({ status, closed_at }) => status === 'CHECKED_OUT' && closed_at !== null))
      const [worst] = await rows<{ n: number }>(
        sql`select count(*) as n from visits where hospital_id = ${hospital_id}
        group by patient_id, opened_on order by 1 desc limit 1`,
      )
      t.ok(Number(worst?.n) <= 2)
    },
  )

  t.test(
    'what was made is found, opened, numbered on and proved like everything else',
    async (t) => {
      const clerk = await people.with('reception')
      const list = await clerk.get('/patients', { per_page: '200' })
      t.equal(list.status, 200, list.message)
      t.equal(list.meta?.total, 1500)
      const [one] = list.data
      t.match((await clerk.get('/patients', { search: one.full_name })).data[0], { id: one.id })
      t.equal((await clerk.get(`/patients/${one.id}`)).status, 200)
      const next = await clerk.post('/patients', {
        first_name: 'Asha',
        last_name: 'Zzz',
        sex: 'Female',
        birth_date: '1990-01-01',
      })
      t.equal(next.data.number, 'PT-001501')
      const visit = await clerk.post('/visits', { patient_id: next.data.id, reason: 'cough' })
      t.equal(visit.status, 201, visit.message)
      t.same((await verify(system, {})).problems, [])
    },
  )

  t.test('who is expected, and who was sent on', async (t) => {
    const found = await appointments.all({ hospital_id })
    t.equal(found.length, made.appointments)
    t.ok(found.length > 20, `${found.length} appointments`)
    const end = '2026-03-30T21:00:00.000Z'
    t.ok(
      found.every(({ status, scheduled_for }) =>
        scheduled_for < end
          ? ['COMPLETED', 'NO_SHOW', 'CANCELLED'].includes(status)
          : ['BOOKED', 'CONFIRMED'].includes(status),
      ),
    )
    t.ok(found.some(({ status }) => status === 'BOOKED'))
    const sent = await visits.count({ hospital_id, outcome: 'REFERRED' })
    t.equal(await referrals.count({ hospital_id }), sent)
    t.equal(made.referrals, sent)
    const doctor = await people.with('doctor')
    const one = found.find(({ status }) => status === 'BOOKED')
    t.equal((await doctor.get(`/appointments/${one?.id ?? ''}`)).status, 200)
    const listed = await doctor.get('/referrals', {})
    t.equal(listed.status, 200, listed.message)
    t.equal(listed.meta?.total, sent)
    t.equal((await doctor.get(`/referrals/${listed.data[0].id}`)).status, 200)
  })

  t.test('one sign-in per role, called as it is, and one patient (OPS-162)', async (t) => {
    const names = made.sign_ins.map(({ role, username }) => {
      t.equal(username, role)
      return username
    })
    for (const one of ['cashier', 'nurse', 'doctor', 'chief_accountant', 'manager', 'patient']) {
      t.ok(names.includes(one), one)
    }
    t.ok(names.includes('administrator'))
    t.match(made.password, /^\w{12}$/)
    for (const identifier of names) {
      // So many from one address in a minute are too many.
      clock.advance(minutes(1))
      const entered = await nobody.post('/auth/login', { identifier, password: made.password })
      t.equal(entered.status, 200, `${identifier}: ${entered.message}`)
      t.match(entered.data, { tokens: { access_token: String } }, identifier)
    }
    const [told] = await rows<{ query: unknown }>(
      sql`select query from audit_rows where action = 'demo.load' and hospital_id = ${hospital_id}`,
    )
    t.notMatch(JSON.stringify(told), made.password ?? '', 'the password stands nowhere')
    await t.rejects(loadDemo(system, asked, undefined, 'short'), {
      status: 400,
      message: 'password_file must be between 10 and 200 characters.',
    })
    clock.freeze('2026-03-31T09:00:00.000Z')
  })

  t.test('never beside a patient who is there', async (t) => {
    await t.rejects(loadDemo(system, asked), {
      status: 409,
      message: 'Demonstration data go only into a hospital that has no patient yet.',
    })
  })
})

t.test('the same seed makes the same hospital (OPS-159)', async (t) => {
  const made: string[] = []
  const names: string[][] = []
  for (const seed of [7, 7, 8]) {
    await t.test(`seed ${seed}`, async (t) => {
      const { people, system, hospital } = await boot(t)
      const { data: policy } = await (await people.with('cashier')).get('/billing/policy')
      t.match(policy, { walk_in_patient_id: String }, 'whoever buys without a file is no patient')
      const { digest } = await loadDemo(system, { ...asked, patients: 60, seed })
      made.push(digest)
      const all = await patients.all({ hospital_id: hospital.id }, { order: ['number'] })
      const loaded = all.filter(({ id }) => id !== policy.walk_in_patient_id)
      names.push(loaded.map(({ id, number, full_name }) => `${id} ${number} ${full_name}`))
    })
  }
  t.equal(made[0], made[1])
  t.same(names[0], names[1])
  t.not(made[0], made[2])
})

t.test('vitals fit what is said', async (t) => {
  const chance = chanceOf(3)
  for (let count = 0; count < 3000; count++) {
    const years = chance.next() * 80
    const body = bodyOf(chance, years, chance.happens(0.5))
    const complaint = complaintOf(chance, body, chance.whole(1, 12))
    const well = wellSigns(chance, body)
    const signs = { ...well, ...complaint.changes?.(well, chance) }
    if (complaint.says.startsWith('Fever')) t.ok(signs.temperature >= 38)
    if (complaint.says.startsWith('Blood pressure')) t.ok((signs.systolic ?? 0) > 140 && years > 40)
    if (complaint.says.startsWith('Cough and fast')) t.ok(signs.oxygen_saturation <= 95)
    if (complaint.says.startsWith('Antenatal')) t.ok(body.female && years > 17 && years < 43)
    const sane =
      signs.temperature > 35 &&
      signs.temperature < 41.5 &&
      signs.heart_rate > 40 &&
      signs.heart_rate < 220 &&
      signs.weight > 1.5 &&
      signs.weight < 130
    if (!sane) t.fail(`${complaint.says} ${years} ${JSON.stringify(signs)}`)
  }
})
