// Licences, in and out (people 2.2).

import {
  choice,
  Day,
  Id,
  named,
  nullable,
  optional,
  partial,
  Reason,
  Search,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { staff_licences } from './tables.ts'
import { licence_kinds, licence_shown } from './words.ts'

const licence = fieldsOf(staff_licences)

export const Licence = named(
  'StaffLicence',
  shape({
    ...licence('id', 'staff_id'),
    staff_name: Text(1, 190),
    ...licence('kind', 'board', 'licence_no', 'issued_on', 'expires_on'),
    status: choice(licence_shown),
    days_left: nullable(Whole(-100_000, 1_000_000)),
    ...licence('verified_on', 'verified_by_name', 'verify_note', 'attachment_id'),
    ...licence('revoked_reason', 'created_at', 'updated_at', 'version'),
  }),
)
export type Licence = Static<typeof Licence>

const written = {
  board: Text(1, 160),
  licence_no: Text(1, 60),
  issued_on: nullable(Day),
  attachment_id: nullable(Id),
}

export const LicenceInput = named(
  'LicenceInput',
  shape({
    staff_id: Id,
    kind: choice(licence_kinds),
    board: written.board,
    licence_no: written.licence_no,
    issued_on: optional(written.issued_on),
    expires_on: optional(nullable(Day)),
    attachment_id: optional(written.attachment_id),
  }),
)
export type LicenceInput = Static<typeof LicenceInput>
export const LicenceChange = named('LicenceChange', partial(written))
export type LicenceChange = Static<typeof LicenceChange>

export const Renewal = shape({
  expires_on: Day,
  issued_on: optional(nullable(Day)),
  licence_no: optional(nullable(Text(1, 60))),
  attachment_id: optional(nullable(Id)),
})
export type Renewal = Static<typeof Renewal>
export const Verification = shape({
  verify_note: Text(1, 300),
  verified_on: optional(nullable(Day)),
})
export type Verification = Static<typeof Verification>
export const Revocation = shape({ reason: Reason })

export const LicenceFilters = {
  staff_id: optional(Id),
  status: optional(choice(licence_shown)),
  board: optional(Text(0, 160)),
  kind: optional(choice(licence_kinds)),
  department: optional(Text(0, 120)),
  search: optional(Search),
}
const filters = shape(LicenceFilters)
export type LicenceFilter = Static<typeof filters>
