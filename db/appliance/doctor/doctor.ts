// Looking at the house, check by check (OPS-163). One that fails or takes too long is a finding, not
// the end of the look.

import { endingToo, mustGoOn, orStopped } from '../../store/engines/stopping.ts'
import { backup_checks } from './backups.ts'
import { certificate_checks } from './certificates.ts'
import { configuration_checks } from './configuration.ts'
import { database_checks } from './database.ts'
import type { Category, Check, Finding, FindingState, Found, Patient } from './finding.ts'
import { house_checks } from './house.ts'
import { install_checks } from './install.ts'
import { machine_checks } from './machine.ts'
import { data_checks } from './data.ts'
import { messaging_checks } from './messaging.ts'
import { network_checks } from './network.ts'
import { place_checks } from './places.ts'
import { running_checks } from './running.ts'
import { security_checks } from './security.ts'
import { standing_checks } from './standing.ts'

/** Of the messaging chapter's own doctor, those that concern the whole house. */
const house_messaging: ReadonlySet<string> = new Set([
  'messaging.links',
  'messaging.queue',
  'messaging.uncertain',
  'messaging.webhooks',
])

export const checks: readonly Check[] = [
  ...configuration_checks,
  ...database_checks,
  ...machine_checks,
  ...certificate_checks,
  ...install_checks,
  ...standing_checks,
  ...backup_checks,
  ...security_checks,
  ...house_checks,
  ...place_checks,
  ...network_checks,
  ...running_checks,
  ...data_checks,
  ...messaging_checks.filter(({ id }) => house_messaging.has(id)),
]

/** OPS-163 */
const patience_ms = 5000

export interface Look {
  /** Other checks than those of the whole house. */
  among?: readonly Check[]
  ids?: readonly string[]
  skip?: readonly string[]
  category?: Category | undefined
  light?: boolean
  onCheck?: (id: string, done: number, total: number) => void
}

export async function examine(patient: Patient, look: Look = {}): Promise<Finding[]> {
  const { among = checks, ids = [], skip = [], category, light = false, onCheck } = look
  const chosen = among.filter(
    (check) =>
      (ids.length === 0 || ids.includes(check.id)) &&
      !skip.includes(check.id) &&
      (category === undefined || check.category === category) &&
      (!light || check.light),
  )
  const findings: Finding[] = []
  for (const [index, check] of chosen.entries()) {
    mustGoOn()
    onCheck?.(check.id, index, chosen.length)
    findings.push(await examined(check, patient))
  }
  mustGoOn()
  return findings
}

export function worst(findings: readonly Finding[]): FindingState {
  const order: FindingState[] = ['BAD', 'WARN', 'OK']
  return order.find((state) => findings.some((finding) => finding.state === state)) ?? 'OK'
}

export const counted = (findings: readonly Finding[]): Record<FindingState, number> => {
  const counts = { OK: 0, WARN: 0, BAD: 0, SKIPPED: 0 }
  for (const { state } of findings) counts[state] += 1
  return counts
}

/** OPS-164: what Kituo can mend itself, and what became of each. */
export async function mend(
  patient: Patient,
  findings: readonly Finding[],
): Promise<{ id: string; mended: boolean; message: string }[]> {
  const done: { id: string; mended: boolean; message: string }[] = []
  for (const { id } of findings.filter(({ mends_itself }) => mends_itself)) {
    const check = checks.find((one) => one.id === id)
    try {
      const mended = (await check?.mends?.(patient)) ?? false
      done.push({ id, mended, message: mended ? 'mended' : 'nothing was to be done' })
    } catch (error) {
      done.push({ id, mended: false, message: (error as Error).message })
    }
  }
  return done
}

async function examined(check: Check, patient: Patient): Promise<Finding> {
  const began = performance.now()
  const found = await inTime(check, patient)
  return {
    id: check.id,
    category: check.category,
    state: found.state,
    message: found.message,
    evidence: found.evidence ?? null,
    mend: found.mend ?? null,
    mend_command: found.mend_command ?? null,
    mends_itself: check.mends !== undefined && (found.state === 'WARN' || found.state === 'BAD'),
    took_ms: Math.round(performance.now() - began),
  }
}

/** Cut off when its time is over: what nobody waits for takes nothing from people. */
async function inTime(check: Check, patient: Patient): Promise<Found> {
  const cut = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Found>((resolve) => {
    timer = setTimeout(() => {
      resolve({ state: 'WARN', message: `took more than ${patience_ms / 1000} s` })
      cut.abort(new Error('its time is over'))
    }, patience_ms)
  })
  const looked = endingToo(cut.signal, async () => check.run(patient))
  try {
    return await orStopped(Promise.race([looked, late]))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { state: 'WARN', message: `could not be looked at: ${why}` }
  } finally {
    clearTimeout(timer)
  }
}
