// What the suite itself stands on: whose error it was that nobody caught, and files that share a process.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Test, test } from 'tap'
// @ts-expect-error plain JavaScript, which runs before there is a compiler
import { dealt } from '../../scripts/batches.mjs'
import { folder } from '../support/folder.ts'

const root = join(import.meta.dirname, '../..')

/** The lines of a run of this, that say how a test went; and how it ended. */
function run(text: string): { outcomes: string[]; exit: number | null } {
  const hook = `--import=${join(root, 'scripts/test-hook.mjs')}`
  const line = ['--no-warnings', hook, '--input-type=module', '-e', text]
  // Nobody counts what these cover: a report of it would judge the whole run.
  const env = { PATH: process.env['PATH'], _TAPJS_PROCESSINFO_COVERAGE_: '0' }
  const { stdout, status } = spawnSync(process.execPath, line, { cwd: root, encoding: 'utf8', env })
  const outcomes = [...stdout.matchAll(/^ *(?:not )?ok \d+ - .*/gm)].map(([said]) =>
    said.trim().replace(/ # time=.*/, ''),
  )
  return { outcomes, exit: status }
}

const three = (work: string): string => `
  import t from 'tap'
  t.test('first', async (t) => t.pass('is well'))
  t.test('second', async (t) => {
    await t.test('inner', async () => { ${work}; await new Promise((done) => setTimeout(done, 50)) })
  })
  t.test('third', async (t) => t.pass('goes on'))`

for (const [how, work] of [
  ['thrown later', `setImmediate(() => { throw new Error('nobody caught it') })`],
  ['rejected and left', `void Promise.reject(new Error('nobody caught it'))`],
] as const) {
  test(`an error ${how} fails the innermost test that runs, and the next go on`, async (t) => {
    const { outcomes, exit } = run(three(work))
    t.equal(exit, 1)
    t.match(outcomes.join('\n'), /not ok \d+ - nobody caught it\nnot ok 1 - inner/)
    t.match(outcomes.join('\n'), /ok 1 - first\n[^]*not ok 2 - second\n[^]*\nok 3 - third$/)
  })
}

const written = (t: Test, texts: Record<string, string>): string[] => {
  const place = folder(t)
  return Object.entries(texts).map(([name, text]) => {
    const file = join(place, name)
    writeFileSync(file, text)
    return file
  })
}

test('files of a batch are blocks of their own, one after the other', async (t) => {
  const files = written(t, {
    'one.mjs': `import t from 'tap'
      globalThis.order = ['one begins']
      t.teardown(() => void globalThis.order.push('one is over'))
      t.test('a', async (t) => { t.pass('here'); globalThis.order.push('a') })
      t.test('b', async (t) => t.fail('b is not well'))`,
    'two.mjs': `import t from 'tap'
      const { order } = globalThis
      t.same(order, ['one begins', 'a', 'one is over'], 'the first is over')`,
  })
  const { outcomes, exit } = run(
    `import { batch } from './scripts/batch.mjs'; await batch(${JSON.stringify(files)})`,
  )
  t.equal(exit, 1)
  t.same(outcomes, [
    'ok 1 - here',
    'ok 1 - a',
    'not ok 1 - b is not well',
    'not ok 2 - b',
    `not ok 1 - ${files[0]}`,
    'ok 1 - the first is over',
    `ok 2 - ${files[1]}`,
  ])
})

test('files of the lane run in processes of their own, one after the other', async (t) => {
  const mark = join(folder(t), 'here')
  const text = `import { existsSync, rmSync, writeFileSync } from 'node:fs'
    import t from ${JSON.stringify(import.meta.resolve('tap'))}
    const here = ${JSON.stringify(mark)}
    t.notOk(existsSync(here), 'nobody else is at work')
    writeFileSync(here, String(process.pid))
    await new Promise((done) => setImmediate(done))
    rmSync(here)
    t.type(globalThis.other, 'undefined', 'nothing of another file')
    globalThis.other = true`
  const files = written(t, { 'one.mjs': text, 'two.mjs': text })
  const { outcomes, exit } = run(
    `import { lane } from './scripts/lane.mjs'; await lane(${JSON.stringify(files)})`,
  )
  t.equal(exit, 0)
  t.same(
    outcomes.filter((line) => line.endsWith('.mjs')),
    [`ok 1 - ${files[0]}`, `ok 2 - ${files[1]}`],
  )
})

test('several at once are told in the order in which they are given', async (t) => {
  const text = `import t from ${JSON.stringify(import.meta.resolve('tap'))}
    t.pass()`
  const names = ['one', 'two', 'three', 'four', 'five', 'six']
  const files = written(t, Object.fromEntries(names.map((name) => [`${name}.mjs`, text])))
  const { outcomes, exit } = run(
    `import { lane } from './scripts/lane.mjs'; await lane(${JSON.stringify(files)}, 2)`,
  )
  t.equal(exit, 0)
  t.same(
    outcomes.filter((line) => line.endsWith('.mjs')),
    files.map((file: string, n: number) => `ok ${n + 1} - ${file}`),
  )
})

test('a file that complains at length ends, though nobody reads it yet', async (t) => {
  const text = `for (let i = 0; i < 5000; i++) console.error('Illegal character'.repeat(20))`
  const hook = `--import=${join(root, 'scripts/test-hook.mjs')}`
  const line = ['--no-warnings', hook, '--input-type=module', '-e', text]
  const env = { PATH: process.env['PATH'], TAP: '1' }
  const child = spawn(process.execPath, line, { stdio: ['ignore', 'ignore', 'pipe'], env })
  t.teardown(() => child.kill('SIGKILL'))
  const [code] = await once(child, 'exit')
  t.equal(code, 0)
})

test('every test file runs once: in the lane, alone or in a batch', async (t) => {
  const files = globSync('test/**/*.test.ts', { cwd: root })
  const { lane, alone, batches } = dealt(files)
  const run: string[] = [...lane, ...alone, ...batches.flat()]
  t.same(new Set(run), new Set(files))
  t.equal(run.length, files.length)
  t.ok(lane.includes('test/messaging/drain/joint-paces.test.ts'), 'what drains queues')
  t.ok(lane.includes('test/hospital/money/counter/killed.test.ts'), 'what kills programs')
  t.ok(alone.includes('test/stories/money.test.ts'), 'what tells a whole story')
  t.ok(batches.length > 20 && batches.every(({ length }: string[]) => length <= 24))
  const sweeping = batches.filter((one: string[]) => one.includes('test/faults/bad-fields.test.ts'))
  t.match(sweeping, [{ length: 8 }], 'what takes long, with few others')
})
