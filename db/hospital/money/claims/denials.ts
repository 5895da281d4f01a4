// Lines that a scheme denied, those that nobody decided in front (5.11).

import { capitals } from '../../../core/kinds/capitals.ts'
import type { Caller } from '../../../core/caller.ts'
import { nextDay } from '../../../core/clock.ts'
import { type Page, paged, type PageAsked } from '../../../store/pages.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { purseOf } from '../accounting/purse.ts'
import { today as hospitalDay } from '../../office/hospitals/hospitals.ts'
import { reasonsOf } from './reasons.ts'
import type { Denial } from './remittance-shapes.ts'
import type { Decision } from './words.ts'

export interface DenialFilter extends PageAsked {
  search?: string
  decided?: boolean
  scheme_id?: string
  reason_code?: string
  department?: string
  practitioner_id?: string
  age_over?: number
}

interface Found {
  claim_id: string
  number: string
  scheme_id: string
  patient_id: string
  member_name: string
  line_id: string
  description: string
  scheme_code: string | null
  department: string | null
  denied: number
  undecided: number
  denial_reason_code: string | null
  decision: Decision
  denied_on: string | null
}

const undecided = sql`l.denied - l.appealed - l.accepted - l.to_patient`

export async function denials(caller: Caller, asked: DenialFilter): Promise<Page<Denial>> {
  const day = await hospitalDay(caller)
  const before = asked.age_over === undefined ? undefined : nextDay(day, -asked.age_over)
  const department = asked.department?.toLowerCase()
  const reason_code = asked.reason_code && capitals(asked.reason_code)
  const found = await paged<Found>(asked, {
    select: sql`l.claim_id, c.number, c.scheme_id, c.patient_id, c.member_name, l.id as line_id, l.description,
      l.scheme_code, l.department, l.denied, ${undecided} as undecided, l.denial_reason_code,
      l.decision, l.denied_on`,
    from: sql` from claim_lines l join claims c on c.id = l.claim_id${where([
      sql`l.hospital_id = ${caller.hospital_id}`,
      sql`l.denied > 0`,
      asked.decided === true && sql`${undecided} = 0`,
      asked.decided === false && sql`${undecided} > 0`,
      when(asked.scheme_id, sql`c.scheme_id = ${asked.scheme_id}`),
      when(reason_code, sql`l.denial_reason_code = ${reason_code}`),
      when(department, sql`lower(l.department) = ${department}`),
      when(asked.practitioner_id, sql`c.practitioner_id = ${asked.practitioner_id}`),
      when(before, sql`l.denied_on < ${before}`),
    ])}`,
    order: sql` order by l.denied_on, l.id`,
  })
  const purse = await purseOf(caller)
  const reasons = new Map((await reasonsOf(caller)).map(({ code, name }) => [code, name]))
  return {
    meta: found.meta,
    rows: found.rows.map((one) => ({
      claim: {
        id: one.claim_id,
        number: one.number,
        scheme_id: one.scheme_id,
        patient_id: one.patient_id,
        member_name: one.member_name,
      },
      line: {
        id: one.line_id,
        description: one.description,
        scheme_code: one.scheme_code,
        department: one.department,
      },
      denied: purse.major(Number(one.denied)),
      undecided: purse.major(Number(one.undecided)),
      reason: reasons.get(one.denial_reason_code ?? '') ?? null,
      reason_code: one.denial_reason_code,
      decision: one.decision,
      denied_on: one.denied_on,
      days:
        one.denied_on === null
          ? null
          : Math.round((Date.parse(day) - Date.parse(one.denied_on)) / 86_400_000),
    })),
  }
}
