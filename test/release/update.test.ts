// Newer versions really brought in (OPS-168…OPS-173): the program of this clone under other numbers,
// started by a service of the test's own, and taken back.

import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { compareVersions } from '../../db/release/archive.ts'
import { version } from '../../db/version.ts'
import { installedHouse as house } from '../support/installation.ts'

t.setTimeout(600_000)

t.test('numbers of versions are compared as numbers', async (t) => {
  t.ok(compareVersions('1.10.0', '1.9.9') > 0)
  t.ok(compareVersions('1.0.0-rc1', '1.0.0') < 0)
  t.equal(compareVersions('2.0.0', '2.0.0'), 0)
})

t.test('an update, its history, and the way back', { timeout: 240_000 }, async (t) => {
  const { at, release, kituo, current, generation, ready } = await house(t)

  // OPS-168
  const unsigned = release({ version: '9.0.0' }, false)
  const refused = await kituo(['update', 'apply', unsigned, '--yes', '--confirm', '9.0.0'])
  t.match(refused, {
    meta: { exit: 10 },
    error: { message: /signature of SHA256SUMS does not hold/ },
  })
  t.throws(() => statSync(at('opt/versions/9.0.0')), 'nothing was unpacked')
  const file = release({ version: '9.0.0', migrates: true })
  t.match(await kituo(['update', 'check', '--from', at('releases')]), {
    data: { current: version, found: { version: '9.0.0' } },
  })
  t.match(await kituo(['update', 'verify', file]), { success: true, data: { version: '9.0.0' } })
  const whole = readFileSync(file)
  writeFileSync(file, Buffer.concat([whole, Buffer.from('x')]))
  t.match(await kituo(['update', 'verify', file]), {
    meta: { exit: 10 },
    error: { message: /is not what SHA256SUMS says/ },
  })
  truncateSync(file, whole.length)

  t.match(await kituo(['update', 'apply', file]), { error: { code: 'confirm.needed' } })
  const before = generation()
  const made = await kituo(['update', 'apply', file, '--yes', '--confirm', '9.0.0'])
  t.match(
    made,
    {
      success: true,
      data: {
        from: version,
        to: '9.0.0',
        outcome: 'DONE',
        migrations: ['0002-motto'],
        backup: /before-update\.kbk$/,
        health: [{ ok: true }, { ok: true }, { ok: true }],
      },
    },
    made.message,
  )
  t.equal(current(), '9.0.0')
  t.not(generation(), before, 'OPS-169: the data of before stay as they were')
  t.equal(await ready(), '9.0.0')
  t.match(await kituo(['update', 'apply', file, '--yes', '--confirm', '9.0.0']), {
    meta: { exit: 3 },
  })
  const old = release({ version: '0.0.9' })
  t.match(await kituo(['update', 'apply', old, '--yes', '--confirm', '0.0.9']), {
    meta: { exit: 13 },
    error: { message: `0.0.9 is older than 9.0.0. To go back: kituo update rollback` },
  })

  // OPS-170
  const day = new Date().toISOString().slice(0, 10)
  const back = await kituo(['update', 'rollback', '--yes', '--confirm', `lose since ${day}`])
  t.match(back, { success: true, data: { from: '9.0.0', to: version } }, back.message)
  t.equal(current(), version)
  t.equal(generation(), before)
  t.equal(await ready(), version)
  t.match((await kituo(['update', 'history'])).data, [
    { to: '9.0.0', outcome: 'DONE' },
    { to: version, outcome: 'ROLLED_BACK' },
  ])
  t.match(await kituo(['update', 'rollback', '--yes', '--confirm', version]), { meta: { exit: 3 } })
})

t.test(
  'OPS-170: a version that is not well is taken back by itself',
  { timeout: 240_000 },
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
