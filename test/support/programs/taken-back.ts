// An update that brings the data forward, work under the newer version, and the way back (OPS-169, OPS-170): afterwards
// people are at work as before.

import { readFileSync } from 'node:fs'
import type { Test } from 'tap'
import { beginWork, sells, stillAtWork, type Working } from './at-work.ts'
import { installedHouse } from './installation.ts'

export async function takenBack(t: Test, postgres?: string): Promise<void> {
  const password = 'long enough for Asha'
  const { release, kituo, ready, at } = await installedHouse(t, {
    password,
    ...(postgres === undefined ? {} : { postgres }),
  })
  /** Why a house that was begun is not ready. */
  const log = (): string => readFileSync(at('house.log'), 'utf8').slice(-3000)
  let urls: string[] = []
  const look = async (): Promise<void> => {
    const { data } = await kituo(['status'])
    urls = (data as { daemon: { listen: string[] } }).daemon.listen
  }
  await look()
  const ask = (...line: string[]) => kituo(line)
  const working: Working = {
    url: () => urls[0] ?? '',
    ask,
    sure: (...line) => ask(...line, '--reason', 'a rehearsal', '--yes'),
  }
  const work = await beginWork(working, password)
  await sells(working, work)
  const file = release({ version: '9.5.0', migrates: true })
  const made = await kituo(['update', 'apply', file, '--yes', '--confirm', '9.5.0'])
  t.match(made, { success: true }, `${made.message}\n${log()}`)
  await ready()
  await look()
  await stillAtWork(t, 'update apply', working, work)
  // What the newer version did is known to the one that comes back (OPS-132, OPS-170).
  const given = await sells(working, work)
  const anchored = await kituo(['audit', 'anchor', '--yes'])
  t.equal(anchored.success, true, anchored.message)
  const asked = ['update', 'rollback', '--yes', '--reason', 'a rehearsal']
  // On a server nothing was copied: going back over a schema is the restore of what was kept before (OPS-169).
  if (postgres !== undefined) {
    const { migrations, backup } = made.data as { migrations: string[]; backup: string }
    t.equal(migrations.length, 1, 'what was rehearsed on the backup')
    t.match(await kituo([...asked, '--confirm', 'x']), {
      error: { code: 'version.schema' },
      message: `in the backup alone. With that version: kituo backup restore ${backup}`,
    })
    t.ok((await sells(working, work)) > given)
    return stillAtWork(t, 'an update that stays', working, work)
  }
  const since = `lose since ${new Date().toISOString().slice(0, 10)}`
  const back = await kituo([...asked, '--confirm', since])
  t.match(back, { success: true }, back.message)
  await ready()
  await look()
  t.same(back.warnings, [])
  const hold = await kituo(['outbound', 'show'])
  t.match(JSON.stringify(hold.data), 'restored', 'nothing leaves until somebody has looked')
  const proved = await kituo(['audit', 'verify'])
  t.equal(proved.success, true, proved.message)
  const next = await sells(working, work)
  t.ok(next > given, `${next} comes after ${given}, which was handed out`)
  await stillAtWork(t, 'update rollback', working, work)
}
