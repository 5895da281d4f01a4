import type { Brings } from '../../registry.ts'

export const brings: Brings = {
  area: 'gates',
  notifications: [
    {
      kind: 'gate.overrides',
      label: 'Gates that were passed yesterday',
      area: 'gates',
      urgency: 'INFO',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'Managers, each morning',
    },
  ],
  reads: { gate: 'gate:read' },
}
