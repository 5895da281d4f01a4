// The hand that works on jobs: four at once, a sign of life every 20 s, a stop that is heard.

import { dialect, outside } from '../../db/store/connection.ts'
import { actingFor } from '../../db/hospital/office/access/roles/acting.ts'
import { setRunner } from '../../db/hospital/office/jobs/nudge.ts'
import * as work from '../../db/hospital/office/jobs/work.ts'
import { registry } from '../../db/hospital/registry.ts'
import { Refusal } from '../../db/core/refusal.ts'
import { takeTurns } from '../edge/turns.ts'

export interface Log {
  info(facts: object, message: string): void
  error(facts: object, message: string): void
}

export interface JobRunnerOptions {
  daemon: string
  log: Log
  at_once?: number
  poll_ms?: number
  beat_ms?: number
}

export interface JobRunner {
  /** Nothing is running and nothing is due. */
  idle(): Promise<void>
  /** Kinds of those that run. */
  running(): string[]
  /** Running jobs stop at their next safe point and are queued again (OPS-10). */
  stop(): Promise<void>
}

const stopped = new Refusal(503, 'stopped', 'This was stopped.')

interface Running {
  claim: work.Claim
  gone: AbortController
  done: Promise<void>
}

export function runJobs(options: JobRunnerOptions): JobRunner {
  const { daemon, log, at_once = 4, poll_ms = 5000, beat_ms = 20_000 } = options
  const running = new Map<string, Running>()
  let stopping = false
  const turns = takeTurns(
    () => takeWhatIsDue(),
    (error) => log.error({ err: error }, 'jobs could not be claimed'),
  )
  const look = (): Promise<void> => turns.look()

  const takeWhatIsDue = async (): Promise<void> => {
    const free = at_once - running.size
    if (stopping || free <= 0) return
    for (const claim of await work.claim(daemon, free)) begin(claim)
  }

  const begin = (claim: work.Claim): void => {
    const gone = new AbortController()
    const done = outside(() => perform(claim, gone.signal, log)).finally(() => {
      running.delete(claim.claim_id)
      if (!stopping) void look()
    })
    running.set(claim.claim_id, { claim, gone, done })
  }

  const beat = async (): Promise<void> => {
    try {
      const ids = [...running.keys()]
      if (ids.length > 0) {
        for (const id of await work.beat(ids)) running.get(id)?.gone.abort(stopped)
      }
      if ((await work.sweep()) > 0) await look()
    } catch (error) {
      log.error({ err: error }, 'jobs gave no sign of life')
    }
  }

  setRunner({
    wake: () => void look(),
    stop(job_id) {
      for (const { claim, gone } of running.values()) {
        if (claim.job.id === job_id) gone.abort(stopped)
      }
    },
  })
  const timers = [setInterval(() => void look(), poll_ms), setInterval(() => void beat(), beat_ms)]
  for (const timer of timers) timer.unref()
  void (dialect() === 'sqlite' ? work.recover() : work.sweep()).then(look, (error: unknown) =>
    log.error({ err: error }, 'jobs could not be taken up again'),
  )

  return {
    async idle() {
      for (;;) {
        await look()
        if (running.size === 0) return
        await Promise.race([...running.values()].map(({ done }) => done))
      }
    },
    running: () => [...running.values()].map(({ claim }) => claim.job.kind),
    async stop() {
      stopping = true
      turns.end()
      setRunner(null)
      for (const timer of timers) clearInterval(timer)
      await turns.now()
      const open = [...running.values()]
      for (const { gone } of open) gone.abort(stopped)
      await Promise.all(open.map(({ done }) => done))
    },
  }
}

const progress_ms = 1000

/** One job from its claim to its end. */
export async function perform(claim: work.Claim, signal: AbortSignal, log: Log): Promise<void> {
  const { job } = claim
  let said_at = Number.NEGATIVE_INFINITY
  const progress = async (pct: number): Promise<void> => {
    if (!signal.aborted && performance.now() - said_at >= progress_ms) {
      said_at = performance.now()
      if (!(await work.noteProgress(claim, pct))) throw stopped
    }
    if (signal.aborted) throw stopped
  }
  try {
    const kind = registry.jobs.get(job.kind)
    if (kind === undefined) throw new Refusal(409, 'unknown', 'This version has no such work.')
    const caller = await actingFor({
      ...job.asker,
      hospital_id: job.hospital_id,
      user_id: job.requested_by,
      name: job.requested_by_name ?? 'Kituo',
    })
    if (caller === undefined) {
      throw new Refusal(409, 'gone', 'The account that asked for this may no longer act.')
    }
    if (signal.aborted) throw stopped
    const result = await kind.run(caller, job.input, progress, { id: job.id, signal })
    await work.finish(claim, result)
  } catch (error) {
    if (signal.aborted || error === stopped) await work.letGo(claim).catch(() => undefined)
    else {
      log.error({ err: error, job: job.id, step: job.kind }, 'a job failed')
      await work.fail(claim, error).catch((fault: unknown) => {
        log.error({ err: fault, job: job.id }, 'a failed job could not be noted')
      })
    }
  }
}
