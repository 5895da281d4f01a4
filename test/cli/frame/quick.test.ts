// What needs neither data nor web framework loads neither (OPS-80).

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'

const cli = join(import.meta.dirname, '../../../cli')

/** The packages of the older module form that a command line loads. */
function loaded(...argv: string[]): string[] {
  const script = `
    import Module from 'node:module'
    import { main } from ${JSON.stringify(join(cli, 'main.ts'))}
    const none = () => undefined
    await main(${JSON.stringify(argv)}, {
      env: { KITUO_CONFIG: '/dev/null' }, columns: null, out: none, err: none, exit: none,
      in_is_terminal: false, out_is_terminal: false, err_is_terminal: false,
      ask: async () => null, onInterrupt: () => none,
    })
    const names = Object.keys(Module._cache).map((file) => /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(file)?.[1])
    console.log(JSON.stringify([...new Set(names)]))`
  const out = execFileSync(
    process.execPath,
    ['--no-warnings', '--input-type=module', '--eval', script],
    { env: { PATH: process.env['PATH'] } },
  )
  return JSON.parse(out.toString()) as string[]
}

const heavy = ['sqlite3', 'pg', 'fastify', 'umzug', 'sequelize', 'ajv', 'ink', 'react']

t.test(
  'quick: version, help, completion and faults of typing load nothing heavy (OPS-76)',
  async (t) => {
    for (const line of [
      ['--version'],
      ['--help'],
      ['help', 'exit-codes'],
      ['module', 'off', '--help'],
      ['database', 'migrate', '--help'],
      ['serve', '--help'],
      ['init', '--explain'],
      ['completion', 'bash'],
      ['module', 'off', '--forse'],
      ['no-such-noun'],
      ['config', 'get', 'listen'],
      ['config', 'check'],
    ]) {
      const found = loaded(...line).filter((name) => heavy.includes(name))
      t.same(found, [], line.join(' '))
    }
  },
)

t.test('quick: the look itself sees what is loaded', async (t) => {
  t.ok(loaded('doctor').includes('ajv'))
})
