// Doors that an update closed, and who opens them when it is gone (decision 0246).

import { spawnSync } from 'node:child_process'
import t from 'tap'
import { holderHere, holderOf, isGone, isHolder } from '../../db/appliance/house/holder.ts'
import { begin, end, endOfUpdate, lookAtMaintenance } from '../../db/appliance/house/maintenance.ts'
import { boot } from '../support/boot.ts'

const house = await boot(t)
const { pid: gone } = spawnSync('true')
const dead = holderOf(gone)

t.test('a process that lives is told from one that is gone', async (t) => {
  t.notOk(isGone(holderHere()))
  t.ok(isGone(dead))
  t.ok(isGone(holderHere().replace(/\.\d+\./, '.1.')), 'another process has its number now')
  t.notOk(isGone(dead.replace(/@.*/, '@elsewhere')), 'of another machine nobody here can say')
  t.notOk(isGone('cli:asha@hms1'))
  t.same(
    [holderHere(), dead, 'cli:asha@hms1'].map((by) => isHolder(by)),
    [true, true, false],
  )
})

t.test('what a living update closed stays closed, until it ends', async (t) => {
  await begin(holderHere(), 'update to 9.0.0', null)
  t.match(await lookAtMaintenance(), { reason: 'update to 9.0.0' })
  t.equal((await house.nobody.get('/ready')).status, 503)
  const passed = await house.nobody.get('/ready', { maintenance: '200' })
  t.match(passed, { status: 200, body: { data: { checks: ['maintenance'] } } }, 'OPS-26')
  t.equal(await endOfUpdate(), true)
  t.equal(await lookAtMaintenance(), null)
})

t.test('what a killed update closed opens by itself', async (t) => {
  await begin(dead, 'update to 9.0.0', null)
  t.equal(await lookAtMaintenance(), null)
})

t.test('what the version before closed, the one that comes opens', async (t) => {
  await begin('kituo update 4 as an older program writes it', 'update to 9.0.0', null)
  t.equal(await endOfUpdate(), true)
})

t.test('what a person closed, no update opens', async (t) => {
  await begin('cli:asha@hms1', 'new disk', null)
  t.equal(await endOfUpdate(), false)
  t.match(await lookAtMaintenance(), { reason: 'new disk' })
  await end()
})
