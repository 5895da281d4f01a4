// An allergy that was written in words alone, as an ingredient or a class where it is one (CAR-37): nobody
// is given penicillin because the allergy to it was typed.

import type { Caller } from '../../../../core/caller.ts'
import { folded } from '../../../../store/table.ts'
import { standingAllergies } from '../../chart/allergies.ts'
import { codeOf, ingredientsOf } from '../formulary/ingredients.ts'
import type { KnownAllergy } from './situation.ts'

/** What patients and clinicians call a class. */
const class_words: Readonly<Record<string, string>> = {
  penicillin: 'PENICILLINS',
  penicillins: 'PENICILLINS',
  penisilini: 'PENICILLINS',
  cephalosporin: 'CEPHALOSPORINS',
  cephalosporins: 'CEPHALOSPORINS',
  sulfa: 'SULFONAMIDES',
  sulpha: 'SULFONAMIDES',
  sulphur: 'SULFONAMIDES',
  sulfonamide: 'SULFONAMIDES',
  sulfonamides: 'SULFONAMIDES',
  sulphonamides: 'SULFONAMIDES',
  nsaid: 'NSAID',
  nsaids: 'NSAID',
  opioid: 'OPIOIDS',
  opioids: 'OPIOIDS',
  macrolides: 'MACROLIDES',
  quinolones: 'FLUOROQUINOLONES',
  tetracyclines: 'TETRACYCLINES',
  aminoglycosides: 'AMINOGLYCOSIDES',
}
const same_ingredient: Readonly<Record<string, string>> = {
  asprin: 'aspirin',
  acetylsalicylic_acid: 'aspirin',
  panadol: 'paracetamol',
  cotrimoxazole: 'sulfamethoxazole',
  co_trimoxazole: 'sulfamethoxazole',
  septrin: 'sulfamethoxazole',
  flagyl: 'metronidazole',
}

const typedCode = (substance: string): string => {
  const code = codeOf(substance)
  return same_ingredient[code] ?? code
}

export async function knownAllergies(caller: Caller, patient_id: string): Promise<KnownAllergy[]> {
  const found = await standingAllergies(caller, patient_id)
  const codes = found.map(({ ingredient_code, substance }) =>
    ingredient_code === null ? typedCode(substance) : codeOf(ingredient_code),
  )
  const known = await ingredientsOf(caller, codes)
  return found.map((row, index) => {
    const ingredient = known.get(codes[index] ?? '')
    const { substance, severity, reactions } = row
    return {
      substance,
      severity,
      reactions,
      ingredient_code: ingredient?.code ?? row.ingredient_code,
      class_code: row.class_code?.toUpperCase() ?? class_words[folded(substance).trim()] ?? null,
      classes: ingredient?.classes ?? [],
    }
  })
}
