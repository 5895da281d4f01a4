// Child processes of a benchmark: started, heard once, ended; and ended too when the benchmark throws.
// With BENCH_PROFILE=<folder> each leaves a CPU profile there.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

export interface Child<T> {
  process: ChildProcess
  said: T
  ask<A>(word: string): Promise<A>
  end(): Promise<void>
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const one of running) one.kill()
})

const profile = process.env['BENCH_PROFILE']

export async function child<T>(
  file: string,
  args: string[] = [],
  first?: unknown,
): Promise<Child<T>> {
  const own = fork(new URL(file, import.meta.url), args, {
    execArgv: [
      '--no-warnings',
      ...(profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]),
    ],
    env: { ...process.env, UV_THREADPOOL_SIZE: '16', KITUO_CHECK_REPLIES: '0' },
  })
  running.add(own)
  own.once('exit', () => running.delete(own))
  if (first !== undefined) own.send(first as object)
  const [said] = (await once(own, 'message')) as [T]
  return {
    process: own,
    said,
    async ask<A>(word: string) {
      const answer = once(own, 'message')
      own.send(word)
      return ((await answer) as [A])[0]
    },
    end: async () => {
      const gone = once(own, 'exit')
      own.send('end')
      await gone
    },
  }
}
