import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Test, test } from 'tap'

const runtime = join(process.cwd(), 'scripts/runtime.mjs')

// A launcher around a small program, as npm and npx start it.
function launch(t: Test, program: string) {
  const folder = t.testdir({
    'program.mjs': program,
    'launcher.mjs': `import { run } from ${JSON.stringify(runtime)}
      process.exit(await run(process.execPath, ['--disable-sigusr1', ${JSON.stringify(t.testdirName)} + '/program.mjs']))`,
  })
  const child = spawn(process.execPath, [join(folder, 'launcher.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  return {
    child,
    said: () => said,
    ready: () => once(child.stdout, 'data'),
    end: () => once(child, 'close'),
  }
}

test('launcher: the exit code of the program is its own (OPS-185)', async (t) => {
  const [code] = await launch(t, 'process.exit(20)').end()
  t.equal(code, 20)
})

test('launcher: a program that a signal ended is told as shells tell it', async (t) => {
  const [code] = await launch(t, "process.kill(process.pid, 'SIGKILL')").end()
  t.equal(code, 137)
})

test('launcher: the thread pool has 16 places before the program begins (OPS-2)', async (t) => {
  const { said, end } = launch(t, 'console.log(process.env.UV_THREADPOOL_SIZE)')
  await end()
  t.equal(said().trim(), '16')
})

test('launcher: the threads share two heaps before the program begins', async (t) => {
  const { said, end } = launch(t, 'console.log(process.env.MALLOC_ARENA_MAX)')
  await end()
  t.equal(said().trim(), '2')
})

test('launcher: a signal that arrives twice at once reaches the program once', async (t) => {
  const { child, said, ready, end } = launch(
    t,
    `let times = 0
     process.on('SIGTERM', () => { times += 1; setTimeout(() => { console.log(times); process.exit(0) }, 200) })
     console.log('ready')
     setInterval(() => {}, 1000)`,
  )
  await ready()
  child.kill('SIGTERM')
  child.kill('SIGTERM')
  const [code] = await end()
  t.equal(code, 0)
  t.equal(said(), 'ready\n1\n')
})

test('screens: .tsx is served to Node, with its types and its JSX', async (t) => {
  const folder = t.testdir({
    'screen.tsx': `/** @jsxRuntime classic @jsx h */
      const h = (kind: string, props: { width: number }) => kind + props.width
      export const screen: string = <box width={80} />`,
    'show.mjs': "console.log((await import('./screen.tsx')).screen)",
  })
  const hook = `--import=${join(process.cwd(), 'scripts/tsx-hook.mjs')}`
  const { stdout } = spawnSync(process.execPath, [hook, join(folder, 'show.mjs')])
  t.equal(stdout.toString(), 'box80\n')
})
