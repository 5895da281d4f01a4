// Processes with a connection to SQLite, for what can be told to stop: a thread in the middle of a
// statement hears of nothing, a process can be killed.

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { packaged } from '../../core/assets.ts'
import { Far } from './sqlite-far.ts'
import type { Answer, Order } from './sqlite-orders.ts'

/** The first word for the packaged program, which then is nothing but this (scripts/pack/entry.mjs). */
const word = '--reads-sqlite'

const pids = new Set<number>()
/** What this process has started to read is no stranger. */
export const isOwnReader = (pid: number): boolean => pids.has(pid)

export class SqliteProcess extends Far {
  private readonly child = open()
  private readonly exit: Promise<void>

  constructor() {
    super()
    const { pid } = this.child
    if (pid !== undefined) pids.add(pid)
    this.exit = new Promise((resolve) => {
      this.child.once('exit', () => resolve())
      this.child.once('error', () => resolve())
    })
    void this.exit.then(() => pid !== undefined && pids.delete(pid))
    this.child.on('message', (answer: Answer) => this.heard(answer))
    this.child.on('error', (error) => this.isGone(error))
    this.child.on('exit', () => this.isGone(new Error('a process that reads ended by itself')))
    this.holdProcess(false)
  }

  async end(): Promise<void> {
    this.isGone(new Error('the process was ended'))
    this.child.ref()
    this.child.kill('SIGKILL')
    await this.exit
  }

  protected post(order: Order): void {
    this.child.send(order, (error) => {
      if (error !== null) this.isGone(error)
    })
  }

  protected holdProcess(holds: boolean): void {
    if (holds) {
      this.child.ref()
      this.child.channel?.ref()
    } else {
      this.child.unref()
      this.child.channel?.unref()
    }
  }
}

function open(): ChildProcess {
  const line = packaged ? [word] : ['--no-warnings', join(import.meta.dirname, 'sqlite-child.ts')]
  return spawn(process.execPath, line, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
}
