// Thinness by the upper arm, by weight for height, and by oedema (VIT-14), pure.

import { fits, type MuacRow, type Person } from './rows.ts'
import type { nutrition_classes } from './words.ts'

export type NutritionClass = (typeof nutrition_classes)[number]

export interface Nutrition {
  muac_class: NutritionClass | null
  whz_class: NutritionClass | null
  class: NutritionClass | null
}

export function muacClass(
  rows: readonly MuacRow[],
  person: Person,
  muac: number | null,
): NutritionClass | null {
  const row = rows.find((one) => fits(one, person))
  if (muac === null || row === undefined) return null
  if (muac < row.severe_below) return 'SEVERE'
  return muac < row.moderate_below ? 'MODERATE' : 'NORMAL'
}

/** WHO: under −3 severe, under −2 moderate. */
export function whzClass(whz: number | null): NutritionClass | null {
  if (whz === null) return null
  if (whz < -3) return 'SEVERE'
  return whz < -2 ? 'MODERATE' : 'NORMAL'
}

const worst: readonly NutritionClass[] = ['SEVERE', 'MODERATE', 'NORMAL']

export function nutritionOf(
  rows: readonly MuacRow[],
  person: Person,
  measures: { muac: number | null; oedema: number | null; whz: number | null },
): Nutrition | null {
  const muac_class = muacClass(rows, person, measures.muac)
  const whz_class = whzClass(measures.whz)
  const swollen = (measures.oedema ?? 0) >= 1 && person.age_months < 60
  const found = [muac_class, whz_class, swollen ? ('SEVERE' as const) : null]
  const together = worst.find((one) => found.includes(one)) ?? null
  return together === null ? null : { muac_class, whz_class, class: together }
}
