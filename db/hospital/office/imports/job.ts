// The work behind an import: one job checks, another writes. Each keeps to its own step, so that a
// job which is taken up again after a crash never does the other's.

import { clock } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import { type Caller, can } from '../../../core/caller.ts'
import { isRefusal, notPermitted } from '../../../core/refusal.ts'
import type { JobKind } from '../../registry.ts'
import { check } from './check.ts'
import { commitRows } from './commit.ts'
import { kindOf, requireWritable, importRecord, work } from './imports.ts'
import { imports } from './tables.ts'
import { import_life } from './words.ts'

export interface Input {
  import_id: string
  step: 'check' | 'commit'
}

export const import_job: JobKind = {
  kind: 'import',
  label: 'Import',
  at_once: { per: 'hospital', most: 1 },
  async run(caller, input, progress) {
    const { import_id, step } = input as Input
    const one = await importRecord.get(caller, import_id)
    if (step === 'check' && one.status === 'CHECKING') {
      await check(caller, one, progress)
      await goOn(caller, import_id)
    }
    if (step === 'commit' && one.status === 'COMMITTING') {
      for (const code of ['import:commit', kindOf(one.kind).permission]) {
        if (!can(caller, code)) throw notPermitted(code)
      }
      await commitRows(caller, one, progress)
    }
    const { status, created, updated, skipped } = await importRecord.get(caller, import_id)
    return { status, created, updated, skipped }
  },
  async moved(caller, input, { status, error }) {
    const { import_id, step } = input as Input
    const one = await importRecord.get(caller, import_id)
    const at = { hospital_id: caller.hospital_id, id: import_id }
    if (status === 'QUEUED') {
      const [from, to] =
        step === 'check'
          ? (['FAILED', 'CHECKING'] as const)
          : (['PARTLY_DONE', 'COMMITTING'] as const)
      if (one.status === from)
        await imports.change(at, { status: to, error: null, stop_wanted: false })
    } else if (step === 'check' && one.status === 'CHECKING') {
      await imports.change(at, { status: status === 'FAILED' ? 'FAILED' : 'CANCELLED', error })
    } else if (step === 'commit' && one.status === 'COMMITTING') {
      await imports.change(at, { status: 'PARTLY_DONE', error })
    }
  },
}

/** A check that somebody's commit asked for: when it holds the commit goes on. */
function goOn(caller: Caller, id: string): Promise<void> {
  return within(async () => {
    const one = await importRecord.locked(caller, id)
    if (one.status !== 'CHECKED' || !one.commit_after_check) return
    const at = { hospital_id: caller.hospital_id, id }
    try {
      requireWritable(one)
    } catch (error) {
      if (!isRefusal(error)) throw error
      await imports.change(at, { commit_after_check: false, error: error.message })
      return
    }
    const status = import_life.move('commit', one.status, one.file_name)
    const changes = {
      status,
      rows_done: 0,
      commit_after_check: false,
      committed_at: clock.instant(),
    }
    await imports.change(at, changes)
    await work(caller, id, 'commit')
  }, 'jobs')
}
