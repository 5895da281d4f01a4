export const channels = ['sms', 'whatsapp', 'email', 'webhooks'] as const
export type Channel = (typeof channels)[number]
export const hold_causes = ['restored', 'moved', 'went_back', 'asked'] as const
export type HoldCause = (typeof hold_causes)[number]
