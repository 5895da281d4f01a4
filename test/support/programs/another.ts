// Another process of this machine that lives, as a journal names whose work it is.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { holderOf } from '../../../db/appliance/house/holder.ts'

export interface Another {
  named: string
  /** What it is in the middle of, in the data folder. */
  begins: (dir: string, kind: 'restore' | 'move', generation: number) => void
  end: () => Promise<void>
}

export function another(t: Test): Another {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'])
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  t.teardown(end)
  const named = holderOf(child.pid ?? 0, 'alone')
  return {
    named,
    end,
    begins(dir, kind, generation) {
      const id = '0199c0de-0000-7000-8000-000000000099'
      const at = { id, kind, started_at: '2026-01-01T00:00:00.000Z', by: 'another' }
      const journal = { ...at, generation, parent: 1, phase: 'OPENED', process: named }
      writeFileSync(join(dir, 'journal', `${id}.json`), JSON.stringify(journal))
      mkdirSync(join(dir, 'gen', String(generation).padStart(4, '0')))
    },
  }
}
