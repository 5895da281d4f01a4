// Newer versions really brought in (OPS-168…OPS-173): the program of this clone under other numbers,
// started by a service of the test's own, and taken back.

import { readFileSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { compareVersions } from '../../db/appliance/release/archive.ts'
import { version } from '../../db/core/version.ts'
import { installedHouse as house } from '../support/programs/installation.ts'
import { another } from '../support/programs/another.ts'

t.setTimeout(600_000)
// As root works on an appliance: what it brings in must still be run by the account of the house.
process.umask(0o077)

t.test('numbers of versions are compared as numbers', async (t) => {
  t.ok(compareVersions('1.10.0', '1.9.9') > 0)
  t.ok(compareVersions('1.0.0-rc1', '1.0.0') < 0)
  t.ok(compareVersions('1.0.0-rc.10', '1.0.0-rc.9') > 0)
  t.ok(compareVersions('1.4.0+x', '1.4.2') < 0, 'how it was built says nothing')
  t.equal(compareVersions('2.0.0', '2.0.0'), 0)
  t.equal(compareVersions('2.0.0+a', '2.0.0+b'), 0)
})

t.test('an update, its history, and the way back', { timeout: 600_000 }, async (t) => {
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
    data: {
      current: version,
      found: { version: '9.0.0' },
      signature: /^[0-9a-f]{16}/,
      migrations: null,
    },
  })
  t.match(await kituo(['update', 'verify', file]), { success: true, data: { version: '9.0.0' } })
  const whole = readFileSync(file)
  writeFileSync(file, Buffer.concat([whole, Buffer.from('x')]))
  for (const more of [[], ['--allow-unsigned']]) {
    t.match(await kituo(['update', 'verify', file, ...more]), {
      meta: { exit: 10 },
      error: { message: /is not what SHA256SUMS says/ },
    })
  }
  t.match(await kituo(['update', 'apply', file, '--yes', '--confirm', '9.0.0']), {
    meta: { exit: 10 },
    error: { message: 'the signature of SHA256SUMS does not hold. Nothing was unpacked.' },
  })
  truncateSync(file, whole.length)
  renameSync(at('releases/SHA256SUMS'), at('releases/SUMS'))
  t.match(await kituo(['update', 'verify', file, '--allow-unsigned']), {
    meta: { exit: 10 },
    error: { message: /^there is no SHA256SUMS beside kituo-9\.0\.0/ },
  })
  renameSync(at('releases/SUMS'), at('releases/SHA256SUMS'))

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
        health: [
          { check: 'READY', ok: true },
          { check: 'the database is whole', ok: true },
          { check: 'the audit log is sound', ok: true },
          { check: 'the door answers', ok: true, detail: '/api/v1/ready: 200' },
          { check: 'lists answer', ok: true, detail: '12 of 12' },
          { check: 'a paper is made', ok: true },
          { check: 'an audit row is written', ok: true },
        ],
      },
    },
    made.message,
  )
  t.match(await kituo(['maintenance', 'show']), { data: { hold: null } }, 'the doors are open')
  const rows = (await kituo(['audit', 'search', '--limit', '20'])).data as { action: string }[]
  t.same(
    rows.map(({ action }) => action).filter((action) => action.includes('update')),
    ['command.update.end', 'command.update.health', 'command.update.begin', 'command.update.begin'],
  )
  t.equal(current(), '9.0.0')
  for (const path of ['opt/versions/9.0.0', 'opt/versions/9.0.0/kituo']) {
    t.equal(statSync(at(path)).mode & 0o777, 0o755, path)
  }
  t.not(generation(), before, 'OPS-169: the data of before stay as they were')
  t.equal(await ready(), '9.0.0')
  t.match(await kituo(['update', 'apply', file, '--yes', '--confirm', '9.0.0']), {
    meta: { exit: 3 },
  })
  // OPS-171
  const old = release({ version: '0.0.9' })
  t.match(await kituo(['update', 'apply', old, '--yes', '--confirm', '0.0.9']), {
    meta: { exit: 13 },
    error: { message: `0.0.9 is older than 9.0.0. To go back: kituo update rollback` },
  })

  // While somebody makes a generation of the data nothing else does.
  const { begins, end } = another(t)
  begins(at('data'), 'restore', 99)
  const beside = release({ version: '9.0.1' })
  const at_work = {
    code: 'lock.held',
    message: /^A restore is at work \(generation 99, by another\)/,
  }
  const since = `lose since ${new Date().toISOString().slice(0, 10)}`
  for (const line of [
    ['apply', beside, '--yes', '--confirm', '9.0.1'],
    ['rollback', '--yes', '--confirm', since],
  ]) {
    t.match(await kituo(['update', ...line]), { error: at_work }, line.join(' '))
  }
  t.equal(await ready(), '9.0.0', 'and the house was not stopped')
  await end()

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

t.test('OPS-58: a person signs for an update, and is named', { timeout: 600_000 }, async (t) => {
  const { release, kituo, at } = await house(t, { password: 'long enough for Asha' })
  // It is refused before the house stops, after the audit log was told who asked.
  const file = release({ version: '9.3.0', calls_itself: '1.1.1' })
  const asked = ['update', 'apply', file, '--yes', '--confirm', '9.3.0', '--as', 'admin']
  writeFileSync(at('word'), 'not the password')
  t.match(await kituo([...asked, '--password-file', at('word')]), { meta: { exit: 9 } })
  t.same((await kituo(['update', 'history'])).data, [])
  t.match(await kituo([...asked, '--password-file', at('password')]), { meta: { exit: 10 } })
  t.match((await kituo(['update', 'history'])).data, [{ by: /^Asha Komba/, outcome: 'REFUSED' }])
  t.match((await kituo(['audit', 'search', '--action', 'update.asked'])).data, [
    { user_name: /^Asha Komba/, entity_label: '9.3.0' },
  ])
})
