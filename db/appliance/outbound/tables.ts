// What is held from leaving the house, channel by channel, until a person releases it (OPS-133).

import { choice, instant, text } from '../../store/columns.ts'
import { table } from '../../store/table.ts'
import { channels, hold_causes } from './words.ts'

export const outbound_holds = table(
  'outbound_holds',
  {
    channel: choice(channels),
    cause: choice(hold_causes),
    held_at: instant(),
    held_by: text(160),
  },
  { key: ['channel'] },
)
