// What stands over the whole house, in one place for `status` and every screen (OPS-134): sentences,
// the gravest first, none when all is as it should be.

import { only } from '../../hospital/office/hospitals/hospitals.ts'
import { outboundBanner } from '../outbound/banner.ts'
import { clockState } from '../timetable/clock-guard.ts'
import { minutes } from '../../core/clock.ts'
import { broken, brokenSentence } from './broken.ts'
import { closedForChanges, forkSentence, lookAtMaintenance, sentenceOf } from './maintenance.ts'
import { readOnly } from './room.ts'

export async function banners(): Promise<string[]> {
  const found: string[] = []
  if (readOnly() !== null) found.push('The disk is full: nothing can be saved. Tell the IT desk.')
  const damage = broken()
  if (damage !== null) found.push(brokenSentence(damage))
  const kept_closed = await lookAtMaintenance()
  const fork = closedForChanges()
  if (fork !== null) found.push(`${forkSentence(fork)} See: kituo journal list`)
  if (kept_closed !== null) found.push(sentenceOf(kept_closed, 'UTC'))
  const { since, difference_ms } = await clockState()
  if (since !== null) found.push(clockSentence(since, difference_ms ?? 0))
  return [...found, ...(await outboundBanner((await only())?.name ?? null))]
}

/** Both times and the difference (OPS-98). */
function clockSentence(since: string, difference_ms: number): string {
  const before = new Date(Date.parse(since) - difference_ms).toISOString()
  const off = Math.round(Math.abs(difference_ms) / minutes(1))
  const way = difference_ms < 0 ? 'back' : 'ahead'
  return `The clock jumped ${way} by ${off} min, from ${before.slice(0, 16)}Z to ${since.slice(0, 16)}Z. Set it, then: kituo clock accept`
}
