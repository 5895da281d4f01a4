import {
  choice,
  Day,
  Flag,
  form,
  Id,
  listOf,
  Money,
  named,
  nullable,
  optional,
  Search,
  shape,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { WitnessToken } from '../witness/shapes.ts'
import { disposal_lines, disposals } from './tables.ts'
import { disposal_methods, disposal_reasons, disposal_states } from './words.ts'

const disposal = fieldsOf(disposals)
const line = fieldsOf(disposal_lines)
const may = <T extends Parameters<typeof nullable>[0]>(kind: T) => optional(nullable(kind))
const Member = form({ name: Text(1, 160), title: Text(1, 160) })

export const DisposalInput = named(
  'DisposalInput',
  form({
    store_id: Id,
    method: choice(disposal_methods),
    from_quarantine: may(Flag),
    lines: may(
      listOf(form({ batch_id: Id, quantity: Money, reason: choice(disposal_reasons) }), 500),
    ),
    committee: may(listOf(Member, 20)),
    contractor: may(Text(0, 160)),
    permit_no: may(Text(0, 60)),
  }),
)
export type DisposalInput = Static<typeof DisposalInput>

const fields = {
  ...disposal('id', 'facility_id'),
  reference: Text(1, 40),
  ...disposal('store_id', 'method', 'contractor', 'permit_no', 'status'),
  committee: listOf(shape({ name: Text(0, 160), title: Text(0, 160) })),
  value: nullable(Money),
  ...disposal('made_by_name', 'approved_by_name', 'destroyed_on', 'destroyed_by_name'),
  ...disposal('witness_name', 'authority_witness', 'certificate_attachment_id'),
  ...disposal('entry_reference', 'created_at', 'updated_at', 'version'),
  moves: listOf(choice(['approve', 'destroy', 'cancel'])),
}
export const Disposal = named('Disposal', shape(fields))
export type Disposal = Static<typeof Disposal>
export const DisposalOpened = named(
  'DisposalOpened',
  shape({
    ...fields,
    lines: listOf(
      shape({
        ...line('id', 'product_id'),
        product_name: Text(0, 230),
        ...line('batch_id'),
        lot: nullable(Text(0, 60)),
        expiry: nullable(Day),
        quantity: Money,
        ...line('reason'),
        value: nullable(Money),
      }),
    ),
    history: History,
  }),
)
export type DisposalOpened = Static<typeof DisposalOpened>

export const DisposalFilters = {
  search: optional(Search),
  store_id: optional(Id),
  status: optional(choice(disposal_states)),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(DisposalFilters)
export type DisposalsAsked = Static<typeof filters>

export const MayNote = form({ note: may(Text(0, 300)) })
export const Destroying = form({
  destroyed_on: Day,
  witness_token: WitnessToken,
  authority_witness: may(form({ name: Text(1, 160), office: Text(1, 150) })),
  certificate_attachment_id: may(Id),
})
export type Destroying = Static<typeof Destroying>
