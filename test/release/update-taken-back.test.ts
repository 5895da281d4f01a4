// Newer versions that are taken back, and those that come later (OPS-170, OPS-173): whatever happens, the house of before
// is at work again.

import { chmodSync, statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { version } from '../../db/core/version.ts'
import { installedHouse as house } from '../support/programs/installation.ts'
import { takenBack } from '../support/programs/taken-back.ts'

t.setTimeout(600_000)
// As root works on an appliance: what it brings in must still be run by the account of the house.
process.umask(0o077)

t.test('an update that is taken back ends with people at work', { timeout: 600_000 }, (t) =>
  takenBack(t),
)

t.test('OPS-173: later, unless the doctor says BAD then', { timeout: 600_000 }, async (t) => {
  const { release, kituo, at, current } = await house(t)
  const file = release({ version: '9.4.0' })
  const later = (due: string) =>
    kituo(['update', 'apply', file, '--yes', '--confirm', '9.4.0', '--at', due])
  t.match(await later('25:00'), { meta: { exit: 2 } })
  t.match(await later('2026-01-01T02:00Z'), {
    meta: { exit: 2 },
    error: { message: /--at: 2026-01-01T02:00:00\.000Z is past\./ },
  })
  t.match(await later('2199-13-01T02:00Z'), { meta: { exit: 2 } })
  t.same((await kituo(['update', 'history'])).data, [], 'and does not come in at once')
  t.match(await later(new Date(Date.now() + 86_400_000).toISOString()), { success: true })
  t.match((await kituo(['update', 'history'])).data, [{ to: '9.4.0', outcome: 'WAITING' }])
  t.match(await later('never'), { success: true, meta: { changed: true } })
  t.match(await later('never'), { success: true, meta: { changed: false } })
  t.same((await kituo(['update', 'history'])).data, [])

  const ended = async (): Promise<{ outcome: string; reason: string | null }> => {
    for (;;) {
      const { data } = await kituo(['update', 'history'])
      const [...made] = data as { outcome: string; reason: string | null }[]
      const last = made.filter(({ outcome }) => outcome !== 'WAITING')[1]
      if (last !== undefined) return last
      await wait(300)
    }
  }
  t.match(
    await kituo(['update', 'apply', file, '--yes', '--confirm', '9.4.0', '--binary-only']),
    { meta: { exit: 3 }, error: { message: /share a PostgreSQL/ } },
    'OPS-172',
  )
  chmodSync(at('data/identity'), 0o755)
  // However long a command takes here: until its hour is still to come when it is judged.
  const soon = (ms: number) => later(new Date(Date.now() + ms).toISOString())
  for (let ms = 1000; (await soon(ms)).success !== true; ms *= 2) continue
  t.match(await ended(), { outcome: 'REFUSED', reason: /^the doctor says BAD: / })
  t.equal(current(), version)
})

t.test(
  'OPS-170: a version that is not well is taken back by itself',
  { timeout: 600_000 },
  async (t) => {
    const { release, kituo, current, generation, ready, at } = await house(t)
    const before = generation()
    const ill = release({ version: '9.1.0', migrates: true, ill: true })
    const words = ['update', 'apply', ill, '--yes', '--confirm', '9.1.0', '--health-timeout', '4s']
    const made = await kituo(words)
    t.match(made, {
      success: false,
      message: /Update to 9\.1\.0 was rolled back: READY did not hold/,
      meta: { exit: 1 },
    })
    t.equal(current(), version)
    t.equal(generation(), before)
    t.equal(await ready(), version)
    t.throws(() => statSync(at('data/gen/0002')), 'what was staged is gone')

    const liar = release({ version: '9.2.0', calls_itself: '1.1.1' })
    t.match(await kituo(['update', 'apply', liar, '--yes', '--confirm', '9.2.0']), {
      meta: { exit: 10 },
      error: { message: /calls itself 1\.1\.1/ },
    })
    t.equal(await ready(), version, 'the house was not stopped')
  },
)
