import type { Brings } from '../registry.ts'
import { events } from './events.ts'

export const brings: Brings = { area: 'outbox', messages: events }
