// What stands while a house serves, and what it was opened with.

import { setTimeout as wait } from 'node:timers/promises'
import type { Control } from '../../daemon/control.ts'
import type { Daemon } from '../../daemon/main.ts'
import type { ServiceManager } from '../../daemon/work/service-manager.ts'
import type { Asked, Configuration } from '../../db/appliance/configuration/read.ts'
import type { Deployment } from '../../db/appliance/deployment/deployment.ts'
import type { DataLock } from '../../db/appliance/deployment/lock.ts'

export interface Opening {
  configuration: Configuration
  asking: Asked
  env: NodeJS.ProcessEnv
  first_run: boolean
  maintenance?: boolean
  allow_root: boolean
  say: (text: string) => void
  on_terminal: boolean
}

export interface Standing {
  /** Commands that run inside the daemon. */
  running: Map<Promise<unknown>, string>
  ending: boolean
  /** Where whoever may do everything speaks with it. */
  readonly socket: string
  configuration: Configuration
  deployment: Deployment | null
  daemon: Daemon | null
  control: Control | null
  lock: DataLock | null
  manager: ServiceManager
  watchdog: { stop(): void } | null
}

/** What a command that needs the house alone waits for. */
export async function counted<T>(
  { running }: Standing,
  command: string,
  work: () => Promise<T>,
): Promise<T> {
  const done = work()
  running.set(done, `kituo ${command}`)
  return done.finally(() => running.delete(done))
}

/** Which commands still run when the patience is over. */
export async function quiet(
  { running }: Standing,
  patience_ms: number,
): Promise<readonly string[]> {
  const late = new AbortController()
  const all = Promise.allSettled(running.keys())
  await Promise.race([all, wait(patience_ms, undefined, { signal: late.signal, ref: false })])
  late.abort()
  return [...running.values()]
}
