// How people sign in and how long they stay (platform 2.7). A hospital that changed nothing works
// by the shipped rules.

import type { Caller } from '../../../core/caller.ts'
import { afterCommit } from '../../../store/connection.ts'
import { invalid } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { difference, record } from '../audit/record.ts'
import { permitOf } from '../../permits.ts'
import { noteChanges } from './history.ts'
import type { SecurityChange, SecuritySettings } from './shapes.ts'
import { security_settings } from './tables.ts'

/** PLT-47: nobody should hold both of a pair. */
export const shipped_conflicts: readonly (readonly [string, string])[] = [
  ['payment:create', 'refund:approve'],
  ['refund:request', 'refund:approve'],
  ['waiver:request', 'waiver:approve'],
  ['payroll:prepare', 'payroll:approve'],
  ['payable:write', 'payable:approve'],
  ['purchase:order', 'payable:pay'],
  ['staff:bank', 'staff:bank-approve'],
  ['entry:create', 'fiscalyear:seal'],
  ['dispense:verify', 'prescription:write'],
]

export const shipped_security: SecuritySettings = {
  session_max_days: 90,
  idle_minutes: 0,
  max_sessions_per_user: 10,
  password_max_age_days: 0,
  pin_sign_in: true,
  pin_hours: 12,
  dormant_days: 90,
  conflicting_permissions: shipped_conflicts.map((pair) => [...pair]),
  attachment_max_mb: 20,
  support_entry: true,
}

let changes_count = 0
/** Moves when a hospital's rules change here: what was decided by the old ones is asked anew. */
export const securityMark = (): number => changes_count

/** For whoever decides by them: sign-in, sessions, uploads, the giving of roles. */
export async function securityOf(caller: Pick<Caller, 'hospital_id'>): Promise<SecuritySettings> {
  return (
    (await security_settings.find({ hospital_id: caller.hospital_id })) ?? { ...shipped_security }
  )
}

export async function change(caller: Caller, input: SecurityChange): Promise<SecuritySettings> {
  const { hospital_id } = caller
  checkRanges(input)
  checkPairs(input.conflicting_permissions ?? [])
  const stored = await security_settings.find({ hospital_id }, { lock: true })
  if (stored !== undefined) fresh(caller, stored)
  const before = stored ?? shipped_security
  if (stored === undefined) {
    await security_settings.insert({ hospital_id, ...shipped_security, ...defined(input) })
  } else await security_settings.change({ hospital_id }, input)
  const changes = difference(before, input)
  record(caller, 'settings.security', {
    entity_type: 'settings',
    entity_id: 'security',
    changes,
  })
  await noteChanges(caller, 'security', changes)
  afterCommit(() => {
    changes_count += 1
  })
  return securityOf(caller)
}

/** Some numbers have a word of their own at 0. */
function checkRanges(input: SecurityChange): void {
  const from: Partial<Record<keyof SecurityChange, [number, number]>> = {
    idle_minutes: [5, 1440],
    password_max_age_days: [30, 730],
    dormant_days: [30, 730],
  }
  for (const [field, [least, most]] of Object.entries(from)) {
    const value = input[field as keyof SecurityChange]
    if (typeof value === 'number' && value !== 0 && value < least) {
      throw invalid(field, `must be 0 or between ${least} and ${most}.`)
    }
  }
}

function checkPairs(pairs: readonly (readonly string[])[]): void {
  const shipped = new Set(shipped_conflicts.flat())
  for (const pair of pairs) {
    const unknown = pair.find((code) => permitOf(code) === undefined && !shipped.has(code))
    if (unknown !== undefined) {
      throw invalid('conflicting_permissions', `holds "${unknown}", which does not exist.`)
    }
    if (pair[0] === pair[1]) {
      throw invalid('conflicting_permissions', `holds ${pair[0]} against itself.`)
    }
  }
}

const defined = <T extends object>(input: T): Partial<T> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<T>
