// Child processes of a benchmark: started, heard once, ended.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

export interface Child<T> {
  process: ChildProcess
  said: T
  end(): Promise<void>
}

export async function child<T>(
  file: string,
  args: string[] = [],
  first?: string,
): Promise<Child<T>> {
  const process_ = fork(new URL(file, import.meta.url), args, {
    execArgv: ['--no-warnings'],
    env: { ...process.env, UV_THREADPOOL_SIZE: '16', KITUO_CHECK_REPLIES: '0' },
  })
  if (first !== undefined) process_.send(first)
  const [said] = (await once(process_, 'message')) as [T]
  return {
    process: process_,
    said,
    end: async () => {
      const gone = once(process_, 'exit')
      process_.send('end')
      await gone
    },
  }
}
