// Human resources, from the source document of the hospital API alone. Each test is named by the sentence
// it proves.

import t from 'tap'
import { staffDesk } from '../support/staff.ts'
import { newId } from '../../db/core/ids.ts'
import { consoleOf, day } from './console.ts'
import { echoed, paged, refused, succeeded, withNulls } from './reading.ts'

t.test('human resources', async (t) => {
  const house = await consoleOf(t)
  const { who, nobody } = house

  t.test('"**Vacancy**": "numbered at opening", "pipeline counts"', async (t) => {
    const whole = {
      job_title: 'N',
      employment_type: 'CONTRACT',
      positions: 2,
      cadre: null,
      closes_on: day(30),
      department: 'General',
      description: 'd',
      requirements: null,
    }
    const made = await who.post('/hr/vacancies', whole)
    succeeded(t, made, 201)
    t.match(made.data, { job_title: 'N', positions: 2, reference: /\S/, days_open: 0 })
    for (const name of ['applied', 'interviewed', 'offered', 'hired', 'rejected'])
      t.equal(made.data[name], 0, name)
    for (const employment_type of ['PERMANENT', 'CONTRACT', 'LOCUM', 'INTERN', 'VOLUNTEER']) {
      const one = await who.post('/hr/vacancies', { ...whole, employment_type })
      t.equal(one.status, 201, `${employment_type}: ${one.message}`)
    }
    const nullable = ['cadre', 'closes_on', 'department', 'description', 'requirements']
    for (const [field, body] of withNulls(whole, nullable)) {
      const one = await who.post('/hr/vacancies', body)
      t.equal(one.status, 201, `${field}: ${one.message}`)
    }
    paged(t, await who.get('/hr/vacancies'))

    const person = {
      vacancy_id: made.data.id,
      full_name: 'P',
      years_experience: 3,
      cv_url: null,
      email: 'p@example.org',
      phone: '+255712000222',
      qualification: 'Diploma',
    }
    const applied = await who.post('/hr/applicants', person)
    succeeded(t, applied, 201)
    echoed(t, applied.data, { full_name: 'P', years_experience: 3, stage: 'APPLIED' })
    t.equal(applied.data.vacancy_title, 'N')
    const nothing = ['cv_url', 'email', 'qualification', 'years_experience']
    for (const [at, [field, body]] of withNulls(person, nothing).entries()) {
      const email = body['email'] === null ? null : `p${at}@example.org`
      const one = await who.post('/hr/applicants', {
        ...body,
        email,
        phone: `+25571200033${at}`,
        full_name: `P ${field}`,
      })
      t.equal(one.status, 201, `${field}: ${one.message}`)
    }
    const stages = ['APPLIED', 'SHORTLISTED', 'INTERVIEWED', 'OFFERED', 'HIRED', 'REJECTED']
    for (const stage of [...stages, 'WITHDRAWN'])
      paged(t, await who.get('/hr/applicants', { stage }))
    t.equal((await who.get(`/hr/vacancies/${made.data.id}`)).data.applied, 6)
  })

  t.test(
    '"**TrainingInput**", "**TrainingChange**: whose record it is does not change"',
    async (t) => {
      const staff = await (await staffDesk(house)).hire()
      const whole = {
        staff_id: staff.id,
        course: 'c',
        mandatory: true,
        certificate_url: null,
        completed_on: day(-10),
        expires_on: day(300),
        notes: 'n',
        provider: 'p',
        cpd_points: 4.5,
      }
      const made = await who.post('/hr/training', whole)
      succeeded(t, made, 201)
      echoed(t, made.data, whole)
      const nullable = [
        'certificate_url',
        'completed_on',
        'expires_on',
        'notes',
        'provider',
        'cpd_points',
      ]
      for (const [field, body] of withNulls(whole, nullable)) {
        const bare = body['completed_on'] === null ? { expires_on: null } : {}
        const one = await who.post('/hr/training', { ...body, ...bare, course: `c ${field}` })
        t.equal(one.status, 201, `${field}: ${one.message}`)
      }
      const { staff_id: _, ...change } = whole
      const changed = await who.patch(`/hr/training/${made.data.id}`, { ...change, notes: null })
      succeeded(t, changed)
      t.match(changed.data, { staff_id: staff.id, notes: null })
      const other = await who.patch(`/hr/training/${made.data.id}`, { staff_id: newId() })
      t.equal(other.data?.staff_id ?? staff.id, staff.id)
      paged(t, await who.get('/hr/training', { staff_id: staff.id }))
      refused(t, await nobody.get('/hr/training'), 401)
    },
  )
})
