// kill -9 in the middle of an update (operations 6.2): whoever starts the house next finds the old or
// the new one whole.

import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { version } from '../../db/core/version.ts'
import { installedHouse as house } from '../support/programs/installation.ts'

t.setTimeout(600_000)

t.test('killed in the middle: the house starts as the old or the new', async (t) => {
  const { release, kituo, killed, current, ready, start } = await house(t)
  const ends = new Set<string>()
  let from = version
  const moments = [
    ['rehearsal', 300],
    ['copy', 20],
    ['switch', 0],
    ['start', 400],
    ['health', 1500],
  ] as const
  for (const [round, [phase, after_ms]] of moments.entries()) {
    const to = `9.${round}.0`
    const file = release({ version: to, migrates: true })
    await killed(['update', 'apply', file, '--yes', '--confirm', to], phase, after_ms)
    await wait(500)
    // Whoever starts services does so after a power cut as well.
    const status = await kituo(['status'])
    if (status.meta.exit === 6) start()
    const runs = await ready()
    t.ok(runs === from || runs === to, `${phase}: ${runs} is ${from} or ${to}`)
    t.equal(current(), runs)
    t.match(await kituo(['database', 'check']), { success: true }, `${phase}: whole`)
    t.same((await kituo(['journal', 'list'])).data, [], 'nothing is left unfinished')
    t.match(await kituo(['settings', 'get', 'name']), { success: true })
    ends.add(runs === to ? 'new' : 'old')
    from = runs ?? from
  }
  t.same([...ends].sort(), ['new', 'old'], 'the moments lie on both sides of the turn')
})
