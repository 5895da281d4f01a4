import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { markDeceased, undoDeceased } from '../../../../db/hospital/desk/patients/record/deaths.ts'
import { outbox_messages } from '../../../../db/hospital/office/outbox/tables.ts'
import { admissionOf } from '../../../../db/hospital/neighbours/care.ts'
import { boot } from '../../../support/boot.ts'
import { answering } from '../../../support/answers.ts'

const now = '2026-03-31T09:00:00.000Z'

t.test('a death is recorded and taken back (PAT-23, PAT-24)', async (t) => {
  const { people, system, hospital } = await boot(t)
  clock.freeze(now)
  const clerk = await people.with('reception')
  const doctor = await people.with('doctor')
  const records = await people.with('records')
  let count = 0
  const patient = async (): Promise<string> => {
    count += 1
    const made = await clerk.post('/patients', {
      first_name: 'Juma',
      last_name: `Person${'abcdefghijklmnop'[count]}`,
      sex: 'Male',
      birth_date: `19${50 + count}-01-01`,
    })
    t.equal(made.status, 201, made.message)
    return made.data.id
  }
  const outside = { died_at: '2026-03-31T05:00:00.000Z', place: 'HOME', source_note: 'His son' }

  t.test('in the hospital by a doctor, outside by records with who told', async (t) => {
    const id = await patient()
    const inside = { died_at: '2026-03-31T05:00:00.000Z', place: 'WARD' }
    t.equal((await records.post(`/patients/${id}/deceased`, inside)).status, 403)
    t.equal((await clerk.post(`/patients/${id}/deceased`, inside)).status, 403)
    const { source_note: _, ...untold } = outside
    t.match(await records.post(`/patients/${id}/deceased`, untold), {
      status: 400,
      message: 'source_note is required: say who told of this death.',
    })
    const done = await doctor.post(`/patients/${id}/deceased`, inside)
    t.match(done, {
      status: 200,
      data: {
        status: 'DECEASED',
        deceased: { died_at: inside.died_at, place: 'WARD', died_at_estimated: false },
        closed: { visits: 0, appointments: 0, messages: 0, referrals: 0 },
      },
    })
    t.notOk('closed' in done.data.deceased)
    const again = await doctor.post(`/patients/${id}/deceased`, inside)
    t.equal(again.status, 409)
    t.match(again.message, /^Patient PT-\d+ is DECEASED\. It can: .*revoke death\.$/)
    const late = await clerk.post(`/patients/${id}/next-of-kin`, {
      full_name: 'Asha',
      relationship: 'SISTER',
    })
    t.match(late.message, /is recorded as having died on 2026-03-31\.$/)
  })

  t.test('FRO-7: not in the future, not before birth, late with a reason', async (t) => {
    const id = await patient()
    const cases: [object, number, string][] = [
      [{ died_at: '2026-04-01T09:00:00.000Z' }, 400, 'died_at is in the future.'],
      [{ died_at: '1940-01-01T00:00:00.000Z' }, 400, 'died_at is before the patient was born.'],
      [
        { died_at: '2026-03-20T09:00:00.000Z' },
        400,
        'late_entry_reason is required for what is older than 24 hours.',
      ],
      [{ died_at: 'yesterday' }, 400, ''],
      [{ place: 'MOON' }, 400, ''],
    ]
    for (const [change, status, message] of cases) {
      const refused = await records.post(`/patients/${id}/deceased`, { ...outside, ...change })
      t.equal(refused.status, status)
      if (message !== '') t.equal(refused.message, message)
    }
    const late = { ...outside, died_at: '2026-03-20T09:00:00.000Z', late_entry_reason: 'told late' }
    t.equal((await records.post(`/patients/${id}/deceased`, late)).status, 200)
  })

  t.test('ends the visit, holds back messages, and they stay so', async (t) => {
    const id = await patient()
    const visit = await clerk.post('/visits', { patient_id: id, reason: 'cough' })
    t.equal(visit.status, 201, visit.message)
    await within(() =>
      outbox_messages.insert({
        hospital_id: hospital.id,
        event: 'test',
        class: 'SERVICE',
        channel: 'sms',
        contact: '+255712000000',
        patient_id: id,
        language: 'en',
        text: 'Come tomorrow',
        status: 'QUEUED',
        send_after: now,
      }),
    )
    const done = await records.post(`/patients/${id}/deceased`, outside)
    t.match(done.data.closed, { visits: 1, messages: 1 })
    t.equal(done.data.open_visit, null)
    const closed = await clerk.get(`/visits/${visit.data.id}`)
    t.match(closed.data, { status: 'CHECKED_OUT', outcome: 'DIED' })
    const [message] = await outbox_messages.all({ hospital_id: hospital.id, patient_id: id })
    t.match(message, { status: 'CANCELLED', reason: 'deceased' })

    const manager = await people.with('manager', 'records')
    const self = await manager.post(`/patients/${await patient()}/deceased`, outside)
    const own = await manager.post(`/patients/${self.data.id}/revoke-death`, {
      reason: 'a mistake',
    })
    t.match(own, {
      status: 409,
      message: 'You recorded this death. Another Manager must take it back.',
    })
    const back = await manager.post(`/patients/${id}/revoke-death`, { reason: 'another person' })
    t.match(back, {
      status: 200,
      data: {
        status: 'ACTIVE',
        deceased: null,
        stays_closed: [`visit ${visit.data.number}`, '1 message'],
      },
    })
    t.equal((await manager.post(`/patients/${id}/revoke-death`, { reason: 'again' })).status, 409)
  })

  t.test('an admitted patient’s death is recorded on the admission', async (t) => {
    const id = await patient()
    answering(t, admissionOf, async () => ({ admission_id: 'a', ward: 'Ward 3', bed: '2' }))
    const refused = await records.post(`/patients/${id}/deceased`, outside)
    t.match(refused, { status: 409 })
    t.match(refused.message, /^Juma .* is admitted in Ward 3: record the death on the admission\.$/)
  })

  t.test('FRO-10: other areas mark and unmark without a clerk', async (t) => {
    const id = await patient()
    const asked = {
      patient_id: id,
      died_at: now,
      place: 'THEATRE',
      confirmed_by: 'Dr. Neema',
    } as const
    t.match(await within(() => markDeceased(system, asked)), {
      status: 'DECEASED',
      death: { certified_by: 'Dr. Neema', was: 'ACTIVE' },
    })
    t.match(await within(() => undoDeceased(system, id, 'a mistake')), {
      status: 'ACTIVE',
      death: null,
    })
  })

  t.test('deactivate needs an empty table, and reactivate gives it back', async (t) => {
    const id = await patient()
    const visit = await clerk.post('/visits', { patient_id: id, reason: 'cough' })
    const busy = await records.post(`/patients/${id}/deactivate`, { reason: 'moved away' })
    t.match(busy, { status: 409, message: `Visit ${visit.data.number} is open: close it first.` })
    const idle = await patient()
    t.match(await records.post(`/patients/${idle}/deactivate`, { reason: 'moved away' }), {
      status: 200,
      data: { status: 'INACTIVE' },
    })
    t.equal((await records.post(`/patients/${idle}/deactivate`, { reason: 'moved' })).status, 409)
    t.match(await records.post(`/patients/${idle}/reactivate`, { reason: 'came back' }), {
      data: { status: 'ACTIVE' },
    })
  })
})
