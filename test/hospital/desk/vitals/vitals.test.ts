import t from 'tap'
import { clock, hours, minutes } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { newId } from '../../../../db/core/ids.ts'
import { growthPoint } from '../../../../db/hospital/neighbours/bedside.ts'
import { pregnancyOf } from '../../../../db/hospital/neighbours/maternity.ts'
import { staffOf } from '../../../../db/hospital/neighbours/people.ts'
import { earlyWarning, latestVitals, thinned } from '../../../../db/hospital/desk/vitals/vitals.ts'
import { recordVitals } from '../../../../db/hospital/desk/vitals/record-vitals.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { statementsOf } from '../../../support/statements.ts'
import { somebody, visiting } from '../../../support/desk/visits.ts'

const calm = {
  temperature: 36.8,
  systolic: 120,
  diastolic: 78,
  heart_rate: 72,
  respiratory_rate: 16,
  oxygen_saturation: 98,
  oxygen_delivery: 'ROOM_AIR',
  consciousness: 'ALERT',
}

t.test('vital signs', async (t) => {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const other = await people.with('nurse')
  const chief = await people.with('nurse_in_charge')
  const pregnancy = {
    pregnant: true,
    status: 'YES',
    postpartum: false,
    high_risk: false,
  }

  t.test('a set is recorded with what it says (VIT-5, VIT-6, VIT-12, VIT-17)', async (t) => {
    const visit = await visiting(clerk)
    const made = await nurse.post(`/visits/${visit.id}/vitals`, {
      ...calm,
      weight: 70,
      height: 175,
      gcs_eye: 4,
      gcs_verbal: 5,
      gcs_motor: 6,
    })
    t.equal(made.status, 201, made.message)
    t.match(made.data, {
      visit_id: visit.id,
      patient_id: visit.patient_id,
      taken_at: clock.instant(),
      recorded_at: clock.instant(),
      temperature: 36.8,
      bmi: 22.9,
      bmi_class: 'NORMAL',
      map: 92,
      shock_index: 0.6,
      gcs_total: 15,
      bsa: 1.84,
      flags: [],
      scores: [
        { code: 'NEWS2', value: 0, band: 'LOW', trigger: false, table_adopted: false },
        { code: 'TEWS', value: null, missing: ['mobility', 'trauma'] },
      ],
      growth: null,
      nutrition: null,
      next_due_at: '2026-03-31T18:00:00.000Z',
      alerts: [],
      status: 'FINAL',
      version: 1,
      recorded_by: { name: nurse.user.full_name },
      source: 'MANUAL',
    })
    t.equal((await clerk.get(`/visits/${visit.id}`)).data.status, 'WAITING', 'nobody was moved')
    const listed = await nurse.get(`/visits/${visit.id}/vitals`)
    t.match(listed.data, [{ id: made.data.id }], listed.message)
    t.match((await nurse.get(`/patients/${visit.patient_id}/vitals`)).data, [{ id: made.data.id }])
    t.equal((await nurse.get(`/vitals/${made.data.id}`)).data.id, made.data.id)
    t.equal((await nurse.patch(`/vitals/${made.data.id}`, {})).message, 'There is no such address.')
    const cancelled = await clerk.post(`/visits/${visit.id}/cancel`, { reason: 'went home' })
    t.equal(cancelled.message, `Visit ${visit.number} has 1 vitals: check it out instead.`)
  })

  t.test('other units are converted and kept beside (VIT-3)', async (t) => {
    const visit = await visiting(clerk)
    const made = await nurse.post(`/visits/${visit.id}/vitals`, {
      temperature: 98.6,
      weight: 150,
      units: { temperature: 'F', weight: 'lb' },
    })
    t.match(made.data, {
      temperature: 37,
      weight: 68,
      as_entered: { temperature: { value: 98.6, unit: 'F' }, weight: { value: 150, unit: 'lb' } },
    })
  })

  t.test('the score that fits the patient (VIT-6)', async (t) => {
    const child = await visiting(clerk, {}, { birth_date: '2023-01-01' })
    const small = await nurse.post(`/visits/${child.id}/vitals`, { heart_rate: 110 })
    t.equal(small.data.scores[0].code, 'PEWS', small.message)
    answering(t, pregnancyOf, async () => pregnancy)
    const mother = await visiting(clerk, {}, { sex: 'Female', birth_date: '1998-01-01' })
    const hers = await nurse.post(`/visits/${mother.id}/vitals`, { ...calm, pain_score: 0 })
    t.match(hers.data.scores[0], { code: 'MEOWS', value: 0, observe_every_minutes: 240 })
    const man = await visiting(clerk, {}, { sex: 'Male', birth_date: '1998-01-01' })
    t.equal((await nurse.post(`/visits/${man.id}/vitals`, calm)).data.scores[0].code, 'NEWS2')
  })

  t.test('care scores growth, and the set carries its point (VIT-14, VIT-15)', async (t) => {
    answering(t, growthPoint, async () => ({ z_wflh: -3.2, class: 'SEVERE_ACUTE' }))
    const child = await visiting(clerk, {}, { birth_date: '2024-06-01' })
    const made = await nurse.post(`/visits/${child.id}/vitals`, {
      weight: 8,
      height: 80,
      muac: 12,
    })
    t.match(made.data, {
      growth: { z_wflh: -3.2 },
      nutrition: { muac_class: 'MODERATE', whz_class: 'SEVERE', class: 'SEVERE' },
    })
    const alerts = await nurse.get('/vital-alerts', { patient_id: child.patient_id })
    t.match(alerts.data, [{ kind: 'MALNUTRITION', severity: 'WARNING', status: 'OPEN' }])
  })

  t.test('an adult without a height has the last one of five years (VIT-5)', async (t) => {
    const visit = await visiting(clerk, {}, { birth_date: '1980-01-01' })
    await nurse.post(`/visits/${visit.id}/vitals`, { height: 160 })
    const made = await nurse.post(`/visits/${visit.id}/vitals`, { weight: 64 })
    t.match(made.data, { bmi: 25, bmi_class: 'OVERWEIGHT', weight_used: null })
    const later = await nurse.post(`/visits/${visit.id}/vitals`, { height: 161 })
    t.match(later.data, { weight_used: 64, bmi: 24.7 })
  })

  await t.test(
    'a category sets the visit’s acuity and its place in the queue (VIT-17)',
    async (t) => {
      const visit = await visiting(clerk, {}, { birth_date: '1980-01-01' })
      const made = await nurse.post(`/visits/${visit.id}/vitals`, { ...calm, triage_category: 3 })
      t.equal(made.status, 201, made.message)
      t.match((await clerk.get(`/visits/${visit.id}`)).data, {
        triage_category: 3,
        acuity: 'YELLOW',
        priority: 3,
        priority_reason: 'ACUITY',
      })
    },
  )

  const today = await visiting(clerk, {}, { birth_date: '1980-01-01' })
  const bad: [Record<string, unknown>, number, string][] = [
    [{}, 400, 'Give at least one measurement.'],
    [{ notes: 'well' }, 400, 'Give at least one measurement.'],
    [{ temperature: 'hot' }, 400, 'temperature must be a number.'],
    [{ heart_rate: 72.5 }, 400, 'heart_rate must be a whole number.'],
    [{ temperature: 50 }, 400, 'temperature 50 °C is not possible (20–46). Check the reading.'],
    [
      { temperature: 43 },
      409,
      'temperature 43 °C is unusual (34–41.5). Measure again, or confirm it with a reason.',
    ],
    [
      { temperature: 50, heart_rate: 300, systolic: 400, diastolic: 80 },
      400,
      'temperature 50 °C is not possible (20–46). Check the reading. systolic 400 mmHg is not possible (20–320). Check the reading. heart_rate 300 beats/min is unusual (40–200). Measure again, or confirm it with a reason.',
    ],
    [{ systolic: 80, diastolic: 120 }, 400, 'diastolic must be below systolic.'],
    [{ systolic: 80, diastolic: 80 }, 400, 'diastolic must be below systolic.'],
    [{ gcs_eye: 4 }, 400, 'Give all three parts of the coma scale.'],
    [{ gcs_eye: 5, gcs_verbal: 1, gcs_motor: 1 }, 400, 'gcs_eye must be between 1 and 4.'],
    [{ oxygen_saturation: 95, oxygen_delivery: 'MASK' }, 400, 'oxygen_flow is required with MASK.'],
    [{ ...calm, taken_at: '2026-03-31T07:00:00.000Z' }, 400, 'taken_at is in the future.'],
    [
      { ...calm, taken_at: '2026-03-24T07:00:00.000Z' },
      400,
      'late_entry_reason is required: taken_at is more than 24 hours ago.',
    ],
    [
      { ...calm, taken_at: '1979-03-24T07:00:00.000Z', late_entry_reason: 'found' },
      400,
      'taken_at is before the patient was born.',
    ],
    [
      { temperature: 43, confirm_unusual: ['temperature'] },
      400,
      'unusual_reason is required with confirm_unusual.',
    ],
    [{ ...calm, triage_category: 0 }, 400, 'triage_category must be from 1 to 5.'],
    [{ ...calm, triage_category: 6 }, 400, 'triage_category must be from 1 to 5.'],
    [
      { consciousness: 'AWAKE' },
      400,
      'consciousness must be one of ALERT, CONFUSION, VOICE, PAIN, UNRESPONSIVE.',
    ],
    [{ temperature: 1e300 }, 400, 'temperature must be between -100000 and 100000.'],
  ]
  for (const [body, status, message] of bad) {
    t.test(`is refused and leaves nothing: ${message.slice(0, 80)}`, async (t) => {
      const before = await rowCounts()
      const answer = await nurse.post(`/visits/${today.id}/vitals`, body)
      t.equal(answer.message, message)
      t.equal(answer.status, status)
      t.same(await rowCounts(), before)
    })
  }

  t.test('an unusual reading is kept when it is confirmed with a reason (VIT-2)', async (t) => {
    const visit = await visiting(clerk, {}, { birth_date: '1980-01-01' })
    const made = await nurse.post(`/visits/${visit.id}/vitals`, {
      temperature: 42,
      confirm_unusual: ['temperature'],
      unusual_reason: 'measured twice',
    })
    t.match(made.data, { temperature: 42, unusual_reason: 'measured twice' }, made.message)
    const heavy = await nurse.post(`/visits/${visit.id}/vitals`, { weight: 60 })
    t.equal(heavy.status, 201)
    const light = await nurse.post(`/visits/${visit.id}/vitals`, { weight: 50 })
    t.equal(light.status, 409)
    t.equal(
      light.message,
      'weight 50 kg was 60 kg 0 days ago. Measure again, or confirm it with a reason.',
    )
  })

  t.test('a set is tried without being saved', async (t) => {
    const before = await rowCounts()
    const tried = await nurse.post(`/visits/${today.id}/vitals/check`, {
      ...calm,
      temperature: 43,
      heart_rate: 500,
    })
    t.match(
      tried.data,
      {
        flags: [{ field: 'heart_rate' }, { field: 'temperature', flag: 'CRITICAL_HIGH' }],
        scores: [{ code: 'NEWS2' }, { code: 'TEWS' }],
        problems: [
          { field: 'heart_rate', level: 'REFUSED' },
          { field: 'temperature', level: 'UNUSUAL' },
        ],
      },
      tried.message,
    )
    t.same(await rowCounts(), before)
  })

  t.test('on a closed visit only for a day and with a reason (VIT-1)', async (t) => {
    const visit = await visiting(clerk)
    await clerk.post(`/visits/${visit.id}/check-out`)
    const at = `/visits/${visit.id}/vitals`
    t.equal(
      (await nurse.post(at, calm)).message,
      'late_entry_reason is required: this visit is closed.',
    )
    const late = await nurse.post(at, { ...calm, late_entry_reason: 'forgot to write it' })
    t.equal(late.status, 201, late.message)
    const gone = await visiting(clerk)
    await clerk.post(`/visits/${gone.id}/cancel`, { reason: 'went home' })
    const cancelled = await nurse.post(`/visits/${gone.id}/vitals`, {
      ...calm,
      late_entry_reason: 'forgot',
    })
    t.equal(cancelled.status, 409)
    t.equal(cancelled.message, 'This visit is already closed.')
  })

  t.test('amending and voiding need a reason of three letters (section 6)', async (t) => {
    const visit = await visiting(clerk)
    const set = await nurse.post(`/visits/${visit.id}/vitals`, calm)
    for (const body of [{}, { reason: 'no' }]) {
      for (const move of ['amend', 'void']) {
        t.match(await nurse.post(`/vitals/${set.data.id}/${move}`, { heart_rate: 80, ...body }), {
          status: 400,
          message: 'reason is required (3 to 300 characters).',
        })
      }
    }
  })

  t.test('a form sent twice is one set (FRO-6)', async (t) => {
    const visit = await visiting(clerk)
    const id = newId()
    const first = await nurse.post(`/visits/${visit.id}/vitals`, { ...calm, id })
    t.equal(first.data.id, id, first.message)
    const again = await nurse.post(`/visits/${visit.id}/vitals`, { ...calm, id })
    t.equal(again.data.id, id)
    t.equal((await nurse.get(`/visits/${visit.id}/vitals`)).meta?.total, 1)
    const keyed = nurse.with({ 'idempotency-key': 'a form of the ward' })
    const one = await keyed.post(`/visits/${visit.id}/vitals`, calm)
    const two = await keyed.post(`/visits/${visit.id}/vitals`, calm)
    t.equal(one.data.id, two.data.id)
  })

  t.test('a set needs a staff record where such are kept (FRO-3)', async (t) => {
    answering(t, staffOf, async () => null)
    const refused = await nurse.post(`/visits/${today.id}/vitals`, calm)
    t.equal(refused.status, 403)
    t.equal(refused.message, 'Your account has no staff record: ask HR to link it.')
  })

  t.test('amending makes a version, recomputes, and keeps the first (FRO-4, VIT-18)', async (t) => {
    const visit = await visiting(clerk, {}, { birth_date: '1980-01-01' })
    const made = await nurse.post(`/visits/${visit.id}/vitals`, { ...calm, heart_rate: 140 })
    t.match(made.data.flags, [{ field: 'heart_rate', flag: 'CRITICAL_HIGH' }])
    t.equal(made.data.alerts.length, 2, 'critical value and early warning')
    const at = `/vitals/${made.data.id}`
    for (const reason of [undefined, 'ab']) {
      const without = await nurse.post(`${at}/amend`, { heart_rate: 74, reason })
      t.match(without.message, /^reason is required/)
      t.equal(without.status, 400)
    }
    const done = await nurse.post(`${at}/amend`, { heart_rate: 74, reason: 'typed 140 for 74' })
    t.match(
      done.data,
      { id: made.data.id, heart_rate: 74, flags: [], status: 'AMENDED', version: 2, alerts: [] },
      done.message,
    )
    const alerts = await nurse.get('/vital-alerts', { patient_id: visit.patient_id })
    for (const alert of alerts.data) {
      t.match(alert, { status: 'RESOLVED', resolve_note: 'Corrected reading' })
    }
    t.equal(alerts.data.length, 2)
    const history = await nurse.get(`${at}/history`)
    t.match(
      history.data,
      [
        {
          version: 2,
          kind: 'AMENDED',
          reason: 'typed 140 for 74',
          changes: { heart_rate: [140, 74] },
        },
        { version: 1, kind: 'SIGNED', content: { heart_rate: 140 } },
      ],
      history.message,
    )
    t.match((await nurse.post(`${at}/amend`, { systolic: 50, reason: 'wrong too' })).status, 400)
  })

  t.test('a void set stays at its place and counts nowhere (FRO-4)', async (t) => {
    const visit = await visiting(clerk, {}, { birth_date: '1980-01-01' })
    const made = await nurse.post(`/visits/${visit.id}/vitals`, { ...calm, temperature: 40 })
    const at = `/vitals/${made.data.id}`
    const done = await nurse.post(`${at}/void`, { reason: 'another patient' })
    t.match(done.data, { status: 'VOIDED', next_due_at: null, version: 2 }, done.message)
    t.equal((await nurse.get(at)).data.status, 'VOIDED')
    const list = `/patients/${visit.patient_id}/vitals`
    t.same((await nurse.get(list)).data, [])
    t.match((await nurse.get(list, { include_voided: 'true' })).data, [{ status: 'VOIDED' }])
    t.same((await nurse.get(`${list}/latest`)).data, [])
    const again = await nurse.post(`${at}/void`, { reason: 'once more' })
    t.equal(again.status, 409)
    t.equal(await earlyWarning(house.system, visit.patient_id), null)
  })

  t.test('latest values and curves (VIT-19)', async (t) => {
    const visit = await visiting(clerk, {}, { birth_date: '1980-01-01' })
    for (const heart_rate of [70, 105, 80]) {
      clock.advance(minutes(4))
      await nurse.post(`/visits/${visit.id}/vitals`, { heart_rate })
    }
    await nurse.post(`/visits/${visit.id}/vitals`, { temperature: 36.5 })
    const at = `/patients/${visit.patient_id}/vitals`
    const latest = await nurse.get(`${at}/latest`)
    t.match(latest.data, [
      { field: 'temperature', value: 36.5 },
      { field: 'heart_rate', value: 80, flag: null },
    ])
    const trend = await nurse.get(`${at}/trend`, { fields: 'heart_rate,temperature' })
    t.match(trend.data, {
      heart_rate: [{ value: 70 }, { value: 105, flag: 'HIGH', voided: false }, { value: 80 }],
      temperature: [{ value: 36.5 }],
    })
    t.match((await nurse.get(`${at}/trend`)).message, 'fields is required.')
    t.match((await nurse.get(`${at}/trend`, { fields: 'mood' })).message, /^fields must be among/)
    const rows = await latestVitals(house.system, visit.patient_id, {
      kinds: ['heart_rate'],
      max_age_hours: 1,
    })
    t.match(rows, [{ field: 'heart_rate', value: 80 }])
    t.match(await earlyWarning(house.system, visit.patient_id), { code: 'NEWS2', value: null })
    clock.advance(-minutes(12))
  })

  t.test('a curve is thinned evenly, with its ends (VIT-19)', async (t) => {
    const many = Array.from({ length: 1000 }, (_, at) => at)
    const few = thinned(many)
    t.equal(few.length, 400)
    t.equal(few[0], 0)
    t.equal(few.at(-1), 999)
    t.equal(new Set(few).size, 400)
    t.same(thinned([1, 2, 3]), [1, 2, 3])
  })

  t.test('a page of sets needs a fixed number of statements', async (t) => {
    const patient = await somebody(clerk, { birth_date: '1980-01-01' })
    const opened = await clerk.post('/visits', { patient_id: patient.id })
    const visit_id = opened.data.id
    const asked = async () =>
      (await statementsOf(() => nurse.get(`/visits/${visit_id}/vitals`))).length
    await within(() => recordVitals(house.system, visit_id, { heart_rate: 70 }))
    const one = await asked()
    for (let n = 0; n < 8; n += 1) {
      await within(() => recordVitals(house.system, visit_id, { heart_rate: 70 + n }))
    }
    t.equal(await asked(), one)
  })

  t.test('a merged and a dead patient take no more (FRO-8)', async (t) => {
    const officer = await people.with('records', 'manager')
    const kept = await somebody(clerk)
    const visit = await visiting(clerk)
    const merged = await officer.post(`/patients/${kept.id}/merge`, {
      duplicate_id: visit.patient_id,
      reason: 'the same person',
      overrides: [{ gate: 'PAT_MERGE_MISMATCH', reason_code: 'FOUND_CORRECT' }],
    })
    t.equal(merged.status, 200, merged.message)
    const moved = await nurse.post(`/visits/${visit.id}/vitals`, calm)
    t.equal(moved.data.patient_id, kept.id, 'the visit went along')
    const undone = await officer.post(`/patient-merges/${merged.data.id}/undo`, {
      reason: 'not the same',
    })
    t.equal(undone.status, 200, undone.message)
    t.same((await nurse.get(`/patients/${kept.id}/vitals`)).data, [])
    const back = (await nurse.get(`/patients/${visit.patient_id}/vitals`)).data
    t.match(back, [{ id: moved.data.id }], 'with the visit, whoever it was written for (PAT-21)')
  })

  t.test('another’s set, or one’s own after a day, needs vitals:amend (FRO-4)', async (t) => {
    const visit = await visiting(clerk)
    const made = await nurse.post(`/visits/${visit.id}/vitals`, calm)
    const at = `/vitals/${made.data.id}/amend`
    const change = { heart_rate: 80, reason: 'read it again' }
    const refused = await other.post(at, change)
    t.equal(refused.status, 403)
    t.equal(refused.message, 'You do not have permission to do this. It needs vitals:amend.')
    t.equal((await chief.post(at, change)).status, 200)
    clock.advance(hours(25))
    const again = await people.with('nurse_in_charge')
    t.equal((await again.post(at, { ...change, heart_rate: 82 })).status, 200)
    clock.advance(-hours(25))
  })
})
