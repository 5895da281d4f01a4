// Vacancies, applicants and training (people 5.3, 5.4).

import type { Caller } from '../../../db/core/caller.ts'
import * as applicants from '../../../db/hospital/people/staff/recruitment/applicants.ts'
import { hire } from '../../../db/hospital/people/staff/recruitment/hire.ts'
import {
  Applicant,
  ApplicantChange,
  ApplicantFilters,
  ApplicantInput,
  ApplicantOpened,
  CloseVacancy,
  Hire,
  Hired,
  Interview,
  NoticeAsked,
  OfferMade,
  Reject,
  Score,
  ReopenVacancy,
  Shortlist,
  Vacancy,
  VacancyChange,
  VacancyFilters,
  VacancyInput,
  VacancyOpened,
  Withdraw,
} from '../../../db/hospital/people/staff/recruitment/shapes.ts'
import { score } from '../../../db/hospital/people/staff/recruitment/scores.ts'
import * as stages from '../../../db/hospital/people/staff/recruitment/stages.ts'
import * as vacancies from '../../../db/hospital/people/staff/recruitment/vacancies.ts'
import { find as findStaff } from '../../../db/hospital/people/staff/records/shown.ts'
import {
  Training,
  TrainingChange,
  TrainingFilters,
  TrainingInput,
} from '../../../db/hospital/people/staff/training/shapes.ts'
import * as training from '../../../db/hospital/people/staff/training/training.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'
import { printVacancy } from './staff-prints.ts'

const { create, file, get, list, patch, post } = nobodys

const vacancy = byId(vacancies.vacancyRecord.get)
const applicant = byId(applicants.applicantRecord.get)
const of_training = byId(training.get)
const shownVacancy = async (caller: Caller, done: Promise<{ id: string }>) =>
  vacancies.find(caller, (await done).id)
const shown = async (caller: Caller, done: Promise<{ id: string }>) =>
  applicants.find(caller, (await done).id)

export const door = area('recruitment', [
  list('/hr/vacancies', {
    summary: 'Vacancies, with what became of who applied',
    access: 'vacancy:read',
    filters: VacancyFilters,
    each: Vacancy,
    run: ({ caller, query }) => vacancies.list(caller, query),
  }),
  create('/hr/vacancies', {
    summary: 'Open a vacancy',
    access: 'vacancy:write',
    body: VacancyInput,
    reply: VacancyOpened,
    says: 'Vacancy opened.',
    run: ({ caller, body }) => shownVacancy(caller, vacancies.open(caller, body)),
  }),
  get('/hr/vacancies/:id', {
    summary: 'One vacancy',
    access: 'vacancy:read',
    reply: VacancyOpened,
    run: ({ caller, params }) => vacancies.find(caller, params.id),
  }),
  patch('/hr/vacancies/:id', {
    summary: 'Change a vacancy that is open',
    access: 'vacancy:write',
    record: vacancy,
    body: VacancyChange,
    reply: VacancyOpened,
    says: 'Vacancy changed.',
    run: ({ caller, params, body }) =>
      shownVacancy(caller, vacancies.change(caller, params.id, body)),
  }),
  post('/hr/vacancies/:id/close', {
    summary: 'Close a vacancy',
    access: 'vacancy:write',
    record: vacancy,
    body: CloseVacancy,
    reply: VacancyOpened,
    says: 'Vacancy closed.',
    run: ({ caller, params, body }) =>
      shownVacancy(caller, stages.closeVacancy(caller, params.id, body)),
  }),
  post('/hr/vacancies/:id/reopen', {
    summary: 'Open a vacancy again',
    access: 'vacancy:write',
    record: vacancy,
    body: ReopenVacancy,
    reply: VacancyOpened,
    says: 'Vacancy open again.',
    run: ({ caller, params, body }) =>
      shownVacancy(caller, vacancies.reopen(caller, params.id, body)),
  }),
  file('/hr/vacancies/:id/pdf', {
    summary: 'The advertisement of a vacancy, as a PDF',
    access: 'vacancy:read',
    record: vacancy,
    query: NoticeAsked,
    content_type: 'application/pdf',
    run: ({ caller, params, query }) => printVacancy(caller, params.id, query.lang),
  }),
  list('/hr/applicants', {
    summary: 'Applicants',
    access: 'applicant:read',
    filters: ApplicantFilters,
    each: Applicant,
    run: ({ caller, query }) => applicants.list(caller, query),
  }),
  create('/hr/applicants', {
    summary: 'Take an application in',
    access: 'applicant:write',
    body: ApplicantInput,
    reply: ApplicantOpened,
    says: 'Application taken in.',
    run: ({ caller, body }) => shown(caller, applicants.open(caller, body)),
  }),
  get('/hr/applicants/:id', {
    summary: 'One applicant',
    access: 'applicant:read',
    reply: ApplicantOpened,
    run: ({ caller, params }) => applicants.find(caller, params.id),
  }),
  patch('/hr/applicants/:id', {
    summary: 'Keep an application right',
    access: 'applicant:write',
    record: applicant,
    body: ApplicantChange,
    reply: ApplicantOpened,
    says: 'Application changed.',
    run: ({ caller, params, body }) => shown(caller, applicants.change(caller, params.id, body)),
  }),
  post('/hr/applicants/:id/shortlist', {
    summary: 'Put an applicant on the short list',
    access: 'applicant:write',
    record: applicant,
    body: Shortlist,
    reply: ApplicantOpened,
    says: 'Shortlisted.',
    run: ({ caller, params, body }) =>
      shown(caller, stages.shortlist(caller, params.id, body.note || null)),
  }),
  post('/hr/applicants/:id/interview', {
    summary: 'Say that an applicant was interviewed',
    access: 'applicant:write',
    record: applicant,
    body: Interview,
    reply: ApplicantOpened,
    says: 'Interviewed.',
    run: ({ caller, params, body }) => shown(caller, stages.interview(caller, params.id, body)),
  }),
  post('/hr/applicants/:id/offer', {
    summary: 'Offer the position to an applicant',
    access: 'applicant:write',
    record: applicant,
    body: OfferMade,
    reply: ApplicantOpened,
    says: 'Offered.',
    async run({ caller, params, body }) {
      const { row, warnings } = await stages.offer(caller, params.id, body)
      return applicants.find(caller, row.id, warnings)
    },
  }),
  create('/hr/applicants/:id/hire', {
    summary: 'Hire an applicant: the staff record is opened with it',
    access: 'applicant:hire',
    once: true,
    transaction: 'rule',
    record: applicant,
    body: Hire,
    reply: Hired,
    says: 'Hired.',
    async run({ caller, params, body }) {
      const { applicant_id, staff_id } = await hire(caller, params.id, body)
      return {
        applicant: await applicants.find(caller, applicant_id),
        staff: await findStaff(caller, staff_id),
      }
    },
  }),
  post('/hr/applicants/:id/reject', {
    summary: 'Turn an applicant down',
    access: 'applicant:write',
    record: applicant,
    body: Reject,
    reply: ApplicantOpened,
    says: 'Turned down.',
    run: ({ caller, params, body }) => shown(caller, stages.reject(caller, params.id, body)),
  }),
  post('/hr/applicants/:id/withdraw', {
    summary: 'Say that an applicant withdrew',
    access: 'applicant:write',
    record: applicant,
    body: Withdraw,
    reply: ApplicantOpened,
    says: 'Withdrawn.',
    run: ({ caller, params, body }) =>
      shown(caller, stages.withdraw(caller, params.id, body.stage_note || null)),
  }),
  post('/hr/applicants/:id/score', {
    summary: 'Score an applicant, as one of the panel',
    access: ['self:use', 'applicant:write'],
    record: applicant,
    body: Score,
    reply: ApplicantOpened,
    says: 'Scored.',
    run: ({ caller, params, body }) => shown(caller, score(caller, params.id, body)),
  }),
  list('/hr/training', {
    summary: 'Training of your people',
    access: 'training:read',
    filters: TrainingFilters,
    each: Training,
    run: ({ caller, query }) => training.list(caller, query),
  }),
  create('/hr/training', {
    summary: 'File training of one person',
    access: 'training:write',
    body: TrainingInput,
    reply: Training,
    says: 'Training filed.',
    run: ({ caller, body }) => training.open(caller, body),
  }),
  patch('/hr/training/:id', {
    summary: 'Keep a training record right',
    access: 'training:write',
    record: of_training,
    body: TrainingChange,
    reply: Training,
    says: 'Training changed.',
    run: ({ caller, params, body }) => training.change(caller, params.id, body),
  }),
])
