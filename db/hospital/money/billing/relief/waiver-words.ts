// The words of waivers, exemptions and write-offs (2.7).

import type { VulnerableTag } from '../../../desk/patients/groups/words.ts'
import type { sexes } from '../../../desk/patients/words.ts'

export const waiver_states = ['REQUESTED', 'APPROVED', 'DECLINED', 'REVERSED'] as const
export const waiver_kinds = ['WAIVER', 'EXEMPTION'] as const
export const waiver_categories = [
  'CHILD',
  'PREGNANCY',
  'ELDERLY',
  'INDIGENT',
  'CHRONIC',
  'VIOLENCE',
  'PRISONER',
  'STAFF',
  'OTHER',
] as const
export type WaiverCategory = (typeof waiver_categories)[number]

export const exemption_states = ['REQUESTED', 'APPROVED', 'DECLINED', 'EXPIRED', 'REVOKED'] as const

/** 2.7: who is treated free without a certificate, where the hospital switches it on. */
export interface ExemptionRule {
  category: WaiverCategory
  condition: {
    age_from?: number | null
    age_to?: number | null
    sex?: (typeof sexes)[number] | null
    pregnant?: boolean | null
    tag?: VulnerableTag | null
  }
  pct: number
  /** Categories of the price list; null: all. */
  tariff_categories: string[] | null
  active: boolean
}

const shipped = (
  category: WaiverCategory,
  condition: ExemptionRule['condition'],
): ExemptionRule => ({
  category,
  condition,
  pct: 100,
  tariff_categories: null,
  active: false,
})
export const shipped_exemptions: readonly ExemptionRule[] = [
  shipped('CHILD', { age_to: 4 }),
  shipped('PREGNANCY', { pregnant: true }),
  shipped('ELDERLY', { age_from: 60 }),
]

export const write_off_states = ['REQUESTED', 'APPROVED', 'DECLINED'] as const
export const write_off_reasons = [
  'ABSCONDED',
  'DIED',
  'UNTRACEABLE',
  'TIME_BARRED',
  'TOO_SMALL',
  'OTHER',
] as const
