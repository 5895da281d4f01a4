// A check of the doctor, and what it finds (operations 2.6, OPS-163).

import type { Fault } from '../configuration/faults.ts'
import type { Configuration } from '../configuration/read.ts'
import type { Deployment } from '../deployment/deployment.ts'
import type { Refusal } from '../../core/refusal.ts'

export const categories = [
  'install',
  'machine',
  'configuration',
  'network',
  'database',
  'backup',
  'security',
  'certificates',
  'timetable',
  'messaging',
  'books',
  'update',
] as const
export type Category = (typeof categories)[number]
export type FindingState = 'OK' | 'WARN' | 'BAD' | 'SKIPPED'

export interface Finding {
  id: string
  category: Category
  state: FindingState
  message: string
  evidence: unknown
  /** What to do, in words, and as a command. */
  mend: string | null
  mend_command: string | null
  mends_itself: boolean
  took_ms: number
}

export type Found = Pick<Finding, 'state' | 'message'> &
  Partial<Pick<Finding, 'evidence' | 'mend' | 'mend_command'>>

/** Whatever could be opened; a check that needs more is skipped. */
export interface Patient {
  readonly configuration: Configuration
  readonly faults: readonly Fault[]
  readonly env: NodeJS.ProcessEnv
  readonly deployment: Deployment | null
  /** Why there is no deployment. */
  readonly obstacle: Refusal | null
}

export interface Check {
  readonly id: string
  readonly category: Category
  readonly says: string
  /** Cheap enough for every five minutes (OPS-165). */
  readonly light: boolean
  run(patient: Patient): Promise<Found> | Found
  /** Does the mend, where Kituo can and it touches no data of a hospital (OPS-164). */
  mends?(patient: Patient): Promise<boolean>
}

export const ok = (message: string, evidence?: unknown): Found => ({
  state: 'OK',
  message,
  ...(evidence === undefined ? {} : { evidence }),
})
export const warn = (message: string, more: Omit<Found, 'state' | 'message'> = {}): Found => ({
  state: 'WARN',
  message,
  ...more,
})
export const bad = (message: string, more: Omit<Found, 'state' | 'message'> = {}): Found => ({
  state: 'BAD',
  message,
  ...more,
})
export const skipped = (message: string): Found => ({ state: 'SKIPPED', message })
