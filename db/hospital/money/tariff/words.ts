// The words of price lists and insurance, as the API says them (billing 2.8, 2.9).

export const tariff_categories = [
  'Consultation',
  'Laboratory',
  'Radiology',
  'Procedure',
  'Pharmacy',
  'Bed',
  'Theatre',
  'Nursing',
  'Other',
] as const
export type TariffCategory = (typeof tariff_categories)[number]

export const tariff_states = ['CURRENT', 'FUTURE', 'PAST', 'INACTIVE'] as const
export type TariffState = (typeof tariff_states)[number]

/** Why a price is what it is (BIL-18). */
export const price_reasons = ['CLIENT', 'PAYER', 'GENERAL', 'EMERGENCY', 'NONE'] as const
export type PriceReason = (typeof price_reasons)[number]

export const visit_classes = ['OUTPATIENT', 'INPATIENT', 'EMERGENCY'] as const
export type VisitClass = (typeof visit_classes)[number]

export const scheme_kinds = ['NATIONAL', 'PRIVATE', 'COMMUNITY', 'EMPLOYER'] as const
export const gateways = ['NONE', 'SIMULATOR', 'NHIF'] as const
export const claim_formats = ['GENERIC', 'NHIF_FOLIO'] as const
export const unlisted_rules = ['GENERAL_PRICE', 'NOT_COVERED'] as const

export const membership_states = ['ACTIVE', 'SUSPENDED', 'LAPSED', 'ENDED'] as const
export type MembershipState = (typeof membership_states)[number]
export const relations = ['PRINCIPAL', 'SPOUSE', 'CHILD', 'PARENT', 'OTHER'] as const

export const verify_results = ['VERIFIED', 'REFUSED', 'OFFLINE', 'UNKNOWN'] as const
