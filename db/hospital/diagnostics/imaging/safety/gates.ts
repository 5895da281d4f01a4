// The gates of imaging (diagnostics 2.13), asked when a study is booked and when it begins. What somebody
// let pass for this study stays passed, as long as the same thing stands in the way (DIA-117).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { Refusal } from '../../../../core/refusal.ts'
import type { Bite } from '../../../desk/gates/kind.ts'
import { evaluate, gate } from '../../../desk/gates/gate.ts'
import type { GateResult, Override } from '../../../desk/gates/shapes.ts'
import type { StudyRow } from '../studies/record.ts'
import type { Justified } from '../tables.ts'
import { factsOf } from './facts.ts'
import { type Bites, bitesOf, type ImagingGate } from './questions.ts'

/** What stands now: never the place of the decision. */
export async function standing(caller: Caller, study: StudyRow): Promise<GateResult[]> {
  const by_gate = notPassed(study, bitesOf(await factsOf(caller, study)))
  return evaluate(caller, asked(study, 'study.start', by_gate))
}

export interface Passed {
  warnings: GateResult[]
  justified: Justified[]
}

const shortest_reason = 10

/** DIA-117: who lets rays, contrast or magnets pass says why, in words. */
function mustSayWhy(overrides: readonly Override[]): void {
  const at = overrides.findIndex(
    ({ gate: key, reason }) => key.startsWith('IMG_') && (reason ?? '').length < shortest_reason,
  )
  if (at < 0) return
  const field = `overrides[${at}].reason`
  throw new Refusal(400, 'invalid', `${field} must be between 10 and 300 characters.`, { field })
}

/** At the start of the study every gate is asked; of what cannot wait those that may be passed only warn. */
export async function passAtStart(
  caller: Caller,
  study: StudyRow,
  overrides: readonly Override[],
): Promise<Passed> {
  mustSayWhy(overrides)
  const bites = notPassed(study, bitesOf(await factsOf(caller, study)))
  // A pregnancy that is known is never passed by haste.
  const { IMG_PREGNANCY = [], ...others } = bites
  const known = IMG_PREGNANCY.filter(({ subject }) => subject === 'YES')
  const unknown = IMG_PREGNANCY.filter(({ subject }) => subject !== 'YES')
  const first = await gate(caller, {
    ...asked(study, 'study.start', { IMG_PREGNANCY: known }),
    overrides: bare(overrides),
  })
  const rest = await gate(caller, {
    ...asked(study, 'study.start', { ...others, IMG_PREGNANCY: unknown }),
    overrides: bare(overrides),
    emergency: study.priority === 'STAT',
  })
  const warnings = [...first, ...rest]
  return { warnings, justified: justifiedBy(caller, study, bites, overrides) }
}

/** Beforehand: what is named here is let pass, and nothing else is asked. */
export async function justify(
  caller: Caller,
  study: StudyRow,
  overrides: readonly Override[],
): Promise<Justified[]> {
  if (overrides.length === 0) return study.justified
  mustSayWhy(overrides)
  const keys = new Set(overrides.map((one) => one.gate))
  const bites = notPassed(study, bitesOf(await factsOf(caller, study)))
  const by_gate = Object.fromEntries(
    Object.entries(bites).filter(([key]) => keys.has(key)),
  ) as Bites
  await gate(caller, { ...asked(study, 'study.start', by_gate), overrides: bare(overrides) })
  return justifiedBy(caller, study, by_gate, overrides)
}

/** At the booking nothing of the body refuses: who books is told what to think of. */
export async function warnAtBooking(
  caller: Caller,
  study: StudyRow,
  overrides: readonly Override[],
): Promise<GateResult[]> {
  const { IMG_PREGNANCY = [], IMG_METFORMIN = [] } = bitesOf(await factsOf(caller, study))
  const by_gate = {
    IMG_PREGNANCY: IMG_PREGNANCY.map((one) => ({ ...one, level: 'WARN' as const })),
    IMG_METFORMIN,
  }
  return gate(caller, { ...asked(study, 'study.schedule', by_gate), overrides })
}

const asked = (study: StudyRow, action: string, by_gate: Bites) => ({
  action,
  subject: { patient_id: study.patient_id, by_gate },
  facts: { modality: study.modality, section: study.section_id },
  entity: {
    type: 'imaging_study',
    id: study.id,
    patient_id: study.patient_id,
    visit_id: study.visit_id,
  },
})

/** What a bite is about is its gate here: who overrides names no subject. */
const bare = (overrides: readonly Override[]): Override[] => [
  ...overrides,
  ...overrides
    .filter((one) => one.gate === 'IMG_PREGNANCY' && !one.subject)
    .flatMap((one) => ['YES', 'UNKNOWN'].map((subject) => ({ ...one, subject }))),
]

const entriesOf = (bites: Bites) => Object.entries(bites) as [ImagingGate, Bite[]][]

function notPassed(study: StudyRow, bites: Bites): Bites {
  const passed = (key: string, what: string): boolean =>
    study.justified.some((one) => one.gate === key && one.what === what)
  return Object.fromEntries(
    entriesOf(bites).map(([key, found]) => [key, found.filter(({ what }) => !passed(key, what))]),
  )
}

function justifiedBy(
  caller: Caller,
  study: StudyRow,
  bites: Bites,
  overrides: readonly Override[],
): Justified[] {
  const at = clock.instant()
  const added = entriesOf(bites).flatMap(([key, found]) => {
    const given = overrides.find((one) => one.gate === key)
    if (given === undefined) return []
    return found.map(({ what }) => ({
      gate: key,
      what,
      reason_code: given.reason_code ?? '',
      reason: given.reason ?? '',
      by_name: caller.name,
      at,
    }))
  })
  return [...study.justified, ...added]
}
