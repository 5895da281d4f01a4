/** What a second person may stand by for (STK-74). */
export const witness_purposes = ['CONTROLLED', 'DISPOSAL', 'COUNT', 'TRANSFUSION', 'OTHER'] as const
export type WitnessPurpose = (typeof witness_purposes)[number]
