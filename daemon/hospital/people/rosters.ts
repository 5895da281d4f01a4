// Types of shifts, rosters, and one's own shifts (people 5.5, 5.12).

import type { Caller } from '../../../db/core/caller.ts'
import { ownStaff } from '../../../db/hospital/people/staff/leave/list.ts'
import * as cover from '../../../db/hospital/people/staff/rosters/cover-rules.ts'
import {
  CoverFilters,
  CoverRule,
  CoverRuleChange,
  CoverRuleInput,
} from '../../../db/hospital/people/staff/rosters/cover-shapes.ts'
import * as filling from '../../../db/hospital/people/staff/rosters/filling.ts'
import * as rosters from '../../../db/hospital/people/staff/rosters/rosters.ts'
import {
  Cells,
  CellsSet,
  OwnShiftFilters,
  Publish,
  Roster,
  RosterBegun,
  RosterFilters,
  RosterInput,
  RosterOpened,
  SheetAsked,
  Shift,
  ShiftType,
  ShiftTypeFilters,
  Unpublish,
} from '../../../db/hospital/people/staff/rosters/shapes.ts'
import * as shifts from '../../../db/hospital/people/staff/rosters/shifts.ts'
import * as types from '../../../db/hospital/people/staff/rosters/types.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'
import { printRoster } from './staff-prints.ts'

const { create, file, get, list, patch, post, put } = nobodys

const record = byId(rosters.rosterRecord.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) =>
  shifts.find(caller, (await done).id)

export const door = area('rosters', [
  list('/hr/shift-types', {
    summary: 'Types of shifts',
    access: 'roster:read',
    filters: ShiftTypeFilters,
    each: ShiftType,
    run: ({ caller, query }) => types.list(caller, query),
  }),
  list('/hr/cover-rules', {
    summary: 'How many of whom a department needs in its shifts',
    access: 'roster:read',
    filters: CoverFilters,
    each: CoverRule,
    run: ({ caller, query }) => cover.list(caller, query),
  }),
  create('/hr/cover-rules', {
    summary: 'Say how many of whom a shift needs',
    access: 'roster:publish',
    body: CoverRuleInput,
    reply: CoverRule,
    says: 'Rule of cover kept.',
    run: ({ caller, body }) => cover.open(caller, body),
  }),
  patch('/hr/cover-rules/:id', {
    summary: 'Change how many of whom a shift needs',
    access: 'roster:publish',
    record: byId(cover.ruleHere),
    body: CoverRuleChange,
    reply: CoverRule,
    says: 'Rule of cover changed.',
    run: ({ caller, params, body }) => cover.change(caller, params.id, body),
  }),
  list('/hr/rosters', {
    summary: 'Rosters of your branches',
    access: 'roster:read',
    filters: RosterFilters,
    each: Roster,
    run: ({ caller, query }) => rosters.list(caller, query),
  }),
  create('/hr/rosters', {
    summary: 'Begin a roster',
    access: 'roster:write',
    body: RosterInput,
    reply: RosterBegun,
    says: 'Roster begun.',
    run: ({ caller, body }) => filling.begin(caller, body),
  }),
  get('/hr/rosters/:id', {
    summary: 'A roster: people and days, and what stands against its shifts',
    access: 'roster:read',
    record,
    reply: RosterOpened,
    run: ({ caller, params }) => shifts.find(caller, params.id),
  }),
  file('/hr/rosters/:id/pdf', {
    summary: 'The roster to be hung up, as a PDF',
    access: 'roster:read',
    record,
    query: SheetAsked,
    content_type: 'application/pdf',
    run: ({ caller, params, query }) => printRoster(caller, params.id, query.lang),
  }),
  put('/hr/rosters/:id/shifts', {
    summary: 'Set cells of a draft',
    access: 'roster:write',
    record,
    body: Cells,
    reply: CellsSet,
    says: 'Roster set.',
    run: ({ caller, params, body }) => shifts.setCells(caller, params.id, body),
  }),
  post('/hr/rosters/:id/publish', {
    summary: 'Publish a roster',
    access: 'roster:publish',
    record,
    body: Publish,
    body_may_miss: true,
    reply: RosterOpened,
    says: 'Roster published.',
    run: ({ caller, params, body }) =>
      shown(caller, rosters.publish(caller, params.id, body.accept_short_reason)),
  }),
  post('/hr/rosters/:id/unpublish', {
    summary: 'Take a roster back that has not begun',
    access: 'roster:publish',
    record,
    body: Unpublish,
    reply: RosterOpened,
    says: 'Roster taken back.',
    run: ({ caller, params, body }) =>
      shown(caller, rosters.unpublish(caller, params.id, body.reason)),
  }),
  list('/hr/me/shifts', {
    summary: 'Your own shifts',
    access: 'self:use',
    filters: OwnShiftFilters,
    each: Shift,
    run: async ({ caller, query }) => shifts.ofOneself(caller, await ownStaff(caller), query),
  }),
])
