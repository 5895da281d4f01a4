// Training (people 2.4, HR-25), to the letter of the source document.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { staffDesk } from '../../../support/staff.ts'

t.test('training', async (t) => {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { officer, hire, link } = await staffDesk(house)
  const nurse = await hire()
  const file = (more: Record<string, unknown> = {}) =>
    officer.post('/hr/training', { staff_id: nurse.id, course: 'Basic life support', ...more })

  t.test('what is refused (6, HR-25)', async (t) => {
    const bad: [string, Record<string, unknown>, number, string][] = [
      ['done tomorrow', { completed_on: '2026-04-01' }, 400, 'completed_on is in the future.'],
      [
        'over before it was done',
        { completed_on: '2026-03-01', expires_on: '2026-03-01' },
        400,
        'expires_on must be after completed_on.',
      ],
      [
        'a hundredth of a point',
        { cpd_points: 1.25 },
        400,
        'cpd_points has more than one decimal.',
      ],
      ['too many points', { cpd_points: 101 }, 400, 'cpd_points must be between 0 and 100.'],
      ['no course', { course: '' }, 400, 'course must be between 1 and 200 characters.'],
      ['nobody', { staff_id: 'nobody' }, 404, 'No such staff member.'],
    ]
    for (const [what, more, status, message] of bad) {
      const refused = await file(more)
      t.equal(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
  })

  t.test('planned, done, running out, run out', async (t) => {
    const one = await file({ provider: '', cpd_points: 2.5, notes: null })
    t.match(one.data, {
      status: 'PLANNED',
      mandatory: false,
      provider: null,
      cpd_points: 2.5,
      staff_number: nurse.staff_number,
      staff_name: nurse.full_name,
      department: 'Labour ward',
    })
    const path = `/hr/training/${one.data.id}`
    const other = await hire()
    const done = await officer.patch(path, { completed_on: '2026-03-01', staff_id: other.id })
    t.match(done.data, { status: 'CURRENT', staff_id: nurse.id }, 'whose it is does not change')
    const until = async (expires_on: string) =>
      (await officer.patch(path, { expires_on })).data.status
    t.equal(await until('2026-05-31'), 'CURRENT')
    t.equal(await until('2026-05-30'), 'EXPIRING', '60 days')
    t.equal(await until('2026-03-31'), 'EXPIRING', 'the last day counts')
    t.equal(await until('2026-03-30'), 'EXPIRED')
    for (const status of ['PLANNED', 'CURRENT', 'EXPIRING', 'EXPIRED'])
      t.equal(
        (await officer.get('/hr/training', { status })).data.length,
        status === 'EXPIRED' ? 1 : 0,
        `a list of ${status} says the same as the record`,
      )
    const stale = officer.with({ 'if-match': '1' })
    t.equal((await stale.patch(path, { notes: 'x' })).status, 409)
  })

  t.test('of one’s own people alone (HR-1)', async (t) => {
    const head = await people.with('supervisor')
    const chief = await hire()
    await link(head, chief.id)
    const below = await hire({ supervisor_id: chief.id, last_name: 'Mkalimoto' })
    const one = await file({ staff_id: below.id, course: 'Helping babies breathe' })
    const seen = await head.get('/hr/training')
    t.same(
      seen.data.map(({ id }: { id: string }) => id),
      [one.data.id],
    )
    const writer = await people.holding('training:write')
    t.match(await writer.patch(`/hr/training/${one.data.id}`, { notes: 'x' }), {
      status: 404,
      message: 'No such training record.',
    })
    t.equal((await officer.get('/hr/training', { search: below.full_name })).meta?.total, 1)
    t.equal(
      (await officer.get('/hr/training', { course: 'HELPING babies breathe' })).meta?.total,
      1,
    )
  })
})
