// What a patient does not bear (CAR-75): by ingredient and class, never by brand or text.

import {
  type Check,
  classesOfMedicine,
  type KnownAllergy,
  lower,
  type Situation,
  titled,
} from './situation.ts'

export const allergyChecks: Check = ({ line, index, of }) => {
  const found = of.allergies.flatMap((allergy) => {
    const said = `${titled(line)}: allergy to ${lower(allergy.substance)}`
    if (exact(allergy, line.medicine, of.rules)) {
      const how = [
        ...allergy.reactions.map(lower),
        allergy.severity.toLowerCase().replace('_', ' '),
      ]
      const what = `${said} (${how.join(', ')}).`
      return [finding('RX_ALLERGY_EXACT', allergy.severity, what)]
    }
    const level = crossing(allergy, line.medicine, of.rules)
    if (level === null) return []
    const what = `${said}; ${lower(line.medicine.name)} may cross-react.`
    return [finding('RX_ALLERGY_CLASS', level, what)]
  })
  const nobody = index === 0 && !of.allergies_asked && of.allergies.length === 0
  return nobody
    ? [...found, finding('RX_ALLERGY_UNKNOWN', null, 'Nobody has asked about allergies.')]
    : found
}

// An allergy that was recorded of this patient is never softened.
const finding = (
  gate: 'RX_ALLERGY_EXACT' | 'RX_ALLERGY_CLASS' | 'RX_ALLERGY_UNKNOWN',
  severity: string | null,
  what: string,
) => ({ gate, severity, what, mend: null, adopted: true })

type Medicine = Parameters<typeof classesOfMedicine>[0]
type Rules = Situation['rules']

const ownClasses = ({ class_code, classes }: KnownAllergy): readonly string[] =>
  class_code === null ? classes : [class_code]

function exact(allergy: KnownAllergy, medicine: Medicine, rules: Rules): boolean {
  const has = medicine.ingredients.some(
    ({ ingredient_code }) => ingredient_code === allergy.ingredient_code,
  )
  const classes = classesOfMedicine(medicine)
  const of_class = allergy.class_code !== null && classes.has(allergy.class_code)
  return has || of_class || levelsBetween(allergy, classes, rules).includes('SAME')
}

function crossing(
  allergy: KnownAllergy,
  medicine: Medicine,
  rules: Rules,
): 'LIKELY' | 'POSSIBLE' | null {
  const levels = levelsBetween(allergy, classesOfMedicine(medicine), rules)
  if (levels.includes('LIKELY')) return 'LIKELY'
  return levels.includes('POSSIBLE') ? 'POSSIBLE' : null
}

/** A row holds both ways. */
function levelsBetween(allergy: KnownAllergy, classes: ReadonlySet<string>, rules: Rules) {
  const own = ownClasses(allergy)
  return rules['cross-allergies'].flatMap(({ class_code, reacts_with, level }) => {
    const there = own.includes(class_code) && classes.has(reacts_with)
    const back = own.includes(reacts_with) && classes.has(class_code)
    return there || back ? [level] : []
  })
}
