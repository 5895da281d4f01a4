// The formulary that a hospital begins with; its own people confirm, change and add (decision 0415).

import type { NewRow } from '../../../../store/table.ts'
import {
  amount_units,
  aware_groups,
  controls,
  dose_units,
  type DoseUnit,
  medicine_forms,
  type MedicineForm,
  type RiskLevel,
  type Route,
  routes,
  witness_rules,
} from '../words.ts'
import { identityOf, nameOf, wordsOf } from './read.ts'
import { shipped_ingredients } from './shipped/ingredients.ts'
import { shipped_medicines } from './shipped/medicines.ts'
import { type ByTrimester, type Ingredient, ingredients, medicines } from './tables.ts'

export const shipped_source =
  'General pharmacological knowledge, in own words; compare with the national treatment guidelines and ' +
  'medicine list before confirming.'

/** For a new hospital: nothing of it is confirmed by anybody. */
export async function shipFormulary(hospital_id: string): Promise<void> {
  await ingredients.insertMany(
    [...starters().values()].map(({ code, name, classes }) => ({
      hospital_id,
      code,
      name,
      classes,
      origin: 'SHIPPED' as const,
      source: shipped_source,
    })),
  )
  await medicines.insertMany(
    medicineLines().map((line) => ({
      ...line,
      hospital_id,
      origin: 'SHIPPED' as const,
      source: shipped_source,
      created_by_name: 'Kituo',
    })),
  )
}

interface Starter {
  code: string
  name: string
  classes: string[]
  pregnancy: readonly RiskLevel[]
  lactation: RiskLevel
}

const letters: Readonly<Record<string, RiskLevel>> = {
  S: 'SAFE',
  C: 'CAUTION',
  A: 'AVOID',
  N: 'CONTRAINDICATED',
  U: 'UNKNOWN',
}
/** The higher, the worse. */
const worse: readonly RiskLevel[] = ['UNKNOWN', 'SAFE', 'CAUTION', 'AVOID', 'CONTRAINDICATED']

const linesIn = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))

const levelOf = (letter: string | undefined): RiskLevel => letters[letter ?? ''] ?? 'UNKNOWN'

function starters(): Map<string, Starter> {
  return new Map(
    linesIn(shipped_ingredients).map(([code = '', name = '', classes = '', by = '', milk = '']) => [
      code,
      {
        code,
        name,
        classes: classes.split(' ').filter(Boolean),
        pregnancy: [...by].map(levelOf),
        lactation: levelOf(milk),
      },
    ]),
  )
}

const form_units: Partial<Record<MedicineForm, [DoseUnit, Route[]]>> = {
  tablet: ['TAB', ['PO']],
  capsule: ['CAP', ['PO']],
  syrup: ['ML', ['PO']],
  suspension: ['ML', ['PO']],
  infusion: ['ML', ['IV']],
  cream: ['G', ['TOP']],
  ointment: ['G', ['TOP']],
  drops: ['DROP', ['EYE']],
  inhaler: ['PUFF', ['INH']],
  suppository: ['SUPP', ['PR']],
  pessary: ['SUPP', ['PV']],
  powder: ['SACHET', ['PO']],
}

type Line = Omit<
  NewRow<(typeof medicines)['columns']>,
  'hospital_id' | 'origin' | 'created_by_name'
>

function medicineLines(): Line[] {
  const known = starters()
  return linesIn(shipped_medicines).map(
    ([generic = '', strength = '', of = '', in_it = '', more = '']) => {
      const form = oneOf(medicine_forms, of)
      const made = in_it.split('+').map((part) => amountOf(known, part.trim()))
      const named = { generic_name: generic, strength_text: strength, form }
      const parts = made.map(({ from }) => from)
      return {
        ...named,
        name: nameOf(named),
        identity: identityOf(named),
        ingredients: made.map(({ line }) => line),
        words: wordsOf(parts.map((one) => ({ ...one, synonyms: [] }))),
        pregnancy: pregnancyOf(parts),
        lactation: worst(parts.map(({ lactation }) => lactation)),
        ...detailsOf(form, more),
      }
    },
  )
}

/** A word that a list must hold: a slip in what ships is found by the first test that opens a house. */
function oneOf<T extends string>(words: readonly T[], word: string): T {
  const found = words.find((one) => one === word)
  if (found === undefined) throw new Error(`"${word}" in the shipped formulary`)
  return found
}

function amountOf(known: ReadonlyMap<string, Starter>, part: string) {
  const [code = '', amount = '', unit = ''] = part.split(' ')
  const from = known.get(code)
  if (from === undefined) throw new Error(`"${part}" in the shipped formulary`)
  const line: Ingredient = {
    ingredient_code: code,
    name: from.name,
    amount: Number(amount),
    unit: oneOf(amount_units, unit),
  }
  return { from, line }
}

const worst = (levels: readonly RiskLevel[]): RiskLevel =>
  levels.reduce((a, b) => (worse.indexOf(b) > worse.indexOf(a) ? b : a), 'UNKNOWN')

function pregnancyOf(parts: readonly Starter[]): ByTrimester {
  const [t1, t2, t3] = [0, 1, 2].map((at) =>
    worst(parts.map(({ pregnancy }) => pregnancy[at] ?? 'UNKNOWN')),
  )
  return { t1: t1 ?? 'UNKNOWN', t2: t2 ?? 'UNKNOWN', t3: t3 ?? 'UNKNOWN' }
}

function detailsOf(form: MedicineForm, more: string) {
  const words = new Map(
    more
      .split(' ')
      .filter(Boolean)
      .map((word): [string, string] => {
        const [key = '', value = ''] = word.split('=')
        return [key, value]
      }),
  )
  const [unit, ways] = form_units[form] ?? [undefined, undefined]
  const several = (key: string): string[] | undefined => words.get(key)?.split(',')
  const number = (key: string): number | null => (words.has(key) ? Number(words.get(key)) : null)
  const aware = words.get('aware')
  return {
    unit_of_dose: oneOf(dose_units, words.get('unit') ?? unit ?? ''),
    routes: several('routes')?.map((route) => oneOf(routes, route)) ?? ways ?? [],
    aware: aware === undefined ? null : oneOf(aware_groups, aware),
    controlled: oneOf(controls, words.get('controlled') ?? 'NONE'),
    witness: oneOf(witness_rules, words.get('witness') ?? 'NONE'),
    high_alert: words.has('alert'),
    time_critical: words.has('critical'),
    prescription_only: !words.has('otc'),
    splittable: number('split'),
    pack_size: number('pack'),
    pack_only: words.has('pack'),
    counsel: several('counsel') ?? [],
  }
}
