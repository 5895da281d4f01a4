import type { Brings } from '../registry.ts'
import { kinds } from './shipped.ts'

export const notifications: Brings = { area: 'notifications', notifications: kinds }
