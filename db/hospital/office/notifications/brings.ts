import { answer } from '../../../core/question.ts'
import { tell } from '../../neighbours/telling.ts'
import type { Brings } from '../../registry.ts'
import { notify } from './notify.ts'
import { kinds } from './shipped.ts'

export const brings: Brings = {
  area: 'notifications',
  notifications: kinds,
  answers: [answer(tell, notify)],
}
