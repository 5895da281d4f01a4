// The second walk of docs/operating.md: a machine that is installed, brought forward, taken back.

import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { folder } from '../support/folder.ts'
import { releaseIn } from '../support/programs/installation.ts'
import { linesOf, quietPort, walk } from '../support/programs/walk.ts'

t.setTimeout(600_000)

t.test('a machine is installed, brought forward and taken back', async (t) => {
  const dir = folder(t)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const at = (name: string): string => {
    mkdirSync(join(dir, name), { recursive: true })
    return join(dir, name)
  }
  writeFileSync(join(dir, 'key.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
  const [previous, next] = [{ version: '8.0.0' }, { version: '8.1.0', migrates: true }]
  const machine = at('machine')
  // A walk that was broken off leaves its house running, as a machine would.
  t.teardown(() =>
    spawnSync(join(machine, 'opt/kituo/current/kituo'), ['stop', '--yes'], {
      env: { ...process.env, KITUO_CONFIG: join(machine, 'etc/kituo/kituo.toml') },
    }),
  )
  const said = await walk(t, linesOf('machine'), {
    MACHINE: machine,
    PREVIOUS: releaseIn(at('previous'), at('builds'), previous, privateKey),
    NEXT: releaseIn(at('next'), at('builds'), next, privateKey),
    KEY: join(dir, 'key.pem'),
    PORT: await quietPort(),
    KITUO_INSTALL_FREE_KB: '1',
  })
  t.match(said, /Kituo 8\.0\.0 runs\./)
  t.match(said, /Kituo 8\.1\.0 runs\./)
  t.match(said, /Kituo 8\.0\.0 is in use again\./)
})
