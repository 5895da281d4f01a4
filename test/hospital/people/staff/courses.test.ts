// Courses that must be taken, and who lacks them (HR-26, HR-27, HR-28, HR-30).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { staffDesk } from '../../../support/staff.ts'

t.test('mandatory courses', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const desk = await staffDesk(house)
  let { officer, manager } = desk
  /** A sign-in does not last into another day. */
  const at = async (instant: string) => {
    clock.freeze(instant)
    officer = await house.people.with('hr_officer')
    manager = await house.people.with('hr_manager')
  }
  const nurse = await desk.hire({ hired_on: '2026-01-01' })
  const second = await desk.hire()
  const course = async (name: string, more: object = {}) => {
    const made = await manager.post('/hr/mandatory-courses', { name, ...more })
    if (made.status !== 201) throw new Error(made.message)
    return made.data
  }
  const took = (completed_on: string, more: object = {}) =>
    officer.post('/hr/training', {
      staff_id: nurse.id,
      course: 'Fire drill',
      completed_on,
      ...more,
    })
  const gaps = async (query: Record<string, string> = {}) =>
    (await officer.get('/hr/training/gaps', query)).data
  const hers = async () =>
    (await gaps({ search: nurse.full_name })).map(
      (one: { course: string; state: string; due_on: string; days_late: number }) => [
        one.course,
        one.state,
        one.due_on,
        one.days_late,
      ],
    )

  t.test('missing once the days after hiring are over (HR-28)', async (t) => {
    const made = await course('Fire drill', { valid_months: 12, cpd_points: 2.5, within_days: 90 })
    t.match(made, { groups: [], cadre_ids: [], departments: [], within_days: 90, active: true })
    t.same(await hers(), [], 'the 90th day after 1 January is 1 April')
    await at('2026-04-03T06:00:00.000Z')
    t.same(await hers(), [['Fire drill', 'MISSING', '2026-04-01', 2]])
    t.match(await manager.post('/hr/mandatory-courses', { name: 'FIRE drill' }), {
      status: 409,
      message: 'FIRE drill is a mandatory course already.',
    })
    t.equal((await officer.post('/hr/mandatory-courses', { name: 'Mine' })).status, 403)
    const nobody = { name: 'x', cadre_ids: ['019f0000-0000-7000-8000-000000000000'] }
    t.match(await manager.post('/hr/mandatory-courses', nobody), {
      status: 404,
      message: 'No such cadre.',
    })
  })

  t.test('how long it lasts and its points come from the course (HR-26)', async (t) => {
    const one = await took('2026-04-02')
    t.match(one.data, { expires_on: '2027-04-02', cpd_points: 2.5, status: 'CURRENT' })
    t.ok(one.data.course_id)
    t.same(
      (await hers()).filter(([name]: [string]) => name === 'Fire drill'),
      [],
    )
    const own = await took('2026-04-03', { expires_on: '2026-05-01', cpd_points: 1 })
    t.match(own.data, { expires_on: '2026-05-01', cpd_points: 1 }, 'what is said stands')
  })

  t.test('the newest record counts, and the older stays (HR-27)', async (t) => {
    t.same(
      (await hers()).filter(([name]: [string]) => name === 'Fire drill'),
      [['Fire drill', 'EXPIRING', '2026-05-01', 0]],
      'the newer one ends sooner',
    )
    await at('2026-05-03T06:00:00.000Z')
    t.same(
      (await hers()).filter(([name]: [string]) => name === 'Fire drill'),
      [['Fire drill', 'EXPIRED', '2026-05-01', 2]],
    )
    await took('2026-05-02')
    t.same(
      (await hers()).filter(([name]: [string]) => name === 'Fire drill'),
      [],
    )
    const all = await officer.get('/hr/training', { staff_id: nurse.id, course: 'Fire drill' })
    t.equal(all.data.length, 3)
  })

  t.test('of a group, a cadre, a department alone (HR-28)', async (t) => {
    const found = async (name: string) => (await gaps({ course: name })).length
    const everybody = (await officer.get('/hr/staff')).meta?.total
    await course('Hand washing', { within_days: 0 })
    t.equal(await found('Hand washing'), everybody)
    await course('Nurses alone', { within_days: 0, groups: ['NURSING'] })
    t.equal(await found('Nurses alone'), everybody)
    await course('Doctors alone', { within_days: 0, groups: ['MEDICAL'] })
    t.equal(await found('Doctors alone'), 0)
    await course('Of the ward', { within_days: 0, departments: ['labour WARD'] })
    t.equal(await found('Of the ward'), everybody)
    const other = await course('Elsewhere', { within_days: 0, departments: ['Kitchen'] })
    t.equal(await found('Elsewhere'), 0)
    await manager.patch(`/hr/mandatory-courses/${other.id}`, { departments: [] })
    t.equal(await found('Elsewhere'), everybody, 'of no department is of all')
    await manager.patch(`/hr/mandatory-courses/${other.id}`, { active: false })
    t.equal(await found('Elsewhere'), 0)
  })

  t.test('one course for many, all of them or none (HR-30)', async (t) => {
    const filed = (staff_ids: string[]) =>
      officer.post('/hr/training/bulk', {
        staff_ids,
        course: 'Of the ward',
        completed_on: '2026-05-01',
      })
    t.match(await filed([nurse.id, second.id, nurse.id]), { status: 201, data: { created: 2 } })
    const known = async () => (await officer.get('/hr/training', { course: 'Of the ward' })).data
    t.equal((await known()).length, 2)
    const nobody = '019f0000-0000-7000-8000-000000000000'
    t.match(await filed([nurse.id, nobody]), { status: 404, message: 'No such staff member.' })
    t.equal((await known()).length, 2, 'nothing was filed')
  })

  t.test('a course that blocks keeps its people off the roster (HR-28, HR-34)', async (t) => {
    await course('Neonatal care', { within_days: 0, blocks_roster: true, groups: ['NURSING'] })
    const head = await house.people.administrator()
    const roster = await head.post('/hr/rosters', {
      department: 'Labour ward',
      starts_on: '2026-06-01',
      ends_on: '2026-06-07',
    })
    t.equal(roster.status, 201, roster.message)
    const [type] = (await head.get('/hr/shift-types')).data
    const cell = { date: '2026-06-02', staff_id: nurse.id, shift_type_id: type.id }
    const path = `/hr/rosters/${roster.data.id}`
    const set = await head.put(`${path}/shifts`, { cells: [cell] })
    const clash = set.data.clashes.find(({ text }: { text: string }) => /Neonatal/.test(text))
    t.match(clash, { code: 'TRAINING', severity: 'REFUSE', text: 'Without Neonatal care' })
    const other = set.data.clashes.find(({ text }: { text: string }) => /Hand washing/.test(text))
    t.match(other, { code: 'TRAINING', severity: 'WARN' })
    t.match(await head.post(`${path}/publish`), { status: 409, message: /TRAINING/ })
    await officer.post('/hr/training', {
      staff_id: nurse.id,
      course: 'Neonatal care',
      completed_on: '2026-05-01',
    })
    const after = (await head.get(path)).data.clashes
    t.notOk(after.some(({ text }: { text: string }) => /Neonatal/.test(text)))
  })
})
