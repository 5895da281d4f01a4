// Staff records, in and out (people 2.1).

import {
  choice,
  Day,
  Decimal,
  Email,
  Flag,
  Id,
  listOf,
  named,
  nullable,
  nullAsAbsent,
  optional,
  partial,
  Phone,
  QueryFlag,
  Reason,
  Search,
  shape,
  type Static,
  Text,
  type TSchema,
  Whole,
  Instant,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { staff, staff_postings } from './tables.ts'
import {
  employment_types,
  gap_kinds,
  licence_statuses,
  marital_states,
  pension_schemes,
  promotion_kinds,
  residencies,
  sexes,
  staff_moves_shown,
  staff_states,
} from './words.ts'

const none = (max: number) => nullable(Text(0, max))

/** Each of them may be left out. */
export const left = <F extends Record<string, TSchema>>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, optional(kind)])) as {
    [K in keyof F]: ReturnType<typeof optional<F[K]>>
  }

const Kin = shape({
  name: Text(1, 120),
  relationship: Text(1, 60),
  phone: Phone,
  address: optional(none(300)),
  is_emergency: optional(Flag),
  is_beneficiary: optional(Flag),
  share_pct: optional(nullable(Decimal(0, 100))),
})
const Dependant = shape({ name: Text(1, 120), relationship: Text(1, 60), date_of_birth: Day })

const must = {
  first_name: Text(1, 60),
  last_name: Text(1, 60),
  sex: choice(sexes),
  phone: Phone,
  hired_on: Day,
}
const may = {
  title: none(40),
  middle_name: none(60),
  date_of_birth: nullable(Day),
  national_id: none(40),
  passport_no: none(40),
  work_permit_no: none(60),
  work_permit_expires: nullable(Day),
  marital_status: nullable(choice(marital_states)),
  email: nullable(Email),
  address: none(300),
  user_id: nullable(Id),
  probation_ends_on: nullable(Day),
  contract_starts: nullable(Day),
  contract_ends: nullable(Day),
  supervisor_id: nullable(Id),
  tin: none(40),
  pension_scheme: nullable(choice(pension_schemes)),
  pension_no: none(40),
  health_no: none(40),
  heslb_no: none(40),
  no_nights_until: nullable(Day),
  blood_group: none(10),
  allergies_note: none(500),
}
const have_defaults = {
  nationality: Text(2, 2),
  residency: choice(residencies),
  facility_ids: listOf(Id, 50),
  next_of_kin: listOf(Kin, 5),
  dependants: listOf(Dependant, 20),
  languages: listOf(Text(1, 60), 20),
  skills: listOf(Text(1, 60), 40),
}

export const StaffInput = named(
  'StaffInput',
  shape({
    ...must,
    department: Text(1, 120),
    cadre_id: Id,
    job_title: Text(1, 120),
    employment_type: choice(employment_types),
    ...left(may),
    ...left(have_defaults),
    staff_number: optional(none(20)),
    facility_id: optional(nullable(Id)),
    grade: optional(none(40)),
    step: optional(nullable(Whole(0, 100))),
    confirm_duplicate: optional(Flag),
    create_user: optional(
      nullable(shape({ role_ids: listOf(Id, 20), username: optional(Text(3, 40)) })),
    ),
  }),
)
export type StaffInput = Static<typeof StaffInput>

export const StaffChange = named('StaffChange', partial({ ...must, ...may, ...have_defaults }))
export type StaffChange = Static<typeof StaffChange>

const member = fieldsOf(staff)

/** The directory: what all staff may see of each other (HR-1). */
const directory = {
  ...member('id'),
  staff_number: Text(1, 40),
  ...member('title', 'first_name', 'middle_name', 'last_name', 'full_name', 'facility_id'),
  ...member('department', 'cadre_id'),
  cadre: Text(1, 120),
  ...member('job_title', 'phone', 'status'),
  licence_status: choice(licence_statuses),
}
export const StaffShort = named(
  'StaffShort',
  shape({
    ...directory,
    ...left({
      ...member('employment_type', 'hired_on'),
      gaps: listOf(choice(gap_kinds)),
    }),
  }),
)
export type StaffShort = Static<typeof StaffShort>

const KinShown = shape({
  name: Text(1, 120),
  phone: Text(0, 40),
  ...left({
    relationship: Text(0, 60),
    address: none(300),
    is_emergency: Flag,
    is_beneficiary: Flag,
    share_pct: nullable(Decimal(0, 100)),
  }),
})

/** What of a record is seen by whose people these are. */
const record_fields = {
  ...member('sex', 'nationality', 'residency', 'work_permit_no', 'work_permit_expires'),
  ...member('marital_status', 'email', 'grade', 'step', 'employment_type', 'hired_on'),
  ...member('probation_ends_on', 'contract_starts', 'contract_ends', 'confirmed_on', 'exited_on'),
  ...member('leaves_on'),
  ...member('suspended_from', 'suspended_until', 'supervisor_id', 'pension_scheme'),
  ...member('no_nights_until', 'created_at', 'updated_at', 'version'),
  user_id: nullable(Text(1, 36)),
  facility_ids: listOf(Text(1, 36)),
  birth_year: nullable(Whole(1000, 9999)),
  retires_on: nullable(Day),
  supervisor_name: none(190),
  on_leave: nullable(shape({ leave_id: Text(1, 36), type: Text(1, 40), until: Day })),
  languages: listOf(Text(1, 60)),
  skills: listOf(Text(1, 60)),
  next_of_kin: listOf(KinShown),
  gaps: listOf(choice(gap_kinds)),
  moves: listOf(choice(staff_moves_shown)),
  history: History,
}
/** `staff:sensitive`, or one's own. */
const sensitive = {
  ...member('national_id', 'passport_no', 'date_of_birth', 'address', 'tin', 'pension_no'),
  ...member('health_no', 'heslb_no', 'blood_group', 'allergies_note'),
  dependants: listOf(Dependant),
}

export const Staff = named(
  'Staff',
  shape({ ...directory, ...left(record_fields), ...left(sensitive) }),
)
export type Staff = Static<typeof Staff>

export const StaffOpened = named(
  'StaffOpened',
  shape({
    ...directory,
    ...left(record_fields),
    ...left(sensitive),
    account: optional(
      nullable(
        shape({
          user_id: Text(1, 36),
          sent_to: optional(Text(0, 254)),
          temporary_password: optional(Text(0, 100)),
        }),
      ),
    ),
  }),
)

export const StaffFilters = {
  search: optional(Search),
  status: optional(choice(staff_states)),
  facility_id: optional(Id),
  department: optional(Text(0, 120)),
  cadre_id: optional(Id),
  employment_type: optional(choice(employment_types)),
  supervisor_id: optional(Id),
  gap: optional(choice(gap_kinds)),
  on_leave: optional(QueryFlag),
  joined_from: optional(Day),
  joined_to: optional(Day),
}
const filters = shape(StaffFilters)
export type StaffFilter = Static<typeof filters>

const posting = fieldsOf(staff_postings)
const Career = shape(
  left({
    facility_id: Text(0, 36),
    department: Text(0, 120),
    cadre: Text(0, 120),
    job_title: Text(0, 120),
    grade: none(40),
    step: nullable(Whole(0, 100)),
    employment_type: choice(employment_types),
    supervisor_id: none(36),
  }),
)
export const Posting = named(
  'Posting',
  shape({
    ...posting('id', 'staff_id', 'effective_on', 'kind', 'letter_attachment_id', 'reason'),
    ...posting('by_name'),
    created_at: Instant,
    from: Career,
    to: Career,
  }),
)
export type Posting = Static<typeof Posting>

export const Confirm = partial({ confirmed_on: nullable(Day), note: none(300) })
export type Confirm = Static<typeof Confirm>
export const Transfer = shape({
  facility_id: optional(nullable(Id)),
  department: Text(1, 120),
  supervisor_id: optional(nullable(Id)),
  effective_on: Day,
  reason: Reason,
})
export type Transfer = Static<typeof Transfer>
export const Promote = shape({
  kind: choice(promotion_kinds),
  grade: optional(none(40)),
  step: optional(nullable(Whole(0, 100))),
  cadre_id: optional(nullable(Id)),
  job_title: optional(nullable(Text(1, 120))),
  employment_type: optional(nullable(choice(employment_types))),
  contract_ends: optional(nullable(Day)),
  effective_on: Day,
  reason: Reason,
})
export type Promote = Static<typeof Promote>
export const Suspend = shape({
  reason: Reason,
  from: Day,
  until: optional(nullable(Day)),
  pay_pct: optional(nullable(Whole(0, 100))),
  keep_account: optional(Flag),
})
export type Suspend = Static<typeof Suspend>
export const Reinstate = shape({ reason: Reason, back_pay: optional(nullAsAbsent(Flag)) })
export type Reinstate = Static<typeof Reinstate>
