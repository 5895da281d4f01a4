// Sending a statement, in and out (commercial 5.1).

import {
  choice,
  Day,
  Id,
  listOf,
  named,
  nullable,
  partial,
  shape,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'

export const SendStatement = named(
  'SendStatement',
  partial({
    from: Day,
    to: Day,
    contact_ids: nullable(listOf(Id, 50)),
    channel: choice(['EMAIL', 'WHATSAPP']),
  }),
)
export type SendStatement = Static<typeof SendStatement>

export const StatementSent = named(
  'StatementSent',
  shape({
    sent_to: listOf(
      shape({ contact_name: Text(0, 120), channel: choice(['EMAIL']), address: Text(0, 254) }),
    ),
  }),
)
export type StatementSent = Static<typeof StatementSent>
