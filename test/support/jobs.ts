// Queued work, carried out here and now instead of by a daemon's own loop.

import { perform } from '../../daemon/work/jobs.ts'
import { claim } from '../../db/hospital/office/jobs/work.ts'

/** A log for what should say nothing. */
export const quiet = { info: () => undefined, error: () => undefined }

/** What is queued now; the number of jobs it was. */
export async function workOnce(): Promise<number> {
  const claims = await claim('one', 50)
  for (const one of claims) await perform(one, new AbortController().signal, quiet)
  return claims.length
}

/** Until nothing is queued any more. */
export async function workAll(): Promise<void> {
  while ((await workOnce()) > 0);
}
