// The virtual clock of an account's test mode (MSG-582): it goes forward alone, and everything due on
// the way happens at its own moment, in order.

import { clock } from '../../core/clock.ts'
import { row, run, within } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import { forgetClock, now, offsetOf } from '../accounts/clock.ts'
import type { Owner } from '../caller.ts'
import { nextDue, testTurn, type Turned } from '../drain/testing.ts'
import { nudge } from '../nudges.ts'
import { wrong } from '../refusals.ts'
import { setting } from '../settings/settings.ts'
import { campaignDue, campaignsWait, campaignsWentOn } from './campaigns-due.ts'

export interface Advanced {
  now: string
  offsetSeconds: number
  processed: Turned & { webhooks: number; complete: boolean }
}

/** What is left after it goes on by itself, and the caller is told so. */
const patience = { all_ms: 30_000, webhooks_ms: 12_000 }
type Patience = typeof patience
const day_s = 86_400
const running = new Map<string, Promise<unknown>>()

export async function clockOf(owner: Owner): Promise<{ now: string; offsetSeconds: number }> {
  return {
    now: new Date(await now(owner, 'test')).toISOString(),
    offsetSeconds: Math.round((await offsetOf(owner.account_id)) / 1000),
  }
}

/** One after the other for an account: two that ask together move it by the sum of both. */
export async function advance(
  owner: Owner,
  seconds: number,
  patient: Patience = patience,
): Promise<Advanced> {
  const before = running.get(owner.account_id) ?? Promise.resolve()
  const own = before.catch(() => undefined).then(() => advanceAlone(owner, seconds, patient))
  running.set(owner.account_id, own)
  try {
    return await own
  } finally {
    if (running.get(owner.account_id) === own) running.delete(owner.account_id)
  }
}

async function advanceAlone(
  owner: Owner,
  seconds: number,
  { all_ms, webhooks_ms }: Patience,
): Promise<Advanced> {
  const target_offset = (await offsetOf(owner.account_id)) + seconds * 1000
  const most = (await setting('test_clock_max_days')) * day_s * 1000
  if (target_offset > most)
    throw wrong('seconds', `The clock goes at most ${most / day_s / 1000} days ahead.`)
  const processed = { released: 0, submitted: 0, happened: 0, expired: 0, webhooks: 0 }
  const until = performance.now() + all_ms
  const going = (): boolean => performance.now() < until
  const complete = await workThrough(owner, target_offset, { processed, going, webhooks_ms })
  if (!complete) {
    // What is left goes on by itself; the caller is told and not kept waiting.
    const rest = workThrough(owner, target_offset, {
      processed: { ...processed },
      going: () => true,
      webhooks_ms,
    })
    running.set(owner.account_id, rest)
    rest.catch(() => undefined)
  }
  return { ...(await clockOf(owner)), processed: { ...processed, complete } }
}

interface Work {
  processed: Turned & { webhooks: number }
  going: () => boolean
  webhooks_ms: number
}

/** Whether everything due until then is done. */
async function workThrough(owner: Owner, target_offset: number, work: Work): Promise<boolean> {
  const { going } = work
  for (;;) {
    const { looked } = await catchUp(owner, work)
    if (!going()) return false
    const next = await nextMoment(owner, looked)
    const target = clock.ms() + target_offset
    const offset = next === null ? target_offset : Date.parse(next) - clock.ms()
    if (next === null || Date.parse(next) > target || offset >= target_offset) {
      await moveTo(owner, target_offset)
      const { done } = await catchUp(owner, work)
      return going() && done
    }
    await moveTo(owner, offset)
  }
}

/** Everything that is due at this moment, webhooks too. Answers the moment of the last look, and whether it was. */
async function catchUp(
  owner: Owner,
  { processed, going, webhooks_ms }: Work,
): Promise<{ looked: string; done: boolean }> {
  let looked = await momentOf(owner)
  do {
    while (going()) {
      looked = await momentOf(owner)
      const turned = await testTurn(owner, { waits: true })
      if (turned === null) break
      for (const key of ['released', 'submitted', 'happened', 'expired'] as const)
        processed[key] += turned[key]
    }
  } while (await campaignsWentOn(owner, going))
  const { posted, left } = await postWhatIsDue(owner, going, webhooks_ms)
  processed.webhooks += posted
  return { looked, done: !left && !(await campaignsWait(owner)) }
}

const momentOf = async (owner: Owner): Promise<string> =>
  new Date(await now(owner, 'test')).toISOString()

/** The deliverer goes by the same clock; it is woken and waited for. */
async function postWhatIsDue(
  owner: Owner,
  going: () => boolean,
  webhooks_ms: number,
): Promise<{ posted: number; left: boolean }> {
  const due = await webhookDue(owner)
  if (due === null || Date.parse(due) > (await now(owner, 'test')))
    return { posted: 0, left: false }
  const until = performance.now() + webhooks_ms
  let posted = 0
  for (;;) {
    nudge('webhooks')
    await new Promise((resolve) => setTimeout(resolve, 20))
    const next = await webhookDue(owner)
    if (next === null || Date.parse(next) > (await now(owner, 'test')))
      return { posted: posted + 1, left: false }
    if (next !== due) posted += 1
    if (!going() || performance.now() > until) return { posted, left: true }
  }
}

const webhookDue = async ({ account_id }: Owner): Promise<string | null> =>
  (
    await row<{ at: string | null }>(sql`select min(next_attempt_at) as at from msg_deliveries
      where account_id = ${account_id} and mode = 'test' and status = 'pending'`)
  )?.at ?? null

/** The clock runs by itself too: what fell due since the last look is still to come. */
async function nextMoment(owner: Owner, looked: string): Promise<string | null> {
  const due = [await nextDue(owner), await webhookDue(owner), await campaignDue(owner)]
  const moments = due.filter(
    // What was due at the look and is still there could not be done; it does not hold the clock.
    (one): one is string => one !== null && one > looked,
  )
  return moments.sort()[0] ?? null
}

/** Forward only. */
async function moveTo(owner: Owner, offset_ms: number): Promise<void> {
  await within(async () => {
    await run(sql`update msg_test_states set clock_offset_ms = ${Math.ceil(offset_ms)},
        updated_at = ${clock.instant()}
      where account_id = ${owner.account_id} and clock_offset_ms < ${Math.ceil(offset_ms)}`)
    forgetClock(owner.account_id)
  })
  forgetClock(owner.account_id)
}
