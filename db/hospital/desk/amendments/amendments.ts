// The one way in which signed records change (FRO-4): never edited, amended with a reason into a
// version of their own, or voided with a reason; every version stays readable. An area keeps its
// records in tables of its own with the columns of `signable`, and calls these three moves.

import { type Caller, can } from '../../../core/caller.ts'
import { clock, hours } from '../../../core/clock.ts'
import { conflict, noSuch, notPermitted } from '../../../core/refusal.ts'
import { difference, record } from '../../office/audit/record.ts'
import { signerOf, type Signer } from '../../neighbours/signing.ts'
import type { Signable } from './columns.ts'
import type { RecordVersion } from './shapes.ts'
import { record_versions } from './tables.ts'

/** The author mends the own entry so long; later, and another's entry, others must. */
const own_hours = 24

export interface Amendable<R extends Signable> {
  /** As refusals name it: `survey`. */
  readonly thing: string
  readonly record_type: string
  /** The fields a version holds. */
  readonly fields: readonly (keyof R & string)[]
  /** Codes of which any one lets amend another's entry, or the own one after a day. */
  readonly amend: readonly string[]
  /** Where more than a code is asked: `a doctor or clinician`. */
  mayAmend?(caller: Caller, row: R): Promise<boolean>
  patientOf(row: R): string | null
}

export type Signature = Pick<
  Signable,
  'revision' | 'author_id' | 'author_staff_id' | 'author_name' | 'signed_at'
>

/** Who signs and when: what the row is written with. */
export function signature(caller: Caller, signer: Signer): Signature {
  return {
    revision: 1,
    author_id: caller.user_id,
    author_staff_id: signer.staff_id,
    author_name: signer.name,
    signed_at: clock.instant(),
  }
}

/** Keeps the first version of a row that was just signed. */
export async function signed<R extends Signable>(
  caller: Caller,
  kind: Amendable<R>,
  row: R,
): Promise<void> {
  await keep(caller, kind, row, { kind: 'SIGNED', changes: {}, reason: null, version: 1 })
}

/** 409 for a PATCH of what is signed. */
export function mustBeDraft<R extends Signable>(kind: Amendable<R>, row: R): void {
  if (row.voided_at !== null) throw voidedAlready(kind)
  if (row.signed_at === null) return
  throw conflict(
    `This ${kind.thing} was signed by ${row.author_name} at ${row.signed_at}. Amend it with a reason instead.`,
    'signed',
  )
}

/**
 * `after` is the row as it will stand, with what is computed computed anew; the columns answered are
 * written with it by the area.
 */
export async function amend<R extends Signable>(
  caller: Caller,
  kind: Amendable<R>,
  rows: { before: R; after: R },
  reason: string,
): Promise<Pick<Signable, 'revision'>> {
  const { before, after } = rows
  await mayMend(caller, kind, before)
  const version = before.revision + 1
  const changes = difference(content(kind, before), content(kind, after)) ?? {}
  await keep(caller, kind, after, { kind: 'AMENDED', changes, reason, version })
  note(caller, kind, before, 'amend', { changes, reason })
  return { revision: version }
}

export async function voided<R extends Signable>(
  caller: Caller,
  kind: Amendable<R>,
  row: R,
  reason: string,
): Promise<Pick<Signable, 'revision' | 'voided_at' | 'voided_by' | 'void_reason'>> {
  await mayMend(caller, kind, row)
  const version = row.revision + 1
  const changes = { status: ['SIGNED', 'VOIDED'] as [string, string] }
  await keep(caller, kind, row, { kind: 'VOIDED', changes, reason, version })
  note(caller, kind, row, 'void', { changes, reason, from_state: 'SIGNED', to_state: 'VOIDED' })
  return {
    revision: version,
    voided_at: clock.instant(),
    voided_by: caller.name,
    void_reason: reason,
  }
}

/** Newest first, not paged. */
export async function historyOf<R extends Signable>(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  kind: Amendable<R>,
  record_id: string,
): Promise<RecordVersion[]> {
  return record_versions.all(
    { hospital_id, record_type: kind.record_type, record_id },
    { order: ['-version'] },
  )
}

/** One version as it was. */
export async function versionOf<R extends Signable>(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  kind: Amendable<R>,
  record_id: string,
  version: number,
): Promise<RecordVersion> {
  const found = await record_versions.find({
    hospital_id,
    record_type: kind.record_type,
    record_id,
    version,
  })
  if (found === undefined) throw noSuch('version')
  return found
}

export const stateOf = (row: Signable): 'DRAFT' | 'SIGNED' | 'VOIDED' =>
  row.voided_at !== null ? 'VOIDED' : row.signed_at === null ? 'DRAFT' : 'SIGNED'

async function mayMend<R extends Signable>(
  caller: Caller,
  kind: Amendable<R>,
  row: R,
): Promise<void> {
  if (row.voided_at !== null) throw voidedAlready(kind)
  if (row.signed_at === null) throw conflict(`This ${kind.thing} is not signed yet: change it.`)
  await signerOf(caller)
  const young = clock.ms() - Date.parse(row.signed_at) <= hours(own_hours)
  if (young && caller.user_id !== null && caller.user_id === row.author_id) return
  const may =
    kind.mayAmend === undefined
      ? kind.amend.some((code) => can(caller, code))
      : await kind.mayAmend(caller, row)
  if (!may) throw notPermitted(...kind.amend)
}

const voidedAlready = <R extends Signable>({ thing }: Amendable<R>) =>
  conflict(`This ${thing} was voided. Nothing more can be done with it.`, 'state')

const content = <R extends Signable>(kind: Amendable<R>, row: R): Record<string, unknown> =>
  Object.fromEntries(kind.fields.map((field) => [field, row[field] ?? null]))

interface Version {
  kind: 'SIGNED' | 'AMENDED' | 'VOIDED'
  version: number
  changes: Record<string, [unknown, unknown]>
  reason: string | null
}

async function keep<R extends Signable>(
  caller: Caller,
  kind: Amendable<R>,
  row: R,
  version: Version,
): Promise<void> {
  await record_versions.insert({
    hospital_id: caller.hospital_id,
    record_type: kind.record_type,
    record_id: row.id,
    patient_id: kind.patientOf(row),
    content: content(kind, row),
    at: clock.instant(),
    user_id: caller.user_id,
    by_name: caller.name,
    ...version,
  })
}

function note<R extends Signable>(
  caller: Caller,
  kind: Amendable<R>,
  row: R,
  verb: string,
  more: Parameters<typeof record>[2],
): void {
  record(caller, `${kind.record_type}.${verb}`, {
    entity_type: kind.record_type,
    entity_id: row.id,
    patient_id: kind.patientOf(row),
    ...more,
  })
}
