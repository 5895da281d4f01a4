// The screens in a real terminal: typed keys, a storm of sizes, signals (OPS-201, OPS-204).

import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import { served } from '../support/house.ts'
import { until } from '../support/daemons.ts'

// What the machine needs when it is busy; the file's own limit would cut the test short.
t.setTimeout(120_000)

const has_tmux = spawnSync('tmux', ['-V']).status === 0
const program = join(import.meta.dirname, '../../bin/kituo.mjs')
const skip = has_tmux ? false : 'tmux is not installed'

t.test('screens in a terminal', { skip, timeout: 120_000 }, async (t) => {
  const dir = t.testdir({})
  const data = join(dir, 'k')
  const house = await served(t, data, '--first-run', '--allow-root')
  const { groups } = await house.hear(/Password +(?<word>\S+)/)
  const server = `kituo-${process.pid}`
  const tmux = (...args: string[]): string =>
    execFileSync('tmux', ['-L', server, ...args], { encoding: 'utf8' })
  t.teardown(() => spawnSync('tmux', ['-L', server, 'kill-server']))
  // A runner's variable CI is no reason to keep the frames from a person who looks.
  const told = ['-e', 'LANG=C.UTF-8', '-e', 'CI=true']
  tmux('new-session', '-d', '-s', 's', '-x', '80', '-y', '24', ...told, 'sh')
  const screen = (): string => tmux('capture-pane', '-t', 's', '-p')
  const keys = (...typed: string[]): string => tmux('send-keys', '-t', 's', ...typed)
  const shows = (what: RegExp): Promise<void> =>
    until(`${String(what)} on the screen`, async () => what.test(screen()))
  const start = async (): Promise<void> => {
    keys(`clear; node ${program} tui --data ${data}; echo "ended $?"`, 'Enter')
    await shows(/Sign in to the house/)
  }
  const signIn = async (): Promise<void> => {
    keys('admin', 'Enter')
    await shows(/Username +admin/)
    keys(groups?.['word'] ?? '', 'Enter')
    await shows(/Service/)
  }

  await t.test(
    'a person signs in, looks round and leaves; the terminal is as it was',
    async (t) => {
      await start()
      await signIn()
      keys('9')
      await shows(/Administrator/)
      keys('q')
      await shows(/ended 0/)
      t.notMatch(screen(), /Administrator/)
      t.equal(
        tmux('display-message', '-p', '-t', 's', '#{alternate_on} #{cursor_flag}').trim(),
        '0 1',
      )
    },
  )

  await t.test('a storm of sizes leaves a whole frame', async (t) => {
    await start()
    await signIn()
    for (const [x, y] of [
      [40, 10],
      [200, 50],
      [61, 17],
      [120, 36],
      [30, 5],
      [80, 24],
    ] as const)
      tmux('resize-window', '-t', 's', '-x', String(x), '-y', String(y))
    // Between two sizes a frame may be drawn that is as high as the last and as narrow as the one
    // before; it stands for a moment.
    await until('a whole frame', async () => {
      const lines = screen().trimEnd().split('\n')
      return (
        lines.length === 24 &&
        lines.at(-2)?.startsWith(' 1 Now') === true &&
        lines[0]?.startsWith(' Kituo') === true &&
        lines.at(-1)?.includes('q leave') === true
      )
    })
    t.match(screen(), /q leave/)
  })

  await t.test('told to end, it puts the terminal back and says so in its exit code', async (t) => {
    const shell = tmux('display-message', '-p', '-t', 's', '#{pane_pid}').trim()
    const [node = ''] = execFileSync('pgrep', ['-P', shell], { encoding: 'utf8' }).split('\n')
    const [own = ''] = execFileSync('pgrep', ['-P', node], { encoding: 'utf8' }).split('\n')
    process.kill(Number(own), 'SIGTERM')
    await shows(/ended 143/)
    t.equal(tmux('display-message', '-p', '-t', 's', '#{alternate_on}').trim(), '0')
  })

  await t.test('without a terminal it says what to do instead', async (t) => {
    const { status, stderr } = spawnSync('node', [program, 'tui', '--data', data], {
      encoding: 'utf8',
    })
    t.equal(status, 2)
    t.match(stderr, /This needs a terminal\. For one look: kituo status/)
  })

  house.child.kill('SIGTERM')
  await house.ended
})
