import type { Brings } from '../registry.ts'
import { events } from './events.ts'

export const outbox: Brings = { area: 'outbox', messages: events }
