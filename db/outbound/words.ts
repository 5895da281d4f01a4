export const channels = ['sms', 'webhook', 'mail'] as const
export type Channel = (typeof channels)[number]
export const hold_causes = ['restored', 'asked'] as const
export type HoldCause = (typeof hold_causes)[number]
