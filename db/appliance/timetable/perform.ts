// One run from its claim to its end: renewed every third of its lease, told to stop at its deadline.

import { platform_id, system } from '../../core/caller.ts'
import { seconds } from '../../core/clock.ts'
import { endingWith } from '../../store/engines/stopping.ts'
import { Refusal } from '../../core/refusal.ts'
import { end, giveBack, leaseOf, type Run, renew, type ScheduleRow } from './runs.ts'

export const tooLong = new Refusal(503, 'deadline', 'This took longer than it may.')

export async function perform(
  held: Run,
  stop: AbortSignal,
  note: (error: unknown) => void,
): Promise<ScheduleRow | undefined> {
  const { entry } = held
  const gone = new AbortController()
  const onStop = (): void => gone.abort(stop.reason)
  stop.addEventListener('abort', onStop, { once: true })
  if (stop.aborted) onStop()
  const timers = [
    setInterval(() => {
      renew(held).then((kept) => kept || gone.abort(tooLong), note)
    }, leaseOf(entry) / 3),
    setTimeout(() => {
      // From here on the lease is left to run out: what does not stop now will be LOST.
      clearInterval(timers[0])
      gone.abort(tooLong)
    }, seconds(entry.deadline_s)),
  ]
  for (const timer of timers) timer.unref()
  const began = performance.now()
  try {
    const turn = {
      caller: system(held.place === '' ? platform_id : held.place),
      due_at: held.due_at,
      time_zone: held.time_zone,
      signal: gone.signal,
    }
    const counts = await (entry.ends_at_once === true
      ? endingWith(gone.signal, () => entry.run(turn))
      : entry.run(turn))
    return await end(held, {
      outcome: 'DONE',
      took_ms: performance.now() - began,
      counts: counts ?? undefined,
    })
  } catch (error) {
    if (stop.aborted) return await giveBack(held)
    note(error)
    return await end(held, {
      outcome: 'FAILED',
      took_ms: performance.now() - began,
      message: error instanceof Refusal ? error.message : 'Something went wrong; see the log.',
    })
  } finally {
    for (const timer of timers) clearTimeout(timer)
    stop.removeEventListener('abort', onStop)
  }
}
