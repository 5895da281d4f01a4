// Front office, section 6: the rows of vitals, appointments, referrals, emergencies and messages.

import t from 'tap'
import { clock, minutes } from '../../../../db/core/clock.ts'
import { admissionOf } from '../../../../db/hospital/neighbours/care.ts'
import { admitPatient } from '../../../../db/hospital/neighbours/bedside.ts'
import { awayBetween } from '../../../../db/hospital/neighbours/duty.ts'
import { newId } from '../../../../db/core/ids.ts'
import { conflict } from '../../../../db/core/refusal.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { clinician, department, weekdaysAt } from '../../../support/desk/clinic.ts'
import { eachRefused, type Row } from '../../../support/tried.ts'
import { pointIds, somebody, visiting } from '../../../support/desk/visits.ts'

t.test('bad input at the bedside and the diary (front office 6)', async (t) => {
  const house = await boot(t)
  const { people, facility_id } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  await department(house, 'OPD')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const doctor = await people.with('doctor')
  const manager = await people.with('manager')
  const admin = await people.administrator()
  const adult = { birth_date: '1980-01-01' }

  await t.test('vitals', async (t) => {
    const visit = await visiting(clerk, {}, adult)
    const send = (body: object) => () => nurse.post(`/visits/${visit.id}/vitals`, body)
    const set = await send({ heart_rate: 80 })()
    const reason = 'reason is required (3 to 300 characters).'
    const move = (what: string, body: object) => () =>
      nurse.post(`/vitals/${set.data.id}/${what}`, body)
    await eachRefused(t, [
      ['vitals {}', send({}), 400, 'Give at least one measurement.'],
      ['temperature "hot"', send({ temperature: 'hot' }), 400, 'temperature must be a number.'],
      ['heart_rate 72.5', send({ heart_rate: 72.5 }), 400, 'heart_rate must be a whole number.'],
      [
        'temperature 50',
        send({ temperature: 50 }),
        400,
        'temperature 50 °C is not possible (20–46). Check the reading.',
      ],
      [
        'temperature 43',
        send({ temperature: 43 }),
        409,
        'temperature 43 °C is unusual (34–41.5). Measure again, or confirm it with a reason.',
      ],
      [
        'diastolic 120, systolic 80',
        send({ diastolic: 120, systolic: 80 }),
        400,
        'diastolic must be below systolic.',
      ],
      ['gcs_eye alone', send({ gcs_eye: 4 }), 400, 'Give all three parts of the coma scale.'],
      [
        'oxygen by mask without flow',
        send({ oxygen_saturation: 95, oxygen_delivery: 'MASK' }),
        400,
        'oxygen_flow is required with MASK.',
      ],
      [
        'taken_at in an hour',
        send({ heart_rate: 80, taken_at: '2026-03-31T07:00:00.000Z' }),
        400,
        'taken_at is in the future.',
      ],
      [
        'taken_at last week without reason',
        send({ heart_rate: 80, taken_at: '2026-03-24T06:00:00.000Z' }),
        400,
        'late_entry_reason is required: taken_at is more than 24 hours ago.',
      ],
      ['amend without reason', move('amend', { heart_rate: 70 }), 400, reason],
      ['amend, reason of 2 letters', move('amend', { heart_rate: 70, reason: 'no' }), 400, reason],
      ['void without reason', move('void', {}), 400, reason],
      ['void, reason of 2 letters', move('void', { reason: 'no' }), 400, reason],
    ])
  })

  await t.test('vital tables', async (t) => {
    const chief = await people.with('medical_in_charge')
    const range = { band: 'all', field: 'heart_rate', min: 60, max: 100 }
    const part = { part: 'heart_rate', points: 0, min: 60, max: 100 }
    const draft = (code: string, rows: object[]) => () =>
      chief.post(`/vital-tables/${code}/versions`, { rows, source: 'a test' })
    const muac = await draft('MUAC', [{ band: 'all', severe_below: 12, moderate_below: 13 }])()
    await eachRefused(t, [
      [
        'min above max',
        draft('RANGES', [range, range, { ...range, min: 120, max: 80 }]),
        400,
        'RANGES row 3: min 120 is above max 80.',
      ],
      [
        'a hole',
        draft('NEWS2', [part, { ...part, points: 1, min: 102, max: 110 }]),
        400,
        'NEWS2 rows 1 and 2 leave a hole between 100 and 102.',
      ],
      [
        'an overlap',
        draft('NEWS2', [part, { ...part, points: 1, min: 100, max: 110 }]),
        400,
        'NEWS2 rows 1 and 2 overlap.',
      ],
      [
        'adopt one’s own draft',
        () =>
          chief.post(`/vital-tables/MUAC/versions/${muac.data.version}/adopt`, { note: 'agreed' }),
        409,
        'You wrote this version. Another Medical officer in charge or Clinical administrator must adopt it.',
      ],
    ])
  })

  await t.test('appointments', async (t) => {
    const patient = await somebody(clerk, adult)
    const amina = await clinician(house, 'Dr Amina Said')
    const away = await clinician(house, 'Dr Baraka')
    t.equal((await weekdaysAt(manager, amina)).status, 201)
    const book = (more: object) => () =>
      clerk.post('/appointments', {
        patient_id: patient.id,
        scheduled_for: '2026-04-02T08:00+03:00',
        clinician_id: amina,
        ...more,
      })
    const other = await somebody(clerk, adult)
    const full = await book({ patient_id: other.id, scheduled_for: '2026-04-06T08:00+03:00' })()
    t.equal(full.status, 201, full.message)
    clock.advance(minutes(5))
    await manager.post('/schedule-exceptions', {
      clinician_id: amina,
      from_date: '2026-04-03',
      to_date: '2026-04-03',
      kind: 'CLOSED',
      reason: 'Training',
    })
    answering(t, awayBetween, async () => [
      { staff_id: away, from: '2026-04-02', to: '2026-04-03', reason: 'annual leave' },
    ])
    await admin.post(`/facilities/${facility_id}/modules/theatre/switch-off`, { reason: 'none' })
    const done = await clerk.post('/appointments', {
      patient_id: other.id,
      scheduled_for: '2026-03-31T15:00+03:00',
    })
    await clerk.post(`/appointments/${done.data.id}/check-in`, {})
    t.equal((await clerk.post(`/appointments/${done.data.id}/complete`, {})).status, 200)
    const schedule = (more: Record<string, unknown>) => () => weekdaysAt(manager, away, more)
    const asked = (more: object) => () => clerk.post('/appointments', { ...more })
    await eachRefused(t, [
      [
        'without scheduled_for',
        asked({ patient_id: patient.id }),
        400,
        'scheduled_for is required.',
      ],
      ['next monday', book({ scheduled_for: 'next monday' }), 400, 'scheduled_for must be a time.'],
      [
        'in the past',
        book({ scheduled_for: '2026-03-31T08:00+03:00' }),
        400,
        'scheduled_for is in the past.',
      ],
      [
        'off-slot time',
        book({ scheduled_for: '2026-04-02T08:15+03:00' }),
        409,
        'Dr Amina Said has no slot at 08:15 on 2026-04-02. Free: 08:00, 08:30, 09:00.',
      ],
      [
        'full slot',
        book({ scheduled_for: '2026-04-06T08:00+03:00' }),
        409,
        'The session of Dr Amina Said on 2026-04-06 is full, overbooking included.',
      ],
      [
        'closed day',
        book({ scheduled_for: '2026-04-03T08:00+03:00' }),
        409,
        'Dr Amina Said is not here on 2026-04-03: Training.',
      ],
      [
        'clinician away',
        book({ clinician_id: away }),
        409,
        'Dr Baraka is not here on 2026-04-02: annual leave.',
      ],
      [
        'kind CHECKUP',
        book({ kind: 'CHECKUP' }),
        400,
        'kind must be one of CONSULTATION, FOLLOW_UP, PROCEDURE, ANTENATAL, IMMUNISATION, REVIEW, THEATRE.',
      ],
      [
        'kind THEATRE, module off',
        book({ kind: 'THEATRE' }),
        403,
        'The theatre module is switched off at Main.',
      ],
      ['duration_min 0', book({ duration_min: 0 }), 400, 'duration_min must be from 5 to 480.'],
      ['duration_min 481', book({ duration_min: 481 }), 400, 'duration_min must be from 5 to 480.'],
      [
        'check in tomorrow’s appointment',
        () => clerk.post(`/appointments/${full.data.id}/check-in`, {}),
        409,
        'This appointment is for 2026-04-06.',
      ],
      [
        'cancel a COMPLETED one',
        () => clerk.post(`/appointments/${done.data.id}/cancel`, { reason: 'late', by: 'PATIENT' }),
        409,
        `Appointment ${done.data.number} is COMPLETED. Nothing more can be done with it.`,
      ],
      [
        'schedule ending before it starts',
        schedule({ end_time: '07:00' }),
        400,
        'end_time must be after start_time.',
      ],
      [
        'slot longer than session',
        schedule({ slot_minutes: 150 }),
        400,
        'slot_minutes is longer than the session.',
      ],
    ])
  })

  await t.test('referrals', async (t) => {
    const whole = {
      facility: 'Bombo',
      reason: 'Surgeon needed',
      department: 'Surgery',
      clinical_summary: 'Acute abdomen since this morning.',
    }
    const patient = await somebody(clerk, adult)
    const refer = (more: object) => () =>
      doctor.post('/referrals', { patient_id: patient.id, ...whole, ...more })
    const draft = (await refer({ clinical_summary: '' })()).data
    const at = `/referrals/${draft.id}`
    const someone = await somebody(clerk, adult)
    const sent = (await refer({ patient_id: someone.id })()).data
    t.equal((await doctor.post(`/referrals/${sent.id}/send`, { channel: 'PRINT' })).status, 200)
    await eachRefused(t, [
      ['without facility', refer({ facility: undefined }), 400, 'facility is required.'],
      ['without reason', refer({ reason: undefined }), 400, 'reason is required.'],
      [
        'send with an empty summary',
        () => doctor.post(`${at}/send`, { channel: 'PRINT' }),
        409,
        'Write a clinical summary of at least 20 characters before sending.',
      ],
      [
        'second live referral to the same facility',
        refer({ facility: ' bombo ' }),
        409,
        `${patient.full_name} already has referral ${draft.number} to Bombo (DRAFT).`,
      ],
      [
        'depart a ROUTINE one not accepted',
        () => doctor.post(`/referrals/${sent.id}/depart`),
        409,
        `Not accepted yet: Bombo has not accepted ${sent.number}. Call there, or send the letter again. Medical officer in charge may let this through with a reason.`,
      ],
      [
        'accept an OUT referral that is DRAFT',
        () => doctor.post(`${at}/accept`),
        409,
        `Referral ${draft.number} is DRAFT. It can: send, cancel, void.`,
      ],
      [
        'PATCH a sent referral',
        () => doctor.patch(`/referrals/${sent.id}`, { reason: 'another' }),
        409,
        `This referral was signed by ${doctor.user.full_name} at 2026-03-31T06:05:00.000Z. Amend it with a reason instead.`,
      ],
    ])
  })

  await t.test('emergencies', async (t) => {
    const patient = await somebody(clerk, adult)
    const points = await pointIds(clerk)
    const take = (body: object) => () => nurse.post('/emergencies', body)
    const range = 'triage_category must be from 1 to 5.'
    const row = (await take({ unknown_label: 'Man' })()).data
    const triage = (body: object) => () => nurse.post(`/emergencies/${row.id}/triage`, body)
    await eachRefused(t, [
      [
        'without patient and label',
        take({}),
        400,
        'Give the patient (patient_id) or, when the person is not known, a label (unknown_label).',
      ],
      [
        'with both',
        take({ patient_id: patient.id, unknown_label: 'Man' }),
        400,
        'Give either patient_id or unknown_label.',
      ],
      ['triage_category 0', triage({ triage_category: 0 }), 400, range],
      ['triage_category 6', triage({ triage_category: 6 }), 400, range],
      [
        'triage_category "red"',
        triage({ triage_category: 'red' }),
        400,
        /^triage_category must be/,
      ],
      [
        'less urgent than proposed without note',
        triage({ triage_category: 3, discriminators: ['CHEST_PAIN'] }),
        400,
        'note is required: the proposed category is 2 (ORANGE).',
      ],
    ])
    await manager.patch('/front-office/settings', { blue_is_dead: true })
    await eachRefused(t, [
      [
        'category 5 for a living patient with blue_is_dead',
        triage({ triage_category: 5 }),
        409,
        'Category 5 is for the dead: record the death first.',
      ],
    ])
    await manager.patch('/front-office/settings', { blue_is_dead: false })
    t.equal((await triage({ triage_category: 4 })()).status, 200)
    const dispose = (body: object) => () => doctor.post(`/emergencies/${row.id}/dispose`, body)
    answering(t, admitPatient, async () => {
      throw conflict('Ward 3 has no bed for Male, 35 years.')
    })
    await eachRefused(t, [
      [
        'dispose ADMITTED, no bed',
        dispose({ disposition: 'ADMITTED', ward_id: newId() }),
        409,
        'Ward 3 has no bed for Male, 35 years.',
      ],
    ])
    const gone = { disposition: 'ABSCONDED', note: 'walked out' }
    t.equal((await dispose(gone)()).status, 200)
    const chief = await people.with('nurse_in_charge')
    const start = () =>
      chief.post('/mass-casualty-incidents', { name: 'Bus', kind: 'ROAD', tag_prefix: 'BUS' })
    const incident = (await start()).data
    const casualties = (body: object) => () =>
      nurse.post(`/mass-casualty-incidents/${incident.id}/casualties`, body)
    const many = Array.from({ length: 101 }, () => ({ triage_category: 3 }))
    const most = 'At most 100 casualties in one request.'
    await eachRefused(t, [
      ['dispose twice', dispose(gone), 409, `Emergency ${row.number} is DISPOSED. It can: reopen.`],
      ['a second incident', start, 409, `Incident ${incident.reference} is still active here.`],
      ['101 casualties at once', casualties({ count: 101 }), 400, most],
      ['101 rows at once', casualties({ casualties: many }), 400, most],
    ])
    t.ok(points['EMR'])
  })

  await t.test('messages to patients', async (t) => {
    const reached = await somebody(clerk, { ...adult, phone: '0712000991' })
    const unreached = await somebody(clerk, adult)
    const send = (id: string, text: string) => () =>
      clerk.post(`/patients/${id}/messages`, { text })
    await eachRefused(t, [
      [
        'a message naming a disease',
        send(reached.id, 'Your malaria result is ready'),
        409,
        'This message names "malaria". Leave it out, or use the portal.',
      ],
      [
        'a message to a patient without phone',
        send(unreached.id, 'Please come tomorrow'),
        409,
        'This patient has no mobile number.',
      ],
      [
        'template without a needed variable',
        () =>
          admin.put('/patient-message-templates/APPOINTMENT_REMINDER', {
            sw: '{hospital}: Kumbusho',
            en: '{hospital}: Reminder {date} {time} {link}',
          }),
        400,
        'sw must contain {date}.',
      ],
    ] satisfies Row[])
  })

  await t.test('what takes a patient of the wards', async (t) => {
    const inside = await somebody(clerk, adult)
    answering(t, admissionOf, async (_, id) =>
      id === inside.id ? { admission_id: newId(), ward: 'Ward 3', bed: '12' } : null,
    )
    await eachRefused(t, [
      [
        'an emergency of an admitted patient',
        () => nurse.post('/emergencies', { patient_id: inside.id }),
        409,
        `${inside.full_name} is admitted in Ward 3, bed 12. Order services from the ward instead.`,
      ],
    ])
  })
})
