// What stands in the way of a vaccine (CAR-63, CAR-165, CAR-166): its schedule, what was written down of the
// person, and the checks of every other medicine.

import type { Caller } from '../../../core/caller.ts'
import type { Bite } from '../../desk/gates/kind.ts'
import { inWords } from '../../office/plans/days.ts'
import { checkLines, not_adopted } from '../medicines/checks/engine.ts'
import type { CheckedLine, Finding } from '../medicines/checks/situation.ts'
import { ingredientsOf } from '../medicines/formulary/ingredients.ts'
import { aroundOf } from '../medicines/prescribing/passing.ts'
import type { ImmGate, Standing } from './gates.ts'
import { type Early, heldBack, type Known, placeOf, tooEarly } from './reckoning.ts'
import type { Planned } from './shipped/schedules.ts'
import type { ShippedVaccine } from './shipped/vaccines.ts'

export interface Wanted {
  index: number
  vaccine: ShippedVaccine
  planned: Planned
  given_on: string
  known: Known
}

export interface Judged {
  standing: Standing
  findings: Finding[]
}

interface About {
  patient_id: string
  visit_id: string | null
  admission_id: string | null
  grace_days: number
  adopted: boolean
}

export async function judge(
  caller: Caller,
  wanted: readonly Wanted[],
  about: About,
): Promise<Judged> {
  const findings = await asMedicines(caller, wanted, about)
  const found = wanted.flatMap((one) => [...timesOf(one, about), ...heldOf(one)])
  const all = [...found, ...findings.flatMap(asContra)]
  const by_gate = Map.groupBy(all, ({ gate }) => gate)
  const standing = Object.fromEntries(
    [...by_gate].map(([gate, bites]) => [gate, bites.map(({ bite }) => bite)]),
  )
  return { standing, findings: findings.filter(({ gate }) => allergies.has(gate)) }
}

interface Found {
  gate: ImmGate
  bite: Bite
}

/** In the words of a refusal, and of a dose from a card that does not count. */
export function earlyText({ line }: Planned, { from, missing }: Early): string {
  if (from === null) return `${line.dose_key} may not be given before ${missing}.`
  return `${line.dose_key} may be given from ${inWords(from.on)} (${from.reason}).`
}

function timesOf({ index, planned, given_on, known }: Wanted, about: About): Found[] {
  const subject = String(index + 1)
  const { adopted, grace_days } = about
  const facts = { severity: adopted ? 'ADOPTED' : 'DEFAULT' }
  const told = adopted ? {} : { mend: not_adopted }
  const early = tooEarly(known, given_on, planned, grace_days)
  if (early !== null) {
    const what = earlyText(planned, early)
    return [{ gate: early.why, bite: { what, subject, facts, ...told } }]
  }
  const placed = placeOf(known, given_on, planned.schedule, planned.line)
  const last = placed?.max_on ?? null
  if (last === null || given_on <= last) return []
  const what = `${planned.line.dose_key} may be given until ${inWords(last)}.`
  return [{ gate: 'IMM_MAX_AGE', bite: { what, subject, facts, ...told } }]
}

function heldOf({ index, planned, given_on, known, vaccine }: Wanted): Found[] {
  if (heldBack(known, given_on, planned.line) !== 'CONTRAINDICATED') return []
  const of = known.held.find(
    (one) => one.kind === 'CONTRAINDICATED' && one.vaccine === planned.line.vaccine,
  )
  const why =
    of === undefined ? 'she is pregnant, and it is a live vaccine' : 'it was written down for life'
  return [
    { gate: 'IMM_CONTRA', bite: { what: `${vaccine.name}: ${why}.`, subject: String(index + 1) } },
  ]
}

const allergies: ReadonlySet<string> = new Set(['RX_ALLERGY_EXACT', 'RX_ALLERGY_CLASS'])
const contra: ReadonlySet<string> = new Set(['RX_CONDITION', 'RX_INTERACTION', 'RX_AGE'])

function asContra({ gate, what, mend, line, severity }: Finding): Found[] {
  if (!contra.has(gate)) return []
  const bite = {
    what,
    ...(mend === null ? {} : { mend }),
    ...(line === null ? {} : { subject: String(line + 1) }),
    ...(severity === null ? {} : { facts: { severity } }),
  }
  return [{ gate: 'IMM_CONTRA', bite }]
}

/** The checks of medicines by the ingredient of each vaccine. */
async function asMedicines(
  caller: Caller,
  wanted: readonly Wanted[],
  { patient_id, visit_id, admission_id }: About,
): Promise<Finding[]> {
  if (wanted.length === 0) return []
  const of = await aroundOf(caller, { patient_id, visit_id, admission_id })
  const ingredients = await ingredientsOf(
    caller,
    wanted.map(({ vaccine }) => vaccine.ingredient),
  )
  const lines = wanted.map(({ vaccine, given_on, index }): CheckedLine => {
    const classes = ingredients.get(vaccine.ingredient)?.classes ?? []
    return lineOf(vaccine, classes, given_on, index)
  })
  return checkLines(lines, of).findings
}

function lineOf(
  { code, name, ingredient, route }: ShippedVaccine,
  classes: readonly string[],
  given_on: string,
  index: number,
): CheckedLine {
  const part = { ingredient_code: ingredient, name, amount: 1, unit: 'ML' as const }
  return {
    medicine: {
      id: null,
      name: `${code} vaccine`,
      ingredients: [{ ...part, classes }],
      classes: [],
      pregnancy: { t1: 'UNKNOWN', t2: 'UNKNOWN', t3: 'UNKNOWN' },
      lactation: 'UNKNOWN',
      aware: null,
      controlled: 'NONE',
      levels: [],
      cadres: [],
      specialities: [],
      in_formulary: true,
      confirmed: false,
    },
    at: `Line ${index + 1}`,
    route,
    per_dose: null,
    doses_a_day: null,
    start: given_on,
    end: given_on,
    once: true,
    when_needed: false,
    indication: 'Immunisation',
    duration_days: null,
  }
}
