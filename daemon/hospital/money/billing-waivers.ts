// Waivers and write-offs (billing 5.5).

import { billRecord } from '../../../db/hospital/money/billing/bills/rows.ts'
import * as rows from '../../../db/hospital/money/billing/relief/waiver-rows.ts'
import {
  ApproveWaiver,
  MayNote,
  Waiver,
  WaiverFilters,
  WaiverInput,
  WaiverOpened,
  WithNote,
  WriteOff,
  WriteOffFilters,
  WriteOffInput,
} from '../../../db/hospital/money/billing/relief/waiver-shapes.ts'
import * as waivers from '../../../db/hospital/money/billing/relief/waivers.ts'
import * as write_offs from '../../../db/hospital/money/billing/relief/write-offs.ts'
import { area } from '../../edge/route.ts'
import { movesOf } from '../moves.ts'
import { byId, create, get, list } from '../words.ts'

const moveWaiver = movesOf({
  path: '/billing/waivers',
  row: rows.waiverRecord.get,
  reply: WaiverOpened,
  find: rows.find,
})
const moveWriteOff = movesOf({
  path: '/billing/write-offs',
  row: write_offs.writeOffRecord.get,
  reply: WriteOff,
  find: write_offs.findWriteOff,
})

export const door = area('billing-waivers', [
  list('/billing/waivers', {
    summary: 'Waivers',
    access: 'waiver:read',
    opens: 'many',
    audit: 'waiver.list',
    filters: WaiverFilters,
    each: Waiver,
    totals: true,
    run: ({ caller, query }) => rows.list(caller, query),
  }),
  create('/billing/waivers', {
    summary: 'Ask that a patient need not pay',
    access: 'waiver:request',
    opens: 'many',
    once: true,
    body: WaiverInput,
    reply: WaiverOpened,
    says: 'Waiver requested.',
    run: async ({ caller, body }) => rows.find(caller, (await waivers.ask(caller, body)).id),
  }),
  get('/billing/waivers/:id', {
    summary: 'One waiver',
    access: 'waiver:read',
    opens: 'desk',
    audit: 'waiver.read',
    record: byId(rows.waiverRecord.get),
    reply: WaiverOpened,
    run: ({ caller, params }) => rows.find(caller, params.id),
  }),
  moveWaiver('approve', {
    summary: 'Approve a waiver that somebody else asked for',
    access: 'waiver:approve',
    once: true,
    body: ApproveWaiver,
    says: 'Waiver approved.',
    run: (caller, id, body) => waivers.approve(caller, id, body),
  }),
  moveWaiver('decline', {
    summary: 'Decline a waiver',
    access: 'waiver:approve',
    body: WithNote,
    says: 'Waiver declined.',
    run: (caller, id, { note }) => waivers.decline(caller, id, note),
  }),
  create('/billing/bills/:id/write-off', {
    summary: 'Ask that the balance of a bill be written off',
    access: 'writeoff:request',
    opens: 'desk',
    record: byId(billRecord.get),
    body: WriteOffInput,
    reply: WriteOff,
    says: 'Write-off requested.',
    run: ({ caller, params, body }) => write_offs.request(caller, params.id, body),
  }),
  list('/billing/write-offs', {
    summary: 'Write-offs',
    access: 'bill:read',
    opens: 'many',
    audit: 'write_off.list',
    filters: WriteOffFilters,
    each: WriteOff,
    run: ({ caller, query }) => write_offs.list(caller, query),
  }),
  moveWriteOff('approve', {
    summary: 'Write off what nobody will pay',
    access: 'writeoff:approve',
    once: true,
    body: MayNote,
    says: 'Bill written off.',
    run: (caller, id, { note }) => write_offs.approve(caller, id, note ?? null),
  }),
  moveWriteOff('decline', {
    summary: 'Decline a write-off',
    access: 'writeoff:approve',
    body: WithNote,
    says: 'Write-off declined.',
    run: (caller, id, { note }) => write_offs.decline(caller, id, note),
  }),
])
