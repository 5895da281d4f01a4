// The words of licences (people 2.2).

export const licence_kinds = ['REGISTRATION', 'PRACTISING', 'SPECIALIST', 'PERMIT'] as const
export const licence_states = ['HELD', 'REVOKED'] as const
/** As people see it: by the day, but for one that was revoked. */
export const licence_shown = ['VALID', 'EXPIRING', 'EXPIRED', 'REVOKED'] as const
export type LicenceShown = (typeof licence_shown)[number]
