/** Who asked for a copy of a record: the house for the person, or the person in the portal. */
export const data_file_sources = ['STAFF', 'PATIENT'] as const
