// Who asks: passed to every rule that needs it, first.

import { newId } from './ids.ts'
import { notPermitted } from './refusal.ts'

export const actor_kinds = [
  'USER',
  'PATIENT',
  'DEVICE',
  'API_KEY',
  'COMMAND_LINE',
  'SYSTEM',
  'PLATFORM',
] as const
export type ActorKind = (typeof actor_kinds)[number]

export interface Caller {
  readonly kind: ActorKind
  readonly hospital_id: string
  /** The acting branch (PLT-11); null for platform users and for work of the whole hospital. */
  readonly facility_id: string | null
  readonly user_id: string | null
  readonly patient_id: string | null
  /** At most `name_max` characters: it goes as it is into every `…_by_name`. */
  readonly name: string
  readonly session_id: string | null
  readonly device_id: string | null
  readonly permissions: ReadonlySet<string>
  /** What this account must do before anything but `/auth` answers it (PLT-21), in words. */
  readonly first?: string | null
  /** The branches this account may act at. */
  readonly facility_ids: readonly string[]
  readonly request_id: string
  readonly ip: string | null
  readonly user_agent: string | null
  /** What `If-Match` said (PLT-13). */
  readonly expected_version: number | null
  /** What `Accept-Language` asked for, where it did (POR-21). */
  readonly language?: 'sw' | 'en' | null
}

/** What the columns hold that say who did something. */
export const name_max = 160

/** Platform users belong to no hospital; the operator's own records stand under this id. */
export const platform_id = '00000000-0000-7000-8000-000000000000'

const everything: ReadonlySet<string> = new (class extends Set<string> {
  override has(): boolean {
    return true
  }
})()

const nobody = {
  facility_id: null,
  user_id: null,
  patient_id: null,
  session_id: null,
  device_id: null,
  permissions: everything,
  facility_ids: [],
  ip: null,
  user_agent: null,
  expected_version: null,
}

/** The house itself: jobs, schedules, what follows from a rule. */
export const system = (hospital_id: string, request_id: string = newId()): Caller => ({
  ...nobody,
  kind: 'SYSTEM',
  hospital_id,
  name: 'Kituo',
  request_id,
})

/** A name made of others, so that it fits. */
export const shortName = (name: string): string => name.slice(0, name_max).toWellFormed()

/** The command line holds every permission and is never the second person (OPS-58). */
export const operator = (
  hospital_id: string,
  name: string,
  facility_id: string | null = null,
): Caller => ({
  ...nobody,
  kind: 'COMMAND_LINE',
  hospital_id,
  facility_id,
  name: shortName(name),
  request_id: newId(),
})

export const can = (caller: Caller, code: string): boolean => caller.permissions.has(code)

/** Any one of the codes will do. */
export function asks(caller: Caller, ...codes: string[]): void {
  if (!codes.some((code) => can(caller, code))) throw notPermitted(...codes)
}
