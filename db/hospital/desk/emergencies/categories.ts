// What kind of emergency it is, in whatever words somebody says it: those that are known count as their
// category, every other is kept as typed and counts under OTHER.

import { folded } from '../../../store/table.ts'
import { emergency_categories, type EmergencyCategory } from './words.ts'

export interface Categorised {
  category: EmergencyCategory
  /** As typed, where it is no category of ours. */
  category_typed: string | null
}

/** Other words for what the house does something about; a survivor is spared the bill (EMG-9). */
const synonyms: Readonly<Record<string, EmergencyCategory>> = {
  rta: 'TRAUMA_ROAD',
  'road accident': 'TRAUMA_ROAD',
  'road traffic accident': 'TRAUMA_ROAD',
  'road traffic injury': 'TRAUMA_ROAD',
  trauma: 'TRAUMA_OTHER',
  burns: 'BURN',
  labour: 'OBSTETRIC',
  newborn: 'NEONATAL',
  poison: 'POISONING',
  snakebite: 'SNAKE_BITE',
  'dog bite': 'ANIMAL_BITE',
  gbv: 'GENDER_VIOLENCE',
  sgbv: 'GENDER_VIOLENCE',
  rape: 'GENDER_VIOLENCE',
  'gender based violence': 'GENDER_VIOLENCE',
  'sexual violence': 'GENDER_VIOLENCE',
  'sexual assault': 'GENDER_VIOLENCE',
  'domestic violence': 'GENDER_VIOLENCE',
  'violence against children': 'CHILD_ABUSE',
  mental: 'PSYCHIATRIC',
}

export function categorised(typed: string): Categorised {
  const category = knownCategory(typed)
  return category === undefined
    ? { category: 'OTHER', category_typed: typed }
    : { category, category_typed: null }
}

/** Without case; a dash or a low line is a blank. */
export function knownCategory(typed: string): EmergencyCategory | undefined {
  const said = plain(typed)
  return emergency_categories.find((one) => plain(one) === said) ?? synonyms[said]
}

const plain = (typed: string): string =>
  folded(typed)
    .replace(/[\s_-]+/g, ' ')
    .trim()
