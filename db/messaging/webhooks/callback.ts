// A send's own address for what becomes of it (MSG-546), where it may be left out.

import type { Owner } from '../caller.ts'
import { mustTakeCallbacks } from './reach.ts'

export async function callbackUrl(owner: Owner, url: string | undefined): Promise<string | null> {
  if (url === undefined) return null
  await mustTakeCallbacks(owner, url)
  return url
}
