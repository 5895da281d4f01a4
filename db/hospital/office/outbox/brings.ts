import type { Brings } from '../../registry.ts'
import { onReply } from './answered.ts'
import { onDeath } from './deaths.ts'
import { events } from './events.ts'
import { keptFiles } from './keeping.ts'
import { restored } from './restored.ts'

export const brings: Brings = {
  area: 'outbox',
  messages: events,
  keepsFiles: keptFiles,
  restored,
  onDeath,
  onReply,
}
