// What is computed from a set (VIT-5), pure. Without all its parts a figure is null.

import { rounded } from './units.ts'
import type { bmi_classes } from './words.ts'

export type BmiClass = (typeof bmi_classes)[number]

export const bmiOf = (kg: number | null, cm: number | null): number | null =>
  kg === null || cm === null ? null : rounded(kg / (cm / 100) ** 2, 1)

const bmi_borders: readonly [number, BmiClass][] = [
  [16, 'SEVERE_THINNESS'],
  [17, 'MODERATE_THINNESS'],
  [18.5, 'MILD_THINNESS'],
  [25, 'NORMAL'],
  [30, 'OVERWEIGHT'],
]

/** From 19 years, and never in pregnancy. */
export function bmiClassOf(
  bmi: number | null,
  { age_months, pregnant }: { age_months: number; pregnant: boolean },
): BmiClass | null {
  if (bmi === null || age_months < 19 * 12 || pregnant) return null
  return bmi_borders.find(([below]) => bmi < below)?.[1] ?? 'OBESE'
}

export const mapOf = (systolic: number | null, diastolic: number | null): number | null =>
  systolic === null || diastolic === null ? null : rounded((systolic + 2 * diastolic) / 3, 0)

export const shockIndexOf = (heart_rate: number | null, systolic: number | null): number | null =>
  heart_rate === null || systolic === null || systolic === 0
    ? null
    : rounded(heart_rate / systolic, 2)

export const gcsOf = (
  eye: number | null,
  verbal: number | null,
  motor: number | null,
): number | null =>
  eye === null || verbal === null || motor === null ? null : eye + verbal + motor

export const bsaOf = (kg: number | null, cm: number | null): number | null =>
  kg === null || cm === null ? null : rounded(Math.sqrt((cm * kg) / 3600), 2)
