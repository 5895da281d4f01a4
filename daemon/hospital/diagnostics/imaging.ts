// Images: booked, made safe, taken, read and signed (diagnostics 5.11).

import type { Caller } from '../../../db/core/caller.ts'
import { addendum, sign } from '../../../db/hospital/diagnostics/imaging/reports/signing.ts'
import { write } from '../../../db/hospital/diagnostics/imaging/reports/writing.ts'
import { answer } from '../../../db/hospital/diagnostics/imaging/safety/answers.ts'
import { schedule, unschedule } from '../../../db/hospital/diagnostics/imaging/studies/booking.ts'
import {
  arrive,
  finish,
  start,
} from '../../../db/hospital/diagnostics/imaging/studies/performing.ts'
import {
  AddendumInput,
  ArriveInput,
  FinishInput,
  ImagingStudy,
  ImagingStudyRow,
  ReportInput,
  SafetyWhole,
  ScheduleInput,
  SignInput,
  StartInput,
  StudyFilters,
  UnscheduleInput,
} from '../../../db/hospital/diagnostics/imaging/studies/shapes.ts'
import * as studies from '../../../db/hospital/diagnostics/imaging/studies/view.ts'
import { inQuery } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { byId, create, get, list, post, put } from '../words.ts'

const record = byId(studies.found)
const shown = async (caller: Caller, done: Promise<{ id: string }>) =>
  studies.whole(caller, await done)

export const door = area('imaging', [
  list('/diagnostics/imaging/studies', {
    summary: 'Images that were ordered, booked, taken and read',
    access: 'diagnostic:read',
    opens: inQuery('clinical', 'patient_id'),
    audit: 'imaging_study.list',
    filters: StudyFilters,
    each: ImagingStudyRow,
    run: ({ caller, query }) => studies.list(caller, query),
  }),
  get('/diagnostics/imaging/studies/:id', {
    summary: 'One study, with its safety, its images and its report',
    access: 'diagnostic:read',
    opens: 'clinical',
    audit: 'imaging_study.read',
    record,
    reply: ImagingStudy,
    run: ({ caller, params }) => shown(caller, studies.found(caller, params.id)),
  }),
  put('/diagnostics/imaging/studies/:id/safety', {
    summary: 'Answer the safety questions of a study',
    access: ['imaging:schedule', 'imaging:perform', 'diagnostic:order'],
    opens: 'clinical',
    signs: true,
    record,
    body: SafetyWhole,
    reply: ImagingStudy,
    says: 'Answers written.',
    run: ({ caller, params, body }) => shown(caller, answer(caller, params.id, body)),
  }),
  post('/diagnostics/imaging/studies/:id/schedule', {
    summary: 'Book a room and a time for a study, or others',
    access: 'imaging:schedule',
    opens: 'clinical',
    record,
    body: ScheduleInput,
    reply: ImagingStudy,
    says: 'Study scheduled.',
    run: async ({ caller, params, body }) => {
      const { study, warnings } = await schedule(caller, params.id, body)
      return studies.whole(caller, study, warnings)
    },
  }),
  post('/diagnostics/imaging/studies/:id/unschedule', {
    summary: 'Give the room and the time back',
    access: 'imaging:schedule',
    opens: 'clinical',
    record,
    body: UnscheduleInput,
    reply: ImagingStudy,
    says: 'Study taken off the schedule.',
    run: ({ caller, params, body }) => shown(caller, unschedule(caller, params.id, body)),
  }),
  post('/diagnostics/imaging/studies/:id/arrive', {
    summary: 'The patient is there',
    access: ['imaging:schedule', 'imaging:perform'],
    opens: 'clinical',
    record,
    body: ArriveInput,
    body_may_miss: true,
    reply: ImagingStudy,
    says: 'Patient arrived.',
    run: ({ caller, params, body }) => shown(caller, arrive(caller, params.id, body)),
  }),
  post('/diagnostics/imaging/studies/:id/start', {
    summary: 'The study begins: the patient, the side and the safety were checked',
    access: 'imaging:perform',
    opens: 'clinical',
    signs: true,
    record,
    body: StartInput,
    reply: ImagingStudy,
    says: 'Study started.',
    run: async ({ caller, params, body }) => {
      const { study, warnings } = await start(caller, params.id, body)
      return studies.whole(caller, study, warnings)
    },
  }),
  post('/diagnostics/imaging/studies/:id/finish', {
    summary: 'The images are taken, or the study stops',
    access: 'imaging:perform',
    opens: 'clinical',
    signs: true,
    record,
    body: FinishInput,
    reply: ImagingStudy,
    says: 'Study finished.',
    run: ({ caller, params, body }) => shown(caller, finish(caller, params.id, body)),
  }),
  put('/diagnostics/imaging/studies/:id/report', {
    summary: 'Write the report of a study',
    access: 'imaging:report',
    opens: 'clinical',
    signs: true,
    record,
    body: ReportInput,
    reply: ImagingStudy,
    says: 'Report written.',
    run: ({ caller, params, body }) => shown(caller, write(caller, params.id, body)),
  }),
  post('/diagnostics/imaging/studies/:id/sign', {
    summary: 'Sign the report of a study, preliminarily or for good',
    access: ['imaging:report', 'imaging:finalise'],
    opens: 'clinical',
    signs: true,
    record,
    body: SignInput,
    reply: ImagingStudy,
    says: 'Report signed.',
    run: ({ caller, params, body }) => shown(caller, sign(caller, params.id, body)),
  }),
  create('/diagnostics/imaging/studies/:id/addenda', {
    summary: 'Add to a report that is final',
    access: 'imaging:finalise',
    opens: 'clinical',
    signs: true,
    record,
    body: AddendumInput,
    reply: ImagingStudy,
    says: 'Addendum written.',
    run: ({ caller, params, body }) => shown(caller, addendum(caller, params.id, body)),
  }),
])
