import { answer } from '../../../core/question.ts'
import { mustBeRead } from '../../neighbours/telling.ts'
import type { Brings } from '../../registry.ts'
import { visible } from './announcements.ts'
import { mustRead } from './must-read.ts'

export const brings: Brings = {
  area: 'announcements',
  entities: [
    {
      type: 'announcement',
      read: 'self:use',
      write: 'announcement:manage',
      async exists(caller, id) {
        const found = await visible(caller, id)
        return { label: found.title }
      },
    },
  ],
  answers: [answer(mustBeRead, mustRead)],
}
