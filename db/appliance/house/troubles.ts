// What is amiss and stops nobody's work (OPS-26, OPS-27): readiness names it and stays 200. It is looked
// at every few seconds, by the doctor's own checks, and never by whoever asks.

import { filesAway } from '../../store/files/place.ts'
import { clock, hours, seconds } from '../../core/clock.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { examine } from '../doctor/doctor.ts'

const watched = {
  disk_low: { ids: ['disk.free'], every_ms: seconds(10) },
  clock: { ids: ['clock.hold'], every_ms: seconds(10) },
  certificate_soon: { ids: ['tls.expiry', 'ca.expiry', 'ca.crl'], every_ms: seconds(60) },
  // Reads what lies in a repository, perhaps over a network.
  backup_late: { ids: ['backup.age'], every_ms: seconds(60) },
} as const

type Trouble = keyof typeof watched

const standing = new Set<Trouble>()
const looked_at = new Map<Trouble, number>()

export const troubles = (): string[] => [
  ...(filesAway() === null ? [] : ['attachments']),
  ...standing,
]

/** Answers what came and what went, for whoever keeps the log. */
export async function lookAtTroubles(
  deployment: Deployment,
): Promise<{ came: Trouble[]; went: Trouble[] }> {
  const before = new Set(standing)
  for (const trouble of Object.keys(watched) as Trouble[]) {
    // By no clock that can be set.
    const last = looked_at.get(trouble) ?? Number.NEGATIVE_INFINITY
    if (performance.now() - last < watched[trouble].every_ms) continue
    looked_at.set(trouble, performance.now())
    if (await stands(trouble, deployment)) standing.add(trouble)
    else standing.delete(trouble)
  }
  return {
    came: [...standing].filter((one) => !before.has(one)),
    went: [...before].filter((one) => !standing.has(one)),
  }
}

/** A house that stands aside, or a test's, has none. */
export function forgetTroubles(): void {
  standing.clear()
  looked_at.clear()
}

async function stands(trouble: Trouble, deployment: Deployment): Promise<boolean> {
  // The first backup of a new house is not late.
  if (trouble === 'backup_late' && isNew(deployment)) return false
  const { configuration } = deployment
  const patient = { configuration, faults: [], env: process.env, deployment, obstacle: null }
  const findings = await examine(patient, { ids: watched[trouble].ids })
  return findings.some(({ state }) => state === 'WARN' || state === 'BAD')
}

const isNew = ({ root }: Deployment): boolean =>
  clock.ms() - Date.parse(root.created_at) < hours(26)
