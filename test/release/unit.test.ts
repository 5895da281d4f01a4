// The unit comes along with the version and goes back with it, unless somebody edited it; killed at any
// moment, an old program never has a new unit.

import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { applyUpdate } from '../../db/appliance/release/apply.ts'
import { goBack, wayBack } from '../../db/appliance/release/back.ts'
import { presentVersion } from '../../db/appliance/release/installed.ts'
import { unitFor } from '../../db/appliance/release/unit.ts'
import { digest, houseWithUnit as house, unit_line } from '../support/programs/pretending-house.ts'

t.setTimeout(600_000)

/** What was said as a warning. */
function warned(asked: ReturnType<typeof house>['asked']): string[] {
  const said: string[] = []
  asked.warn = (code, message) => said.push(`${code}: ${message}`)
  return said
}

/** systemd of the test's own: says what it was asked, and which unit stood there by then. */
function systemd(t: Test, { at, unit, asked }: ReturnType<typeof house>): void {
  mkdirSync(at('bin'))
  const script = `#!/bin/sh
case $1 in
  daemon-reload) grep ^TimeoutStartSec '${unit}' >> '${at('reloads')}' ;;
  *) '${at('service')}' "$1" ;;
esac
`
  writeFileSync(at('bin/systemctl'), script, { mode: 0o755 })
  const path = process.env['PATH']
  process.env['PATH'] = `${at('bin')}:${path}`
  t.teardown(() => {
    process.env['PATH'] = path
  })
  asked.installed.service = 'systemd'
}

t.test('a unit that nobody edited comes with the version and goes back with it', async (t) => {
  const here = house(t)
  const { asked, standing, first, manifest, unit, lines } = here
  systemd(t, here)
  const said = warned(asked)
  t.match(await applyUpdate(asked), { outcome: 'DONE' })
  t.match(standing(), `\n${unit_line}\n`)
  t.equal(standing().replace(unit_line, 'TimeoutStartSec=900'), first, 'and else as it was')
  const noted = (): string[] => readFileSync(manifest, 'utf8').trim().split('\n')
  t.same(noted(), [`${'0'.repeat(64)}  /another`, `${digest(standing())}  ${unit}`])
  t.same(lines('reloads'), [unit_line])
  t.match(await goBack(asked, wayBack(asked.installed, asked.data_dir)), { reason: null })
  t.equal(standing(), first)
  t.equal(noted()[1], `${digest(first)}  ${unit}`)
  t.same(lines('reloads'), [unit_line, 'TimeoutStartSec=900'])
  t.same(said, [])
})

t.test('a version that is not well leaves no unit of its own behind', async (t) => {
  const here = house(t)
  const { at, asked, standing, first, lines } = here
  systemd(t, here)
  writeFileSync(at('ill'), '')
  t.match(await applyUpdate(asked), { outcome: 'ROLLED_BACK', reason: /a page is torn/ })
  t.equal(standing(), first)
  t.same(lines('reloads'), [unit_line, 'TimeoutStartSec=900'])
  t.equal(presentVersion(asked.installed), '1.0.0')
})

t.test('a unit that was edited is left, and the difference is named', async (t) => {
  const { asked, standing, first, unit, lines } = house(t)
  const edited = first.replace('MemoryMax=75%', 'MemoryMax=4G')
  writeFileSync(unit, edited)
  const said = warned(asked)
  t.match(await applyUpdate(asked), { outcome: 'DONE' })
  t.equal(standing(), edited)
  t.same(said, [
    `unit.edited: ${unit} was edited here and is left as it is. Lines of 1.1.0 that are not in it: ${unit_line}, MemoryMax=75%; lines of its own: TimeoutStartSec=900, MemoryMax=4G.`,
  ])
  await goBack(asked, wayBack(asked.installed, asked.data_dir))
  t.equal(standing(), edited)
  t.same(lines('reloads'), [])
})

t.test('a unit that was written anew since the update is not taken back', async (t) => {
  const { asked, standing, unit } = house(t)
  await applyUpdate(asked)
  const since = standing().replace('/var/backups/kituo', '/mnt/backups')
  writeFileSync(unit, since)
  const said = warned(asked)
  await goBack(asked, wayBack(asked.installed, asked.data_dir))
  t.equal(standing(), since)
  t.match(said, [/another than 1\.1\.0 brought.*TimeoutStartSec=900/])
})

t.test('a drop-in stays, and is named where the version brings another value', async (t) => {
  const { asked, standing, unit } = house(t)
  const drop_in = join(`${unit}.d`, 'slow.conf')
  mkdirSync(`${unit}.d`)
  writeFileSync(drop_in, '[Service]\nTimeoutStartSec=300\nMemoryMax=4G\n')
  const said = warned(asked)
  await applyUpdate(asked)
  t.match(standing(), unit_line)
  t.equal(readFileSync(drop_in, 'utf8'), '[Service]\nTimeoutStartSec=300\nMemoryMax=4G\n')
  t.same(said, [
    `unit.drop_in: ${drop_in} says TimeoutStartSec=300, which goes before what 1.1.0 brings: ${unit_line}.`,
  ])
})

t.test('a unit that install.sh never wrote, or that became a link, is not looked at', async (t) => {
  const own = house(t)
  writeFileSync(own.manifest, `${'0'.repeat(64)}  /another\n`)
  const masked = house(t)
  rmSync(masked.unit)
  symlinkSync('/dev/null', masked.unit)
  for (const { asked } of [own, masked]) {
    const said = warned(asked)
    t.match(await applyUpdate(asked), { outcome: 'DONE' })
    t.same(said, [])
  }
  t.equal(own.standing(), own.first)
  t.equal(masked.standing(), '')
})

t.test('a release whose script says no unit is brought in all the same', async (t) => {
  const { at, asked, standing, first } = house(t)
  const said = warned(asked)
  // As of a machine whose configuration folder the script does not take for one.
  mkdirSync(at('with a gap'))
  writeFileSync(at('with a gap/install.manifest'), readFileSync(at('etc/kituo/install.manifest')))
  asked.installed.config_dir = at('with a gap')
  t.match(await applyUpdate(asked), { outcome: 'DONE' })
  t.equal(standing(), first)
  t.match(said, [
    /^unit\.unknown: .* is left as it is: install\.sh of 1\.1\.0 .*cannot be a folder/,
  ])
})

const killedAt = ({ asked }: ReturnType<typeof house>, what: 'update' | 'back', rename: number) =>
  spawnSync(
    process.execPath,
    [
      join(import.meta.dirname, '../support/programs/killed-update.ts'),
      what,
      `${rename}`,
      JSON.stringify(asked),
    ],
    { encoding: 'utf8' },
  )

/** By what is left on the disk. */
function mismatched({ asked, standing }: ReturnType<typeof house>): boolean {
  return presentVersion(asked.installed) === '1.0.0' && standing().includes(unit_line)
}

t.test(
  'killed at any rename, an old program never has a new unit; once more, and it is whole',
  async (t) => {
    for (const [what, ill] of [
      ['update', false],
      ['update', true],
      ['back', false],
    ] as const) {
      let seen = 0
      for (let at = 1; ; at++) {
        const here = house(t)
        const { asked, standing, first } = here
        if (what === 'back') await applyUpdate(asked)
        if (ill) writeFileSync(here.at('ill'), '')
        const { signal, status, stderr } = killedAt(here, what, at)
        if (signal !== 'SIGKILL') {
          t.equal(status, 0, stderr)
          break
        }
        seen += 1
        t.notOk(mismatched(here), `${what}, rename ${at}`)
        rmSync(here.at('ill'), { force: true })
        const present = presentVersion(asked.installed)
        const said = warned(asked)
        if (what === 'update' && present === '1.0.0') await applyUpdate(asked)
        else if (what === 'back' && present === '1.1.0') {
          await goBack(asked, wayBack(asked.installed, asked.data_dir))
          t.equal(standing(), first, `back, rename ${at}`)
        } else {
          const next = await unitFor(asked.installed, [present, '1.1.0'], asked.warn)
          t.match(next?.after, unit_line, 'the next update knows it as its own')
        }
        t.same(said, [])
      }
      t.ok(seen >= 3, `${what}: ${seen} renames`)
    }
  },
)
