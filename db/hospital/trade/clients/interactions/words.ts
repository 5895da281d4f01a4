// The words of the log of contacts (commercial 2.7).

export const interaction_kinds = ['CALL', 'VISIT', 'EMAIL', 'MEETING', 'COMPLAINT', 'NOTE'] as const
