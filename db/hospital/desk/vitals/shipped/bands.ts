// The ages of VIT-4, as its charts name them.

import type { Fits } from '../rows.ts'

export const newborn = { band: '0–59 days', from_days: 0, to_days: 59 } as const
export const infant = { band: '2–11 months', from_days: 60, to_months: 11 } as const
export const toddler = { band: '1–4 years', from_months: 12, to_months: 59 } as const
export const child = { band: '5–11 years', from_months: 60, to_months: 143 } as const
export const adolescent = { band: '12–15 years', from_months: 144, to_months: 191 } as const
export const adult = { band: '16 years on', from_months: 192 } as const
export const pregnant = { band: 'pregnant, postpartum', pregnant: true } as const
export const everybody = { band: 'all ages' } as const

/** Pregnancy comes first: the first row that fits is the one that counts. */
export const bands: readonly Fits[] = [pregnant, newborn, infant, toddler, child, adolescent, adult]
