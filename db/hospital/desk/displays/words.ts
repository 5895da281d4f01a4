export const display_languages = ['sw', 'en', 'both'] as const
export type DisplayLanguage = (typeof display_languages)[number]
