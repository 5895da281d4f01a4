// Which tablets a weight takes, and for whom a regimen is (TBC-2, TBC-4). Nothing is read or written.

import { conflict, invalid } from '../../../../core/refusal.ts'
import { ageOn } from '../../../desk/patients/register/ages.ts'
import type { Phase, TbRegimen, TbRules } from '../sheets/rows.ts'
import type { Category, Resistance } from '../words.ts'

/** Weights are bands of tenths: 39.94 kg is 39.9. */
const tenths = (kg: number): number => Math.floor(kg * 10 + 1e-9) / 10

export const categoryOf = (
  { birth_date }: { birth_date: string },
  weight_kg: number,
  { child_below_years, child_below_kg }: Pick<TbRules, 'child_below_years' | 'child_below_kg'>,
  on: string,
): Category =>
  ageOn(birth_date, on, 'en').years < child_below_years && weight_kg < child_below_kg
    ? 'CHILD'
    : 'ADULT'

export interface Tablets {
  medicine: string
  per_dose: number
}

/** Null where the weight lies in no band of one of the medicines. */
export function tabletsOf({ medicines }: Phase, weight_kg: number): Tablets[] | null {
  const kg = tenths(weight_kg)
  const found = medicines.map(({ medicine, bands }) => {
    const band = bands.find(({ from_kg, to_kg }) => kg >= from_kg && kg <= to_kg)
    return band === undefined ? null : { medicine, per_dose: band.units }
  })
  return found.includes(null) ? null : (found as Tablets[])
}

/** `25–39.9 kg`, by the first medicine. */
export function bandOf({ medicines }: Phase, weight_kg: number): string | null {
  const kg = tenths(weight_kg)
  const band = medicines[0]?.bands.find(({ from_kg, to_kg }) => kg >= from_kg && kg <= to_kg)
  return band === undefined ? null : `${band.from_kg}–${band.to_kg} kg`
}

export interface ByHand {
  tablets: number
  reason: string
}

/** TBC-4: outside all bands somebody says how many, and why. */
export function dosed(
  phase: Phase,
  weight_kg: number,
  by_hand: ByHand | null | undefined,
): Tablets[] {
  const found = tabletsOf(phase, weight_kg)
  if (found !== null) return found
  if (by_hand) {
    return phase.medicines.map(({ medicine }) => ({ medicine, per_dose: by_hand.tablets }))
  }
  const lowest = Math.min(
    ...phase.medicines.flatMap(({ bands }) => bands.map(({ from_kg }) => from_kg)),
  )
  const side = weight_kg < lowest ? 'below' : 'outside'
  throw conflict(
    `${weight_kg} kg is ${side} the table: give tablets by hand with reason.`,
    'weight_band',
  )
}

/** By the letters of their sputum: what rifampicin does not cure. */
const resistant: readonly Resistance[] = ['RR', 'MDR', 'PRE_XDR', 'XDR']
export const isResistant = (resistance: Resistance): boolean => resistant.includes(resistance)

/** TBC-2. */
export function fittingRegimen(
  all: readonly TbRegimen[],
  key: string,
  category: Category,
  resistance: Resistance,
): TbRegimen {
  const regimen = all.find((one) => one.key === key)
  if (regimen === undefined) {
    throw invalid('regimen_key', `must be one of ${all.map((one) => one.key).join(', ')}.`)
  }
  if (regimen.phases.length === 0) {
    throw conflict(`${regimen.title} is empty: fill it in the table TB_REGIMENS.`, 'regimen_empty')
  }
  if (isResistant(resistance) && !regimen.dr) {
    throw conflict(`${regimen.title} is not for rifampicin resistance.`, 'resistance')
  }
  if (!regimen.categories.includes(category)) {
    const whom = category === 'CHILD' ? 'a child of this weight' : 'an adult'
    throw conflict(`${regimen.title} is not for ${whom}.`, 'category')
  }
  return regimen
}

export const planned = (phases: readonly Pick<Phase, 'doses'>[]): number =>
  phases.reduce((sum, { doses }) => sum + doses, 0)

/** Months of treatment of 28 doses each. */
export const plannedMonths = (phases: readonly Pick<Phase, 'doses'>[]): number =>
  Math.round(planned(phases) / 28)

/** TBC-4: out of its band, and by 2 kg or more. */
export const needsNewTablets = (phase: Phase, was: number, now: number): boolean =>
  Math.abs(now - was) >= 2 && bandOf(phase, was) !== bandOf(phase, now)
