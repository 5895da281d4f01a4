// Every quarter of an hour (section 7): what is past its time, and what waits for nobody any more.

import type { Caller } from '../../../core/caller.ts'
import { lapseRequests, lapseSamples, reviewReady } from './requests/jobs.ts'
import { expire, letGo } from './units/jobs.ts'

export const passTimes = async (caller: Caller, signal: AbortSignal) => ({
  expired: await expire(caller, signal),
  let_go: await letGo(caller, signal),
  samples: await lapseSamples(caller, signal),
  requests: await lapseRequests(caller, signal),
  waiting: await reviewReady(caller, signal),
})
