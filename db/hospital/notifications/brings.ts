import type { Brings } from '../registry.ts'
import { kinds } from './shipped.ts'

export const brings: Brings = { area: 'notifications', notifications: kinds }
