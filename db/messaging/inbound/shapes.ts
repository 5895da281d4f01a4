import { choice, Flag, form, nullable, named, type Static } from '../../core/kinds/kinds.ts'
import { Count, Id, Words } from '../../core/kinds/strict.ts'
import { encodings } from '../messages/words.ts'

const At = Words(0, 24)

export const InboundSms = named(
  'InboundSms',
  form({
    id: Id,
    from: Words(0, 64),
    to: Words(0, 15),
    text: nullable(Words(0, 5000)),
    encoding: choice(encodings),
    parts: Count(),
    incomplete: Flag,
    keyword: nullable(Words(0, 20)),
    receivedAt: At,
    link: nullable(Words(0, 40)),
    inReplyTo: nullable(Id),
    optOut: Flag,
    handledAt: nullable(At),
    handledBy: nullable(Words(0, 160)),
  }),
)
export type InboundSms = Static<typeof InboundSms>
