// Rules of the whole chapter, asked of every kind of record: old versions (FRO-5), words (FRO-9), the
// dead (PAT-25), who is told (EMG-8, REF-8), and what patients change themselves (POR-12, POR-23).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { rows } from '../../../../db/store/connection.ts'
import { onCall, onDuty } from '../../../../db/hospital/neighbours/on-duty.ts'
import { schemeReferral } from '../../../../db/hospital/neighbours/transfers.ts'
import { sql } from '../../../../db/store/sql.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { register, withAccount } from '../../../support/desk/portal.ts'
import { eachRefused, type Row } from '../../../support/tried.ts'
import { somebody, visiting } from '../../../support/desk/visits.ts'

const stale = 'Someone else changed this after you opened it. Look at it again.'

t.test('rules of the whole front office', async (t) => {
  const house = await boot(t)
  const { people, nobody } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception', 'records')
  const nurse = await people.with('nurse')
  const doctor = await people.with('doctor')
  const manager = await people.with('manager')
  const adult = { birth_date: '1980-01-01' }

  await t.test('a change or move of an old version is refused (FRO-5)', async (t) => {
    const patient = await somebody(clerk, adult)
    const visit = await visiting(clerk, {}, adult)
    const booked = (
      await clerk.post('/appointments', {
        patient_id: patient.id,
        scheduled_for: '2026-03-31T15:00+03:00',
      })
    ).data
    const referral = (
      await doctor.post('/referrals', {
        patient_id: patient.id,
        facility: 'Bombo',
        reason: 'Surgeon',
        urgency: 'EMERGENCY',
        clinical_summary: 'Acute abdomen since this morning.',
      })
    ).data
    const emergency = (await nurse.post('/emergencies', { unknown_label: 'Man' })).data
    const reason = 'because of that'
    const moves: [typeof clerk, string, string, object?][] = [
      [clerk, 'PATCH', `/patients/${patient.id}`, { religion: 'x' }],
      [clerk, 'POST', `/patients/${patient.id}/deactivate`, { reason }],
      [clerk, 'PATCH', `/visits/${visit.id}`, { reason }],
      [nurse, 'POST', `/visits/${visit.id}/advance`, {}],
      [nurse, 'POST', `/visits/${visit.id}/hold`, { hold_reason: 'OTHER' }],
      [nurse, 'POST', `/visits/${visit.id}/triage`, { triage_category: 3 }],
      [nurse, 'POST', `/visits/${visit.id}/priority`, { priority: 2, reason }],
      [clerk, 'POST', `/visits/${visit.id}/payer`, { payer: { kind: 'SELF' }, reason }],
      [clerk, 'POST', `/visits/${visit.id}/check-out`, {}],
      [clerk, 'POST', `/visits/${visit.id}/cancel`, { reason }],
      [clerk, 'PATCH', `/appointments/${booked.id}`, { notes: 'x' }],
      [clerk, 'POST', `/appointments/${booked.id}/confirm`, {}],
      [
        clerk,
        'POST',
        `/appointments/${booked.id}/reschedule`,
        { scheduled_for: '2026-04-01T15:00+03:00', reason },
      ],
      [clerk, 'POST', `/appointments/${booked.id}/check-in`, {}],
      [clerk, 'POST', `/appointments/${booked.id}/cancel`, { reason, by: 'PATIENT' }],
      [doctor, 'PATCH', `/referrals/${referral.id}`, { reason }],
      [doctor, 'POST', `/referrals/${referral.id}/send`, { channel: 'PRINT' }],
      [doctor, 'POST', `/referrals/${referral.id}/cancel`, { reason }],
      [doctor, 'POST', `/referrals/${referral.id}/void`, { reason }],
      [nurse, 'PATCH', `/emergencies/${emergency.id}`, { zone: 'RESUS' }],
      [nurse, 'POST', `/emergencies/${emergency.id}/triage`, { triage_category: 3 }],
      [nurse, 'POST', `/emergencies/${emergency.id}/start-treatment`, {}],
      [nurse, 'PUT', `/emergencies/${emergency.id}/police`, { case: true }],
    ]
    await eachRefused(
      t,
      moves.map(([by, method, path, body]): Row => {
        const name = `${method} ${path.replace(/[0-9a-f-]{36}/, ':id')}`
        return [name, () => by.with({ 'if-match': '77' }).send(method, path, body), 409, stale]
      }),
    )
  })

  await t.test('reasons, long texts and control characters (FRO-9)', async (t) => {
    const visit = await visiting(clerk)
    const cancel = (reason: unknown) => () => clerk.post(`/visits/${visit.id}/cancel`, { reason })
    const limits = 'reason must be between 3 and 300 characters.'
    await eachRefused(t, [
      ['no reason', cancel(undefined), 400, 'reason is required.'],
      ['two letters', cancel('no'), 400, limits],
      ['three blanks', cancel('   '), 400, /^reason /],
      ['301 letters', cancel('x'.repeat(301)), 400, limits],
      [
        'a reason for coming of 501 letters',
        () => clerk.patch(`/visits/${visit.id}`, { reason: 'x'.repeat(501) }),
        400,
        /^reason must be (at most|between 0 and) 500 characters\.$/,
      ],
      [
        'a summary of 5001 letters',
        () =>
          doctor.post('/referrals', {
            patient_id: visit.patient_id,
            facility: 'Bombo',
            reason: 'Surgeon',
            clinical_summary: 'x'.repeat(5001),
          }),
        400,
        /^clinical_summary must be .*5000 characters\.$/,
      ],
    ])
    await eachRefused(t, [
      [
        'a control character (platform 6.1)',
        () => clerk.patch(`/visits/${visit.id}`, { reason: 'Ho\u0007ma' }),
        400,
        'reason holds a character that cannot be kept.',
      ],
    ])
    const long = `Ana ho\u0007ma,\r\nkichwa\u000b.${'x'.repeat(4976)}`
    const kept = long.replace('\u0007', '').replace('\u000b', '')
    const ill = await nurse.post('/emergencies', {
      unknown_label: 'Man, market',
      presenting_complaint: long,
    })
    t.equal(ill.data.presenting_complaint, kept, ill.message)
    const noted = await nurse.post(`/emergencies/${ill.data.id}/triage`, {
      triage_category: 3,
      note: 'x'.repeat(5000),
    })
    t.equal(noted.data?.triage?.note.length, 5000, noted.message)
    const booked = await clerk.post('/appointments', {
      patient_id: visit.patient_id,
      scheduled_for: '2026-03-31T16:00+03:00',
      notes: 'x'.repeat(5000),
    })
    t.equal(booked.data.notes?.length, 5000, booked.message)
    await eachRefused(t, [
      [
        'a complaint of 5001 letters',
        () => nurse.post('/emergencies', { presenting_complaint: 'x'.repeat(5001) }),
        400,
        'presenting_complaint must be between 0 and 5000 characters.',
      ],
    ])
    const most = await clerk.post(`/visits/${visit.id}/cancel`, { reason: 'x'.repeat(300) })
    t.equal(most.status, 200, most.message)
  })

  await t.test(
    'who opens a dead person’s record reads it first; nobody writes (PAT-25)',
    async (t) => {
      const one = await somebody(clerk, { ...adult, phone: '0712000777' })
      const death = { died_at: '2026-03-31T05:00:00.000Z', place: 'HOME', source_note: 'His son' }
      t.equal((await clerk.post(`/patients/${one.id}/deceased`, death)).status, 200)
      const { data } = await nurse.get(`/patients/${one.id}`)
      t.match(data.deceased, { died_at: death.died_at, place: 'HOME' })
      await eachRefused(t, [
        [
          'a message',
          () => clerk.post(`/patients/${one.id}/messages`, { text: 'Please come tomorrow' }),
          409,
          `${one.full_name} is recorded as having died on 2026-03-31.`,
        ],
      ])
    },
  )

  await t.test('a first category tells who is on duty, and on call (EMG-8)', async (t) => {
    const [on_duty, on_call, at_home] = [
      await people.with('doctor'),
      await people.with('doctor'),
      await people.with('doctor'),
    ]
    const named = (who: typeof doctor) => ({
      staff_id: who.user.id,
      name: who.user.full_name,
      user_id: who.user.id,
      cadre: null,
    })
    answering(t, onDuty, async () => [named(on_duty)])
    answering(t, onCall, async () => [named(on_call)])
    const told = async (who: typeof doctor) =>
      (await who.get('/notifications')).data.filter(
        ({ kind }: { kind: string }) => kind === 'emergency.urgent',
      ).length
    const triage = async (triage_category: number) => {
      const row = (await nurse.post('/emergencies', { unknown_label: `Of ${triage_category}` }))
        .data
      const done = await nurse.post(`/emergencies/${row.id}/triage`, { triage_category })
      t.equal(done.status, 200, done.message)
    }
    await triage(2)
    t.same([await told(on_duty), await told(on_call)], [0, 0])
    await triage(1)
    t.same([await told(on_duty), await told(on_call), await told(at_home)], [1, 1, 0])
  })

  await t.test(
    'billing is told of a referral at send, and its number is kept (REF-8)',
    async (t) => {
      const asked: string[] = []
      answering(t, schemeReferral, async (_, { referral_id }) => {
        asked.push(referral_id)
        return 'NHIF-MTG-77'
      })
      const patient = await somebody(clerk, adult)
      const made = await doctor.post('/referrals', {
        patient_id: patient.id,
        facility: 'Bombo',
        reason: 'Surgeon',
        urgency: 'EMERGENCY',
        clinical_summary: 'Acute abdomen since this morning.',
      })
      t.same(asked, [])
      const sent = await doctor.post(`/referrals/${made.data.id}/send`, { channel: 'PRINT' })
      t.match(sent.data, { status: 'SENT', scheme_referral_no: 'NHIF-MTG-77' }, sent.message)
      t.same(asked, [made.data.id])
    },
  )

  await t.test('a patient changes what is the patient’s to change (POR-12)', async (t) => {
    const patient = await withAccount(house, clerk)
    const changed = await patient.patch('/portal/me', {
      occupation: 'Tailor',
      alt_phone: '0713 000 888',
      email: 'Zawadi@Example.com',
      language: 'sw',
      street: 'Market Street',
      first_name: 'Another',
      birth_date: '1999-01-01',
      phone: '0713999999',
      national_id: '19990101123451234567',
    })
    t.equal(changed.status, 200, changed.message)
    const { data } = await clerk.get(`/patients/${patient.id}`)
    t.match(data, {
      occupation: 'Tailor',
      alt_phone: '+255713000888',
      email: 'zawadi@example.com',
      language: 'sw',
      national_id: null,
    })
    t.match(data.first_name, /^Zawadi/)
    t.not(data.birth_date, '1999-01-01')
    t.not(data.phone, '+255713999999')
    const [noted] = await rows<{ actor_kind: string }>(
      sql`select actor_kind from audit_rows where action = 'patient.update'
        and patient_id = ${patient.id} order by seq desc limit 1`,
    )
    t.equal(noted?.actor_kind, 'PATIENT')
  })

  await t.test(
    'open routes of the portal are counted, those with a token are not (POR-23)',
    async (t) => {
      const { birth_date } = await register(clerk)
      const patient = await withAccount(house, clerk)
      let last = 0
      for (let n = 0; n < 31; n += 1) {
        const answer = await nobody.post('/portal/activate', {
          code: 'ABCDEFGHJK',
          birth_date,
          password: 'long enough a secret',
          accept_terms: true,
        })
        last = answer.status
      }
      t.equal(last, 429, 'thirty a minute to activate')
      const infos: number[] = []
      for (let n = 0; n < 121; n += 1) infos.push((await nobody.get('/portal/info')).status)
      t.same([infos[119], infos[120]], [200, 429], 'a hundred and twenty for the others')
      for (let n = 0; n < 130; n += 1) {
        const { status } = await patient.get('/portal/me')
        if (status !== 200) t.fail(`${n}: ${status}`)
      }
      t.ok(manager)
    },
  )
})
