// An update that comes to nothing before the switch (OPS-169): refused when the doors should close, or a
// house that does not stop. The programs are small scripts that answer as a house does.

import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { applyUpdate } from '../../db/appliance/release/apply.ts'
import { updates } from '../../db/appliance/release/history.ts'
import { presentVersion } from '../../db/appliance/release/installed.ts'
import { service } from '../../db/appliance/release/steps.ts'
import { houseOf } from '../support/programs/pretending-house.ts'

t.setTimeout(600_000)

t.test('an update: these houses bring one in, when nothing is in the way', async (t) => {
  const { at, asked, lines } = houseOf(t)
  t.match(await applyUpdate(asked), { outcome: 'DONE', reason: null })
  t.same(lines('calls'), ['stop', 'start'])
  t.equal(presentVersion(asked.installed), '1.1.0')
  t.notOk(existsSync(at('held')))
})

t.test('an update: refused when the doors should close, it is noted and ended', async (t) => {
  const { at, asked, lines } = houseOf(t)
  writeFileSync(at('refuses'), '')
  t.match(await applyUpdate(asked), { outcome: 'REFUSED', reason: 'nobody may close the doors' })
  t.match(updates(at('etc/kituo')), [{ to: '1.1.0', outcome: 'REFUSED', by: 'a test' }])
  t.match(lines('ended'), [/--outcome REFUSED .*--why nobody may close the doors/])
  t.same(lines('calls'), [], 'the house was never stopped')
  t.equal(presentVersion(asked.installed), '1.0.0')
})

t.test('an update: a house that does not stop in time goes on as it was', async (t) => {
  const { at, asked, lines } = houseOf(t)
  writeFileSync(at('stuck'), '')
  t.match(await applyUpdate(asked), { outcome: 'REFUSED', reason: 'the house did not stop' })
  t.match(updates(at('etc/kituo')), [{ to: '1.1.0', outcome: 'REFUSED' }])
  t.match(lines('ended'), [/--outcome REFUSED/])
  t.same(lines('calls'), ['stop', 'start'], 'the service is started again')
  t.notOk(existsSync(at('held')), 'the doors are open')
  t.equal(presentVersion(asked.installed), '1.0.0')
})

t.test('an update: a house that does not start again either is told as that', async (t) => {
  const { at, asked, lines } = houseOf(t)
  writeFileSync(at('stuck'), '')
  rmSync(at('service'))
  const fails = `#!/bin/sh\n[ "$1" = stop ] || { echo 'it was started too often' >&2; exit 1; }\n`
  writeFileSync(at('service'), fails, { mode: 0o755 })
  const reason = `the house did not stop; 1.0.0 is not well either (${at('service')} start: it was started too often)`
  t.match(await applyUpdate(asked), { outcome: 'REFUSED', reason })
  t.match(updates(at('etc/kituo')), [{ to: '1.1.0', outcome: 'REFUSED', reason }])
  t.equal(lines('ended').length, 1)
})

t.test('an update: neither version starts, and both are named', async (t) => {
  const { at, asked } = houseOf(t)
  writeFileSync(at('service'), `#!/bin/sh\n[ "$1" = start ] && exit 1; rm -f '${at('running')}'\n`)
  const told = /^\S+ start: .*; 1\.0\.0 is not well either \(\S+ start: /
  t.match(await applyUpdate(asked), { outcome: 'ROLLED_BACK', reason: told })
  t.equal(presentVersion(asked.installed), '1.0.0')
})

t.test('an update: systemd starts it however often it fell before', async (t) => {
  const { at } = houseOf(t)
  mkdirSync(at('bin'))
  const told = at('told')
  const systemctl = `#!/bin/sh\necho "$*" >> '${told}'\n[ "$1" != reset-failed ]\n`
  writeFileSync(at('bin/systemctl'), systemctl, { mode: 0o755 })
  const path = process.env['PATH']
  process.env['PATH'] = `${at('bin')}:${path}`
  t.teardown(() => {
    process.env['PATH'] = path
  })
  const installed = {
    root: at(''),
    config_dir: at('etc/kituo'),
    prefix: at('opt'),
    service: 'systemd',
  } as const
  await service(installed, 'start')
  await service(installed, 'stop')
  t.same(readFileSync(told, 'utf8').trim().split('\n'), [
    'reset-failed kituo.service',
    'start kituo.service',
    'stop kituo.service',
  ])
})

t.test('an update: what was done is read by the house that root keeps it for', async (t) => {
  const { at, asked } = houseOf(t)
  const umask = process.umask(0o077)
  t.teardown(() => process.umask(umask))
  await applyUpdate(asked)
  t.equal(statSync(at('etc/kituo/updates.jsonl')).mode & 0o777, 0o644)
})
