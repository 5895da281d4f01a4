// What the front office hands on to areas beside it, each spoken for here (FRO-11).

import t from 'tap'
import { run, within } from '../../../../db/store/connection.ts'
import { openFollowUp } from '../../../../db/hospital/neighbours/commercial.ts'
import { awayBetween } from '../../../../db/hospital/neighbours/duty.ts'
import { receiveBody } from '../../../../db/hospital/neighbours/emergencies.ts'
import { bodyOf } from '../../../../db/hospital/neighbours/mortuary.ts'
import {
  addAllergyDraft,
  addTask,
  carePatientsIn,
  enrolmentsAmong,
  type EnrolmentBrief,
} from '../../../../db/hospital/neighbours/to-care.ts'
import { addAlert, closeAlert } from '../../../../db/hospital/desk/patients/record/alerts.ts'
import { vulnerabilityOf } from '../../../../db/hospital/desk/patients/groups/vulnerability.ts'
import { sql } from '../../../../db/store/sql.ts'
import { answering } from '../../../support/answers.ts'
import { diary } from '../../../support/desk/diary.ts'
import { emergencyRoom } from '../../../support/desk/emergency-room.ts'
import { somebody } from '../../../support/desk/visits.ts'

t.test('the register and care', async (t) => {
  const { house, clerk, people, nurse, doctor, triaged } = await emergencyRoom(t)
  const { system } = house

  t.test('PAT-26: allergies told at the desk are drafts, `hakuna` sets nothing', async (t) => {
    const drafts: object[] = []
    answering(t, addAllergyDraft, async (_, draft) => void drafts.push(draft))
    const { id } = await somebody(clerk, { reported_allergies: ['Sulfa', 'Dust ', 'Sulfa'] })
    t.same(drafts, [
      { patient_id: id, substance: 'Sulfa', source: 'PATIENT' },
      { patient_id: id, substance: 'Dust', source: 'PATIENT' },
    ])
    for (const word of ['none', 'Hakuna', ' HAKUNA ']) {
      const made = await somebody(clerk, { reported_allergies: [word] })
      t.equal((await clerk.get(`/patients/${made.id}`)).data.allergy_status, 'UNKNOWN')
    }
    t.equal(drafts.length, 2)
  })

  t.test('PAT-26: conditions told are a task of the first visit alone', async (t) => {
    const tasks: object[] = []
    answering(t, addTask, async (_, task) => {
      tasks.push(task)
      return null
    })
    const { id } = await somebody(clerk, { reported_conditions: ['Asthma', 'Kisukari'] })
    t.same(tasks, [])
    const visit = await clerk.post('/visits', { patient_id: id })
    t.same(tasks, [
      {
        patient_id: id,
        task: 'Confirm conditions told at registration',
        instructions: 'Asthma; Kisukari',
        source: 'visit',
        source_id: visit.data.id,
      },
    ])
    await clerk.post(`/visits/${visit.data.id}/check-out`, { outcome: 'LEFT_BEFORE_SEEN' })
    t.equal((await clerk.post('/visits', { patient_id: id })).status, 201)
    t.equal(tasks.length, 1)
  })

  t.test('EMG-13: who left in category 1 or 2 is called back', async (t) => {
    const tasks: { task: string; source: string; source_id: string }[] = []
    answering(t, addTask, async (_, task) => {
      tasks.push(task)
      return null
    })
    const grave = await triaged(2)
    const slight = await triaged(4)
    const home = await triaged(1)
    const leave = (id: string, disposition: string, more = {}) =>
      doctor.post(`/emergencies/${id}/dispose`, { disposition, note: 'Walked out', ...more })
    for (const { id } of [grave, slight]) {
      const done = await leave(id, 'ABSCONDED')
      t.equal(done.status, 200, done.message)
    }
    const sent = await leave(home.id, 'DISCHARGED', { unidentified_reason: 'Would not say' })
    t.equal(sent.status, 200, sent.message)
    t.match(tasks, [
      {
        task: `Call back: left emergency ${grave.number} in category 2`,
        source: 'emergency',
        source_id: grave.id,
      },
    ])
    t.equal(tasks.length, 1)
  })

  t.test('VUL-2: TB and HIV follow enrolment, as long as it lives', async (t) => {
    const { id } = await somebody(clerk)
    const since = { enrolled_on: '2026-02-01', needs: null }
    const enrolled: EnrolmentBrief[] = [
      { ...since, programme_key: 'TB', status: 'ACTIVE' },
      { ...since, programme_key: 'CTC', status: 'INTERRUPTED' },
      { ...since, programme_key: 'NCD', status: 'ACTIVE' },
    ]
    answering(t, enrolmentsAmong, async () => new Map([[id, enrolled]]))
    const counsellor = await people.holding(
      'patient:read',
      'patient-clinical:read',
      'vulnerability:read',
      'ctc:read',
    )
    const asked = { patient_id: id, on: '2026-03-31' }
    t.match((await vulnerabilityOf(system, asked)).groups, [
      { group: 'TB', basis: 'PROGRAMME', status: 'CONFIRMED', valid_from: '2026-02-01' },
      { group: 'HIV', basis: 'PROGRAMME' },
    ])
    t.same((await vulnerabilityOf(system, { ...asked, on: '2026-01-31' })).groups, [])
    t.same((await counsellor.get(`/patients/${id}`)).data.vulnerable_groups, ['TB', 'HIV'])
    t.same((await nurse.get(`/patients/${id}`)).data.vulnerable_groups, ['TB'], 'TBC-22')
    t.same((await clerk.get(`/patients/${id}`)).data.vulnerable_groups, ['EXEMPT_PROGRAMME'])
    const listed = await clerk.get(`/patients/${id}/vulnerable-groups`)
    t.match(listed.data, [{ group: 'EXEMPT_PROGRAMME', basis: 'PROGRAMME' }])
    t.equal(listed.data.length, 1, 'VUL-6: not even how many they are')
    const at = `/patients/${id}/vulnerable-groups`
    const both = (await counsellor.get(at)).data.map((one: { group: string }) => one.group)
    t.same(both, ['TB', 'HIV'], 'who may know sees each')
    const welfare = await people.with('welfare')
    const revoked = await welfare.post(`/vulnerable-groups/${listed.data[0].id}/revoke`, {
      reason: 'By hand',
    })
    t.match(revoked, {
      status: 409,
      message: 'EXEMPT_PROGRAMME follows enrolment in the programme: enrol the patient there.',
    })
    for (const programme_key of ['TB', 'CTC']) {
      enrolled.splice(0, 9, { ...since, programme_key, status: 'ACTIVE' })
      const [only] = (await clerk.get(at)).data
      t.equal(only.id, listed.data[0].id, 'VUL-6: the id names neither')
    }
    enrolled.length = 0
    enrolled.push({ ...since, programme_key: 'TB', status: 'COMPLETED' })
    t.same((await nurse.get(`/patients/${id}`)).data.vulnerable_groups, [])
  })

  t.test('the list narrowed to a group of care’s asks care who is in it (VUL-6)', async (t) => {
    const { id } = await somebody(clerk)
    await somebody(clerk)
    t.same((await nurse.get('/patients', { group: 'TB' })).data, [])
    const asked: object[] = []
    answering(t, carePatientsIn, async (_, group) => {
      asked.push(group)
      return group.group === 'TB' || group.group === 'PREGNANT' ? [id] : []
    })
    t.match((await nurse.get('/patients', { group: 'TB' })).data, [{ id }])
    t.same((await nurse.get('/patients', { group: 'HIV' })).data, [], 'TBC-22: not asked')
    t.match((await clerk.get('/patients', { group: 'PREGNANT' })).data, [{ id }])
    t.match(asked, [{ group: 'TB', on: '2026-03-31' }, { group: 'PREGNANT' }])
    t.same((await clerk.get('/patients', { group: 'TB' })).data, [], 'and tells it to no clerk')
    t.equal(asked.length, 2)
  })

  t.test('PAT-24: a body is asked for, and what was released is not taken back', async (t) => {
    const bodies: object[] = []
    answering(t, receiveBody, async (_, body) => void bodies.push(body))
    const { id } = await somebody(clerk)
    const died_at = '2026-03-31T05:00:00.000Z'
    const physician = await people.with('doctor')
    const done = await physician.post(`/patients/${id}/deceased`, { died_at, place: 'WARD' })
    t.equal(done.status, 200, done.message)
    t.same(bodies, [{ patient_id: id, source: 'patient', died_at }])
    const home = await somebody(clerk)
    const records = await people.with('records')
    await records.post(`/patients/${home.id}/deceased`, {
      died_at,
      place: 'HOME',
      source_note: 'Her son',
    })
    t.equal(bodies.length, 1, 'who died elsewhere has not come here')
    const manager = await people.with('manager')
    answering(t, bodyOf, async () => ({ status: 'RELEASED', reference: 'MB-2026-00007' }))
    t.match(await manager.post(`/patients/${id}/revoke-death`, { reason: 'Wrong person' }), {
      status: 409,
      message: /^The body of .+ was released \(MB-2026-00007\): the death stands\.$/,
    })
    answering(t, bodyOf, async () => ({ status: 'STORED', reference: 'MB-2026-00007' }))
    const back = await manager.post(`/patients/${id}/revoke-death`, { reason: 'Wrong person' })
    t.equal(back.status, 200, back.message)
  })

  t.test('PAT-24: welfare hears of who had nothing, the clinician of his patient', async (t) => {
    const { id } = await somebody(clerk)
    const welfare = await people.with('welfare')
    const asked = await nurse.post(`/patients/${id}/vulnerable-groups`, {
      group: 'DESTITUTE',
      evidence_type: 'LOCAL_LEADER_LETTER',
      valid_from: '2026-03-01',
      valid_until: '2026-09-01',
    })
    t.equal(asked.status, 201, asked.message)
    const confirmed = await welfare.post(`/vulnerable-groups/${asked.data.id}/confirm`, {})
    t.equal(confirmed.status, 200, confirmed.message)
    const physician = await people.with('doctor')
    const staff_id = '0199a5c2-7d1e-7000-8000-00000000bbbb'
    await within(() =>
      run(sql`update users set staff_id = ${staff_id} where id = ${doctor.user.id}`),
    )
    const visit = await clerk.post('/visits', { patient_id: id, clinician_id: staff_id })
    t.equal(visit.status, 201, visit.message)
    const done = await physician.post(`/patients/${id}/deceased`, {
      died_at: '2026-03-31T05:00:00.000Z',
      place: 'WARD',
    })
    t.equal(done.status, 200, done.message)
    t.match((await welfare.get('/notifications')).data[0], {
      kind: 'patient.deceased',
      title: 'A patient without means has died',
    })
    t.match((await doctor.get('/notifications')).data[0], {
      kind: 'visit.died',
      body: `Visit ${visit.data.number} was closed.`,
    })
  })

  t.test(
    'FRO-10: alerts from elsewhere are raised once and closed by what they are about',
    async (t) => {
      const { id } = await somebody(clerk)
      const source_id = '0199a5c2-7d1e-7000-8000-00000000aaaa'
      const raise = () =>
        within(() =>
          addAlert(system, {
            patient_id: id,
            kind: 'INFECTION_CONTROL',
            severity: 'DANGER',
            text: 'Isolate: resistant germs',
            source: 'result',
            source_id,
          }),
        )
      const first = await raise()
      t.equal((await raise()).id, first.id)
      t.match((await clerk.get(`/patients/${id}`)).data.alerts, [
        { text: 'Isolate: resistant germs' },
      ])
      await within(() => closeAlert(system, 'result', source_id, 'Three clean swabs'))
      await within(() => closeAlert(system, 'result', source_id, 'Again'))
      t.same((await clerk.get(`/patients/${id}`)).data.alerts, [])
      t.match((await clerk.get(`/patients/${id}/alerts`)).data, [
        { status: 'CLOSED', closed_reason: 'Three clean swabs' },
      ])
    },
  )
})

t.test('the diary and its neighbours', async (t) => {
  const { desk, patient, doctorWith, book, at } = await diary(t)

  t.test('APT-4: people say who is away, day by day', async (t) => {
    const doctor = await doctorWith({}, 'Dr Rashidi Said')
    const away: string[] = []
    const day = '2026-03-12'
    answering(t, awayBetween, async (_, { staff_ids, from, to }) => {
      if (from > day || to < day || !staff_ids.includes(doctor.id)) return []
      away.push(doctor.id)
      return [{ staff_id: doctor.id, from: day, to: day, reason: 'on leave' }]
    })
    const one = await patient()
    const refused = await book(one.id, '2026-03-12T09:00+03:00', { clinician_id: doctor.id })
    t.equal(refused.status, 409)
    t.match(refused.message, /is not here on 2026-03-12: on leave/)
    t.ok(away.includes(doctor.id))
    const other = await book(one.id, '2026-03-13T09:00+03:00', { clinician_id: doctor.id })
    t.equal(other.status, 201, other.message)
  })

  t.test('3.4: whoever misses a programme is traced, others are not', async (t) => {
    const asked: object[] = []
    answering(t, openFollowUp, async (_, follow_up) => {
      asked.push(follow_up)
      return null
    })
    const [mother, other] = [await patient(), await patient()]
    const antenatal = await book(mother.id, '2026-03-16T09:00+03:00', { kind: 'ANTENATAL' })
    t.equal(antenatal.status, 201, antenatal.message)
    const usual = await book(other.id, '2026-03-16T09:00+03:00')
    await at('2026-03-16T06:30:00.000Z')
    for (const { data } of [antenatal, usual]) {
      const done = await desk.post(`/appointments/${data.id}/no-show`)
      t.equal(done.status, 200, done.message)
    }
    t.same(asked, [
      {
        subject: `Missed appointment ${antenatal.data.number}`,
        kind: 'TRACING',
        due_on: '2026-03-17',
        patient_id: mother.id,
      },
    ])
  })
})
