// A move to PostgreSQL whose process is killed at any moment: the house starts on the old or on the new,
// whole, and the same command goes on where it stopped. KITUO_KILLS sets how often.

import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { type Asked, readConfiguration } from '../../db/appliance/configuration/read.ts'
import { row } from '../../db/store/connection.ts'
import { finishCutOver } from '../../db/appliance/deployment/cut-over.ts'
import { openDeployment } from '../../db/appliance/deployment/deployment.ts'
import { openJournals } from '../../db/appliance/deployment/journal.ts'
import { sql } from '../../db/store/sql.ts'
import { houseAt } from '../support/programs/backed-house.ts'
import { folder } from '../support/folder.ts'
import { serverDatabase, without_server } from '../support/programs/server.ts'
import { typedJson } from '../support/programs/typed.ts'
import { chanceOf } from '../support/seeded.ts'

const chance = chanceOf(t)

const kills = Number(process.env['KITUO_KILLS'] ?? 4)
// What the machine needs when it is busy; the file's own limit would cut the test short.
t.setTimeout(180_000 + kills * 20_000)
const program = join(import.meta.dirname, '../../bin/kituo.ts')

t.test(
  'killed at any moment of a move',
  { skip: without_server, timeout: 600_000 + kills * 20_000 },
  async (t) => {
    const url = await serverDatabase(t)
    const dir = folder(t)
    const file = join(dir, 'kituo.toml')
    writeFileSync(file, '')
    const asking: Asked = { place: 'clone', env: {}, file, flags: { 'data.dir': dir } }
    const house = await houseAt(readConfiguration(asking))
    for (let n = 0; n < 300; n++) await house.department(`D${n}`)
    const count = async (): Promise<number> =>
      Number(
        (await row<{ n: number }>(sql`select count(*) as n from departments where code like 'D%'`))
          ?.n,
      )
    await house.deployment.close()

    const line = (target: 'postgres' | 'sqlite'): string[] => [
      'database',
      'move',
      '--data',
      dir,
      '--quiet',
      '--reason',
      'rehearsal',
      '--yes',
      ...(target === 'postgres' ? ['--to', url] : ['--back']),
      '--confirm',
      `move to ${target}`,
    ]
    const start = (target: 'postgres' | 'sqlite') => {
      const child = spawn(process.execPath, ['--no-warnings', program, ...line(target)], {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, KITUO_CONFIG: file },
      })
      let said = ''
      child.stderr.on('data', (piece: Buffer) => void (said += piece.toString()))
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
      return { ended, kill: () => child.kill('SIGKILL'), said: () => said }
    }
    /** What a start of the house does first, and which engine it then stands on. */
    const stands = async (): Promise<'sqlite' | 'postgres'> => {
      const configuration = finishCutOver(asking, readConfiguration(asking))
      const deployment = await openDeployment(configuration, {
        purpose: 'write',
        command: 'a test',
        env: {},
      })
      try {
        t.equal(await count(), 300, 'every row')
        for (const { phase } of openJournals(deployment.root)) {
          t.not(phase, 'DONE', 'a journal is open only while its move is')
        }
        return deployment.engine.dialect
      } finally {
        await deployment.close()
      }
    }

    const began = performance.now()
    const first = start('postgres')
    t.equal(await first.ended, 0, first.said())
    const takes_ms = performance.now() - began
    t.equal(await stands(), 'postgres')
    let on: 'sqlite' | 'postgres' = 'postgres'
    const seen: string[] = []
    for (let n = 0; n < kills; n++) {
      const target: 'sqlite' | 'postgres' = on === 'postgres' ? 'sqlite' : 'postgres'
      const run = start(target)
      await wait((0.2 + 0.8 * chance()) * takes_ms)
      run.kill()
      await run.ended
      const is = await stands()
      seen.push(`${target}: ${is}`)
      if (is !== target) {
        const again = start(target)
        t.equal(await again.ended, 0, `kill ${n + 1}: it goes on: ${again.said()}`)
        t.equal(await stands(), target)
      }
      on = target
    }
    t.comment(seen.join(', '))
    const world = { env: { KITUO_CONFIG: file } }
    t.match(await typedJson(['audit', 'verify', '--data', dir], world), { success: true })
    t.match(
      await typedJson(
        ['audit', 'search', '--action', 'command.database.move', '--data', dir],
        world,
      ),
      {
        success: true,
      },
    )
  },
)
