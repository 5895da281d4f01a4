// An allergy that was written in words alone, as an ingredient or a class where it is one (CAR-37): nobody
// is given penicillin because the allergy to it was typed.

import type { Caller } from '../../../../core/caller.ts'
import { folded } from '../../../../store/table.ts'
import { standingAllergies } from '../../chart/allergies.ts'
import { codeOf, ingredientsOf } from '../formulary/ingredients.ts'
import { alike } from '../formulary/typed.ts'
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
  const whole = await medicinesMeant(
    caller,
    found.filter((row, index) => row.ingredient_code === null && !known.has(codes[index] ?? '')),
  )
  return found.flatMap((row, index) => {
    const { substance, severity, reactions } = row
    const ingredients = whole.get(row.id) ?? [known.get(codes[index] ?? '')]
    return ingredients.map((ingredient) => ({
      substance,
      severity,
      reactions,
      ingredient_code: ingredient?.code ?? row.ingredient_code,
      class_code: row.class_code?.toUpperCase() ?? class_words[folded(substance).trim()] ?? null,
      classes: ingredient?.classes ?? [],
    }))
  })
}

type Known = { code: string; classes: string[] }

/** Named as a medicine, `Paracetamol 500 mg tablet` (CAR-40): all that is in it, by allergy. */
async function medicinesMeant(
  caller: Caller,
  found: Awaited<ReturnType<typeof standingAllergies>>,
): Promise<Map<string, Known[]>> {
  const like = await alike(
    caller,
    found.map(({ substance }) => substance),
  )
  if (like.size === 0) return new Map()
  const known = await ingredientsOf(
    caller,
    [...like.values()].flatMap((one) => one.ingredients.map((part) => part.ingredient_code)),
  )
  return new Map(
    found.flatMap(({ id, substance }) => {
      const parts = (like.get(substance)?.ingredients ?? []).flatMap(
        ({ ingredient_code }) => known.get(ingredient_code) ?? [],
      )
      return parts.length === 0 ? [] : [[id, parts] as const]
    }),
  )
}
