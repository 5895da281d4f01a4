// A backup and a restore whose process is killed at any moment: what was there is there, whole, and the
// product starts on either the old or the new. KITUO_KILLS sets how often; a few in the suite.

import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { checkBackup } from '../../db/appliance/backups/check.ts'
import { createBackup, repositoryOf } from '../../db/appliance/backups/create.ts'
import { unlockOrMake } from '../../db/appliance/backups/keys.ts'
import { listBackups } from '../../db/appliance/backups/list.ts'
import { rows } from '../../db/store/connection.ts'
import { type Deployment, openDeployment } from '../../db/appliance/deployment/deployment.ts'
import { sql } from '../../db/store/sql.ts'
import { configurationAt, houseAt } from '../support/programs/backed-house.ts'
import { folder } from '../support/folder.ts'
import { chanceOf } from '../support/seeded.ts'

const chance = chanceOf(t)

const kills = Number(process.env['KITUO_KILLS'] ?? 5)
const program = join(import.meta.dirname, '../../bin/kituo.ts')

t.setTimeout(300_000 + kills * 20_000)
t.test('killed at any moment', { timeout: 600_000 + kills * 20_000 }, async (t) => {
  const dir = folder(t)
  const configuration = configurationAt(dir)
  const house = await houseAt(configuration)
  await house.department('A')
  for (let n = 0; n < 20; n++) await house.file(`file ${n} `.repeat(5000))
  const first = await createBackup(house.deployment, { tag: 'first', by: 'a test' })
  await house.department('B')
  await house.deployment.close()

  const began = performance.now()
  const kituo = (...words: string[]) => {
    const child = spawn(
      process.execPath,
      ['--no-warnings', program, ...words, '--data', dir, '--quiet'],
      { stdio: 'ignore', env: { ...process.env, KITUO_CONFIG: '/dev/null' } },
    )
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    return { ended, kill: () => child.kill('SIGKILL') }
  }
  const whole = kituo('backup', 'create', '--tag', 'whole')
  t.equal(await whole.ended, 0)
  const takes_ms = performance.now() - began

  const opened = async (look: (deployment: Deployment) => Promise<void>): Promise<void> => {
    const deployment = await openDeployment(configuration, {
      purpose: 'write',
      command: 'a test',
      env: {},
    })
    try {
      await look(deployment)
    } finally {
      await deployment.close()
    }
  }

  const everyBackupHolds = async (deployment: Deployment): Promise<void> => {
    const repository = await repositoryOf(deployment, undefined, true)
    const masters = await unlockOrMake(repository, deployment.secrets, 'a test')
    for (const { name } of await listBackups(repository)) {
      await checkBackup(repository, name, masters)
    }
  }
  const codes = async (): Promise<string> =>
    (await rows<{ code: string }>(sql`select code from departments where code in ('A', 'B')`))
      .map(({ code }) => code)
      .join('')

  t.test('while a backup is made', async (t) => {
    for (let n = 0; n < kills; n++) {
      const run = kituo('backup', 'create', '--tag', 'killed')
      await wait(chance() * takes_ms)
      run.kill()
      await run.ended
      await opened(async (deployment) => {
        await everyBackupHolds(deployment)
        const made = await createBackup(deployment, { tag: 'after', by: 'a test' })
        t.equal(
          made.state,
          'MADE',
          `kill ${n + 1}: the next is made, the dead one's lock is no bar`,
        )
      })
    }
  })

  t.test('while one is put back', async (t) => {
    const confirm = ['--yes', '--confirm', `restore ${first.name}`, '--reason', 'rehearsal']
    const seen = new Set<string>()
    for (let n = 0; n < kills; n++) {
      const run = kituo('backup', 'restore', first.name, ...confirm)
      await wait((0.5 + 2 * chance()) * takes_ms)
      run.kill()
      await run.ended
      await opened(async (deployment) => {
        const is = await codes()
        seen.add(is)
        t.ok(is === 'AB' || is === 'A', `kill ${n + 1}: the old or the new, ${is}`)
        t.same(readdirSync(join(dir, 'journal')), [], 'nothing unfinished is left')
        if (is === 'A') await house.department('B')
        const numbers = readdirSync(join(dir, 'gen')).map(Number)
        t.equal(Math.max(...numbers), deployment.generation, 'and no half generation')
      })
    }
    t.comment(`seen: ${[...seen].join(', ')}`)
  })
})
