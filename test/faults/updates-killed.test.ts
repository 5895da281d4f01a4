// kill -9 in the middle of an update (operations 6.2): whoever starts the house next finds the old or
// the new one whole.

import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { version } from '../../db/version.ts'
import { installedHouse as house } from '../support/installation.ts'

t.setTimeout(600_000)

t.test('killed in the middle: the house starts as the old or the new', async (t) => {
  const { at, release, kituo, current, ready, start } = await house(t)
  const ends = new Set<string>()
  let from = version
  for (const [round, kill_ms] of [2500, 5000, 7500, 10_000, 12_500].entries()) {
    const to = `9.${round}.0`
    const file = release({ version: to, migrates: true })
    await kituo(['update', 'apply', file, '--yes', '--confirm', to], kill_ms)
    await wait(500)
    // Whoever starts services does so after a power cut as well.
    const status = await kituo(['status'])
    if (status.meta.exit === 6) start()
    const runs = await ready()
    t.ok(runs === from || runs === to, `${kill_ms} ms: ${runs} is ${from} or ${to}`)
    t.equal(current(), runs)
    t.match(await kituo(['database', 'check']), { success: true }, `${kill_ms} ms: whole`)
    t.same((await kituo(['journal', 'list'])).data, [], 'nothing is left unfinished')
    t.match(await kituo(['settings', 'get', 'name']), { success: true })
    ends.add(runs === to ? 'new' : 'old')
    from = runs ?? from
    rmSync(at(`opt/versions/${to}.new`), { recursive: true, force: true })
  }
  t.comment(`ended as ${[...ends].join(' and ')}`)
})
