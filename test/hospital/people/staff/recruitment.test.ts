// From a vacancy to a member of staff (people 2.3, 3.2, HR-18 to HR-24).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { staff } from '../../../../db/hospital/people/staff/records/tables.ts'
import { rows } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { staffDesk } from '../../../support/staff.ts'

t.test('recruitment', async (t) => {
  const house = await boot(t)
  const { people, hospital } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { officer, manager, payroll, cadre, department } = await staffDesk(house)
  const ward = await department('Labour ward')
  const opened = async (more: Record<string, unknown> = {}) => {
    const answer = await officer.post('/hr/vacancies', {
      job_title: 'Nurse',
      employment_type: 'PERMANENT',
      positions: 1,
      cadre: 'registered nurse',
      department: ward,
      ...more,
    })
    if (answer.status !== 201) throw new Error(answer.message)
    return answer.data
  }
  let count = 0
  const applied = async (vacancy_id: string, more: Record<string, unknown> = {}) => {
    count += 1
    const answer = await officer.post('/hr/applicants', {
      vacancy_id,
      full_name: `Juma Ali ${count}`,
      phone: `+2557130${String(count).padStart(5, '0')}`,
      ...more,
    })
    if (answer.status !== 201) throw new Error(answer.message)
    return answer.data
  }
  const move = (id: string, name: string, body: Record<string, unknown> = {}) =>
    officer.post(`/hr/applicants/${id}/${name}`, body)
  const interviewed = async (vacancy_id: string, more: Record<string, unknown> = {}) => {
    const one = await applied(vacancy_id, more)
    await move(one.id, 'shortlist')
    await move(one.id, 'interview', { interviewed_on: '2026-03-30', score: 80 })
    return one
  }
  const offered = async (vacancy_id: string, more: Record<string, unknown> = {}) => {
    const one = await interviewed(vacancy_id, more)
    const done = await move(one.id, 'offer', { basic_pay: 900_000, starts_on: '2026-04-01' })
    if (done.status !== 200) throw new Error(done.message)
    return one
  }
  const hired = (id: string, more: Record<string, unknown> = {}) =>
    manager.post(`/hr/applicants/${id}/hire`, { hired_on: '2026-04-01', sex: 'Male', ...more })
  const counts = async (id: string) => (await officer.get(`/hr/vacancies/${id}`)).data

  t.test('a vacancy is opened with a number; what is refused (6)', async (t) => {
    const one = await opened({ requirements: 'Diploma\n\n Two years \n', posted_on: '2026-03-01' })
    t.match(one.reference, /^VAC-2026-\d{4}$/)
    t.match(one, { status: 'OPEN', days_open: 30, requirements: ['Diploma', 'Two years'] })
    t.match(await opened({ requirements: ['One'] }), { requirements: ['One'], applied: 0 })
    const fields =
      'id reference job_title employment_type positions posted_on applied interviewed offered hired rejected days_open cadre close_reason closes_on department description requirements'
    for (const field of fields.split(' ')) t.ok(field in one, `${field} stands in the document`)
    const bad: [string, Record<string, unknown>, string][] = [
      ['no positions', { positions: 0 }, 'positions must be at least 1.'],
      [
        'closed before it opens',
        { posted_on: '2026-03-31', closes_on: '2026-03-30' },
        'closes_on is before posted_on.',
      ],
      ['no title', { job_title: '' }, 'job_title must be between 1 and 120 characters.'],
      ['less than nothing', { salary_from: -1 }, 'salary_from must be 0 or more.'],
      ['half a cent', { salary_from: 0.005 }, 'salary_from has more decimals than TZS allows.'],
      ['most below least', { salary_from: 10, salary_to: 9 }, 'salary_to is below salary_from.'],
    ]
    for (const [what, more, message] of bad) {
      const body = { job_title: 'X', employment_type: 'LOCUM', positions: 1, ...more }
      const refused = await officer.post('/hr/vacancies', body)
      t.equal(refused.message, message, what)
      t.equal(refused.status, 400, what)
    }
    t.equal((await (await people.with('nurse')).get('/hr/vacancies')).status, 403)
  })

  t.test('who applies, once, while it is open (HR-18, HR-19)', async (t) => {
    const one = await opened({ closes_on: '2026-03-31' })
    const other = await opened()
    const none = { vacancy_id: one.id, full_name: 'Nobody' }
    const silent = await officer.post('/hr/applicants', none)
    t.match(silent, { status: 400, message: 'Give a phone or an email.' })
    const first = await applied(one.id, { full_name: 'Juma Ali', phone: '0713 999 000' })
    const fields =
      'id vacancy_id vacancy_title full_name created_at stage score years_experience cv_url email interviewed_on phone qualification staff_id stage_note'
    for (const field of fields.split(' ')) t.ok(field in first, `${field} stands in the document`)
    t.match(first, { stage: 'APPLIED', phone: '+255713999000', vacancy_title: 'Nurse' })
    const same = await officer.post('/hr/applicants', { ...none, phone: '+255713999000' })
    t.equal(same.status, 409)
    t.equal(same.message, `Juma Ali has applied for ${one.reference} with this phone already.`)
    await applied(other.id, { phone: '+255713999000' })
    t.equal((await officer.get(`/hr/applicants/${first.id}`)).data.other_applications, 1)
    clock.freeze('2026-04-01T06:00:00.000Z')
    const next = await people.with('hr_officer')
    const late = await next.post('/hr/applicants', { ...none, email: 'a@example.com' })
    t.equal(late.message, `${one.reference} closed on 2026-03-31.`)
    await next.post(`/hr/vacancies/${other.id}/close`, { close_reason: 'No money' })
    const shut = await next.post('/hr/applicants', {
      ...none,
      vacancy_id: other.id,
      email: 'a@example.com',
    })
    t.equal(shut.message, `${other.reference} is closed.`)
    clock.freeze('2026-03-31T06:00:00.000Z')
  })

  t.test(
    'turned down with a letter where it is asked for, and without the reason (3.2)',
    async (t) => {
      const one = await opened()
      const letters = (id: string) =>
        rows<{ channel: string; contact: string; text: string }>(
          sql`select channel, contact, text from outbox_messages
          where event = 'applicant.rejected' and entity_id = ${id}`,
        )
      const told = await applied(one.id, { full_name: 'Neema Ally', phone: '+255713444555' })
      const no = await move(told.id, 'reject', { stage_note: 'Was rude', notify: true })
      t.match(no.data, { stage: 'REJECTED', stage_note: 'Was rude' })
      const [letter, ...more] = await letters(told.id)
      t.same(more, [])
      t.match(letter, { channel: 'sms', contact: '+255713444555' })
      t.match(letter?.text, new RegExp(`Neema Ally.*${one.reference}`))
      t.notMatch(letter?.text, /rude/)
      const silent = await applied(one.id, { phone: '+255713444556' })
      t.equal((await move(silent.id, 'reject', { stage_note: 'Too late' })).status, 200)
      t.same(await letters(silent.id), [])
      const unreached = await applied(one.id, { phone: null, email: 'nobody@example.com' })
      const refused = await move(unreached.id, 'reject', { stage_note: 'Too late', notify: true })
      t.equal(refused.status, 409)
      t.match(refused.message, /^No letter can go to .*Leave notify out\.$/)
      t.match((await officer.get(`/hr/applicants/${unreached.id}`)).data, { stage: 'APPLIED' })
      t.same(await letters(unreached.id), [], 'nothing is left behind')
    },
  )

  t.test('stage by stage, and none is left out (3.2)', async (t) => {
    const one = await opened({ positions: 2, min_score: 70 })
    const juma = await applied(one.id, {
      full_name: 'Juma Ali',
      phone: null,
      email: 'J@EXAMPLE.com',
    })
    t.equal(juma.email, 'j@example.com')
    await move(juma.id, 'shortlist')
    const early = await move(juma.id, 'offer')
    t.equal(early.status, 409)
    t.equal(
      early.message,
      'Applicant Juma Ali is SHORTLISTED. It can: interview, reject, withdraw.',
    )
    const ahead = await move(juma.id, 'interview', { interviewed_on: '2026-04-01' })
    t.equal(ahead.message, 'interviewed_on is in the future.')
    await move(juma.id, 'interview', { interviewed_on: '2026-03-31', score: 60 })
    t.equal((await move(juma.id, 'offer')).message, 'note is required: the score is below 70.')
    const given = await move(juma.id, 'offer', { note: 'The best we have', basic_pay: 1 })
    t.match(given.data, { stage: 'OFFERED', warnings: ['NO_LICENCE'], offer: { basic_pay: 1 } })
    const no = await move(juma.id, 'reject', { stage_note: 'Went elsewhere' })
    t.match(no.data, { stage: 'REJECTED', stage_note: 'Went elsewhere', moves: ['shortlist'] })
    t.equal(
      (await move(juma.id, 'shortlist')).message,
      'note is required: this applicant was rejected.',
    )
    t.equal((await move(juma.id, 'shortlist', { note: 'Came back' })).data.stage, 'SHORTLISTED')
    t.equal((await move(juma.id, 'withdraw')).data.stage, 'WITHDRAWN')
    t.match(await counts(one.id), {
      applied: 1,
      shortlisted: 1,
      interviewed: 1,
      offered: 1,
      hired: 0,
      rejected: 0,
      withdrawn: 1,
    })
    t.match((await move(juma.id, 'reject', { stage_note: 'No' })).status, 409)
  })

  t.test('hired: the staff record is made of both (HR-21, HR-22, HR-23)', async (t) => {
    const one = await opened({ positions: 1 })
    const asha = await offered(one.id, { full_name: 'Asha Binti Salum', licence_no: 'TNMC 88' })
    t.equal((await officer.post(`/hr/applicants/${asha.id}/hire`, {})).status, 403)
    const before = await staff.count({ hospital_id: hospital.id })
    t.equal((await hired(asha.id, { sex: null })).message, 'sex is required.')
    const wild = await hired(asha.id, { department: 'Wadi 7' })
    t.equal(wild.message, 'department: there is no department "Wadi 7" at this branch.')
    t.equal(await staff.count({ hospital_id: hospital.id }), before, 'a refusal leaves nothing')
    t.match((await officer.get(`/hr/applicants/${asha.id}`)).data, { stage: 'OFFERED' })
    const done = await hired(asha.id, { sex: 'Female' })
    t.equal(done.status, 201, done.message)
    t.match(done.data, {
      applicant: { stage: 'HIRED', staff_id: done.data.staff.id },
      staff: {
        first_name: 'Asha',
        middle_name: 'Binti',
        last_name: 'Salum',
        cadre: 'Registered Nurse',
        department: 'Labour ward',
        job_title: 'Nurse',
        status: 'PROBATION',
        hired_on: '2026-04-01',
      },
    })
    const [pay] = (await payroll.get(`/hr/staff/${done.data.staff.id}/pay-profiles`)).data
    t.match(pay, { status: 'PENDING', basic_pay: 900_000, effective_from: '2026-04-01' })
    const licences = await officer.get('/hr/licences', { staff_id: done.data.staff.id })
    t.match(licences.data, [{ licence_no: 'TNMC 88', kind: 'REGISTRATION', verified_on: null }])
    t.match(await counts(one.id), {
      status: 'CLOSED',
      close_reason: 'filled',
      hired: 1,
      offered: 1,
    })
    const again = await hired(asha.id)
    t.match(again.message, 'is HIRED. Nothing more can be done with it.')
    const reopened = await officer.post(`/hr/vacancies/${one.id}/reopen`, { reason: 'More work' })
    t.equal(reopened.message, `The position of ${one.reference} is filled.`)
  })

  t.test('what the catalogues do not know is asked for (HR-21)', async (t) => {
    const one = await opened({ cadre: 'Nurse', positions: 3 })
    const juma = await offered(one.id)
    const unknown = await hired(juma.id)
    t.equal(unknown.message, 'cadre_id is required: "Nurse" is not in the cadre list.')
    t.equal(unknown.status, 400)
    t.equal((await hired(juma.id, { cadre_id: await cadre('RN') })).status, 201)
    const single = await offered(one.id, { full_name: 'Neema' })
    const named = await hired(single.id, { cadre_id: await cadre('RN') })
    t.equal(named.message, 'last_name is required.')
    const whole = await hired(single.id, { cadre_id: await cadre('RN'), last_name: 'Neema' })
    t.equal(whole.status, 201, whole.message)
  })

  t.test('no more than there are positions, however many ask at once (HR-23, HR-24)', async (t) => {
    const one = await opened({ positions: 2 })
    const two = [await offered(one.id), await offered(one.id)]
    const third = await interviewed(one.id)
    const full = await move(third.id, 'offer')
    t.equal(full.message, `All 2 positions of ${one.reference} are filled.`)
    const fewer = await officer.patch(`/hr/vacancies/${one.id}`, { positions: 1 })
    t.equal(fewer.message, `2 of ${one.reference} are offered or hired.`)
    const [first = { id: '' }] = two
    const answers = await Promise.all(Array.from({ length: 6 }, () => hired(first.id)))
    t.same(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409, 409, 409, 409],
    )
    for (const { message, status } of answers)
      if (status !== 201) t.match(message, 'is HIRED. Nothing more can be done with it.')
    t.equal((await hired(two[1]?.id ?? '')).status, 201)
    t.equal((await counts(one.id)).status, 'CLOSED')
  })

  t.test('closed with the rest turned down, and opened again (3.2)', async (t) => {
    const one = await opened({ positions: 5 })
    const waiting = await applied(one.id)
    const sure = await offered(one.id)
    const path = `/hr/vacancies/${one.id}`
    await officer.post(`${path}/close`, { close_reason: 'No budget', reject_rest: true })
    const stage = async (id: string) => (await officer.get(`/hr/applicants/${id}`)).data
    t.match(await stage(waiting.id), { stage: 'REJECTED', stage_note: 'No budget' })
    t.match(await stage(sure.id), { stage: 'OFFERED' })
    t.equal((await hired(sure.id)).message, `${one.reference} is closed.`)
    const shut = await officer.patch(path, { positions: 6 })
    t.equal(shut.message, `Vacancy ${one.reference} is CLOSED. It can: reopen.`)
    const past = { closes_on: '2026-03-30', reason: 'Money came' }
    t.equal((await officer.post(`${path}/reopen`, past)).message, 'closes_on is in the past.')
    const open = await officer.post(`${path}/reopen`, { reason: 'Money came' })
    t.match(open.data, { status: 'OPEN', close_reason: null, closes_on: null })
    t.equal((await hired(sure.id)).status, 201)
  })
})

t.test('the panel scores who is shortlisted (HR-20)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const desk = await staffDesk(house)
  const { officer } = desk
  const member = await house.people.with('nurse')
  const stranger = await house.people.with('nurse')
  const rose = await desk.hire()
  await desk.link(member, rose.id)
  const open = (panel: string[]) =>
    officer.post('/hr/vacancies', {
      job_title: 'Midwife',
      employment_type: 'PERMANENT',
      positions: 1,
      panel,
    })
  t.match(await open([house.facility_id]), { status: 404, message: 'No such staff member.' })
  const vacancy = await open([rose.id, rose.id])
  t.same(vacancy.data.panel, [rose.id], vacancy.message)
  const made = await officer.post('/hr/applicants', {
    vacancy_id: vacancy.data.id,
    full_name: 'Neema Mushi',
    phone: '0712000111',
  })
  const path = `/hr/applicants/${made.data.id}`
  t.match(await member.post(`${path}/score`, { score: 70 }), {
    status: 409,
    message: 'Applicant Neema Mushi is APPLIED: scores are given while SHORTLISTED or INTERVIEWED.',
  })
  await officer.post(`${path}/shortlist`, {})
  t.equal((await stranger.post(`${path}/score`, { score: 70 })).status, 403)
  t.equal((await member.post(`${path}/score`, { score: 101 })).status, 400)
  t.equal((await member.post(`${path}/score`, { score: 60 })).status, 200)
  const again = await member.post(`${path}/score`, { score: 71, note: 'Calm' })
  t.match(again.data, { score: 71, scores: [{ score: 71, note: 'Calm' }] }, again.message)
  const both = await officer.post(`${path}/score`, { score: 80 })
  t.match(both.data, { score: 76, scores: [{ score: 71 }, { score: 80 }] }, 'half up')
  const seen = await officer.post(`${path}/interview`, { interviewed_on: '2026-03-31' })
  t.match(seen.data, { stage: 'INTERVIEWED', score: 76 })
})
