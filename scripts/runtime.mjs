// The pinned Node and how it is started. Runs on Node 20, without dependencies.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const node = join(root, 'node_modules/node/bin/node')
export const bin = (name) => join(root, 'node_modules/.bin', name)

// The debugger's signal is off as in the packaged binary (OPS-9). The size of the thread pool is
// read when the pool is first used, which loading the program already does (OPS-2). The young
// generation is as small as in the binary (decision 0225).
export const kituo = (args) => [
  '--disable-sigusr1',
  '--max-semi-space-size=4',
  // Only the screens are written in JSX, so nothing else pays for the loader.
  ...(args.includes('tui') ? ['--import', join(root, 'scripts/tsx-hook.mjs')] : []),
  join(root, 'bin/kituo.ts'),
  ...args,
]
// How a test file is run. It makes much that lives for a moment: with room for the young it is swept a quarter as
// often. tap would have every module looked through for a map of its source, and there is none.
export const testArguments = [
  '--max-semi-space-size=32',
  '--min-semi-space-size=32',
  '--no-enable-source-maps',
  `--import=${join(root, 'scripts/test-hook.mjs')}`,
]
// In a run of tests: memory is asked for in large pieces and kept. SQLite reads the schema of a thousand tables for
// each connection and throws it away with it, and each page of that would be made anew by the system: a third of what
// commands cost. Where the C library is another one it means nothing.
export const roomy = {
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1:glibc.malloc.trim_threshold=268435456',
}
// Two heaps for what the threads hand on (decision 0176).
// Types are stripped and code compiled once: a command answers in a third of the time.
export const environment = () => ({
  ...process.env,
  UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '16',
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/kituo'),
})

// Starts a program in the foreground; signals go in, the exit code comes out.
export function run(program, args, { env = environment(), cwd, stdio = 'inherit' } = {}) {
  const child = spawn(program, args, { stdio, env, cwd })
  const deaf = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'].map((name) =>
    pass(name, child),
  )
  if (process.env.npm_lifecycle_event) endWithParent(child)
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('exit', (code, signal) => done(signal ? 128 + constants.signals[signal] : code))
  }).finally(() => deaf.forEach((stop) => stop()))
}

// A terminal sends Ctrl-C and Ctrl-\ to every process in the foreground, and npm then sends them
// once more. The program takes a second one as "stop at once", so it must be told exactly once.
function pass(signal, child) {
  const fromTerminal = ['SIGINT', 'SIGQUIT'].includes(signal) && [0, 1, 2].some((fd) => isatty(fd))
  let last = 0
  const hear = () => {
    if (fromTerminal || Date.now() - last < 500) return
    last = Date.now()
    child.kill(signal)
  }
  process.on(signal, hear)
  return () => process.off(signal, hear)
}

// The shell that npm puts in between dies of SIGTERM and does not pass it on.
function endWithParent(child) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 500)
  watch.unref()
}
