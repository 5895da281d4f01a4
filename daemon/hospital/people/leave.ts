// Leave, balances and holidays, for others and one's own (people 5.7, 5.12).

import type { Caller } from '../../../db/core/caller.ts'
import * as balances from '../../../db/hospital/people/staff/leave/balances.ts'
import * as decisions from '../../../db/hospital/people/staff/leave/decisions.ts'
import * as holidays from '../../../db/hospital/people/staff/leave/holidays.ts'
import * as leave from '../../../db/hospital/people/staff/leave/list.ts'
import { get as getLeave, request } from '../../../db/hospital/people/staff/leave/requests.ts'
import {
  AdjustBalance,
  ApproveLeave,
  BalanceFilters,
  CancelLeave,
  Holiday,
  HolidayChange,
  HolidayFilters,
  HolidayInput,
  LeaveAsked,
  LeaveBalance,
  LeaveFilters,
  LeaveInput,
  LeaveOpened,
  LeaveRequest,
  LeaveType,
  LeaveTypeFilters,
  OwnLeaveFilters,
  OwnLeaveInput,
  RecallLeave,
  RefuseLeave,
} from '../../../db/hospital/people/staff/leave/shapes.ts'
import * as types from '../../../db/hospital/people/staff/leave/types.ts'
import { inScope } from '../../../db/hospital/people/staff/records/scope.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, get, list, patch, post } = nobodys

const record = byId(getLeave)
const holiday = byId(holidays.holidayRecord.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) =>
  leave.find(caller, (await done).id)

export const door = area('leave', [
  list('/hr/leave-types', {
    summary: 'Types of leave',
    access: 'roster:read',
    filters: LeaveTypeFilters,
    each: LeaveType,
    run: ({ caller, query }) => types.list(caller, query),
  }),
  list('/hr/leave', {
    summary: 'Leave of your people',
    access: 'leave:read',
    filters: LeaveFilters,
    each: LeaveRequest,
    run: ({ caller, query }) => leave.list(caller, query),
  }),
  create('/hr/leave', {
    summary: 'Ask for leave for somebody else',
    access: 'leave:write',
    body: LeaveInput,
    reply: LeaveAsked,
    says: 'Leave asked for.',
    async run({ caller, body }) {
      const { staff_id, ...asked } = body
      await inScope(caller, staff_id)
      return leave.asked(caller, await request(caller, staff_id, asked))
    },
  }),
  get('/hr/leave/:id', {
    summary: 'One leave',
    access: 'leave:read',
    record,
    reply: LeaveOpened,
    run: ({ caller, params }) => shown(caller, getLeave(caller, params.id)),
  }),
  post('/hr/leave/:id/approve', {
    summary: 'Approve leave of your people',
    access: 'leave:approve',
    record,
    body: ApproveLeave,
    reply: LeaveOpened,
    says: 'Leave approved.',
    run: ({ caller, params, body }) => shown(caller, decisions.approve(caller, params.id, body)),
  }),
  post('/hr/leave/:id/refuse', {
    summary: 'Refuse leave',
    access: 'leave:approve',
    record,
    body: RefuseLeave,
    reply: LeaveOpened,
    says: 'Leave refused.',
    run: ({ caller, params, body }) =>
      shown(caller, decisions.refuse(caller, params.id, body.note)),
  }),
  post('/hr/leave/:id/cancel', {
    summary: 'Cancel leave that has not begun',
    access: 'leave:write',
    record,
    body: CancelLeave,
    reply: LeaveOpened,
    says: 'Leave cancelled.',
    run: ({ caller, params, body }) =>
      shown(caller, decisions.cancel(caller, params.id, body.reason)),
  }),
  post('/hr/leave/:id/recall', {
    summary: 'Call somebody back from leave',
    access: 'leave:approve',
    record,
    body: RecallLeave,
    reply: LeaveOpened,
    says: 'Called back.',
    run: ({ caller, params, body }) =>
      shown(caller, decisions.recall(caller, params.id, body.recalled_on, body.reason)),
  }),
  list('/hr/leave-balances', {
    summary: 'Balances of leave of your people',
    access: 'leave:read',
    sheet: 'leave-balances',
    filters: BalanceFilters,
    each: LeaveBalance,
    run: ({ caller, query }) => balances.list(caller, query),
  }),
  post('/hr/leave-balances/adjust', {
    summary: 'Set a balance right, or bring one along',
    access: 'leave:settings',
    body: AdjustBalance,
    reply: LeaveBalance,
    says: 'Balance changed.',
    run: ({ caller, body }) => balances.adjust(caller, body),
  }),
  list('/hr/holidays', {
    summary: 'Public holidays of a year',
    access: 'roster:read',
    filters: HolidayFilters,
    each: Holiday,
    run: ({ caller, query }) => holidays.list(caller, query),
  }),
  create('/hr/holidays', {
    summary: 'Write a public holiday down',
    access: 'hr:settings',
    body: HolidayInput,
    reply: Holiday,
    says: 'Holiday written down.',
    run: ({ caller, body }) => holidays.open(caller, body),
  }),
  patch('/hr/holidays/:id', {
    summary: 'Confirm a public holiday, or move it',
    access: 'hr:settings',
    record: holiday,
    body: HolidayChange,
    reply: Holiday,
    says: 'Holiday changed.',
    run: ({ caller, params, body }) => holidays.change(caller, params.id, body),
  }),
  list('/hr/me/leave', {
    summary: 'Your own leave',
    access: 'self:use',
    filters: OwnLeaveFilters,
    each: LeaveRequest,
    run: ({ caller, query }) => leave.ofOneself(caller, query),
  }),
  create('/hr/me/leave', {
    summary: 'Ask for leave',
    access: 'self:use',
    body: OwnLeaveInput,
    reply: LeaveAsked,
    says: 'Leave asked for.',
    run: async ({ caller, body }) =>
      leave.asked(caller, await request(caller, await leave.ownStaff(caller), body)),
  }),
  post('/hr/me/leave/:id/cancel', {
    summary: 'Cancel your own leave that has not begun',
    access: 'self:use',
    record,
    body: CancelLeave,
    reply: LeaveOpened,
    says: 'Leave cancelled.',
    run: ({ caller, params, body }) =>
      shown(caller, decisions.cancelOwn(caller, params.id, body.reason)),
  }),
])
