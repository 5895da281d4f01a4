// The words of clinical settings, the chapter's to the letter (care 2.17).

/** CAR-151: from what a day in bed is counted. */
export const bed_day_rules = ['MIDNIGHT', 'CALENDAR', 'HOURS_24'] as const
export type BedDayRule = (typeof bed_day_rules)[number]
export const medicine_charges = ['ON_HANDOVER', 'ON_ADMINISTRATION'] as const
