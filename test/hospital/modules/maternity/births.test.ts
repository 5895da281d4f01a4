// Labour and birth: a living child is one patient with one band and one stay, also twins, also at two clicks.

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock, hours, minutes } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { run, within } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { done, maternityHouse } from '../../../support/desk/maternity.ts'
import { priced } from '../../../support/money/prices.ts'

const on = await maternityHouse(t)
clock.freeze('2026-03-10T08:00:00.000Z')
const { midwife, doctor, clerk, labouring, birth } = on
const later = (ms: number): void => clock.freeze(new Date(clock.ms() + ms).toISOString())
const child = (id: string): Promise<Data> => done(clerk.get(`/patients/${id}`))

t.test('maternity 3: a labour from the ward to the first hours', async (t) => {
  const labour = await labouring({ observation: { cervix_cm: 4, baseline_fhr: 140 } })
  t.match(labour, { stage: 'LATENT', chart: 'LCG', parity: 0, gestation: { weeks: 39 } })
  const at = `/labours/${labour.id}`
  later(hours(3))
  const active = await done(midwife.post(`${at}/observations`, { cervix_cm: 6, contractions: 4 }))
  t.match(active, { stage: 'ACTIVE', alerts: [], unconfirmed: /not yet confirmed/ }, 'MAT-13')
  t.match(await midwife.post(`${at}/births`, birth()), {
    status: 409,
    message: /is ACTIVE: a birth follows the second stage/,
  })
  later(hours(3))
  const full = await done(midwife.post(`${at}/observations`, { cervix_cm: 10, baseline_fhr: 130 }))
  t.equal(full.stage, 'SECOND')
  later(minutes(30))
  const born = await done(midwife.post(`${at}/births`, birth({ vitamin_k: true })))
  t.match(born, {
    order: 1,
    band_no: /^NB-2026-/,
    gestation: { weeks: 39 },
    newborn: { first_name: 'Baby' },
    admission: { status: 'ADMITTED' },
    apgar: [
      { minute: 1, total: 8 },
      { minute: 5, total: 9 },
    ],
    vaccines_due: [{ code: 'BCG' }, { code: 'OPV0' }],
  })
  const baby = await child(born.patient_id)
  t.match(baby, { mother_id: labour.patient.id, sex: 'Female' }, 'MAT-17')
  t.match(await done(midwife.get(at)), { stage: 'THIRD', births: [{ id: born.id }] })
  t.match(await midwife.post(`${at}/advance`, { stage: 'FOURTH' }), {
    status: 409,
    message: 'Save the delivery with placenta_at first.',
  })
  later(minutes(10))
  const delivery = { third_stage: 'ACTIVE', placenta: 'COMPLETE', perineum: 'INTACT' }
  const fourth = await done(
    midwife.patch(`${at}/delivery`, {
      ...delivery,
      placenta_at: clock.instant(),
      blood_loss_ml: 250,
      sign: true,
    }),
  )
  t.match(fourth, { stage: 'FOURTH', delivery: { robson: 1, signed_by_name: /./ } }, 'MAT-21')
  t.match(fourth.warnings, [/No charge is set for DELIVERY_NORMAL/], 'MAT-10')
  t.match(await midwife.patch(`${at}/delivery`, { blood_loss_ml: 300 }), {
    status: 409,
    message: /^This delivery was signed on 2026-03-10 by .*: give a reason to amend it\.$/,
  })
  const amended = await done(
    midwife.patch(`${at}/delivery`, { blood_loss_ml: 300, reason: 'Weighed again' }),
  )
  t.match(amended.delivery, { blood_loss_ml: 300, version_no: 2, history: { length: 2 } })
  t.match(await midwife.post(`${at}/advance`, { stage: 'ENDED' }), {
    status: 409,
    message: /^Birth 1 is not notified/,
  })
  await done(doctor.post(`/births/${born.id}/notification`, { informant: 'The mother' }))
  t.match(await midwife.post(`${at}/advance`, { stage: 'ENDED' }), {
    status: 409,
    message: /^The first 2 hours are not watched/,
  })
  later(hours(2))
  await done(midwife.post(`${at}/observations`, { pulse: 80, uterus: 'FIRM', blood_loss_ml: 260 }))
  const ended = await done(midwife.post(`${at}/advance`, { stage: 'ENDED' }))
  t.match(ended, { stage: 'ENDED', outcome: 'DELIVERED', moves: [] }, 'MAT-20')
  t.match(await midwife.post(`${at}/advance`, { stage: 'THIRD', reason: 'Wrong' }), {
    status: 409,
    message: `Labour ${labour.number} is ENDED. Nothing more can be done with it.`,
  })
  const pregnancy = await done(midwife.get(`/pregnancies/${labour.pregnancy_id}`))
  t.match(pregnancy, { status: 'POSTPARTUM', outcome: 'LIVE_BIRTH', living: 1 })
  t.match(pregnancy.due[0], { rule: 'POSTNATAL_1' }, 'MAT-26')
})

t.test(
  'MOD-13: an amended delivery, and a birth, are followed by what stands on the bill',
  async (t) => {
    await priced(on.house, [
      { code: 'NVD', name: 'Normal delivery', category: 'Procedure', price: 3_000_000 },
      { code: 'AVD', name: 'Assisted delivery', category: 'Procedure', price: 5_000_000 },
      { code: 'SUT', name: 'Suture', category: 'Procedure', price: 1_000_000 },
    ])
    const rows = [
      { key: 'DELIVERY_NORMAL', code: 'NVD' },
      { key: 'DELIVERY_ASSISTED', code: 'AVD' },
      { key: 'SUTURE', code: 'SUT' },
    ]
    await done(on.boss.put('/maternity-tables/CHARGES', { rows, reason: 'As agreed' }))
    const labour = await labouring({ observation: { cervix_cm: 10 } })
    const at = `/labours/${labour.id}`
    const born = await done(midwife.post(`${at}/births`, birth()))
    const patient_id = labour.patient.id
    const charged = async (): Promise<string[]> => {
      const bills = await done(on.boss.get('/billing/bills', { patient_id }))
      const whole = await Promise.all(
        bills.map(({ id }: Data) => done(on.boss.get(`/billing/bills/${id}`))),
      )
      return whole
        .flatMap(({ items }: Data) => items)
        .filter(
          ({ source, service_status }: Data) =>
            /^maternity_[ds]/.test(source) && service_status !== 'CANCELLED',
        )
        .map(({ code }: Data) => code)
        .toSorted((a: string, b: string) => (a < b ? -1 : 1))
    }
    const whole = {
      third_stage: 'ACTIVE',
      placenta: 'COMPLETE',
      perineum: 'INTACT',
      blood_loss_ml: 200,
    }
    const path = `${at}/delivery`
    await done(midwife.patch(path, { ...whole, placenta_at: clock.instant(), sign: true }))
    t.same(await charged(), ['NVD'])
    const short = { perineum: 'TEAR_2', repair: 'Vicryl', reason: 'Seen' }
    t.match(await midwife.patch(path, short), {
      status: 400,
      message: 'reason must be between 5 and 300 characters.',
    })
    const amended = await done(midwife.patch(path, { ...short, reason: 'Seen afterwards' }))
    t.match(
      amended.delivery.history.at(-1),
      { move: 'amend', reason: 'Seen afterwards', changes: { perineum: ['INTACT', 'TEAR_2'] } },
      'as it was',
    )
    t.same(await charged(), ['NVD', 'SUT'])
    await done(midwife.patch(path, { perineum: 'TEAR_1', reason: 'Not so deep' }))
    t.same(await charged(), ['NVD', 'SUT'], 'once')
    await done(midwife.patch(path, { perineum: 'INTACT', repair: null, reason: 'Another woman' }))
    t.same(await charged(), ['NVD'])
    const birth_path = `/births/${born.id}`
    t.match(await midwife.patch(birth_path, { mode: 'VACUUM' }), {
      status: 409,
      message: /^This birth was signed on 2026-03-10 by .+: give a reason to amend it\.$/,
    })
    t.match(await midwife.patch(birth_path, { mode: 'VACUUM', reason: 'Cup' }), {
      status: 400,
      message: 'reason must be between 5 and 300 characters.',
    })
    await done(midwife.patch(birth_path, { mode: 'VACUUM', reason: 'The cup was used' }))
    t.same(await charged(), ['AVD'])
    const weighed = { weight_g: 3300, reason: 'Weighed again' }
    t.match((await done(midwife.patch(birth_path, weighed))).history.at(-1).changes, {
      weight_g: [3200, 3300],
    })
    t.same(await charged(), ['AVD'])
    const [bill] = await done(on.boss.get('/billing/bills', { patient_id }))
    await done(on.boss.post(`/billing/bills/${bill.id}/issue`))
    const spontaneous = { mode: 'SPONTANEOUS', reason: 'No cup was used' }
    t.match(
      (await done(midwife.patch(birth_path, spontaneous))).warnings,
      ['The bill was issued: charge DELIVERY_NORMAL by hand.'],
      'who changes it is told what the bill cannot follow',
    )
  },
)

t.test('MAT-14: an alert is raised, answered, over; a correction takes it back', async (t) => {
  const labour = await labouring({ observation: { cervix_cm: 5 } })
  const at = `/labours/${labour.id}`
  const bad = await done(midwife.post(`${at}/observations`, { baseline_fhr: 165 }))
  t.match(bad.alerts, [{ field: 'baseline_fhr', value: '165', level: 'ALERT', status: 'OPEN' }])
  const [alert] = bad.alerts
  t.match(await midwife.post(`/labour-alerts/${alert.id}/acknowledge`, { action: 'x' }), {
    status: 400,
    message: /action/,
  })
  const worse = await done(midwife.post(`${at}/observations`, { baseline_fhr: 185 }))
  t.match(worse.alerts, [{ id: alert.id, level: 'DANGER', value: '185' }], 'the same, and worse')
  const answered = await done(
    midwife.post(`/labour-alerts/${alert.id}/acknowledge`, { action: 'Turned her to the side' }),
  )
  t.match(answered, { status: 'ACKNOWLEDGED', action: 'Turned her to the side' })
  await done(midwife.post(`${at}/observations`, { baseline_fhr: 140 }))
  const seen = await done(midwife.get(at))
  t.match(seen.alerts, [{ status: 'RESOLVED', resolved_by: 'Normal' }])
  const wrong = await done(midwife.post(`${at}/observations`, { pulse: 130 }))
  const right = await done(midwife.post(`${at}/observations`, { pulse: 80, corrects: wrong.id }))
  t.equal(right.corrects_id, wrong.id)
  const after = await done(midwife.get(at))
  t.match(
    after.alerts.find(({ field }: Data) => field === 'pulse'),
    { status: 'RESOLVED', resolved_by: 'Corrected' },
  )
  t.match(
    after.observations.find(({ id }: Data) => id === wrong.id),
    { void: true },
  )
  t.notOk(after.alerts.some(({ status }: Data) => status === 'OPEN'))
})

t.test('MAT-13: a stage that was wrong is corrected; clocks are computed anew', async (t) => {
  const labour = await labouring({ observation: { cervix_cm: 5 } })
  const at = `/labours/${labour.id}`
  later(hours(1))
  const full = await done(midwife.post(`${at}/observations`, { cervix_cm: 10 }))
  t.equal(full.stage, 'SECOND')
  const back = await done(midwife.post(`${at}/observations`, { cervix_cm: 7, corrects: full.id }))
  t.equal(back.stage, 'ACTIVE')
  t.match(await done(midwife.get(at)), { stage: 'ACTIVE', full_at: null, active_at: /T/ })
  t.match(await midwife.post(`${at}/advance`, { stage: 'LATENT' }), {
    status: 400,
    message: /reason/,
  })
  const latent = await done(
    midwife.post(`${at}/advance`, { stage: 'LATENT', reason: 'It was four' }),
  )
  t.match(latent, { stage: 'LATENT', active_at: null })
  const over = await done(
    midwife.post(`${at}/advance`, { stage: 'ENDED', outcome: 'FALSE_LABOUR' }),
  )
  t.match(over, { outcome: 'FALSE_LABOUR' })
  const pregnancy = await done(midwife.get(`/pregnancies/${labour.pregnancy_id}`))
  t.equal(pregnancy.status, 'OPEN', 'she waits again')
})

t.test('MAT-17, CAR-154: twins are two patients, two bands, two stays', async (t) => {
  const labour = await labouring({ observation: { cervix_cm: 10 } }, { multiple: 2 })
  const at = `/labours/${labour.id}/births`
  t.match(await midwife.post(at, birth({ order: 2 })), {
    status: 400,
    message: /record birth 1 first/,
  })
  const one = await done(midwife.post(at, birth({ sex: 'Male' })))
  t.match(await done(midwife.get(`/labours/${labour.id}`)), { stage: 'SECOND' })
  const two = await done(midwife.post(at, birth({ order: 2, weight_g: 2400 })))
  t.match(await done(midwife.get(`/labours/${labour.id}`)), { stage: 'THIRD' })
  t.same([one.newborn.first_name, two.newborn.first_name], ['Baby A', 'Baby B'])
  t.not(one.patient_id, two.patient_id)
  t.not(one.band_no, two.band_no)
  t.not(one.admission.id, two.admission.id)
})

t.test('MAT-17: two clicks at once are one child', async (t) => {
  const labour = await labouring({ observation: { cervix_cm: 10 } })
  const at = `/labours/${labour.id}/births`
  const body = birth()
  const six = await Promise.all(Array.from({ length: 6 }, () => midwife.post(at, body)))
  t.same(
    six.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409, 409, 409, 409],
  )
  for (const { message } of six.filter(({ status }) => status === 409)) {
    t.match(message, /^Birth 1 of LB-.* is recorded already: send order 2 for a further child\.$/)
  }
  const seen = await done(midwife.get(`/labours/${labour.id}`))
  t.equal(seen.births.length, 1)
  const babies = await done(midwife.get('/admissions', { patient_id: seen.births[0].patient_id }))
  t.equal(babies.length, 1)
})

t.test('MAT-17: many births at once are as many newborns and bands', async (t) => {
  const many = process.env['KITUO_BIRTHS'] === 'full' ? 20 : 6
  const going: Data[] = []
  for (let n = 0; n < many; n += 1) going.push(await labouring({ observation: { cervix_cm: 10 } }))
  const born = await Promise.all(
    going.map(({ id }) => done(midwife.post(`/labours/${id}/births`, birth()))),
  )
  for (const field of ['patient_id', 'band_no'] as const) {
    t.equal(new Set(born.map((one) => one[field])).size, many, field)
  }
  t.equal(new Set(born.map(({ admission }) => admission.id)).size, many)
})

t.test('MAT-12, MAT-17: a child born on the way, by a woman nobody booked', async (t) => {
  const mother = await on.woman()
  const labour = await done(
    midwife.post('/labours', {
      patient_id: mother.id,
      born_before_arrival: true,
      gravida: 3,
      para: 2,
    }),
  )
  t.match(labour, { admission_id: null, parity: 2 })
  const pregnancy = await done(midwife.get(`/pregnancies/${labour.pregnancy_id}`))
  t.match(pregnancy, { unbooked: true, status: 'IN_LABOUR' })
  const born = await done(
    midwife.post(
      `/labours/${labour.id}/births`,
      birth({ place: 'BEFORE_ARRIVAL', born_at: '2026-03-10T07:00:00.000Z' }),
    ),
  )
  t.match(born, { admission: null, visit_id: /./ })
  const visit = await done(clerk.get(`/visits/${born.visit_id}`))
  t.equal(visit.kind, 'CHILD_HEALTH')
})

t.test('MAT-19: much blood at the delivery is a danger by itself', async (t) => {
  const labour = await labouring({ observation: { cervix_cm: 10 } })
  await done(midwife.post(`/labours/${labour.id}/births`, birth()))
  const uterotonic = { medicine: 'Oxytocin 10 IU', at: clock.instant() }
  const seen = await done(
    midwife.patch(`/labours/${labour.id}/delivery`, { blood_loss_ml: 600, uterotonic }),
  )
  t.match(seen.alerts, [{ field: 'blood_loss_ml', value: '600', level: 'DANGER' }])
  t.match(seen.delivery, { uterotonic: { medicine: 'Oxytocin 10 IU' }, signed_at: null })
})

t.test('MAT-16: a caesarean in theatre names its case', async (t) => {
  const section = birth({ mode: 'CAESAREAN', place: 'THEATRE' })
  const theatre = `/facilities/${on.house.facility_id}/modules/theatre`
  await done(on.boss.post(`${theatre}/switch-off`, { reason: 'No surgeon' }))
  const before = await labouring()
  const alone = await done(midwife.post(`/labours/${before.id}/births`, section))
  t.equal(alone.theatre_case_id, null, 'without the module nobody asks')
  await done(on.boss.post(`${theatre}/switch-on`))
  const [labour, other] = [await labouring(), await labouring()]
  const asked = (patient_id: string): Promise<Data> =>
    done(
      doctor.post('/theatre-cases', {
        patient_id,
        procedures: [{ code: 'CAESAREAN', title: 'Caesarean section' }],
        diagnosis: 'Obstructed labour',
        urgency: 'EMERGENCY',
        decision_at: clock.instant(),
        surgeon_id: newId(),
      }),
    )
  const at = `/labours/${labour.id}/births`
  const mine = await asked(labour.patient.id)
  t.match(await midwife.post(at, section), {
    status: 400,
    message: 'theatre_case_id is required: in which case of theatre was the caesarean?',
  })
  t.match(await midwife.post(at, { ...section, theatre_case_id: newId() }), {
    status: 400,
    message: 'theatre_case_id is no case of this hospital.',
  })
  const theirs = await asked(other.patient.id)
  const wrong = { status: 409, message: `Case ${theirs.reference} is of another patient.` }
  t.match(await midwife.post(at, { ...section, theatre_case_id: theirs.id }), wrong)
  t.same((await done(midwife.get(`/labours/${labour.id}`))).births, [], 'nothing is left of it')
  const born = await done(midwife.post(at, { ...section, theatre_case_id: mine.id }))
  t.equal(born.theatre_case_id, mine.id)
  const amend = { theatre_case_id: theirs.id, reason: 'Another case' }
  t.match(await midwife.patch(`/births/${born.id}`, amend), wrong)
  await within(() =>
    run(sql`update theatre_cases set status = 'IN_THEATRE' where id = ${theirs.id}`),
  )
  const known = await done(midwife.post(`/labours/${other.id}/births`, section))
  t.equal(known.theatre_case_id, theirs.id, 'she is in theatre: it is known')
})

t.test('MAT-17: a stillborn child is no patient, and is told', async (t) => {
  const labour = await labouring({ observation: { cervix_cm: 10 } })
  const born = await done(
    midwife.post(`/labours/${labour.id}/births`, birth({ outcome: 'FRESH_STILLBIRTH', apgar: [] })),
  )
  t.match(born, { patient_id: null, band_no: null, newborn: null, vaccines_due: [] })
  t.match(await doctor.post(`/births/${born.id}/notification`, { informant: 'Father' }), {
    status: 409,
    message: 'A stillbirth gets a perinatal death paper.',
  })
})

t.test('MOR-1: a stillborn child is expected in the mortuary, on its mother', async (t) => {
  const admin = await on.house.people.administrator()
  await done(admin.post(`/facilities/${on.house.facility_id}/modules/mortuary/switch-on`))
  const labour = await labouring({ observation: { cervix_cm: 10 } })
  const born = await done(
    midwife.post(`/labours/${labour.id}/births`, birth({ outcome: 'FRESH_STILLBIRTH', apgar: [] })),
  )
  const attendant = await on.house.people.with('mortuary_attendant')
  const expected: Data[] = await done(attendant.get('/bodies', { status: 'EXPECTED' }))
  const body = expected.find(({ patient }) => patient.id === born.mother_id)
  t.match(body, { kind: 'STILLBIRTH', source: 'LABOUR_WARD' })
})

t.test(
  'MAT-28: a notification has a number without gaps, and its replacement a reason',
  async (t) => {
    const labour = await labouring({ observation: { cervix_cm: 10 } })
    const born = await done(midwife.post(`/labours/${labour.id}/births`, birth()))
    const at = `/births/${born.id}/notification`
    t.match(await midwife.post(at, { informant: 'Her aunt', father: { name: 'Juma Ali' } }), {
      status: 400,
      message: /mother_agrees/,
    })
    const before = await done(
      midwife.post(at, {
        informant: 'Her aunt',
        father: { name: 'Juma Ali', mother_agrees: true },
      }),
    )
    t.match(before, { number: /^BTN-2026-/, status: 'ISSUED', father: { name: 'Juma Ali' } })
    t.match(await midwife.post(at, { informant: 'Her aunt' }), {
      status: 409,
      message: `${before.number} is issued: send replace with a reason.`,
    })
    const known = await done(midwife.post(at, { registration_no: 'RITA-1' }))
    t.match(known, { id: before.id, registration_no: 'RITA-1' })
    const next = await done(
      midwife.post(at, { replace: true, reason: 'The name was wrong', child_name: 'Neema' }),
    )
    t.match(next, { child_name: 'Neema', replaces_id: before.id, informant: 'Her aunt' })
    const counted = Number(next.number.slice(-6)) - Number(before.number.slice(-6))
    t.equal(counted, 1, 'no gap between them')
  },
)

t.test('maternity 5: what was written of a birth is amended with a reason', async (t) => {
  const labour = await labouring({ observation: { cervix_cm: 10 } })
  const born = await done(midwife.post(`/labours/${labour.id}/births`, birth()))
  const at = `/births/${born.id}`
  t.match(await midwife.patch(at, { weight_g: 3100 }), {
    status: 409,
    message: /^This birth was signed on .*: give a reason to amend it\.$/,
  })
  const mended = await done(midwife.patch(at, { weight_g: 3100, reason: 'Weighed again' }))
  t.match(mended, { weight_g: 3100, history: { length: 2 } })
  later(hours(25))
  const nurse = await on.house.people.with('nurse')
  const signing = await on.house.people.with('midwife')
  t.match(await nurse.patch(at, { weight_g: 3000, reason: 'Weighed again' }), {
    status: 403,
    message: /maternity:sign/,
  })
  t.match(await done(signing.patch(at, { weight_g: 3000, reason: 'Weighed again' })), {
    weight_g: 3000,
  })
})
