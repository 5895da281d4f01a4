// The one way through the checks (CAR-61, CAR-63): every path that leads to a medicine reads the same
// situation, finds the same, and asks the same gates.

import type { Caller } from '../../../../core/caller.ts'
import { evaluate, gate, type GateAsked } from '../../../desk/gates/gate.ts'
import type { GateResult, Override } from '../../../desk/gates/shapes.ts'
import { visitOf } from '../../../desk/visits/for-areas.ts'
import { admissionRecord } from '../../wards/admissions/record.ts'
import { situationOf } from '../checks/context.ts'
import { checkLines } from '../checks/engine.ts'
import type { CheckedLine, Situation } from '../checks/situation.ts'
import { standingOf } from './standing.ts'
import type { Alert } from './tables.ts'

export interface About {
  patient_id: string
  visit_id: string | null
  admission_id: string | null
  /** Items that are what is checked, or give way to it. */
  except?: readonly string[]
  cadre?: string | null
  department?: string | null
}

export const aroundOf = async (caller: Caller, about: About): Promise<Situation> =>
  situationOf(caller, {
    ...about,
    standing: await standingOf(caller, about.patient_id, about.except),
    prescriber: {
      level: null,
      cadre: about.cadre ?? null,
      department: about.department ?? null,
    },
  })

export interface Passing {
  action: 'rx.sign' | 'dispense.verify' | 'dose.give'
  lines: readonly CheckedLine[]
  of: Situation
  emergency: boolean
  overrides: readonly Override[] | undefined
  /** Gates that were let through when it was signed: nobody is asked twice. */
  accepted?: readonly string[] | undefined
  /** What gates of this action alone look at. */
  more?: Readonly<Record<string, unknown>>
  entity: GateAsked['entity']
}

export interface Passed {
  warnings: GateResult[]
  alerts: Alert[]
}

/** Let through, with what was said; or refused, with everything that stands in the way. */
export async function passChecks(caller: Caller, asked: Passing): Promise<Passed> {
  const found = checkLines(asked.lines, asked.of).findings
  const findings = found.filter(({ gate: key }) => !(asked.accepted ?? []).includes(key))
  const { action, emergency, entity } = asked
  const overrides = [...(asked.overrides ?? [])]
  const about = { action, emergency, entity, overrides, subject: { ...asked.more, findings } }
  const warnings = await gate(caller, about)
  const all = findings.length === 0 ? [] : await evaluate(caller, about)
  return { warnings, alerts: all.map((one) => ({ ...one, override: overriding(one, overrides) })) }
}

function overriding(one: GateResult, overrides: readonly Override[]): Alert['override'] {
  if (one.level === 'WARN') return null
  const found = overrides.find(
    ({ gate: key, subject }) =>
      key === one.gate && (!subject || (one.subject ?? subject) === subject),
  )
  if (found === undefined) return null
  return { reason_code: found.reason_code ?? '', reason: found.reason ?? null }
}

const newborn_days = 28

/** CAR-51: what may be bypassed in an emergency then only warns. */
export async function isEmergency(
  caller: Caller,
  { visit_id, admission_id }: Pick<About, 'visit_id' | 'admission_id'>,
  { person }: Situation,
  stat: boolean,
): Promise<boolean> {
  if (stat || person.age_days < newborn_days) return true
  if (admission_id !== null) {
    const stay = await admissionRecord.get(caller, admission_id)
    if (stay.priority === 'EMERGENCY') return true
  }
  if (visit_id === null) return false
  const { visit_class, triage_category } = await visitOf(caller, visit_id)
  return visit_class === 'EMERGENCY' || (triage_category !== null && triage_category <= 2)
}
