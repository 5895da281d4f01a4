// Closing a fiscal year (4.10): looked at outside, then written in one transaction that looks again.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { snapshot, within } from '../../../../store/connection.ts'
import { noSuch, Refusal } from '../../../../core/refusal.ts'
import { backupNow } from '../../../neighbours/books.ts'
import { booksOf, restamp, type YearRow } from '../books.ts'
import { asker, agreed } from './close-agreed.ts'
import { mayClose } from './close-allowed.ts'
import { begin, end } from './close-mark.ts'
import { type Accepting, look } from './close-plan.ts'
import { writeClose } from './close-write.ts'
import type { Head } from '../posting/held.ts'
import { lockHead } from '../posting/post.ts'
import { fiscal_years, ledger_heads } from '../tables.ts'
import { note, rowOf, year_life } from './years.ts'

export interface Closing extends Accepting {
  plan?: string | null | undefined
}

/** What a close leaves behind; `waits` when a second person is asked. */
export interface Outcome {
  did: 'closed' | 'already' | 'waits'
  year: YearRow
  plan: string
}

export async function close(caller: Caller, id: string, asked: Closing): Promise<Outcome> {
  const year = await rowOf(caller, id)
  if (year.status === 'CLOSED') return { did: 'already', year, plan: year.close_plan ?? '' }
  year_life.move('close', year.status, year.name)
  const plan = asked.plan ?? ''
  if (plan === '') throw new Refusal(400, 'invalid', 'plan is required: read close-plan first.')
  const { preferences } = await booksOf(caller)
  if (preferences.second_approver.close) return requestApproval(caller, year, plan, asked)
  return commit(caller, year, plan, asked, null)
}

/** The same checks now; the books are closed when somebody else agrees. */
async function requestApproval(
  caller: Caller,
  year: YearRow,
  plan: string,
  asked: Closing,
): Promise<Outcome> {
  const looked = await snapshot(() => look(caller, year.id, asked))
  mayClose(looked, plan)
  const awaiting = {
    kind: 'CLOSE' as const,
    plan: looked.figures.plan,
    asked_by_id: caller.user_id,
    asked_by_name: asker(caller),
    at: clock.instant(),
    accepted: [...(asked.accept ?? [])],
    reason: asked.reason ?? null,
  }
  await within(async () => {
    await fiscal_years.change({ hospital_id: caller.hospital_id, id: year.id }, { awaiting })
    await restamp(caller)
    note(caller, 'fiscal_year.ask_close', year, { reason: asked.reason ?? null })
  })
  return { did: 'waits', year: await rowOf(caller, year.id), plan: looked.figures.plan }
}

export async function approve(caller: Caller, id: string, plan?: string | null): Promise<Outcome> {
  const awaiting = await within(() => agreed(caller, id, 'CLOSE', plan))
  const year = await rowOf(caller, id)
  return commit(
    caller,
    year,
    awaiting.plan ?? '',
    { accept: awaiting.accepted, reason: awaiting.reason },
    awaiting.asked_by_name,
  )
}

async function commit(
  caller: Caller,
  first: YearRow,
  plan: string,
  accepting: Accepting,
  asked_by: string | null,
): Promise<Outcome> {
  await begin(caller, first)
  try {
    // Outside, where nobody waits: the whole chain. Inside, only what came since.
    const looked = await snapshot(() => look(caller, first.id, accepting))
    mayClose(looked, plan)
    const seen = await snapshot(() => headNow(caller))
    const backup = await backupNow(caller, {
      tag: `before-close-${first.name}`,
      reason: `Fiscal year ${first.name} is being closed`,
      verify: true,
    })
    const year = await within(async () => {
      const head = await lockHead(caller)
      const now = await look(caller, first.id, accepting, { from: seen })
      mayClose(now, plan)
      year_life.move('close', now.year.status, now.year.name)
      return writeClose(caller, head, now, accepting, { asked_by, backup: backup?.name ?? null })
    })
    return { did: 'closed', year, plan: year.close_plan ?? '' }
  } finally {
    await end(caller, first)
  }
}

async function headNow(caller: Caller): Promise<Head> {
  const head = await ledger_heads.find({ hospital_id: caller.hospital_id })
  if (head === undefined) throw noSuch('fiscal year')
  return head
}
