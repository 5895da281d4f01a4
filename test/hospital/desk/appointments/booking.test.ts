// Booking: at a slot, with whom, and what is refused (APT-1 to APT-3, APT-8, APT-10).

import t from 'tap'
import { run, within } from '../../../../db/store/connection.ts'
import { cliniciansNamed } from '../../../../db/hospital/neighbours/duty.ts'
import { staffById } from '../../../../db/hospital/neighbours/people.ts'
import { newId } from '../../../../db/core/ids.ts'
import { sql } from '../../../../db/store/sql.ts'
import { answering } from '../../../support/answers.ts'
import { rowCounts } from '../../../support/counts.ts'
import { diary } from '../../../support/desk/diary.ts'

t.test('booking', async (t) => {
  const { people, facility_id, desk, patient, doctorWith, book } = await diary(t)

  t.test('booked at a slot, in the local time of the house (APT-1, APT-10)', async (t) => {
    const doctor = await doctorWith()
    const { id } = await patient()
    const booked = await book(id, '2026-03-12T08:30+03:00', { clinician_id: doctor.id })
    t.equal(booked.status, 201, booked.message)
    t.match(booked.data, {
      number: 'AP-2026-00001',
      status: 'BOOKED',
      scheduled_for: '2026-03-12T05:30:00.000Z',
      end_at: '2026-03-12T06:00:00.000Z',
      local: '2026-03-12 08:30',
      duration_min: 30,
      kind: 'CONSULTATION',
      clinician_name: 'Dr Amina Said',
      department: 'OPD',
      channel: 'DESK',
      overbooked: false,
      warnings: [],
      patient: { id },
    })
    t.same(booked.data.moves, ['confirm', 'reschedule', 'check in', 'no-show', 'cancel'])
    t.same(
      booked.data.reminders.map((one: { at: string; status: string }) => [one.at, one.status]),
      [
        ['2026-03-10T05:30:00.000Z', 'PLANNED'],
        ['2026-03-12T02:30:00.000Z', 'PLANNED'],
      ],
    )
    const told = await desk.get(`/patients/${id}/messages`)
    t.match(told.data, [
      {
        template_code: 'APPOINTMENT_BOOKED',
        text: 'St Mary Hospital: Your appointment is 12/03/2026 08:30, number AP-2026-00001.',
      },
    ])
    const found = await desk.get('/appointments', { search: 'AP-2026-00001' })
    t.equal(found.meta?.total, 1, found.message)
    t.equal((await desk.get(`/appointments/${booked.data.id}`)).data.id, booked.data.id)
    // FRO-6: the same id again answers the first result.
    const own = newId()
    const first = await book(id, '2026-03-13T08:30+03:00', { clinician_id: doctor.id, id: own })
    const again = await book(id, '2026-03-13T08:30+03:00', { clinician_id: doctor.id, id: own })
    t.equal(first.data.id, own)
    t.equal(again.data.number, first.data.number)
  })

  t.test('what cannot be booked is refused and leaves nothing (APT-3)', async (t) => {
    const doctor = await doctorWith({ kinds: ['CONSULTATION'] })
    const { id } = await patient()
    const man = await patient({ sex: 'Male', first_name: 'Juma' })
    const dead = await patient()
    await within(() => run(sql`update patients set status = 'DECEASED' where id = ${dead.id}`))
    const nobody = newId()
    const c = { clinician_id: doctor.id }
    const bad: [string, string, Record<string, unknown>, number, string | RegExp][] = [
      [id, 'next monday', c, 400, 'scheduled_for must be a time.'],
      [id, '2026-02-30T08:00+03:00', c, 400, 'scheduled_for must be a time.'],
      [id, '2026-03-12T25:00+03:00', c, 400, 'scheduled_for must be a time.'],
      // APT-10
      [
        id,
        '2026-03-12T10:15',
        c,
        400,
        'scheduled_for must say its zone, like 2026-03-12T10:15:00+03:00 or 2026-03-12T07:15:00Z.',
      ],
      [
        id,
        '2026-03-12 10:15:00',
        c,
        400,
        'scheduled_for must say its zone, like 2026-03-12T10:15:00+03:00 or 2026-03-12T07:15:00Z.',
      ],
      [id, '2026-03-10T07:54+03:00', c, 400, 'scheduled_for is in the past.'],
      [id, '2028-03-20T08:00+03:00', c, 400, 'scheduled_for is more than 730 days ahead.'],
      [
        id,
        '2026-03-12T08:15+03:00',
        c,
        409,
        'Dr Amina Said has no slot at 08:15 on 2026-03-12. Free: 08:00, 08:30, 09:00.',
      ],
      [
        id,
        '2026-03-14T08:00+03:00',
        c,
        409,
        'Dr Amina Said has no slot at 08:00 on 2026-03-14. Free: 2026-03-16 08:00, 2026-03-16 08:30, 2026-03-16 09:00.',
      ],
      [
        id,
        '2026-03-12T08:00+03:00',
        { ...c, kind: 'REVIEW' },
        409,
        'Eye clinic does not take REVIEW.',
      ],
      [
        id,
        '2026-03-12T08:00+03:00',
        { ...c, kind: 'CHECKUP' },
        400,
        'kind must be one of CONSULTATION, FOLLOW_UP, PROCEDURE, ANTENATAL, IMMUNISATION, REVIEW, THEATRE.',
      ],
      [
        id,
        '2026-03-12T08:00+03:00',
        { ...c, duration_min: 0 },
        400,
        'duration_min must be from 5 to 480.',
      ],
      [
        id,
        '2026-03-12T08:00+03:00',
        { ...c, duration_min: 481 },
        400,
        'duration_min must be from 5 to 480.',
      ],
      [id, '2026-03-12T08:00+03:00', { clinician_id: nobody }, 404, 'No such clinician.'],
      [id, '2026-03-12T08:00+03:00', { location_id: nobody }, 404, 'No such location.'],
      [id, '2026-03-12T08:00+03:00', { service_point_id: nobody }, 404, 'No such service point.'],
      [
        id,
        '2026-03-12T08:00+03:00',
        { department: 'Nope' },
        400,
        'department "Nope" is not known.',
      ],
      [nobody, '2026-03-12T08:00+03:00', c, 404, 'No such patient.'],
      [dead.id, '2026-03-12T08:00+03:00', c, 409, /is recorded as having died on/],
      [
        man.id,
        '2026-03-12T08:00+03:00',
        { kind: 'ANTENATAL' },
        409,
        `ANTENATAL is for women: ${man.full_name} is Male.`,
      ],
    ]
    const before = await rowCounts('audit_heads')
    for (const [who, when, more, status, message] of bad) {
      const refused = await book(who, when, more)
      if (typeof message === 'string') t.equal(refused.message, message)
      else t.match(refused.message, message)
      t.equal(refused.status, status, refused.message)
    }
    t.equal(
      (await desk.post('/appointments', { patient_id: id })).message,
      'scheduled_for is required.',
    )
    t.equal(
      (await desk.post('/appointments', { scheduled_for: '2026-03-12T08:00+03:00' })).message,
      'patient_id is required.',
    )
    t.same(await rowCounts('audit_heads'), before)
  })

  t.test('a kind of a module that is off is refused naming it (APT-8)', async (t) => {
    const admin = await people.administrator()
    const { id } = await patient()
    await admin.post(`/facilities/${facility_id}/modules/theatre/switch-off`, { reason: 'none' })
    const refused = await book(id, '2026-03-12T08:00+03:00', { kind: 'THEATRE' })
    t.equal(refused.status, 403)
    t.equal(refused.message, 'The theatre module is switched off at Main.')
    await admin.post(`/facilities/${facility_id}/modules/theatre/switch-on`, {})
    t.equal((await book(id, '2026-03-12T08:00+03:00', { kind: 'THEATRE' })).status, 201)
  })

  t.test('who sees no patients, and a name that is one’s or nobody’s (APT-2)', async (t) => {
    const staff = {
      staff_id: newId(),
      name: 'Bahati Kimaro',
      cadre: null,
      grade: null,
      national_id: null,
    }
    answering(t, staffById, async () => ({ ...staff, clinical: false }))
    answering(t, cliniciansNamed, async (_caller, name) =>
      name === 'Dr Neema' ? [{ ...staff, name: 'Dr Neema' }] : [],
    )
    const { id } = await patient()
    const refused = await book(id, '2026-03-17T08:00+03:00', { clinician_id: staff.staff_id })
    t.equal(refused.message, 'Bahati Kimaro does not see patients.')
    t.equal(refused.status, 409)
    const named = await book(id, '2026-03-17T08:00+03:00', { clinician_name: 'Dr Neema' })
    t.match(named.data, { clinician_id: staff.staff_id, clinician_name: 'Dr Neema' })
    const free = await book(id, '2026-03-18T08:00+03:00', { clinician_name: 'A visitor' })
    t.match(free.data, { clinician_id: null, clinician_name: 'A visitor' })
  })
})
