// Donors as they come in and go out (blood-bank 2.1). No list shows what an infection test said.

import {
  choice,
  Day,
  Email,
  Flag,
  form,
  Id,
  listOf,
  named,
  nullable,
  nullAsAbsent,
  optional,
  Phone,
  Reason,
  Search,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import {
  blood_groups,
  donation_kinds,
  donation_states,
  donor_sexes,
  donor_states,
} from '../words.ts'
import { donor_life } from './record.ts'
import { donor_deferrals, donors } from './tables.ts'

const donor = fieldsOf(donors)
const deferral = fieldsOf(donor_deferrals)
const text = (max: number) => optional(nullable(Text(0, max)))
const flag = optional(nullAsAbsent(Flag))

export const DonorInput = named(
  'DonorInput',
  form({
    id: optional(Id),
    first_name: Text(1, 80),
    last_name: Text(1, 80),
    sex: choice(donor_sexes),
    date_of_birth: Day,
    national_id: text(40),
    phone: optional(nullable(Phone)),
    alt_phone: optional(nullable(Phone)),
    email: optional(nullable(Email)),
    address: text(300),
    occupation: text(120),
    kind: optional(nullAsAbsent(choice(donation_kinds))),
    patient_id: optional(nullable(Id)),
    wants_calls: flag,
    language: optional(nullAsAbsent(choice(['sw', 'en']))),
    shared_phone: flag,
    confirm_duplicate: flag,
  }),
)
export type DonorInput = Static<typeof DonorInput>

const short = {
  ...donor('id', 'facility_id'),
  donor_number: Text(1, 40),
  ...donor('first_name', 'last_name', 'sex', 'date_of_birth', 'phone', 'kind', 'status'),
  deferred_until: nullable(Day),
  group: nullable(choice(blood_groups)),
  ...donor('group_confirmed', 'donations', 'last_donated_on', 'next_eligible_on', 'wants_calls'),
  ...donor('language', 'shared_phone', 'version'),
}
export const DonorShort = named('DonorShort', shape(short))
export type DonorShort = Static<typeof DonorShort>

export const Donor = named(
  'Donor',
  shape({
    ...short,
    ...donor('national_id', 'alt_phone', 'email', 'address', 'occupation', 'patient_id'),
    ...donor('created_at', 'updated_at'),
    deferrals: listOf(
      shape({
        ...deferral('id', 'kind', 'source', 'until', 'donation_id', 'by_name', 'lifted_at'),
        ...deferral('lifted_by_name', 'lift_reason'),
        from: Day,
        /** Of an infection test only with donor:results. */
        reason_code: nullable(Text(0, 40)),
        note: nullable(Text(0, 500)),
      }),
    ),
    donated: listOf(
      shape({
        id: Id,
        din: nullable(Text(0, 40)),
        status: choice(donation_states),
        collected_on: nullable(Day),
        volume_ml: nullable(Whole(0)),
      }),
    ),
    moves: listOf(choice(donor_life.names)),
    history: History,
  }),
)
export type Donor = Static<typeof Donor>

export const DonorFilters = {
  search: optional(Search),
  group: optional(choice(blood_groups)),
  status: optional(choice(donor_states)),
  kind: optional(choice(donation_kinds)),
  eligible_on: optional(Day),
  area: optional(Text(1, 80)),
  last_from: optional(Day),
  last_to: optional(Day),
}
const filters = shape(DonorFilters)
export type DonorFilter = Static<typeof filters>

export const ReinstateInput = form({ lift_reason: Reason })
