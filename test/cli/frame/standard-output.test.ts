// What a command says goes somewhere: a reader that leaves, and a disk without room.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, closeSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

const program = join(import.meta.dirname, '../../../bin/kituo.ts')
const env = { PATH: process.env['PATH'], KITUO_CONFIG: '/dev/null' }

t.test(
  'a disk without room: what was asked for is not there, and the exit code says so',
  async (t) => {
    for (const line of [['version'], ['version', '--json'], ['help']]) {
      const full = openSync('/dev/full', 'w')
      const child = spawn(process.execPath, ['--no-warnings', program, ...line], {
        stdio: ['ignore', full, 'pipe'],
        env,
      })
      closeSync(full)
      let said = ''
      child.stderr?.setEncoding('utf8').on('data', (piece: string) => (said += piece))
      const [code] = (await once(child, 'close')) as [number]
      t.equal(code, 12, line.join(' '))
      t.equal(said, 'kituo: standard output cannot be written: there is no room.\n')
    }
  },
)

t.test('a reader that has seen enough is no fault (OPS-64)', async (t) => {
  const child = spawn(process.execPath, ['--no-warnings', program, 'api', 'openapi'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (said += piece))
  child.stdout.once('data', () => child.stdout.destroy())
  const [code] = (await once(child, 'close')) as [number]
  t.equal(code, 0)
  t.equal(said, '')
})
