// What the deployment's settings let webhooks reach.

import { networksOf } from '../../core/addresses.ts'
import { settings } from '../settings/settings.ts'
import type { Settings } from '../settings/words.ts'
import { wrong } from '../refusals.ts'
import { complaintAbout, type Reach } from './address.ts'

export const reachOf = ({ webhook_ports, webhook_allow_cidrs }: Settings): Reach => ({
  ports: webhook_ports.map(rangeOf),
  allowed: networksOf(webhook_allow_cidrs),
})

function rangeOf(word: string): readonly [number, number] {
  const [from, to = from] = word.split('-').map(Number)
  return [from ?? 0, to ?? 0]
}

export async function mustBeCallable(url: string, field = 'url'): Promise<void> {
  const complaint = complaintAbout(url, reachOf(await settings()))
  if (complaint !== null) throw wrong(field, `${field} ${complaint}`)
}

/** A send's own address (MSG-546): one sentence for whatever is wrong with it. */
export async function mustTakeCallbacks(url: string): Promise<void> {
  if (complaintAbout(url, reachOf(await settings())) !== null) {
    throw wrong(
      'callbackUrl',
      'callbackUrl must be an https address that is reachable from the internet.',
    )
  }
}
