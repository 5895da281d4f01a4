// Passing a gate with a reason (CAR-50, CAR-51, CAR-55).

import { type Caller, can } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { invalid, Refusal } from '../../../core/refusal.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { holders } from '../../office/access/users/holders.ts'
import { record } from '../../office/audit/record.ts'
import { keptByClinic } from '../../neighbours/medicines.ts'
import { takeWitness } from '../../neighbours/stock.ts'
import type { GateAsked, Standing } from './gate.ts'
import type { GateKind } from './kind.ts'
import type { KeptOverride, Override } from './shapes.ts'
import { gate_overrides } from './tables.ts'
import { ask } from './who.ts'
import { emergency_reason } from './words.ts'

/** The override that opens this gate, or null where none was sent for it. */
export async function validOverride(
  caller: Caller,
  { kind, row, bite, result }: Standing,
  overrides: readonly Override[],
  alone: boolean,
): Promise<(Override & { authorised_by?: string }) | null> {
  const at = overrides.findIndex(
    ({ gate, subject }) =>
      gate === kind.key &&
      (bite.subject === undefined || subject === bite.subject || (alone && !subject)),
  )
  const given = overrides[at]
  if (given === undefined) return null
  const reason = row.reasons.find(({ code }) => code === given.reason_code)
  if (!given.reason_code) {
    throw new Refusal(400, 'invalid', `overrides[${at}]: reason_code is required.`, {
      field: `overrides[${at}]`,
    })
  }
  if (reason === undefined) {
    const codes = row.reasons.map(({ code }) => code).join(', ')
    throw invalid(`overrides[${at}].reason_code`, `must be one of ${codes}.`)
  }
  if ((reason.needs_text || reason.code === 'OTHER') && !given.reason) {
    throw invalid(`overrides[${at}].reason`, `is required with ${reason.code}.`)
  }
  if (row.permission !== null && can(caller, row.permission)) return given
  if (typeof given.authoriser_token === 'string' && row.permission !== null) {
    const witness = await takeWitness(caller, given.authoriser_token, 'OTHER')
    const holding = await holders(caller, row.permission)
    if (witness !== null && holding.includes(witness.user_id)) {
      return { ...given, authorised_by: witness.name }
    }
  }
  throw new Refusal(403, 'not_permitted', `${kind.title}: ${ask(result.may_override)}.`)
}

export async function recordOverride(
  caller: Caller,
  { action, entity, subject }: GateAsked,
  { kind, bite, result }: Standing,
  override: (Override & { authorised_by?: string }) | null,
): Promise<void> {
  const reason_code = override?.reason_code ?? emergency_reason
  const message = await keptMessage(caller, entity.patient_id, kind, result.message)
  record(caller, 'gate.override', {
    entity_type: entity.type,
    entity_id: entity.id,
    entity_label: kind.key,
    patient_id: entity.patient_id,
    reason: [reason_code, override?.reason].filter(Boolean).join(': '),
    changes: { gate: [null, message] },
  })
  if (kind.override !== undefined && override !== null) {
    return kind.override(caller, {
      bite,
      subject,
      reason: override.reason || reason_code,
    })
  }
  await gate_overrides.insert({
    hospital_id: caller.hospital_id,
    facility_id: caller.facility_id,
    gate: kind.key,
    action,
    entity_type: entity.type,
    entity_id: entity.id,
    patient_id: entity.patient_id ?? null,
    visit_id: entity.visit_id ?? null,
    subject: bite.subject ?? null,
    user_id: caller.user_id,
    by_name: caller.name,
    authorised_by: override?.authorised_by ?? null,
    at: clock.instant(),
    reason_code,
    reason: override?.reason || null,
    message: message.slice(0, 1000),
    to_review: kind.reviewed === true,
  })
}

/** What stopped somebody may name a medicine that others may not know of (TBC-22): they read which gate it was. */
const keptMessage = async (
  caller: Caller,
  patient_id: string | null | undefined,
  { title }: GateKind,
  message: string,
): Promise<string> =>
  patient_id && (await keptByClinic(caller, patient_id)) ? `${title}.` : message

export interface OverrideFilter extends PageAsked {
  gate?: string
  action?: string
  patient_id?: string
  reviewed?: boolean
  from?: string
  to?: string
}

/** Newest first. `from` and `to` are instants here: the door has read the days. */
export const list = (caller: Caller, asked: OverrideFilter): Promise<Page<KeptOverride>> =>
  pageFrom(gate_overrides, asked, {
    from: sql` from gate_overrides${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.gate, sql`gate = ${asked.gate}`),
      when(asked.action, sql`action = ${asked.action}`),
      when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
      asked.reviewed === undefined
        ? undefined
        : asked.reviewed
          ? sql`reviewed_at is not null`
          : sql`to_review and reviewed_at is null`,
      when(asked.from, sql`at >= ${asked.from}`),
      when(asked.to, sql`at < ${asked.to}`),
    ])}`,
    order: sql` order by at desc, id desc`,
  })

export const overridesOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  visit_id: string,
): Promise<KeptOverride[]> => gate_overrides.all({ hospital_id, visit_id }, { order: ['at', 'id'] })
