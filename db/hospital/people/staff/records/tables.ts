// Staff and their careers (people 2.1, 2.2).

import {
  choice,
  code,
  day,
  id,
  integer,
  json,
  key,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
  flag,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, stamps, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  employment_types,
  marital_states,
  pension_schemes,
  posting_kinds,
  residencies,
  sexes,
  staff_states,
} from './words.ts'

export interface Kin {
  name: string
  relationship: string
  phone: string
  address: string | null
  is_emergency: boolean
  is_beneficiary: boolean
  /** Of a beneficiary, in hundredths of a percent. */
  share_bp: number | null
}
export interface Dependant {
  name: string
  relationship: string
  date_of_birth: string
}
/** What a career is made of. */
export interface Place {
  facility_id?: string
  department?: string
  cadre?: string
  job_title?: string
  grade?: string | null
  step?: number | null
  employment_type?: string
  supervisor_id?: string | null
}

export const staff = table(
  'staff',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    facility_ids: json<string[]>(),
    /** `ST-00001`, or one that the hospital gave. */
    number: code(40),
    title: nullable(text(40)),
    first_name: text(60),
    middle_name: nullable(text(60)),
    last_name: text(60),
    full_name: text(190),
    name_key: key(190),
    sex: choice(sexes),
    date_of_birth: nullable(day()),
    national_id: nullable(code(40)),
    passport_no: nullable(code(40)),
    nationality: code(2),
    residency: choice(residencies),
    work_permit_no: nullable(text(60)),
    work_permit_expires: nullable(day()),
    marital_status: nullable(choice(marital_states)),
    phone: code(20),
    email: nullable(text(254)),
    address: nullable(text(300)),
    department: text(120),
    cadre_id: ref('cadres'),
    job_title: text(120),
    grade: nullable(text(40)),
    step: nullable(integer()),
    employment_type: choice(employment_types),
    status: choice(staff_states),
    hired_on: day(),
    probation_ends_on: nullable(day()),
    contract_starts: nullable(day()),
    contract_ends: nullable(day()),
    confirmed_on: nullable(day()),
    exited_on: nullable(day()),
    /** The last day of who has given notice: pay and rosters end with it. */
    leaves_on: nullable(day()),
    /** Of a suspension: what it left, when it ends by itself, what part of the pay goes on. */
    status_before: nullable(choice(staff_states)),
    suspended_from: nullable(day()),
    suspended_until: nullable(day()),
    suspended_pay_pct: nullable(integer()),
    rehire_ok: nullable(flag()),
    supervisor_id: nullable(uuid()),
    tin: nullable(code(40)),
    pension_scheme: nullable(choice(pension_schemes)),
    pension_no: nullable(text(40)),
    health_no: nullable(text(40)),
    heslb_no: nullable(text(40)),
    next_of_kin: otherwise(json<Kin[]>(), () => []),
    dependants: otherwise(json<Dependant[]>(), () => []),
    languages: otherwise(json<string[]>(), () => []),
    skills: otherwise(json<string[]>(), () => []),
    no_nights_until: nullable(day()),
    blood_group: nullable(text(10)),
    allergies_note: nullable(text(500)),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'full_name', 'phone'],
    unique: [
      { columns: ['hospital_id', 'number'] },
      { columns: ['hospital_id', 'national_id'], only_where: 'national_id is not null' },
      { columns: ['hospital_id', 'passport_no'], only_where: 'passport_no is not null' },
      { columns: ['hospital_id', 'tin'], only_where: 'tin is not null' },
    ],
    indexes: [
      { columns: ['hospital_id', 'name_key', 'id'] },
      { columns: ['hospital_id', 'facility_id', 'department'] },
      { columns: ['supervisor_id'], only_where: 'supervisor_id is not null' },
    ],
  },
)

export const staff_moves = historyTable('staff_moves', 'staff')

/** The lines of a career: only added to. */
export const staff_postings = table(
  'staff_postings',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    staff_id: ref('staff'),
    effective_on: day(),
    kind: choice(posting_kinds),
    from_place: json<Place>(),
    to_place: json<Place>(),
    letter_attachment_id: nullable(uuid()),
    reason: nullable(text(300)),
    by_name: text(160),
    ...stamps,
  },
  { append_only: true, indexes: [{ columns: ['staff_id', 'effective_on', 'id'] }] },
)

/** Suspensions that are over and were not paid whole: the pay of their months still asks for them. */
export const staff_suspensions = table(
  'staff_suspensions',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    staff_id: ref('staff'),
    starts_on: day(),
    /** The last day of it. */
    ends_on: day(),
    pay_pct: integer(),
    /** What was withheld is paid after all. */
    back_pay: flag(),
    by_name: text(160),
    ...stamps,
  },
  { append_only: true, indexes: [{ columns: ['staff_id', 'starts_on'] }] },
)
