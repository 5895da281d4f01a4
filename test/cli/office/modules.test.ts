// Modules on the command line: what switching would change, open work, and an hour of its own (OPS-87,
// OPS-88).

import t from 'tap'
import { system } from '../../../db/core/caller.ts'
import { clock, hours } from '../../../db/core/clock.ts'
import { rows, within } from '../../../db/store/connection.ts'
import { openDeployment } from '../../../db/appliance/deployment/deployment.ts'
import { brings } from '../../../db/hospital/areas.ts'
import { plansOf, switchDue } from '../../../db/hospital/office/places/module-plans.ts'
import { facility_modules } from '../../../db/hospital/office/places/tables.ts'
import { bring, type Brings } from '../../../db/hospital/registry.ts'
import { bringAreas } from '../../../db/hospital/start.ts'
import { sql } from '../../../db/store/sql.ts'
import { configurationAt, houseAt } from '../../support/programs/backed-house.ts'
import { folder } from '../../support/folder.ts'
import { typed, typedJson } from '../../support/programs/typed.ts'
import { words } from '../../support/words.ts'

t.test('modules by hand', async (t) => {
  const dir = folder(t)
  const { deployment, hospital_id } = await houseAt(configurationAt(dir))
  await deployment.close()
  const ask = (line: string) => typedJson([...words(line), '--data', dir])
  const run = (line: string) => typed([...words(line), '--data', dir])

  await t.test('OPS-87: what it would change, either way', async (t) => {
    const off = await ask('module impact theatre --off')
    t.match(off, {
      success: true,
      data: { facility: 'MAIN', module: 'theatre', switching: 'off', missing: [] },
    })
    t.match(await ask('module impact theatre --on'), { data: { switching: 'on' } })
    t.match(await run('module impact theatre --on --off'), {
      code: 2,
      err: 'kituo: --on and --off do not go together.\n',
    })
    t.match(await run('module impact theatre'), { code: 0, out: /open work +none/ })
  })

  await t.test('several in one command, and what is so already', async (t) => {
    const line = 'module on blood_bank mortuary --yes'
    t.match(await ask(line), {
      success: true,
      data: { switched: ['blood_bank'], unchanged: ['mortuary'], impact: [{ switching: 'on' }] },
    })
    t.match(await ask(line), {
      meta: { changed: false },
      data: { switched: [], unchanged: ['blood_bank', 'mortuary'] },
    })
  })

  await t.test('OPS-88: at an hour of its own', async (t) => {
    t.match(await ask('module off theatre --at 06:00 --reason "building works"'), {
      error: { code: 'confirm.needed' },
    })
    const line = 'module off theatre --at 2099-02-03T06:00Z --reason "building works" --yes'
    t.match(await ask(line), {
      message: 'Due off at MAIN on 2099-02-03T06:00:00.000Z: theatre.',
      meta: { changed: true },
      data: { switched: [], due: [{ module: 'theatre', at: '2099-02-03T06:00:00.000Z' }] },
    })
    const { data } = await ask('module list')
    const theatre = (data as { module: string }[]).find(({ module }) => module === 'theatre')
    t.match(theatre, { enabled: true, due_at: '2099-02-03T06:00:00.000Z', due_enabled: false })
    t.match(await ask('module off theatre --at never --reason "building works" --yes'), {
      message: 'No longer planned: theatre.',
    })
    t.match(await ask('module off theatre --at never --reason "building works" --yes'), {
      meta: { changed: false },
    })
    t.match(await run('module on theatre --at 2020-02-03T06:00Z --yes'), {
      code: 2,
      err: /^kituo: --at: 2020-02-03 06:00 UTC is past\.\n$/,
    })
    t.match(await run('module on theatre --at soon --yes'), { code: 2 })
  })

  await t.test('the hour comes: it is moved, or what stands in the way is told', async (t) => {
    const at = new Date(clock.ms() + hours(1)).toISOString()
    await ask(`module off theatre --at ${at} --reason "building works" --yes`)
    await ask(`module off mortuary --at ${at} --reason "cold room broken" --yes`)
    const open = await openDeployment(configurationAt(dir), {
      purpose: 'write',
      command: 'a test',
      env: {},
    })
    bringAreas()
    const caller = system(hospital_id)
    t.same(await switchDue(), { switched: 0, refused: 0 }, 'not before')
    bring([
      ...brings,
      {
        area: 'test',
        openWork: async (_, module) =>
          module === 'mortuary' ? [{ label: 'bodies in store', count: 4 }] : [],
      },
    ])
    clock.freeze(new Date(Date.parse(at) + 1000).toISOString())
    t.teardown(() => clock.release())
    t.same(await switchDue(), { switched: 1, refused: 1 })
    t.same(await switchDue(), { switched: 0, refused: 0 }, 'once')
    t.same(await plansOf(caller), [])
    t.same(
      (await facility_modules.all({ hospital_id }))
        .filter(({ module }) => module === 'theatre' || module === 'mortuary')
        .map(({ module, enabled, reason }) => ({ module, enabled, reason }))
        .sort((a, b) => (a.module < b.module ? -1 : 1)),
      [
        { module: 'mortuary', enabled: true, reason: null },
        { module: 'theatre', enabled: false, reason: 'building works' },
      ],
    )
    t.match(await within(() => rows(sql`select title, body from notifications`)), [
      { title: 'mortuary was not switched off', body: /still has open work at Main/ },
    ])
    await open.close()
  })

  await t.test('6.1: with open work it is refused, in a plan as in the deed', async (t) => {
    const all = brings as Brings[]
    all.push({
      area: 'test',
      openWork: async (_, module) => (module === 'maternity' ? [{ label: 'cases', count: 3 }] : []),
    })
    t.teardown(() => void all.pop())
    const line = 'module off maternity --facility MAIN --reason "building works"'
    for (const more of ['--yes', '--dry-run']) {
      t.match(await ask(`${line} ${more}`), {
        meta: { exit: 3 },
        error: { code: 'module.open_records', command: /^kituo module impact maternity/ },
        message:
          'The maternity module still has open work at Main: cases (3). See: kituo module impact maternity --facility MAIN',
      })
    }
    t.match(await ask('module impact maternity'), {
      data: { open_work: [{ label: 'cases', count: 3 }] },
    })
    t.match(await ask(`${line} --force --yes`), { error: { code: 'confirm.needed' } })
    t.match(await ask(`${line} --force --yes --confirm maternity`), {
      data: { switched: ['maternity'] },
    })
  })
})
