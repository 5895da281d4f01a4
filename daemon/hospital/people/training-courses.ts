// Courses that must be taken, who lacks them, and one course for many (people 5.4).

import * as courses from '../../../db/hospital/people/staff/training/courses/courses.ts'
import { list as gaps } from '../../../db/hospital/people/staff/training/courses/gaps.ts'
import {
  CourseFilters,
  GapFilters,
  MandatoryCourse,
  MandatoryCourseChange,
  MandatoryCourseInput,
  TrainingGap,
} from '../../../db/hospital/people/staff/training/courses/shapes.ts'
import {
  TrainingOfMany,
  TrainingOpened,
} from '../../../db/hospital/people/staff/training/shapes.ts'
import { openMany } from '../../../db/hospital/people/staff/training/training.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, list, patch } = nobodys

export const door = area('training-courses', [
  create('/hr/training/bulk', {
    summary: 'File one course for many people, for all of them or none',
    access: 'training:write',
    body: TrainingOfMany,
    reply: TrainingOpened,
    says: 'Training filed.',
    run: ({ caller, body }) => openMany(caller, body),
  }),
  list('/hr/training/gaps', {
    summary: 'Who lacks a course that must be taken',
    access: 'training:read',
    filters: GapFilters,
    each: TrainingGap,
    run: ({ caller, query }) => gaps(caller, query),
  }),
  list('/hr/mandatory-courses', {
    summary: 'Courses that must be taken, and by whom',
    access: 'training:read',
    filters: CourseFilters,
    each: MandatoryCourse,
    run: ({ caller, query }) => courses.list(caller, query),
  }),
  create('/hr/mandatory-courses', {
    summary: 'Say that a course must be taken',
    access: 'hr:settings',
    body: MandatoryCourseInput,
    reply: MandatoryCourse,
    says: 'Course kept.',
    run: ({ caller, body }) => courses.open(caller, body),
  }),
  patch('/hr/mandatory-courses/:id', {
    summary: 'Change a course that must be taken',
    access: 'hr:settings',
    record: byId(courses.courseRecord.get),
    body: MandatoryCourseChange,
    reply: MandatoryCourse,
    says: 'Course changed.',
    run: ({ caller, params, body }) => courses.change(caller, params.id, body),
  }),
])
