// The words a hospital's own record is written in; the source document's, to the letter.

export const hospital_states = ['ACTIVE', 'RESTRICTED', 'SUSPENDED', 'CLOSED'] as const
export const accents = ['gold', 'blue', 'teal', 'violet', 'emerald', 'rose'] as const
export const date_formats = ['dd/mm/yyyy', 'dd mmm yyyy', 'yyyy-mm-dd', 'mm/dd/yyyy'] as const
export const document_themes = ['plain', 'band', 'ruled'] as const
export const languages = ['en', 'sw'] as const
export type Language = (typeof languages)[number]
