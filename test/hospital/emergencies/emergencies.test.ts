import t from 'tap'
import { clock, minutes } from '../../../db/clock.ts'
import { run, within } from '../../../db/connection.ts'
import { watchClocks } from '../../../db/hospital/emergencies/clockwork.ts'
import { admitPatient } from '../../../db/hospital/neighbours/bedside.ts'
import { admissionOf } from '../../../db/hospital/neighbours/care.ts'
import { allergiesOf } from '../../../db/hospital/neighbours/medicines.ts'
import { staffOf } from '../../../db/hospital/neighbours/people.ts'
import { front_office_settings } from '../../../db/hospital/patients/setting-tables.ts'
import { setVisitClass } from '../../../db/hospital/visits/asked.ts'
import { newId } from '../../../db/ids.ts'
import { sql } from '../../../db/sql.ts'
import { answering } from '../../support/answers.ts'
import { boot } from '../../support/boot.ts'
import { rowCounts } from '../../support/counts.ts'
import { statementsOf } from '../../support/statements.ts'
import { pointIds, somebody, visiting } from '../../support/visits.ts'

const calm = {
  temperature: 36.8,
  systolic: 120,
  diastolic: 78,
  heart_rate: 72,
  respiratory_rate: 14,
  oxygen_saturation: 98,
  oxygen_delivery: 'ROOM_AIR',
  consciousness: 'ALERT',
  mobility: 'WALKING',
  trauma: false,
}

t.test('emergencies', async (t) => {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const doctor = await people.with('clinician')
  const points = await pointIds(clerk)
  const adult = { birth_date: '1980-01-01' }

  let labels = 0
  const taken = async (more: Record<string, unknown> = {}) => {
    const made = await nurse.post('/emergencies', {
      unknown_label: `Label ${(labels += 1)}`,
      ...more,
    })
    if (made.status !== 201) throw new Error(made.message)
    return made.data
  }
  const triaged = async (triage_category: number, more: Record<string, unknown> = {}) => {
    const one = await taken(more)
    const done = await nurse.post(`/emergencies/${one.id}/triage`, { triage_category })
    if (done.status !== 200) throw new Error(done.message)
    return done.data
  }
  const known = async () => {
    const patient = await somebody(clerk, adult)
    return taken({ patient_id: patient.id, unknown_label: undefined })
  }

  t.test('somebody unknown is taken in with one request (EMG-1, EMG-3)', async (t) => {
    const made = await clerk.post('/emergencies', {
      unknown_label: 'Man, bus stand',
      arrival_mode: 'POLICE',
      brought_by: 'Police',
      brought_by_phone: '0712 345 678',
      police_case: true,
    })
    t.equal(made.status, 201, made.message)
    t.match(made.data, {
      number: 'EM-2026-00001',
      status: 'ARRIVED',
      arrival_mode: 'POLICE',
      category: 'MEDICAL',
      brought_by_phone: '+255712345678',
      police: { case: true },
      zone: 'WAITING',
      triage: null,
      patient: { status: 'TEMPORARY', sex: 'Ambiguous', identity: 'UNKNOWN' },
      visit: { visit_class: 'EMERGENCY', priority: 1, status: 'WAITING' },
      arrived_at: clock.instant(),
    })
    const visit = await nurse.get(`/visits/${made.data.visit_id}`)
    t.match(visit.data, { emergency_id: made.data.id, stage: 'EMERGENCY', kind: 'EMERGENCY' })
    t.match((await nurse.get('/notifications')).data, [{ kind: 'emergency.triage' }])
  })

  t.test('a patient with an open visit goes to the front with it (EMG-2)', async (t) => {
    const visit = await visiting(clerk, {}, adult)
    const made = await nurse.post('/emergencies', { patient_id: visit.patient_id })
    t.equal(made.data.visit_id, visit.id, made.message)
    t.match((await clerk.get(`/visits/${visit.id}`)).data, {
      visit_class: 'EMERGENCY',
      stage: 'EMERGENCY',
      status: 'WAITING',
      priority: 1,
    })
    const again = await nurse.post('/emergencies', { patient_id: visit.patient_id })
    t.equal(again.status, 409)
    t.equal(
      again.message,
      `${visit.patient.full_name} already has emergency ${made.data.number} open.`,
    )
  })

  t.test('somebody who is admitted is refused (EMG-2, VIS-3)', async (t) => {
    answering(t, admissionOf, async () => ({
      admission_id: newId(),
      ward: 'Ward 3',
      bed: '12',
    }))
    const patient = await somebody(clerk, adult)
    const refused = await nurse.post('/emergencies', { patient_id: patient.id })
    t.equal(
      refused.message,
      `${patient.full_name} is admitted in Ward 3, bed 12. Order services from the ward instead.`,
    )
  })

  const one = await somebody(clerk, adult)
  const bad: [Record<string, unknown>, number, string][] = [
    [
      {},
      400,
      'Give the patient (patient_id) or, when the person is not known, a label (unknown_label).',
    ],
    [{ patient_id: one.id, unknown_label: 'Man' }, 400, 'Give either patient_id or unknown_label.'],
    [{ unknown_label: 'Man', triage_category: 0 }, 400, 'triage_category must be from 1 to 5.'],
    [{ unknown_label: 'Man', triage_category: 6 }, 400, 'triage_category must be from 1 to 5.'],
    [
      { unknown_label: 'Man', triage_category: 'red' },
      400,
      'triage_category must be a whole number.',
    ],
    [
      { unknown_label: 'Man', category: 'FEVER' },
      400,
      'category must be one of MEDICAL, SURGICAL, TRAUMA_ROAD, TRAUMA_OTHER, BURN, OBSTETRIC, NEONATAL, POISONING, SNAKE_BITE, ANIMAL_BITE, ASSAULT, GENDER_VIOLENCE, CHILD_ABUSE, PSYCHIATRIC, OTHER.',
    ],
    [{ patient_id: newId() }, 404, 'No such patient.'],
    [{ unknown_label: 'Man', referral_id: newId() }, 404, 'No such referral.'],
    [{ patient_id: one.id, visit_id: newId() }, 404, 'No such visit.'],
    [
      { unknown_label: 'Man', arrived_at: '2026-03-31T08:00:00.000Z' },
      400,
      'arrived_at is in the future.',
    ],
    [
      { unknown_label: 'Man', brought_by_phone: '12' },
      400,
      'brought_by_phone is not a telephone number.',
    ],
  ]
  for (const [body, status, message] of bad) {
    t.test(`is refused and leaves nothing: ${message.slice(0, 70)}`, async (t) => {
      const before = await rowCounts()
      const answer = await nurse.post('/emergencies', body)
      t.equal(answer.message, message)
      t.equal(answer.status, status)
      t.same(await rowCounts(), before)
    })
  }

  const targets: [number, string, number | null, number | null][] = [
    [1, 'RED', 0, 5],
    [2, 'ORANGE', 10, 15],
    [3, 'YELLOW', 60, 60],
    [4, 'GREEN', 240, 120],
    [5, 'BLUE', null, null],
  ]
  const after = (m: number | null) =>
    m === null ? null : new Date(clock.ms() + minutes(m)).toISOString()
  for (const [triage_category, acuity, target, again] of targets) {
    t.test(`category ${triage_category} has its clocks (EMG-4, EMG-6)`, async (t) => {
      const row = await triaged(triage_category)
      t.match(row, {
        status: 'TRIAGED',
        triage_category,
        acuity,
        target_at: after(target),
        next_retriage_at: after(again),
        triage: { category: triage_category, provisional: false, by: nurse.user.full_name },
        proposed: null,
      })
      t.match((await nurse.get(`/visits/${row.visit_id}`)).data, { triage_category, acuity })
    })
  }

  t.test('the more urgent of chart and discriminators is proposed (EMG-5)', async (t) => {
    const row = await known()
    const at = `/emergencies/${row.id}/triage`
    const body = { triage_category: 4, discriminators: ['ABDOMINAL_PAIN'], vitals: calm }
    const less = await nurse.post(at, body)
    t.equal(less.status, 400)
    t.equal(less.message, 'note is required: the proposed category is 3 (YELLOW).')
    const unknown = await nurse.post(at, { triage_category: 2, discriminators: ['MOOD'] })
    t.equal(unknown.message, 'discriminators holds "MOOD", which is not known.')
    const done = await nurse.post(at, { ...body, note: 'a chronic complaint, walks about' })
    t.match(
      done.data,
      {
        proposed: 3,
        triage_category: 4,
        to_review: true,
        triage: { tews: 0, proposed: 3, discriminators: ['ABDOMINAL_PAIN'] },
      },
      done.message,
    )
    t.equal((await nurse.get(`/visits/${row.visit_id}/vitals`)).meta?.total, 1)
    const fast = await known()
    const tews = await nurse.post(`/emergencies/${fast.id}/triage`, {
      triage_category: 1,
      vitals: { ...calm, heart_rate: 135, respiratory_rate: 32, trauma: true },
    })
    t.equal(tews.data.proposed, 1, tews.message)
    const twice = await nurse.post(at, { triage_category: 3 })
    t.equal(twice.message, `Emergency ${row.number} is TRIAGED. It can: start treatment, dispose.`)
  })

  t.test('a category from somebody who may not triage is provisional (EMG-5)', async (t) => {
    const made = await clerk.post('/emergencies', { unknown_label: 'Woman', triage_category: 2 })
    t.match(made.data, {
      status: 'ARRIVED',
      triage_category: 2,
      triage: { provisional: true },
      target_at: after(10),
    })
    const nurses = await nurse.post('/emergencies', { unknown_label: 'Girl', triage_category: 2 })
    t.match(nurses.data, { status: 'TRIAGED', triage: { provisional: false } })
    answering(t, staffOf, async () => null)
    const nobody = await nurse.post('/emergencies', { unknown_label: 'Boy', triage_category: 2 })
    t.match(nobody.data, { status: 'ARRIVED', triage: { provisional: true } }, nobody.message)
    const refused = await nurse.post(`/emergencies/${nobody.data.id}/triage`, {
      triage_category: 2,
    })
    t.equal(refused.status, 403)
  })

  t.test('where blue is for the dead the living do not get it (EMG-5)', async (t) => {
    const hospital_id = house.hospital.id
    await within(() =>
      front_office_settings.insert({ hospital_id, chosen: { blue_is_dead: true } }),
    )
    const row = await taken()
    const refused = await nurse.post(`/emergencies/${row.id}/triage`, { triage_category: 5 })
    t.equal(refused.status, 409)
    t.equal(refused.message, 'Category 5 is for the dead: record the death first.')
    await within(() => front_office_settings.remove({ hospital_id }))
  })

  t.test('looked at again: worse restarts the clock (3.6)', async (t) => {
    const row = await triaged(4)
    clock.advance(minutes(5))
    const at = `/emergencies/${row.id}/reassessments`
    const same = await nurse.post(at, { triage_category: 4, note: 'no change' })
    t.match(same.data, { reassessments: 1, target_at: row.target_at }, same.message)
    const worse = await nurse.post(at, { triage_category: 2 })
    t.match(worse.data, { status: 'TRIAGED', triage_category: 2, target_at: after(10) })
    t.match((await nurse.get(at)).data, [{ triage_category: 2 }, { triage_category: 4 }])
    const early = await taken()
    const refused = await nurse.post(`/emergencies/${early.id}/reassessments`, {
      triage_category: 2,
    })
    t.equal(refused.status, 409)
    clock.advance(-minutes(5))
  })

  t.test('treatment fixes the breach; observation has a clock (3.6, EMG-7)', async (t) => {
    const row = await triaged(2)
    clock.advance(minutes(12))
    const at = `/emergencies/${row.id}`
    t.match((await nurse.get(at)).data, { breached: true, breach_minutes: 2 })
    const seen = await nurse.post(`${at}/start-treatment`, { zone: 'MAJORS', bed_label: 'B4' })
    t.match(
      seen.data,
      {
        status: 'IN_TREATMENT',
        seen_at: clock.instant(),
        seen_by: nurse.user.full_name,
        breached: true,
        breach_minutes: 2,
        zone: 'MAJORS',
        bed_label: 'B4',
        next_retriage_at: null,
      },
      seen.message,
    )
    const watched = await nurse.post(`${at}/observe`, { every_minutes: 30 })
    t.match(
      watched.data,
      {
        status: 'OBSERVATION',
        observe_every_minutes: 30,
        next_observation_at: after(30),
        breach_minutes: 2,
      },
      watched.message,
    )
    await nurse.post(`/visits/${row.visit_id}/vitals`, calm)
    t.equal((await nurse.get(at)).data.next_observation_at, after(30), 'a set counts')
    const back = await nurse.post(`${at}/back-to-treatment`)
    t.match(back.data, { status: 'IN_TREATMENT', next_observation_at: null }, back.message)
    const wrong = await nurse.post(`${at}/back-to-treatment`)
    t.equal(wrong.message, `Emergency ${row.number} is IN_TREATMENT. It can: observe, dispose.`)
    clock.advance(-minutes(12))
  })

  t.test('an interval longer than the score’s needs a reason (VIT-12)', async (t) => {
    const row = await known()
    await nurse.post(`/visits/${row.visit_id}/vitals`, { ...calm, heart_rate: 135 })
    await nurse.post(`/emergencies/${row.id}/start-treatment`)
    const at = `/emergencies/${row.id}/observe`
    const long = await nurse.post(at, { every_minutes: 240 })
    t.equal(long.message, 'note is required: the score asks for every 60 minutes.')
    t.equal((await nurse.post(at, { every_minutes: 240, note: 'palliative' })).status, 200)
  })

  t.test('a set of vitals says when the next is due (VIT-12)', async (t) => {
    const row = await known()
    const set = await nurse.post(`/visits/${row.visit_id}/vitals`, { ...calm, heart_rate: 135 })
    t.equal(set.data.next_due_at, after(60), set.message)
    t.equal((await nurse.get(`/emergencies/${row.id}`)).data.next_observation_at, after(60))
  })

  t.test('somebody triaged 1 or 2 on a visit becomes an emergency (EMG-16)', async (t) => {
    const visit = await visiting(clerk, { reason: 'Chest pain' }, adult)
    const done = await nurse.post(`/visits/${visit.id}/triage`, { triage_category: 2 })
    t.equal(done.status, 200, done.message)
    const list = await nurse.get('/emergencies', { patient_id: visit.patient_id })
    t.match(list.data, [
      { status: 'TRIAGED', triage_category: 2, presenting_complaint: 'Chest pain' },
    ])
    t.match((await clerk.get(`/visits/${visit.id}`)).data, {
      visit_class: 'EMERGENCY',
      stage: 'EMERGENCY',
    })
  })

  t.test(
    'violence: the visit is restricted and welfare is told without a story (EMG-9)',
    async (t) => {
      const welfare = await people.with('welfare')
      const row = await taken({ category: 'GENDER_VIOLENCE', presenting_complaint: 'Beaten' })
      const visit = await clerk.get(`/visits/${row.visit_id}`)
      t.equal(visit.data.restricted, true)
      const [notice] = (await welfare.get('/notifications')).data
      t.equal(notice.kind, 'emergency.welfare')
      t.notMatch(JSON.stringify(notice), /Beaten|VIOLENCE/)
    },
  )

  t.test('dead on arrival is a death and the end of it (EMG-3)', async (t) => {
    const made = await doctor.post('/emergencies', { unknown_label: 'Man', dead_on_arrival: true })
    t.match(
      made.data,
      { status: 'DISPOSED', disposition: 'DEAD_ON_ARRIVAL', patient: { status: 'DECEASED' } },
      made.message,
    )
    t.match(made.data.visit, { status: 'CHECKED_OUT' })
  })

  t.test(
    'the board: untriaged first, then by urgency; clocks and allergies (EMG-4, EMG-11)',
    async (t) => {
      const late = await taken()
      await within(() =>
        run(
          sql`update emergencies set arrived_at = ${new Date(clock.ms() - minutes(11)).toISOString()} where id = ${late.id}`,
        ),
      )
      const red = await triaged(1)
      const green = await triaged(4)
      answering(
        t,
        allergiesOf,
        async (_caller, ids) =>
          new Map(
            ids.map((id) => [
              id,
              [
                { substance: 'Penicillin', severity: 'LIFE_THREATENING' },
                { substance: 'Dust', severity: 'MILD' },
              ],
            ]),
          ),
      )
      const { data, status, message } = await nurse.get('/emergencies/board')
      t.equal(status, 200, message)
      const order = data.map(({ id }: { id: string }) => id)
      t.equal(order[0], late.id)
      t.ok(order.indexOf(red.id) < order.indexOf(green.id))
      t.match(
        data.find(({ id }: { id: string }) => id === red.id),
        {
          untriaged: false,
          minutes_to_target: 0,
          target_near: true,
          retriage_late: false,
          life_threatening_allergies: ['Penicillin'],
          open_orders: 0,
        },
      )
      t.match(data[0], { untriaged: true, waiting_minutes: 11 })
      const few = await statementsOf(() => nurse.get('/emergencies/board', { zone: 'RESUS' }))
      const many = await statementsOf(() => nurse.get('/emergencies/board'))
      t.ok(many.length <= few.length + 6, `${few.length} and ${many.length} statements`)
      for (let n = 0; n < 5; n += 1) await taken()
      const more = await statementsOf(() => nurse.get('/emergencies/board'))
      t.equal(more.length, many.length)
      const lists = async (per_page: string) =>
        (await statementsOf(() => nurse.get('/emergencies', { per_page }))).length
      t.equal(await lists('50'), await lists('2'))
    },
  )

  t.test(
    'the clock tells: untriaged, target reached, long past, look again (EMG-6, EMG-7)',
    async (t) => {
      const chief = await people.with('medical_in_charge')
      await within(() => watchClocks(house.system))
      const row = await triaged(2)
      t.equal(await within(() => watchClocks(house.system)), 0)
      clock.advance(minutes(8))
      t.ok((await within(() => watchClocks(house.system))) >= 1, '80 per cent')
      t.match(
        (await nurse.get('/emergencies/board')).data.find(
          ({ id }: { id: string }) => id === row.id,
        ),
        {
          target_near: true,
        },
      )
      clock.advance(minutes(2))
      await within(() => watchClocks(house.system))
      clock.advance(minutes(3))
      const doctors = await doctor.get('/notifications', { per_page: '200' })
      t.ok(
        doctors.data.some(
          (one: { kind: string; body: string }) =>
            one.kind === 'emergency.urgent' && one.body.startsWith(row.number),
        ),
      )
      clock.advance(minutes(7))
      await within(() => watchClocks(house.system))
      clock.advance(-minutes(20))
      const told = await chief.get('/notifications', { per_page: '200' })
      t.ok(
        told.data.some(
          (one: { title: string; body: string }) =>
            one.title === 'Emergency waits too long' && one.body.startsWith(row.number),
        ),
      )
    },
  )

  t.test('how it may end (EMG-12)', async (t) => {
    const cases: [number, Record<string, unknown>, number, string][] = [
      [4, { disposition: 'ADMITTED' }, 400, 'ward_id is required with ADMITTED.'],
      [4, { disposition: 'REFERRED' }, 400, 'referral_id is required with REFERRED.'],
      [4, { disposition: 'DIED' }, 400, 'died_at is required with DIED.'],
      [4, { disposition: 'ABSCONDED' }, 400, 'note is required with ABSCONDED.'],
      [
        4,
        { disposition: 'LEFT_AGAINST_ADVICE' },
        400,
        'note is required with LEFT_AGAINST_ADVICE.',
      ],
      [4, { disposition: 'TO_CLINIC' }, 400, 'service_point_id is required with TO_CLINIC.'],
      [
        3,
        { disposition: 'TO_CLINIC', service_point_id: points['CON'] },
        400,
        'note is required to send category 3 to a clinic.',
      ],
      [
        2,
        { disposition: 'TO_CLINIC', service_point_id: points['CON'] },
        409,
        'Category 1 and 2 are not sent to a clinic.',
      ],
      [4, { disposition: 'DISCHARGED' }, 409, 'Identify this patient or give a reason.'],
      [
        4,
        { disposition: 'ADMITTED', ward_id: newId() },
        409,
        'No wards are kept here yet: nobody can be admitted.',
      ],
      [
        4,
        { disposition: 'GONE' },
        400,
        'disposition must be one of ADMITTED, DISCHARGED, REFERRED, LEFT_AGAINST_ADVICE, ABSCONDED, DIED, DEAD_ON_ARRIVAL, TO_CLINIC.',
      ],
    ]
    for (const [category, body, status, message] of cases) {
      const row = await triaged(category)
      const before = await rowCounts()
      const answer = await doctor.post(`/emergencies/${row.id}/dispose`, body)
      t.equal(answer.message, message)
      t.equal(answer.status, status)
      t.same(await rowCounts(), before, 'nothing is left')
    }
    const untriaged = await taken()
    const early = await doctor.post(`/emergencies/${untriaged.id}/dispose`, {
      disposition: 'DISCHARGED',
      unidentified_reason: 'left no name',
    })
    t.equal(
      early.message,
      `Emergency ${untriaged.number} is ARRIVED: triage first, or end it as ABSCONDED, DEAD_ON_ARRIVAL, TO_CLINIC.`,
    )
    const gone = await doctor.post(`/emergencies/${untriaged.id}/dispose`, {
      disposition: 'ABSCONDED',
      note: 'walked out',
    })
    t.match(gone.data, { status: 'DISPOSED', visit: { status: 'CHECKED_OUT' } }, gone.message)
  })

  t.test('discharged: the visit is checked out (EMG-13)', async (t) => {
    const row = await triaged(4)
    const done = await doctor.post(`/emergencies/${row.id}/dispose`, {
      disposition: 'DISCHARGED',
      note: 'well',
      unidentified_reason: 'would not say',
    })
    t.match(
      done.data,
      {
        status: 'DISPOSED',
        disposition: 'DISCHARGED',
        disposed_by: doctor.user.full_name,
        visit: { status: 'CHECKED_OUT' },
        admission: null,
        moves: ['reopen'],
      },
      done.message,
    )
    const twice = await doctor.post(`/emergencies/${row.id}/dispose`, {
      disposition: 'DISCHARGED',
    })
    t.equal(twice.message, `Emergency ${row.number} is DISPOSED. It can: reopen.`)
  })

  t.test('admitted: care takes the patient over (EMG-13)', async (t) => {
    const admission_id = newId()
    answering(t, admitPatient, async (caller, { visit_id }) => {
      await setVisitClass(caller, { visit_id, visit_class: 'INPATIENT', admission_id })
      return { admission_id, number: 'ADM-1', ward: 'Ward 3', bed: '12' }
    })
    const row = await triaged(2)
    const done = await doctor.post(`/emergencies/${row.id}/dispose`, {
      disposition: 'ADMITTED',
      ward_id: newId(),
    })
    t.match(
      done.data,
      {
        disposition: 'ADMITTED',
        admission: { number: 'ADM-1', ward: 'Ward 3' },
        visit: { status: 'ADMITTED' },
      },
      done.message,
    )
  })

  t.test('referred: the referral departs (EMG-13, REF-4)', async (t) => {
    const row = await known()
    await nurse.post(`/emergencies/${row.id}/triage`, { triage_category: 2 })
    const made = await doctor.post('/referrals', {
      patient_id: row.patient.id,
      visit_id: row.visit_id,
      facility: 'Bombo',
      reason: 'Surgeon needed',
      clinical_summary: 'Acute abdomen since this morning.',
      urgency: 'EMERGENCY',
    })
    const body = { disposition: 'REFERRED', referral_id: made.data.id }
    const early = await doctor.post(`/emergencies/${row.id}/dispose`, body)
    t.equal(early.message, `Referral ${made.data.number} is DRAFT. It can: send, cancel, void.`)
    await doctor.post(`/referrals/${made.data.id}/send`, { channel: 'PRINT' })
    const done = await doctor.post(`/emergencies/${row.id}/dispose`, body)
    t.match(done.data, { disposition: 'REFERRED', visit: { status: 'CHECKED_OUT' } }, done.message)
    t.equal((await doctor.get(`/referrals/${made.data.id}`)).data.status, 'IN_TRANSIT')
  })

  t.test('a departing referral ends the emergency (REF-4)', async (t) => {
    const row = await known()
    await nurse.post(`/emergencies/${row.id}/triage`, { triage_category: 2 })
    const made = await doctor.post('/referrals', {
      patient_id: row.patient.id,
      visit_id: row.visit_id,
      facility: 'Bombo',
      reason: 'Surgeon needed',
      clinical_summary: 'Acute abdomen since this morning.',
      urgency: 'EMERGENCY',
    })
    await doctor.post(`/referrals/${made.data.id}/send`, { channel: 'PRINT' })
    const gone = await doctor.post(`/referrals/${made.data.id}/depart`)
    t.equal(gone.status, 200, gone.message)
    t.match((await nurse.get(`/emergencies/${row.id}`)).data, {
      status: 'DISPOSED',
      disposition: 'REFERRED',
    })
    t.equal((await nurse.get(`/visits/${row.visit_id}`)).data.status, 'CHECKED_OUT')
    clock.advance(minutes(1))
    clock.advance(-minutes(1))
  })

  t.test('an emergency comes with a referral (REF-6)', async (t) => {
    const patient = await somebody(clerk, adult)
    const made = await doctor.post('/referrals', {
      direction: 'IN',
      patient_id: patient.id,
      facility: 'Korogwe Dispensary',
      reason: 'Bleeding',
      urgency: 'EMERGENCY',
    })
    const here = await doctor.post(`/referrals/${made.data.id}/arrive`)
    t.match(here.data, { status: 'ARRIVED', emergency: { number: /^EM-/ } }, here.message)
    t.match((await nurse.get(`/emergencies/${here.data.emergency.id}`)).data, {
      arrival_mode: 'REFERRED',
      referral_id: made.data.id,
      presenting_complaint: 'Bleeding',
    })
  })

  t.test('died: the death is recorded and ends the visit (EMG-13)', async (t) => {
    const row = await known()
    await nurse.post(`/emergencies/${row.id}/triage`, { triage_category: 1 })
    const done = await doctor.post(`/emergencies/${row.id}/dispose`, {
      disposition: 'DIED',
      died_at: clock.instant(),
      cause: 'Shock',
    })
    t.match(
      done.data,
      { disposition: 'DIED', patient: { status: 'DECEASED' }, visit: { status: 'CHECKED_OUT' } },
      done.message,
    )
    const after_death = await nurse.post('/emergencies', { patient_id: row.patient.id })
    t.match(after_death.message, /is recorded as having died on/)
  })

  t.test('to a clinic: the visit goes on as an outpatient (EMG-13)', async (t) => {
    const row = await triaged(4)
    const done = await doctor.post(`/emergencies/${row.id}/dispose`, {
      disposition: 'TO_CLINIC',
      service_point_id: points['CON'],
    })
    t.match(
      done.data,
      { disposition: 'TO_CLINIC', visit: { status: 'WAITING', visit_class: 'OUTPATIENT' } },
      done.message,
    )
    t.equal((await nurse.get(`/visits/${row.visit_id}`)).data.stage, 'CONSULTATION')
  })

  t.test('what is known better later is changed; who it is is said (EMG-14)', async (t) => {
    const row = await taken()
    const changed = await nurse
      .with({ 'if-match': String(row.version) })
      .patch(`/emergencies/${row.id}`, { zone: 'RESUS', presenting_complaint: 'Fell' })
    t.match(changed.data, { zone: 'RESUS', presenting_complaint: 'Fell' }, changed.message)
    const stale = await nurse
      .with({ 'if-match': '1' })
      .patch(`/emergencies/${row.id}`, { zone: 'MINORS' })
    t.equal(stale.status, 409)
    const form = await nurse.put(`/emergencies/${row.id}/police`, { case: true, form_no: 'PF3-1' })
    t.match(form.data.police, { case: true, form_no: 'PF3-1' }, form.message)
    const who = await nurse.post(`/emergencies/${row.id}/identify`, {
      evidence: 'RELATIVE',
      identified_by_name: 'Halima',
      patient: {
        first_name: 'Zawadi',
        last_name: 'Kipanga',
        sex: 'Female',
        birth_date: '1991-02-03',
      },
    })
    t.match(who.data.patient, { full_name: 'Zawadi Kipanga', status: 'ACTIVE' }, who.message)
    const history = await nurse.get(`/emergencies/${row.id}/history`)
    t.same(
      history.data.map(({ move }: { move: string }) => move),
      ['police', 'change', 'open'],
    )
  })

  t.test('a merge takes emergencies along (PAT-19)', async (t) => {
    const officer = await people.with('records')
    const row = await taken()
    const kept = await somebody(clerk, adult)
    const merged = await officer.post(`/patients/${kept.id}/merge`, {
      duplicate_id: row.patient.id,
      reason: 'the same person',
    })
    t.equal(merged.status, 200, merged.message)
    t.equal((await nurse.get('/emergencies', { patient_id: kept.id })).meta?.total, 1)
  })
})
