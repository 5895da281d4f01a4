// `serve` with what it leaves out, and what a daemon goes by beside its file (operations 5.1).

import { hostname } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { folder } from '../../support/folder.ts'
import { served } from '../../support/programs/house.ts'
import { typedJson } from '../../support/programs/typed.ts'
import { words } from '../../support/words.ts'

const own = { env: { KITUO_CONFIG: undefined } }

t.test('serve --maintenance --no-timetable --no-outbound', async (t) => {
  const dir = join(folder(t), 'data')
  const flags = ['--first-run', '--maintenance', '--no-timetable', '--no-outbound']
  const house = await served(t, dir, ...flags)
  const ask = (line: string) => typedJson([...words(line), '--data', dir], own)
  t.match(await ask('maintenance show'), { data: { hold: { reason: 'it was started for works' } } })
  t.match(await ask('daemon list'), { data: [{ leads: false, term: null }] })
  t.match(await ask('status'), {
    data: {
      daemon: { state: 'MAINTENANCE' },
      queue: { waiting: 0, oldest: null },
      links: { up: Number, of: Number },
      schedules: { late: 0, left_to_catch_up: 0 },
      leases: { active: 0, ending_in_7d: 0, lapsed: 0 },
      certificates: [{ kind: 'SERVER' }],
      holds: [{ kind: 'MAINTENANCE', reason: 'it was started for works' }],
      journals: [],
    },
  })
  const { data } = await ask('outbound show')
  for (const { held } of data as { held: boolean }[]) t.equal(held, true)
  t.match(await ask('maintenance off'), { meta: { changed: true } })

  await t.test('a daemon: where it does not go by its file', async (t) => {
    const show = `daemon show ${hostname()}`
    t.match(await ask(show), { data: { host: hostname(), differs: [] } })
    const set = await ask('config set backup.hourly false')
    t.equal(set.meta.exit, 0, set.message)
    t.match(await ask(show), {
      data: { differs: [{ key: 'backup.hourly', was: true, is: false }] },
    })
    t.match(await ask('daemon show nowhere'), { meta: { exit: 2 } })
  })

  t.match(await ask('stop --deadline 5s --yes'), {
    message: 'Kituo stops.',
    data: { state: /READY|DEGRADED/, in_flight: 0 },
  })
  t.equal(await house.ended, 0, house.said())
  t.match(await ask('stop --yes'), { meta: { changed: false, exit: 0 }, data: { state: null } })
})
