// What is done with a body (B.2, BodyService): asked for, authorised where it must be, done and charged.

import {
  choice,
  code,
  id,
  instant,
  json,
  nullable,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { type AuthorityKind, service_kinds, service_states } from '../words.ts'

export interface Requester {
  name: string
  relation: string | null
  phone: string | null
}
export interface Authority {
  kind: AuthorityKind
  number: string | null
  name: string
  id_no: string | null
  at: string
}
export interface PostMortem {
  findings: string
  cause: { text: string; code: string | null }
  samples: { what: string; order_id: string | null; given_to: string | null }[]
  attachment_id: string | null
  released_to: string | null
}

export const body_services = table(
  'body_services',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    body_id: ref('bodies'),
    kind: choice(service_kinds),
    status: choice(service_states),
    requested_by: json<Requester>(),
    authority: nullable(json<Authority>()),
    note: nullable(text(500)),
    authorised_by_name: nullable(text(160)),
    performed_by_id: nullable(uuid()),
    performed_by_name: nullable(text(160)),
    performed_at: nullable(instant()),
    report: nullable(json<PostMortem>()),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [{ columns: ['body_id', 'status'] }],
  },
)

export const body_service_moves = historyTable('body_service_moves', 'body_services')
