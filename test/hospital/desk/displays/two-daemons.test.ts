// A screen listens to one daemon, the call is made on another (QUE-10).

import t from 'tap'
import { boot } from '../../../support/boot.ts'
import { daemonOn, until } from '../../../support/programs/daemons.ts'
import { on_postgres } from '../../../support/database.ts'
import { listenTo } from '../../../support/events.ts'
import { median } from '../../../support/median.ts'
import { pointIds, visiting } from '../../../support/desk/visits.ts'

t.test('a call on another daemon', { skip: !on_postgres && 'PostgreSQL alone' }, async (t) => {
  const { people, database } = await boot(t)
  const far = await daemonOn(t, { address: database.address, folder: database.folder })
  const admin = await people.administrator()
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const { TRI: tri = '' } = await pointIds(clerk)
  const { data } = await admin.post('/queue-displays', {
    name: 'Hall',
    service_point_ids: [tri],
    language: 'sw',
  })
  const screen = await listenTo(
    `${far.url}/api/v1/queue-displays/${data.id}/stream?key=${data.key}`,
  )
  await until('the first board', async () => screen.events.length > 0)
  const took: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const before = screen.events.length
    const visit = await visiting(clerk)
    await until('who waits', async () => screen.events.length > before)
    const called = await nurse.post(`/service-points/${tri}/call-next`, { counter: '1' })
    const committed = performance.now()
    t.equal(called.data.token, visit.token)
    const told = () =>
      screen.events.find(({ event, data: { token } }) => event === 'call' && token === visit.token)
    await until('the call', async () => told() !== undefined)
    took.push((told()?.at ?? 0) - committed)
    await nurse.post(`/queue-entries/${called.data.id}/no-show`, { reason: 'next please' })
  }
  // Measured in bench, never judged here.
  t.comment(`the call came after ${median(took)} ms`)
  await far.kill('SIGTERM')
  await until('the end with its daemon', async () => screen.ended())
})
