// Waivers and write-offs (billing 5.5).

import type { Caller } from '../../db/caller.ts'
import { rowOf as billRow } from '../../db/hospital/billing/rows.ts'
import * as rows from '../../db/hospital/billing/waiver-rows.ts'
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
} from '../../db/hospital/billing/waiver-shapes.ts'
import * as waivers from '../../db/hospital/billing/waivers.ts'
import * as write_offs from '../../db/hospital/billing/write-offs.ts'
import { area } from '../route.ts'
import { create, get, list, post } from './words.ts'

const waiver = (caller: Caller, { id }: { id: string }) => rows.waiverRow(caller, id)
const write_off = (caller: Caller, { id }: { id: string }) => write_offs.writeOffRow(caller, id)

export const door = area('billing-waivers', [
  list('/billing/waivers', {
    summary: 'Waivers',
    access: 'waiver:read',
    filters: WaiverFilters,
    each: Waiver,
    run: ({ caller, query }) => rows.list(caller, query),
  }),
  create('/billing/waivers', {
    summary: 'Ask that a patient need not pay',
    access: 'waiver:request',
    once: true,
    body: WaiverInput,
    reply: WaiverOpened,
    says: 'Waiver requested.',
    run: async ({ caller, body }) => rows.find(caller, (await waivers.ask(caller, body)).id),
  }),
  get('/billing/waivers/:id', {
    summary: 'One waiver',
    access: 'waiver:read',
    reply: WaiverOpened,
    run: ({ caller, params }) => rows.find(caller, params.id),
  }),
  post('/billing/waivers/:id/approve', {
    summary: 'Approve a waiver that somebody else asked for',
    access: 'waiver:approve',
    once: true,
    record: waiver,
    body: ApproveWaiver,
    reply: WaiverOpened,
    says: 'Waiver approved.',
    run: async ({ caller, params, body }) =>
      rows.find(caller, (await waivers.approve(caller, params.id, body)).id),
  }),
  post('/billing/waivers/:id/decline', {
    summary: 'Decline a waiver',
    access: 'waiver:approve',
    record: waiver,
    body: WithNote,
    reply: WaiverOpened,
    says: 'Waiver declined.',
    run: async ({ caller, params, body }) =>
      rows.find(caller, (await waivers.decline(caller, params.id, body.note)).id),
  }),
  create('/billing/bills/:id/write-off', {
    summary: 'Ask that the balance of a bill be written off',
    access: 'writeoff:request',
    record: (caller, { id }) => billRow(caller, id),
    body: WriteOffInput,
    reply: WriteOff,
    says: 'Write-off requested.',
    run: ({ caller, params, body }) => write_offs.request(caller, params.id, body),
  }),
  list('/billing/write-offs', {
    summary: 'Write-offs',
    access: 'bill:read',
    filters: WriteOffFilters,
    each: WriteOff,
    run: ({ caller, query }) => write_offs.list(caller, query),
  }),
  post('/billing/write-offs/:id/approve', {
    summary: 'Write off what nobody will pay',
    access: 'writeoff:approve',
    once: true,
    record: write_off,
    body: MayNote,
    reply: WriteOff,
    says: 'Bill written off.',
    run: ({ caller, params, body }) => write_offs.approve(caller, params.id, body.note ?? null),
  }),
  post('/billing/write-offs/:id/decline', {
    summary: 'Decline a write-off',
    access: 'writeoff:approve',
    record: write_off,
    body: WithNote,
    reply: WriteOff,
    says: 'Write-off declined.',
    run: ({ caller, params, body }) => write_offs.decline(caller, params.id, body.note),
  }),
])
