// The work behind an import, by its state: check what is CHECKING, write what is COMMITTING.

import { clock } from '../../clock.ts'
import { within } from '../../connection.ts'
import { can } from '../../caller.ts'
import { isRefusal, notPermitted } from '../../refusal.ts'
import type { JobKind } from '../registry.ts'
import { check } from './check.ts'
import { commitRows } from './commit.ts'
import { kindOf, requireWritable, rowOf } from './imports.ts'
import { imports } from './tables.ts'
import { import_life } from './words.ts'

interface Input {
  import_id: string
}

export const import_job: JobKind = {
  kind: 'import',
  label: 'Import',
  at_once: { per: 'hospital', most: 1 },
  async run(caller, input, progress) {
    const { import_id } = input as Input
    let one = await rowOf(caller, import_id)
    if (one.status === 'CHECKING') {
      await check(caller, one, progress)
      one = await goOn(caller, import_id)
    }
    if (one.status === 'COMMITTING') {
      for (const code of ['import:commit', kindOf(one.kind).permission]) {
        if (!can(caller, code)) throw notPermitted(code)
      }
      await commitRows(caller, one, progress)
    }
    const { status, created, updated, skipped } = await rowOf(caller, import_id)
    return { status, created, updated, skipped }
  },
  async moved(caller, input, { status, error }) {
    const { import_id } = input as Input
    const one = await rowOf(caller, import_id)
    const at = { hospital_id: caller.hospital_id, id: import_id }
    if (status === 'QUEUED') {
      const back = one.committed_at === null ? 'CHECKING' : 'COMMITTING'
      if (one.status === 'FAILED' || one.status === 'PARTLY_DONE')
        await imports.change(at, { status: back, error: null, stop_wanted: false })
    } else if (one.status === 'CHECKING') {
      await imports.change(at, { status: status === 'FAILED' ? 'FAILED' : 'CANCELLED', error })
    } else if (one.status === 'COMMITTING') {
      await imports.change(at, { status: 'PARTLY_DONE', error })
    }
  },
}

/** A check that somebody's commit asked for: when it holds the commit goes on. */
async function goOn(caller: Parameters<typeof rowOf>[0], id: string) {
  return within(async () => {
    const one = await rowOf(caller, id, true)
    if (one.status !== 'CHECKED' || !one.commit_after_check) return one
    const at = { hospital_id: caller.hospital_id, id }
    try {
      requireWritable(one)
    } catch (error) {
      if (!isRefusal(error)) throw error
      await imports.change(at, { commit_after_check: false, error: error.message })
      return { ...one, commit_after_check: false }
    }
    const status = import_life.move('commit', one.status, one.file_name)
    const changes = {
      status,
      rows_done: 0,
      commit_after_check: false,
      committed_at: clock.instant(),
    }
    await imports.change(at, changes)
    return { ...one, ...changes }
  }, 'jobs')
}
