// The screens in a real terminal: typed keys, a storm of sizes, signals (OPS-201, OPS-204).

import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import { served } from '../support/programs/house.ts'
import { until } from '../support/programs/daemons.ts'

// What the machine needs when it is busy; the file's own limit would cut the test short.
t.setTimeout(600_000)

const has_tmux = spawnSync('tmux', ['-V']).status === 0
const program = join(import.meta.dirname, '../../bin/kituo.mjs')
const skip = has_tmux ? false : 'tmux is not installed'

/** The program behind the launcher that this shell started. */
function programIn(shell: number): number {
  const child = (of: number): number =>
    Number(execFileSync('pgrep', ['-P', String(of)], { encoding: 'utf8' }).split('\n')[0])
  return child(child(shell))
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

t.test('screens in a terminal', { skip, timeout: 600_000 }, async (t) => {
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
  const shellOf = (): number =>
    Number(tmux('display-message', '-p', '-t', 's', '#{pane_pid}').trim())
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

  await t.test('too small a terminal says so alone; back at its size all is there', async (t) => {
    keys('9')
    await shows(/Administrator/)
    tmux('resize-window', '-t', 's', '-x', '40', '-y', '10')
    await shows(/40x10 is too small: 60x16 at least/)
    t.notMatch(screen(), /Administrator/, 'nothing is left over')
    keys('2')
    tmux('resize-window', '-t', 's', '-x', '80', '-y', '24')
    await shows(/> Administrator/)
    t.notMatch(screen(), /too small/)
    t.equal(screen().trimEnd().split('\n').length, 24)
  })

  await t.test('a storm of sizes and signals neither ends it nor tears it', async (t) => {
    const own = programIn(shellOf())
    for (let round = 0; round < 12; round++) {
      tmux('resize-window', '-t', 's', '-x', String(50 + 13 * round), '-y', String(12 + 3 * round))
      for (const signal of ['SIGWINCH', 'SIGCONT', 'SIGUSR2'] as const) process.kill(own, signal)
      keys(round % 2 === 0 ? '9' : 'down')
    }
    tmux('resize-window', '-t', 's', '-x', '80', '-y', '24')
    await shows(/> Administrator/)
    await until('a whole frame', async () => screen().trimEnd().split('\n').length === 24)
    t.equal(programIn(shellOf()), own, 'it is the same process')
  })

  await t.test('told to end, it puts the terminal back and says so in its exit code', async (t) => {
    process.kill(programIn(shellOf()), 'SIGTERM')
    await shows(/ended 143/)
    t.equal(tmux('display-message', '-p', '-t', 's', '#{alternate_on}').trim(), '0')
  })

  await t.test('Ctrl-C twice ends with 130, from the keyboard and as a signal', async (t) => {
    await start()
    keys('C-c')
    await shows(/Ctrl-C/)
    t.notMatch(screen(), /ended/)
    keys('C-c')
    await shows(/ended 130/)
    await start()
    const own = programIn(shellOf())
    process.kill(own, 'SIGINT')
    await new Promise((resolve) => setTimeout(resolve, 100))
    process.kill(own, 'SIGINT')
    await shows(/ended 130/)
    t.equal(tmux('display-message', '-p', '-t', 's', '#{alternate_on}').trim(), '0')
  })

  await t.test('--no-color and NO_COLOR draw no colour (OPS-198)', async (t) => {
    // On a runner, and where a test runs, the drawing library keeps all colours to itself.
    const plain = '-u CI -u NO_COLOR -u FORCE_COLOR -u TAP'
    for (const [set, flag] of [
      ['', ''],
      ['', '--no-color'],
      ['NO_COLOR=1', ''],
    ] as const) {
      keys(
        `clear; env ${plain} ${set} node ${program} tui --data ${data} ${flag}; echo "ended $?"`,
        'Enter',
      )
      await shows(/Sign in to the house/)
      await signIn()
      await shows(/OK daemon +ready/)
      const painted = tmux('capture-pane', '-t', 's', '-p', '-e')
      const is_coloured = painted
        .split('\u001b[')
        .some((one) => /^(?:3[0-7]|9[0-7]|4[0-7])m/.test(one))
      t.equal(is_coloured, set === '' && flag === '', `${set} ${flag}`)
      keys('q')
      await shows(/ended 0/)
    }
  })

  await t.test(
    'dumb or too small at the start, it says what to do instead (OPS-192)',
    async (t) => {
      keys(`clear; TERM=dumb node ${program} tui --data ${data}; echo "ended $?"`, 'Enter')
      await shows(/ended 2/)
      t.match(screen(), /This needs a terminal/)
      tmux('resize-window', '-t', 's', '-x', '50', '-y', '12')
      keys(`clear; node ${program} tui --data ${data}; echo "small $?"`, 'Enter')
      await shows(/small 2/)
      tmux('resize-window', '-t', 's', '-x', '80', '-y', '24')
    },
  )

  await t.test('a terminal that goes away leaves no process and no session', async (t) => {
    const open = (): number =>
      Number(
        spawnSync(
          'node',
          [program, 'user', 'list', '--data', data, '--field', 'data.0.open_sessions'],
          { encoding: 'utf8' },
        ).stdout,
      )
    const before = open()
    await start()
    await signIn()
    const own = programIn(shellOf())
    t.equal(open(), before + 1)
    tmux('kill-server')
    await until('the process is gone', async () => !lives(own))
    t.equal(open(), before, 'its session was closed')
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
