// The address and the secrets in force at an attempt (MSG-542, MSG-543), kept for a second: a busy
// endpoint asks thousands of times in it. A change in this process forgets it at once.

import { clock } from '../../core/clock.ts'
import { afterCommit, inTransaction } from '../../store/connection.ts'
import { keyedHash, unseal } from '../../appliance/secrets/seal.ts'
import type { Owner } from '../caller.ts'
import { msg_webhooks } from './tables.ts'
import { onOtherDatabase } from '../../store/kept.ts'

export interface Current {
  /** Grows with every change that a person made. */
  version: number
  enabled: boolean
  url: string
  secret: string
  previous: string | null
}

type Whose = Pick<Owner, 'account_id' | 'mode'>

const kept_ms = 1000
const kept = new Map<string, { current: Current | null; until: number }>()
onOtherDatabase(() => kept.clear())
/** Known to this process for this long: unsealing costs more than signing. */
const nameOf = ({ account_id, mode }: Whose): string => `${account_id} ${mode}`

export async function currentOf(owner: Whose): Promise<Current | null> {
  const name = nameOf(owner)
  const known = kept.get(name)
  if (known !== undefined && known.until > performance.now()) return known.current
  const { account_id, mode } = owner
  const found = await msg_webhooks.findAnywhere({ account_id, mode })
  const until = found?.previous_secret_until ?? null
  const current: Current | null =
    found === undefined
      ? null
      : {
          version: found.version,
          enabled: found.enabled,
          url: found.url,
          secret: unseal(found.secret),
          previous:
            found.previous_secret !== null && until !== null && until > clock.instant()
              ? unseal(found.previous_secret)
              : null,
        }
  if (kept.size > 10_000) kept.clear()
  kept.set(name, { current, until: performance.now() + kept_ms })
  return current
}

/**
 * Of an account that has set no webhook: callback addresses are signed all the same (MSG-546), under a
 * secret that nobody has been shown. The first PUT makes one that is.
 */
export const unconfigured = (owner: Whose): Current => ({
  version: 0,
  enabled: false,
  url: '',
  secret: `whsec_${Buffer.from(keyedHash(`callbacks ${nameOf(owner)}`), 'hex').toString('base64')}`,
  previous: null,
})

export function forgetCurrent(owner: Whose): void {
  kept.delete(nameOf(owner))
  if (inTransaction()) afterCommit(() => kept.delete(nameOf(owner)))
}

export const forgetAllCurrent = (): void => kept.clear()
