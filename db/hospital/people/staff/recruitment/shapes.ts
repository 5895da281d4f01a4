// Vacancies and applicants, in and out (people 2.3).

import {
  choice,
  Day,
  Email,
  Flag,
  Id,
  Instant,
  listOf,
  LongText,
  Money,
  named,
  nullable,
  nullAsAbsent,
  oneOfTwo,
  optional,
  partial,
  Phone,
  Reason,
  Search,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { languages } from '../../../office/hospitals/words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { Staff, StaffInput } from '../records/shapes.ts'
import { employment_types, sexes } from '../records/words.ts'
import { applicants, vacancies } from './tables.ts'
import { stages, vacancy_states } from './words.ts'

const vacancy = fieldsOf(vacancies)
const applicant = fieldsOf(applicants)
const none = (max: number) => nullable(Text(0, max))
const count = Whole(0)

const vacancy_fields = {
  ...vacancy('id', 'facility_id'),
  reference: Text(1, 40),
  ...vacancy('status', 'job_title', 'employment_type', 'positions', 'posted_on'),
  applied: count,
  shortlisted: count,
  interviewed: count,
  offered: count,
  hired: count,
  rejected: count,
  withdrawn: count,
  days_open: count,
  ...vacancy('cadre', 'close_reason', 'closes_on', 'department', 'description'),
  requirements: nullable(listOf(Text(0, 500), 100)),
  salary_from: nullable(Money),
  salary_to: nullable(Money),
  ...vacancy('establishment_id', 'over_establishment', 'over_reason'),
  panel: listOf(Id, 20),
  ...vacancy('min_score', 'created_by_name', 'created_at', 'updated_at', 'version'),
  moves: listOf(choice(['close', 'reopen'])),
}
export const Vacancy = named('Vacancy', shape(vacancy_fields))
export type Vacancy = Static<typeof Vacancy>
export const VacancyOpened = named('VacancyOpened', shape({ ...vacancy_fields, history: History }))
export type VacancyOpened = Static<typeof VacancyOpened>

const vacancy_must = {
  job_title: Text(1, 120),
  employment_type: choice(employment_types),
  positions: Object.assign(Whole(1, 1000), { complaint: 'must be at least 1.' }),
}
const vacancy_may = {
  closes_on: nullable(Day),
  cadre: none(120),
  department: none(120),
  description: nullable(LongText(0, 5000)),
  requirements: oneOfTwo(nullable(listOf(Text(0, 500), 100)), nullable(LongText(0, 5000))),
  salary_from: nullable(Money),
  salary_to: nullable(Money),
  min_score: nullable(Whole(0, 100)),
  panel: listOf(Id, 20),
}
export const VacancyInput = named(
  'VacancyInput',
  shape({
    ...vacancy_must,
    posted_on: optional(nullable(Day)),
    facility_id: optional(nullable(Id)),
    closes_on: optional(vacancy_may.closes_on),
    cadre: optional(vacancy_may.cadre),
    department: optional(vacancy_may.department),
    description: optional(vacancy_may.description),
    requirements: optional(vacancy_may.requirements),
    salary_from: optional(vacancy_may.salary_from),
    salary_to: optional(vacancy_may.salary_to),
    min_score: optional(vacancy_may.min_score),
    panel: optional(vacancy_may.panel),
    over_reason: optional(none(300)),
  }),
)
export type VacancyInput = Static<typeof VacancyInput>
export const VacancyChange = named('VacancyChange', partial({ ...vacancy_must, ...vacancy_may }))
export type VacancyChange = Static<typeof VacancyChange>
export const CloseVacancy = shape({ close_reason: Text(1, 300), reject_rest: optional(Flag) })
export type CloseVacancy = Static<typeof CloseVacancy>
export const ReopenVacancy = shape({ closes_on: optional(nullable(Day)), reason: Reason })
export type ReopenVacancy = Static<typeof ReopenVacancy>

export const VacancyFilters = {
  search: optional(Search),
  status: optional(choice(vacancy_states)),
  department: optional(Text(0, 120)),
  employment_type: optional(choice(employment_types)),
  facility_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
}
const vacancy_filters = shape(VacancyFilters)
export type VacancyFilter = Static<typeof vacancy_filters>

const applicant_fields = {
  ...applicant('id', 'vacancy_id'),
  vacancy_title: Text(1, 120),
  ...applicant('full_name'),
  created_at: Instant,
  stage: choice(stages),
  ...applicant('score', 'years_experience', 'cv_url', 'email', 'interviewed_on', 'phone'),
  ...applicant('qualification', 'staff_id', 'stage_note', 'licence_no', 'source'),
  offer: nullable(
    shape({
      basic_pay: nullable(Money),
      starts_on: nullable(Day),
      expires_on: nullable(Day),
    }),
  ),
  scores: listOf(
    shape({
      by_name: Text(0, 160),
      score: Whole(0, 100),
      note: none(500),
      at: Instant,
    }),
  ),
  other_applications: count,
  ...applicant('updated_at', 'version'),
  moves: listOf(choice(['shortlist', 'interview', 'offer', 'hire', 'reject', 'withdraw'])),
}
export const Applicant = named('Applicant', shape(applicant_fields))
export type Applicant = Static<typeof Applicant>
export const ApplicantOpened = named(
  'ApplicantOpened',
  shape({ ...applicant_fields, warnings: listOf(Text(1, 40)), history: History }),
)
export type ApplicantOpened = Static<typeof ApplicantOpened>

const applicant_may = {
  phone: nullable(Phone),
  email: nullable(Email),
  qualification: none(300),
  years_experience: nullable(Whole(0, 70)),
  licence_no: none(60),
  source: none(120),
  cv_url: none(500),
  stage_note: none(500),
}
export const ApplicantInput = named(
  'ApplicantInput',
  shape({
    vacancy_id: Id,
    full_name: Text(1, 160),
    phone: optional(applicant_may.phone),
    email: optional(applicant_may.email),
    qualification: optional(applicant_may.qualification),
    years_experience: optional(applicant_may.years_experience),
    licence_no: optional(applicant_may.licence_no),
    source: optional(applicant_may.source),
    cv_url: optional(applicant_may.cv_url),
    stage_note: optional(applicant_may.stage_note),
  }),
)
export type ApplicantInput = Static<typeof ApplicantInput>
export const ApplicantChange = named(
  'ApplicantChange',
  partial({ full_name: Text(1, 160), ...applicant_may }),
)
export type ApplicantChange = Static<typeof ApplicantChange>

export const ApplicantFilters = {
  search: optional(Search),
  vacancy_id: optional(Id),
  stage: optional(choice(stages)),
  min_score: optional(Whole(0, 100)),
  from: optional(Day),
  to: optional(Day),
}
const applicant_filters = shape(ApplicantFilters)
export type ApplicantFilter = Static<typeof applicant_filters>

export const Shortlist = partial({ note: none(500) })
export const Interview = shape({
  interviewed_on: Day,
  score: optional(nullable(Whole(0, 100))),
  note: optional(none(500)),
})
export type Interview = Static<typeof Interview>
export const OfferMade = partial({
  basic_pay: nullable(Money),
  starts_on: nullable(Day),
  expires_on: nullable(Day),
  note: none(500),
})
export type OfferMade = Static<typeof OfferMade>
export const Reject = shape({
  stage_note: Text(1, 500),
  notify: optional(nullAsAbsent(Flag)),
})
export type Reject = Static<typeof Reject>
export const Withdraw = partial({ stage_note: none(500) })

const written = StaffInput.properties
export const Hire = shape({
  hired_on: Day,
  facility_id: optional(nullable(Id)),
  department: optional(none(120)),
  cadre_id: optional(nullable(Id)),
  employment_type: optional(nullable(choice(employment_types))),
  job_title: optional(none(120)),
  supervisor_id: written.supervisor_id,
  contract_ends: written.contract_ends,
  basic_pay: optional(nullable(Money)),
  staff_number: written.staff_number,
  first_name: optional(none(60)),
  last_name: optional(none(60)),
  sex: optional(nullable(choice(sexes))),
  phone: optional(nullable(Phone)),
  date_of_birth: written.date_of_birth,
  national_id: written.national_id,
  create_user: written.create_user,
  rehire_staff_id: optional(nullable(Id)),
  rehire_reason: optional(none(300)),
  confirm_duplicate: optional(Flag),
})
export type Hire = Static<typeof Hire>
export const Hired = named('Hired', shape({ applicant: Applicant, staff: Staff }))

export const NoticeAsked = partial({ lang: choice(languages) })

export const Score = shape({ score: Whole(0, 100), note: optional(none(500)) })
export type Score = Static<typeof Score>
