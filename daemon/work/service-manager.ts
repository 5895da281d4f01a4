// What the service manager is told (OPS-14). Its socket is one the runtime cannot speak to, so
// `systemd-notify` is started for each word; words go one after the other, for READY must not be
// overtaken by STOPPING. Nobody waits for them.

import { spawn } from 'node:child_process'
import { minutes, seconds } from '../../db/core/clock.ts'

export interface ServiceManager {
  /** `READY=1`, `STATUS=…`; words of one call arrive together. */
  tell(...words: readonly string[]): Promise<void>
  /** How often it wants to hear that the house lives; null where nobody listens for it. */
  readonly watch_ms: number | null
}

const names = ['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID'] as const
const program = 'systemd-notify'

const nobody: ServiceManager = { tell: async () => undefined, watch_ms: null }

/** Takes its names out of the environment, so that nothing this process starts speaks for it. */
export function serviceManager(
  env: NodeJS.ProcessEnv,
  warn: (message: string) => void,
): ServiceManager {
  const [socket, watch_us, watch_pid] = names.map((name) => env[name])
  for (const name of names) delete env[name]
  if (socket === undefined || socket === '') return nobody
  let last = Promise.resolve()
  let warned = false
  const say = async (words: readonly string[]): Promise<void> => {
    const trouble = await started(words, { PATH: env['PATH'], NOTIFY_SOCKET: socket })
    if (trouble === null || warned) return
    warned = true
    warn(`the service manager was not told: ${trouble}`)
  }
  return {
    tell: (...words) => {
      last = last.then(() => say(words))
      return last
    },
    watch_ms: isForUs(watch_pid) ? interval(watch_us) : null,
  }
}

/** Migrations take as long as they take. */
export async function extending<T>(manager: ServiceManager, work: () => Promise<T>): Promise<T> {
  const say = (): void =>
    void manager.tell(`EXTEND_TIMEOUT_USEC=${minutes(1) * 1000}`, 'STATUS=MIGRATING')
  const timer = setInterval(say, seconds(10))
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** A service manager waits for the end of a reload before it says that it was done. */
export async function reloading<T>(manager: ServiceManager, work: () => Promise<T>): Promise<T> {
  const now = process.hrtime.bigint() / 1000n
  void manager.tell('RELOADING=1', `MONOTONIC_USEC=${now}`, 'STATUS=reloading')
  try {
    return await work()
  } finally {
    void manager.tell('READY=1', 'STATUS=READY')
  }
}

/** A wrapper that started this process is watched by its own id. */
const isForUs = (pid: string | undefined): boolean =>
  pid === undefined || pid === '' || [process.pid, process.ppid].includes(Number(pid))

const interval = (microseconds: string | undefined): number | null => {
  const ms = Number(microseconds) / 1000
  return Number.isFinite(ms) && ms > 0 ? ms : null
}

/** Null, or why it could not be said. */
function started(words: readonly string[], env: NodeJS.ProcessEnv): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(program, words, { env, stdio: 'ignore' })
    child.unref()
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) =>
      resolve(code === 0 ? null : `${program} ended with ${code ?? signal}`),
    )
  })
}
