import { choice, cut, flag, json, otherwise, text } from '../../store/columns.ts'
import { searched, versioned } from '../../store/stamps.ts'
import { table } from '../../store/table.ts'
import { message_classes } from '../messages/words.ts'
import { owned } from '../owned.ts'
import type { Bodies } from './words.ts'

export const msg_templates = table(
  'msg_templates',
  {
    ...owned,
    name: text(80),
    name_key: cut(text(80)),
    class: choice(message_classes),
    bodies: json<Bodies>(),
    active: otherwise(flag(), true),
    ...versioned,
    ...searched,
  },
  {
    unique: [{ columns: ['account_id', 'mode', 'name_key'] }],
    search: ['name'],
  },
)
