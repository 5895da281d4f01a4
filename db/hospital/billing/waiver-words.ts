// The words of waivers and write-offs (2.7).

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

export const write_off_states = ['REQUESTED', 'APPROVED', 'DECLINED'] as const
export const write_off_reasons = [
  'ABSCONDED',
  'DIED',
  'UNTRACEABLE',
  'TIME_BARRED',
  'TOO_SMALL',
  'OTHER',
] as const
