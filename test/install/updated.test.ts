// A newer version over an older one: brought in, taken back, and cut off on the way.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { machine, script } from '../support/programs/install-machine.ts'

const machineRollback = (at: (path: string) => string) =>
  spawnSync(
    'sh',
    [script, '--root', at('').replace(/\/$/, ''), '--rollback', '--health-timeout', '1'],
    {
      encoding: 'utf8',
    },
  )

t.test('a newer version is brought in after a backup; what people set stays', async (t) => {
  const { at, install, running, current } = machine(t)
  install('1.0.0')
  writeFileSync(at('etc/kituo/kituo.toml'), 'log.level = "debug"\n')
  const made = install('1.1.0')
  t.match(made, { status: 0, said: 'Kituo 1.1.0 runs.' }, made.told)
  t.equal(running(), '1.1.0')
  t.equal(current(), 'versions/1.1.0')
  t.match(readFileSync(at('var/backups.log'), 'utf8'), '1.0.0 backup create --tag before-update')
  t.equal(readFileSync(at('etc/kituo/kituo.toml'), 'utf8'), 'log.level = "debug"\n')
  t.same(readdirSync(at('var/backups/kituo')), [])
  const back = machineRollback(at)
  t.match(back, { status: 0, stdout: 'Kituo 1.0.0 runs again.' }, back.stderr)
  t.equal(running(), '1.0.0')
})

t.test('a version that is not well is rolled back, with the data as they were', async (t) => {
  const { at, install, running, current, database } = machine(t)
  install('1.0.0')
  const made = install('2.0.0', true)
  t.match(made, {
    status: 1,
    told: 'Update to 2.0.0 was rolled back: it was not ready within 1 s.',
  })
  t.equal(current(), 'versions/1.0.0')
  t.equal(running(), '1.0.0')
  t.equal(database(), 'schema of 1.0.0')
  t.notOk(existsSync(at('etc/kituo/install.turning')))
  t.same(readdirSync(at('var/lib/kituo/gen')), ['0001'])
  t.match(install('2.0.1'), { status: 0, said: 'Kituo 2.0.1 runs.' })
})

t.test('an update that was killed is undone by the next run', async (t) => {
  const { at, build, install, running, database } = machine(t)
  install('1.0.0')
  // As a kill between the turn and the first sign of life leaves it.
  install('2.0.0', true)
  mkdirSync(at('var/backups/kituo/before-update-1.0.0'))
  writeFileSync(at('var/backups/kituo/before-update-1.0.0/kituo.db'), 'schema of 1.0.0\n')
  writeFileSync(at('var/lib/kituo/current/kituo.db'), 'half of 2.0.0\n')
  spawnSync('ln', ['-sfn', 'versions/2.0.0', at('opt/kituo/current')])
  writeFileSync(at('etc/kituo/install.turning'), '1.0.0\n')
  mkdirSync(at('opt/kituo/.install-lock'))
  writeFileSync(at('opt/kituo/.install-lock/pid'), '4194304\n')
  build('2.0.0')
  const again = install('2.1.0')
  t.match(again, { status: 0, said: 'An update from 1.0.0 was cut off' }, again.told)
  t.equal(running(), '2.1.0')
  t.equal(database(), 'schema of 2.1.0')
  t.notOk(existsSync(at('opt/kituo/.install-lock')))
})

t.test('what people entered after an update that was killed is never put away', async (t) => {
  const { at, install, running } = machine(t)
  install('1.0.0')
  install('2.0.0')
  // As a kill after the start leaves it, and then people work.
  const kept = at('var/backups/kituo/before-update-1.0.0')
  const cutOff = (): void => {
    mkdirSync(kept, { recursive: true })
    writeFileSync(join(kept, 'kituo.db'), 'schema of 1.0.0\n')
    writeFileSync(at('etc/kituo/install.turning'), '1.0.0 started\n')
  }
  cutOff()
  writeFileSync(at('var/lib/kituo/current/entered'), 'since\n')
  const again = install('2.0.0')
  t.match(again, { status: 0, said: '2.0.0 had started; that one is well and stays' }, again.told)
  t.equal(running(), '2.0.0')
  t.ok(existsSync(at('var/lib/kituo/current/entered')))
  t.notOk(existsSync(kept))
  t.notOk(existsSync(at('etc/kituo/install.turning')))

  cutOff()
  // It is well no more: the version before comes back, and what it leaves is laid aside.
  const program = at('opt/kituo/versions/2.0.0/kituo')
  writeFileSync(program, readFileSync(program, 'utf8').replace("'serve '*)", "'serve '*) exit 1"))
  t.match(install('1.0.0'), { status: 0, said: /What it had made of the data lies in / })
  t.equal(running(), '1.0.0')
  const left = readdirSync(at('var/backups/kituo')).find((name) =>
    name.startsWith('after-update-2'),
  )
  t.ok(existsSync(at(`var/backups/kituo/${left}/entered`)))
})

t.test(
  'the unit of a version goes back with it, and comes after the program (OPS-177)',
  async (t) => {
    const { at, install, build } = machine(t)
    install('1.0.0')
    // As the script of an older version wrote it.
    const [unit, manifest] = ['etc/systemd/system/kituo.service', 'etc/kituo/install.manifest'].map(
      at,
    ) as [string, string]
    const read = (): string => readFileSync(unit, 'utf8')
    const newer = read()
    const older = newer.replace('TimeoutStartSec=900', 'TimeoutStartSec=700')
    const sum = (text: string): string => createHash('sha256').update(text).digest('hex')
    writeFileSync(unit, older)
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(sum(newer), sum(older)))

    t.match(install('2.0.0', true), { status: 1, told: /rolled back/ })
    t.equal(read(), older, 'not well')
    t.match(readFileSync(manifest, 'utf8'), `${sum(older)}  ${unit}`)
    rmSync(at('opt/kituo/versions/1.0.0/kituo.service'))
    const program = at('opt/kituo/versions/1.0.0/kituo')
    const well = readFileSync(program, 'utf8')
    writeFileSync(program, well.replace("'backup create')", "'backup create') exit 1;"))
    t.match(install('2.0.1'), { status: 1, told: /backup before the update could not be made/ })
    t.equal(read(), older, 'refused before the turn')
    writeFileSync(program, well)
    t.match(install('2.0.1'), { status: 0 })
    t.equal(read(), newer)
    t.match(machineRollback(at), { status: 0 })
    t.equal(read(), older, 'taken back by hand')

    // As a kill after the turn of both leaves it.
    t.match(install('2.0.2'), { status: 0 })
    writeFileSync(at('etc/kituo/install.turning'), '1.0.0\n')
    build('2.0.2')
    t.match(install('1.0.0'), { status: 0, said: 'An update from 1.0.0 was cut off' })
    t.equal(read(), newer, 'and install.sh of 1.0.0 is this one again')
  },
)

t.test('the unit can be looked at, and nothing is changed by that', async (t) => {
  const { at, install, run } = machine(t)
  install('1.0.0')
  const before = readdirSync(at(''), { recursive: true })
  const shown = run('--show-unit')
  t.match(shown, { status: 0, said: readFileSync(at('etc/systemd/system/kituo.service'), 'utf8') })
  writeFileSync(at('etc/systemd/system/kituo.socket'), '')
  t.match(run('--show-unit').said, 'Requires=kituo.socket\nAfter=kituo.socket\n')
  rmSync(at('etc/systemd/system/kituo.socket'))
  t.same(readdirSync(at(''), { recursive: true }), before)
})
