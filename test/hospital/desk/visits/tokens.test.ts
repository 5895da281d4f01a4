import t from 'tap'
import { clock, hours } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { visiting } from '../../../support/desk/visits.ts'
import type { Person } from '../../../support/people.ts'

t.test('a token that somebody still wears is not given again the next day (QUE-2)', async (t) => {
  const { people } = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const manager = await people.with('manager')
  const point = async (token_prefix: string): Promise<string> => {
    const made = await manager.post('/service-points', {
      code: `P${token_prefix}`,
      name: `Window ${token_prefix}`,
      kind: 'OTHER',
      counters: ['1'],
      token_prefix,
    })
    t.equal(made.status, 201, made.message)
    return made.data.id
  }
  const [busy, calm] = [await point('N'), await point('M')]
  const entering = (clerk: Person) => async (service_point_id: string) =>
    (await visiting(clerk, { service_point_id })).token
  const clerk = await people.with('reception')
  const yesterday = entering(clerk)
  t.same(
    [await yesterday(busy), await yesterday(busy), await yesterday(busy), await yesterday(calm)],
    ['N-001', 'N-002', 'N-003', 'M-001'],
  )
  const nurse = await people.with('nurse')
  const called = await nurse.post(`/service-points/${calm}/call-next`, { counter: '1' })
  t.equal(called.data?.token, 'M-001', called.message)
  const visit = `/visits/${called.data.visit_id}`
  const gone = await clerk.post(`${visit}/cancel`, { reason: 'Went home' })
  t.equal(gone.status, 200, gone.message)

  clock.advance(hours(24))
  const today = entering(await people.with('reception'))
  t.equal(await today(busy), 'N-004', 'above those who wait since yesterday')
  t.equal(await today(busy), 'N-005')
  t.equal(await today(calm), 'M-001', 'nobody wears it')
})
