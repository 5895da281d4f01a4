// Drawers and the shifts at them (billing 5.12).

import { close, confirm, forceClose } from '../../../db/hospital/money/drawers/closing.ts'
import {
  change,
  list as drawers,
  open as addDrawer,
} from '../../../db/hospital/money/drawers/drawers.ts'
import { drawerRecord, shiftRecord } from '../../../db/hospital/money/drawers/rows.ts'
import {
  CloseInput,
  ConfirmInput,
  CurrentShift,
  Drawer,
  DrawerChange,
  DrawerInput,
  ForceCloseInput,
  OpenInput,
  Shift,
  ShiftFilters,
  ShiftOpened,
} from '../../../db/hospital/money/drawers/shapes.ts'
import * as shifts from '../../../db/hospital/money/drawers/shifts.ts'
import { current, find, list as shiftList, one } from '../../../db/hospital/money/drawers/view.ts'
import { partial, QueryFlag } from '../../../db/core/kinds/kinds.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, get, list, listed, patch, post } = nobodys

export const door = area('drawers', [
  listed('/billing/drawers', {
    summary: 'Drawers',
    access: ['shift:open', 'shift:read', 'drawer:manage'],
    query: partial({ active: QueryFlag }),
    each: Drawer,
    run: ({ caller, query }) => drawers(caller, query),
  }),
  create('/billing/drawers', {
    summary: 'Add a drawer',
    access: 'drawer:manage',
    body: DrawerInput,
    reply: Drawer,
    says: 'Drawer added.',
    run: ({ caller, body }) => addDrawer(caller, body),
  }),
  patch('/billing/drawers/:id', {
    summary: 'Change a drawer',
    access: 'drawer:manage',
    record: byId(drawerRecord.get),
    body: DrawerChange,
    reply: Drawer,
    says: 'Drawer changed.',
    run: ({ caller, params, body }) => change(caller, params.id, body),
  }),
  list('/billing/shifts', {
    summary: 'Shifts: all of them, or one’s own',
    access: ['shift:read', 'shift:open'],
    filters: ShiftFilters,
    each: Shift,
    run: ({ caller, query }) => shiftList(caller, query),
  }),
  create('/billing/shifts', {
    summary: 'Open a drawer with a counted float',
    access: 'shift:open',
    once: true,
    body: OpenInput,
    reply: Shift,
    says: 'Shift opened.',
    run: async ({ caller, body }) => one(caller, await shifts.open(caller, body)),
  }),
  get('/billing/shifts/current', {
    summary: 'The caller’s own shift, or null',
    access: 'shift:open',
    reply: CurrentShift,
    run: ({ caller }) => current(caller),
  }),
  get('/billing/shifts/:id', {
    summary: 'One shift',
    access: ['shift:read', 'shift:open'],
    reply: ShiftOpened,
    run: ({ caller, params }) => find(caller, params.id),
  }),
  post('/billing/shifts/:id/count', {
    summary: 'Begin to count',
    access: ['shift:open', 'shift:supervise'],
    record: byId(shiftRecord.get),
    reply: Shift,
    says: 'Count the drawer.',
    run: async ({ caller, params }) => one(caller, await shifts.count(caller, params.id)),
  }),
  post('/billing/shifts/:id/back', {
    summary: 'Go on before anything was counted',
    access: 'shift:open',
    record: byId(shiftRecord.get),
    reply: Shift,
    says: 'Shift is open again.',
    run: async ({ caller, params }) => one(caller, await shifts.back(caller, params.id)),
  }),
  post('/billing/shifts/:id/close', {
    summary: 'Close a counted shift',
    access: ['shift:open', 'shift:supervise'],
    once: true,
    record: byId(shiftRecord.get),
    body: CloseInput,
    reply: Shift,
    says: 'Shift closed.',
    run: async ({ caller, params, body }) => one(caller, await close(caller, params.id, body)),
  }),
  post('/billing/shifts/:id/confirm', {
    summary: 'Confirm a closed shift and take its drop into the safe',
    access: 'shift:confirm',
    once: true,
    record: byId(shiftRecord.get),
    body: ConfirmInput,
    body_may_miss: true,
    reply: Shift,
    says: 'Shift confirmed.',
    run: async ({ caller, params, body }) =>
      one(caller, await confirm(caller, params.id, body ?? {})),
  }),
  post('/billing/shifts/:id/force-close', {
    summary: 'Close the shift of somebody who went away',
    access: 'shift:supervise',
    once: true,
    record: byId(shiftRecord.get),
    body: ForceCloseInput,
    reply: Shift,
    says: 'Shift closed.',
    run: async ({ caller, params, body }) => one(caller, await forceClose(caller, params.id, body)),
  }),
])
