// The same random days on SQLite and on PostgreSQL, seed by seed another history: the two trial balances
// are equal to the cent (ACC-131). It needs a PostgreSQL that KITUO_TEST_DATABASE_URL names.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'

// What the machine needs when it is busy; the file's own limit would cut the test short.
t.setTimeout(600_000)

const url = process.env['KITUO_TEST_DATABASE_URL']
const seed = String(process.env['SEED'] ?? (Math.trunc(performance.timeOrigin) % 100_000) + 1)
const file = join(import.meta.dirname, 'property.test.ts')

const skip = url === undefined ? 'needs KITUO_TEST_DATABASE_URL' : false

t.test(`money of seed ${seed} on both databases`, { skip, timeout: 600_000 }, async (t) => {
  const [lite, large] = await Promise.all([played('sqlite'), played('postgres')])
  t.equal(lite.code, 0, `SQLite: ${lite.wrong}`)
  t.equal(large.code, 0, `PostgreSQL: ${large.wrong}`)
  t.ok(lite.balance.length > 20, `${lite.balance.length} accounts`)
  t.same(large.balance, lite.balance, `seed ${seed}`)
})

function played(database: 'sqlite' | 'postgres'): Promise<{
  code: number | null
  wrong: string
  balance: string[]
}> {
  const child = spawn(process.execPath, ['--no-warnings', file], {
    env: {
      ...process.env,
      DB: database,
      SEED: seed,
      DAYS: '6',
      EVENTS: '30',
      SAY_BALANCE: '1',
      TAP_TIMEOUT: '280',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  return new Promise((resolve) => {
    child.stdout.on('data', (bytes: Buffer) => void (said += bytes.toString()))
    child.on('close', (code) => {
      const balance = [...said.matchAll(/# (balance .*)/g)].map(([, line]) => line as string)
      const wrong = said.split('\n').filter((line) => line.includes('not ok'))
      resolve({ code, wrong: wrong.join(' | ').slice(0, 600) || 'nothing failed', balance })
    })
  })
}
