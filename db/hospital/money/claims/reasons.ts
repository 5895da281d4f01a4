// Why schemes deny (2.9): the hospital's own list, or the one it comes with.

import { capitals } from '../../../core/kinds/capitals.ts'
import type { Caller } from '../../../core/caller.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { record } from '../../office/audit/record.ts'
import { sql } from '../../../store/sql.ts'
import { row } from '../../../store/connection.ts'
import type { Reason, ReasonsInput } from './remittance-shapes.ts'
import { denial_reasons } from './tables.ts'

const shipped: readonly Reason[] = [
  ['D01', 'Documents incomplete', 'TECHNICAL'],
  ['D02', 'Not medically necessary', 'CLINICAL'],
  ['D03', 'Price above the agreed price', 'PRICE'],
  ['D04', 'Not a member on that day', 'ELIGIBILITY'],
  ['D05', 'Not covered by the plan', 'ELIGIBILITY'],
  ['D06', 'Claimed before', 'DUPLICATE'],
  ['D07', 'Sent too late', 'LATE'],
  ['D99', 'Another reason', 'OTHER'],
].map(([code, name, kind]) => ({
  code: code as string,
  name: name as string,
  kind: kind as Reason['kind'],
  default_decision: 'NONE',
  active: true,
}))

export async function reasonsOf({ hospital_id }: Pick<Caller, 'hospital_id'>): Promise<Reason[]> {
  const own = await denial_reasons.all({ hospital_id }, { order: ['code'], limit: 500 })
  if (own.length === 0) return [...shipped]
  return own.map(({ code, name, kind, default_decision, active }) => ({
    code,
    name,
    kind,
    default_decision,
    active,
  }))
}

/** The whole list; a code that stands on a line may only be put out of use. */
export async function setReasons(caller: Caller, { reasons }: ReasonsInput): Promise<Reason[]> {
  const { hospital_id } = caller
  const codes = reasons.map(({ code }) => capitals(code))
  const twice = codes.findIndex((code, at) => codes.indexOf(code) < at)
  if (twice >= 0) throw invalid(`reasons[${twice}].code`, 'is there twice.')
  for (const { code } of await reasonsOf(caller)) {
    if (codes.includes(code)) continue
    const used = await row<{ id: string }>(
      sql`select id from claim_lines where hospital_id = ${hospital_id}
        and denial_reason_code = ${code} limit 1`,
    )
    if (used !== undefined) throw conflict(`Reason ${code} was used: it can only be deactivated.`)
  }
  await denial_reasons.remove({ hospital_id })
  await denial_reasons.insertMany(
    reasons.map((reason, at) => ({
      hospital_id,
      code: codes[at] as string,
      name: reason.name,
      kind: reason.kind,
      default_decision: reason.default_decision ?? 'NONE',
      active: reason.active ?? true,
    })),
  )
  record(caller, 'denial_reasons.set', { rows: reasons.length })
  return reasonsOf(caller)
}
