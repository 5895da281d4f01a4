import {
  choice,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  LongText,
  named,
  nullable,
  nullAsAbsent,
  optional,
  Phone,
  Reason,
  shape,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { lateFields } from '../../parts/shapes.ts'
import { authorise_decisions, authority_kinds, service_kinds } from '../words.ts'
import { service_life } from './record.ts'
import { body_services } from './tables.ts'

const text = (length: number) => optional(nullable(Text(0, length)))
const service = fieldsOf(body_services)

const AuthorityInput = form({
  kind: choice(authority_kinds),
  number: text(60),
  name: Text(1, 160),
  id_no: text(60),
  at: optional(nullable(Instant)),
})
export type AuthorityInput = Static<typeof AuthorityInput>

export const ServiceInput = named(
  'BodyServiceInput',
  form({
    kind: choice(service_kinds),
    requested_by: form({
      name: Text(1, 160),
      relation: text(60),
      phone: optional(nullable(Phone)),
    }),
    authority: optional(nullable(AuthorityInput)),
    note: text(500),
  }),
)
export type ServiceInput = Static<typeof ServiceInput>

export const AuthoriseInput = form({
  decision: choice(authorise_decisions),
  authority: optional(nullable(AuthorityInput)),
  note: text(300),
})
export type AuthoriseInput = Static<typeof AuthoriseInput>

export const CompleteInput = named(
  'BodyServiceComplete',
  form({
    performed_at: optional(nullable(Instant)),
    performed_by: optional(nullable(Id)),
    report: optional(
      nullable(
        form({
          findings: LongText(1, 8000),
          cause: form({ text: Text(1, 500), code: text(20) }),
          samples: optional(
            nullAsAbsent(
              listOf(
                form({
                  what: Text(1, 200),
                  order_id: optional(nullable(Id)),
                  given_to: text(160),
                }),
                30,
              ),
            ),
          ),
          attachment_id: optional(nullable(Id)),
          released_to: text(160),
        }),
      ),
    ),
    note: text(500),
    ...lateFields,
  }),
)
export type CompleteInput = Static<typeof CompleteInput>

export const ServiceCancel = form({ reason: Reason })

const out = (length: number) => nullable(Text(0, length))
export const BodyService = named(
  'BodyService',
  shape({
    ...service('id', 'body_id', 'kind', 'status', 'note', 'authorised_by_name'),
    reference: Text(1, 40),
    ...service('performed_by_id', 'performed_by_name', 'performed_at', 'version'),
    requested_by: shape({ name: Text(0, 160), relation: out(60), phone: out(40) }),
    authority: nullable(
      shape({
        kind: choice(authority_kinds),
        number: out(60),
        name: Text(0, 160),
        id_no: out(60),
        at: Instant,
      }),
    ),
    /** For mortuary:certify alone (MOR-10). */
    report: nullable(
      shape({
        findings: LongText(0, 8000),
        cause: shape({ text: Text(0, 500), code: out(20) }),
        samples: listOf(
          shape({ what: Text(0, 200), order_id: nullable(Id), given_to: out(160) }),
          30,
        ),
        attachment_id: nullable(Id),
        released_to: out(160),
      }),
    ),
    charged: Flag,
    warnings: listOf(Text(1, 300)),
    moves: listOf(choice(service_life.names)),
    history: History,
  }),
)
export type BodyService = Static<typeof BodyService>
