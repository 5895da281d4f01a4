// Floats, drops, cash paid in and out, differences (billing 5.12).

import * as floats from '../../../db/hospital/money/drawers/floats.ts'
import {
  AcceptInput,
  CashDifference,
  CashMovement,
  DifferenceFilters,
  FloatFilters,
  FloatInput,
  FloatTransfer,
  PayInput,
  SettleInput,
  WhyInput,
} from '../../../db/hospital/money/drawers/money-shapes.ts'
import { payIn, payOut } from '../../../db/hospital/money/drawers/movements.ts'
import { shiftRecord } from '../../../db/hospital/money/drawers/rows.ts'
import * as settling from '../../../db/hospital/money/drawers/settling.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, list, post } = nobodys

const movers = ['shift:open', 'safe:keep'] as const

export const door = area('drawer-money', [
  create('/billing/shifts/:id/pay-in', {
    summary: 'Pay cash into the drawer',
    access: 'shift:open',
    once: true,
    record: byId(shiftRecord.get),
    body: PayInput,
    reply: CashMovement,
    says: 'Cash paid in.',
    run: ({ caller, params, body }) => payIn(caller, params.id, body),
  }),
  create('/billing/shifts/:id/pay-out', {
    summary: 'Pay cash out of a drawer',
    access: 'shift:supervise',
    once: true,
    record: byId(shiftRecord.get),
    body: PayInput,
    reply: CashMovement,
    says: 'Cash paid out.',
    run: ({ caller, params, body }) => payOut(caller, params.id, body),
  }),
  list('/billing/float-transfers', {
    summary: 'Floats, drops and handovers',
    access: movers,
    filters: FloatFilters,
    each: FloatTransfer,
    run: ({ caller, query }) => floats.list(caller, query),
  }),
  create('/billing/float-transfers', {
    summary: 'Send cash to a drawer or to the safe',
    access: movers,
    once: true,
    body: FloatInput,
    reply: FloatTransfer,
    says: 'Float sent.',
    run: ({ caller, body }) => floats.send(caller, body),
  }),
  post('/billing/float-transfers/:id/accept', {
    summary: 'Accept what was sent, having counted it',
    access: movers,
    once: true,
    record: byId(floats.floatRecord.get),
    body: AcceptInput,
    reply: FloatTransfer,
    says: 'Float accepted.',
    run: ({ caller, params, body }) => floats.accept(caller, params.id, body.amount),
  }),
  post('/billing/float-transfers/:id/decline', {
    summary: 'Decline what was sent',
    access: movers,
    record: byId(floats.floatRecord.get),
    body: WhyInput,
    reply: FloatTransfer,
    says: 'Float declined.',
    run: ({ caller, params, body }) => floats.decline(caller, params.id, body.reason),
  }),
  post('/billing/float-transfers/:id/cancel', {
    summary: 'Take back what one sent',
    access: movers,
    record: byId(floats.floatRecord.get),
    reply: FloatTransfer,
    says: 'Float cancelled.',
    run: ({ caller, params }) => floats.cancel(caller, params.id),
  }),
  list('/billing/cash-differences', {
    summary: 'Differences of counted drawers',
    access: 'shift:read',
    filters: DifferenceFilters,
    each: CashDifference,
    run: ({ caller, query }) => settling.list(caller, query),
  }),
  post('/billing/cash-differences/:id/settle', {
    summary: 'Make a shortage good',
    access: 'shift:supervise',
    once: true,
    record: byId(settling.differenceRecord.get),
    body: SettleInput,
    reply: CashDifference,
    says: 'Shortage settled.',
    run: ({ caller, params, body }) => settling.settle(caller, params.id, body),
  }),
])
