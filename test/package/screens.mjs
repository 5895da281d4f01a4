// The screens on a real terminal (OPS-204): drawn, signed in to, shrunk and widened, left; then told to
// end by their terminal, which leaves no process.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { say } from './place.mjs'
import { until } from './program.mjs'

const FRAMES = 3

export async function drawsScreens({
  home,
  terminal,
  program,
  env,
  user,
  running,
  password,
  time,
}) {
  if (spawnSync('tmux', ['-V']).status !== 0) return say('tmux is not here: no screens are drawn')
  const socket = join(terminal, 'tmux')
  const shell = { ...env, SHELL: '/bin/sh', TERM: 'xterm', LANG: 'C.UTF-8', PATH: process.env.PATH }
  const tmux = (...args) =>
    spawnSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], {
      cwd: home,
      env: shell,
      encoding: 'utf8',
      ...user,
    }).stdout
  const screen = () => tmux('capture-pane', '-p', '-t', 's')
  const output = () => `${screen()}\n${running.output()}`
  const shows = (what) => until(() => what.test(screen()), String(what), { output })
  const gone = () => spawnSync('pgrep', ['-f', `${program} tui`]).status !== 0
  const keys = (...typed) => tmux('send-keys', '-t', 's', ...typed)
  const drawn = async () => {
    keys(`clear; ${program} tui --data ./data; echo "ended $?"`, 'Enter')
    const began = performance.now()
    await shows(/Sign in to the house/)
    return performance.now() - began
  }
  const entered = async () => {
    await drawn()
    keys('admin', 'Enter')
    await shows(/Username +admin/)
    keys(password, 'Enter')
    await shows(/OK daemon +ready/)
  }
  try {
    tmux('new-session', '-d', '-s', 's', '-x', '80', '-y', '24', '/bin/sh')
    for (let at = 0; at < FRAMES; at += 1) {
      await time('first_frame_ms', drawn)
      tmux('respawn-pane', '-k', '-t', 's', '/bin/sh')
      await until(gone, 'no screen is left over', { output })
    }
    await entered()
    tmux('resize-window', '-t', 's', '-x', '40', '-y', '10')
    await shows(/40x10 is too small/)
    tmux('resize-window', '-t', 's', '-x', '200', '-y', '50')
    await shows(/OK daemon +ready/)
    keys('9')
    await shows(/> Administrator/)
    keys('q')
    await shows(/ended 0/)
    await entered()
  } finally {
    tmux('kill-server')
  }
  await until(gone, 'no screen is left over', running)
}
