// Posts, and vacancies against them (people 2.2, 3.2; HR-16, HR-17).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { boot } from '../../../support/boot.ts'
import { staffDesk } from '../../../support/staff.ts'

t.test('the establishment', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const desk = await staffDesk(house)
  const { officer } = desk
  const { facility_id } = house
  const nurses = await desk.cadre('RN')
  const department = await desk.department('Labour ward')
  await desk.department('Theatre')
  for (let n = 0; n < 3; n += 1) await desk.hire()
  const row = { facility_id, department, cadre_id: nurses, posts: 5 }
  const put = (...rows: Record<string, unknown>[]) => officer.put('/hr/establishments', { rows })
  const listed = async (asked: Record<string, string> = {}) =>
    officer.get('/hr/establishments', asked)

  t.test('set by department and cadre; bad input (HR-16)', async (t) => {
    t.match(await put({ ...row, department: 'Wadi 7' }), {
      status: 400,
      message: 'department: there is no department "Wadi 7" at this branch.',
    })
    t.equal((await put({ ...row, posts: -1 })).status, 400)
    t.equal((await put({ ...row, cadre_id: newId() })).status, 404)
    t.match(await put(row, { ...row, department: 'labour WARD' }), {
      status: 400,
      message: 'rows[1].cadre_id is named twice for Labour ward.',
    })
    const nurse = await house.people.with('nurse')
    t.equal((await nurse.put('/hr/establishments', { rows: [row] })).status, 403)
    t.match(await put(row, { ...row, department: 'Theatre', posts: 2 }), {
      status: 200,
      data: { set: 2 },
    })
    t.match((await listed({ department })).data, [
      { cadre: 'Registered Nurse', group: 'NURSING', posts: 5, filled: 3, vacant: 2, over: 0 },
    ])
  })

  t.test('totals by department and group, and the rate (HR-17)', async (t) => {
    const { meta } = (await listed({ totals: 'true' })).body as unknown as {
      meta: { totals: Record<string, unknown> }
    }
    t.match(meta.totals, {
      posts: 7,
      filled: 3,
      vacant: 4,
      vacancy_rate: 57.14,
      departments: [
        { name: 'Labour ward', posts: 5, vacant: 2 },
        { name: 'Theatre', vacant: 2 },
      ],
      groups: [{ name: 'NURSING', posts: 7 }],
    })
  })

  t.test('fewer posts than people is over (HR-17)', async (t) => {
    const [found] = (await listed({ department })).data
    const path = `/hr/establishments/${found.id}`
    const less = await officer.patch(path, { posts: 2 })
    t.match(less.data, { posts: 2, filled: 3, vacant: 0, over: 1 }, less.message)
    t.equal((await listed({ over: 'true' })).data.length, 1)
    t.equal((await listed({ vacant: 'true' })).data.length, 1)
    t.equal((await officer.patch(path, { posts: 5 })).status, 200)
  })

  t.test('a vacancy beyond the posts that are free needs a reason (people 3.2)', async (t) => {
    const open = (more: Record<string, unknown> = {}) =>
      officer.post('/hr/vacancies', {
        job_title: 'Nurse',
        employment_type: 'PERMANENT',
        positions: 1,
        cadre: 'registered nurse',
        department: 'labour ward',
        ...more,
      })
    const first = await open()
    t.match(first.data, { over_establishment: false, over_reason: null }, first.message)
    t.ok(first.data.establishment_id)
    t.match((await listed({ department })).data, [{ open_vacancies: 1 }])
    t.match(await open({ positions: 2 }), {
      status: 409,
      message: 'Only 1 post of Registered Nurse in Labour ward is vacant: give over_reason.',
    })
    const over = await open({ positions: 2, over_reason: 'An outbreak' })
    t.match(over.data, { over_establishment: true, over_reason: 'An outbreak' }, over.message)
    t.match(await open(), {
      status: 409,
      message: 'No post of Registered Nurse in Labour ward is vacant: give over_reason.',
    })
    const free = await open({ cadre: 'Cook', positions: 9 })
    t.match(free.data, { establishment_id: null }, 'nothing is checked without such a row')
  })
})
