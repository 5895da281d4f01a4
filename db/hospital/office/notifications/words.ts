export const urgencies = ['INFO', 'WARNING', 'URGENT'] as const
export type Urgency = (typeof urgencies)[number]

export const channels = ['sms', 'whatsapp', 'email'] as const
export type Channel = (typeof channels)[number]
export type Channels = Record<Channel, boolean>
