// Transfers between beds, and the census of the wards (care 5.12).

import { Why } from '../../../db/hospital/care/wards/admissions/shapes.ts'
import * as census from '../../../db/hospital/care/wards/census/census.ts'
import { censusRecord } from '../../../db/hospital/care/wards/census/record.ts'
import {
  Census,
  CensusFilters,
  CensusWithLines,
  ConfirmInput,
} from '../../../db/hospital/care/wards/census/shapes.ts'
import { transferRecord } from '../../../db/hospital/care/wards/transfers/record.ts'
import {
  Transfer,
  TransferAccept,
  TransferComplete,
  TransferFilters,
  TransferInput,
} from '../../../db/hospital/care/wards/transfers/shapes.ts'
import * as transfers from '../../../db/hospital/care/wards/transfers/transfers.ts'
import * as view from '../../../db/hospital/care/wards/transfers/view.ts'
import { ruled } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { byId, create, list, post } from '../words.ts'

const record = byId(transferRecord.get)

export const door = area('bed-transfers', [
  list('/bed-transfers', {
    summary: 'Transfers that are asked, and those that were',
    access: 'admission:read',
    opens: 'many',
    audit: 'bed_transfer.list',
    filters: TransferFilters,
    each: Transfer,
    run: ({ caller, query }) => view.list(caller, query),
  }),
  create('/bed-transfers', {
    summary: 'Ask for a transfer to another bed',
    access: 'admission:transfer',
    opens: ruled('the admission in the body names the patient; the rule asks for it'),
    signs: true,
    body: TransferInput,
    reply: Transfer,
    says: 'Transfer asked.',
    run: async ({ caller, body }) => {
      await view.mayMove(caller, body.admission_id)
      return view.shown(caller, await transfers.request(caller, body))
    },
  }),
  post('/bed-transfers/:id/accept', {
    summary: 'Accept a transfer and keep a bed for it',
    access: 'admission:accept',
    opens: 'record',
    signs: true,
    record,
    body: TransferAccept,
    reply: Transfer,
    says: 'Transfer accepted.',
    run: async ({ caller, params, body }) =>
      view.shown(caller, await transfers.accept(caller, params.id, body)),
  }),
  post('/bed-transfers/:id/complete', {
    summary: 'The patient lies in the other bed',
    access: 'admission:transfer',
    opens: 'record',
    signs: true,
    once: true,
    record,
    body: TransferComplete,
    body_may_miss: true,
    reply: Transfer,
    says: 'Transferred.',
    run: async ({ caller, params, body }) =>
      view.shown(caller, await transfers.complete(caller, params.id, body)),
  }),
  post('/bed-transfers/:id/decline', {
    summary: 'Decline a transfer',
    access: 'admission:accept',
    opens: 'record',
    signs: true,
    record,
    body: Why,
    reply: Transfer,
    says: 'Transfer declined.',
    run: async ({ caller, params, body }) => {
      const row = await transfers.refuse(caller, params.id, 'decline', body.reason)
      return view.shown(caller, { row, warnings: [] })
    },
  }),
  post('/bed-transfers/:id/cancel', {
    summary: 'Cancel a transfer',
    access: 'admission:transfer',
    opens: 'record',
    signs: true,
    record,
    body: Why,
    reply: Transfer,
    says: 'Transfer cancelled.',
    run: async ({ caller, params, body }) => {
      const row = await transfers.refuse(caller, params.id, 'cancel', body.reason)
      return view.shown(caller, { row, warnings: [] })
    },
  }),
  list('/census', {
    summary: 'The census of the wards, day by day',
    access: 'admission:read',
    opens: 'nobody',
    filters: CensusFilters,
    each: Census,
    run: ({ caller, query }) => census.list(caller, query),
  }),
  post('/census/:id/confirm', {
    summary: 'Confirm the census of a ward and a day',
    access: 'census:confirm',
    opens: 'many',
    once: true,
    record: byId(censusRecord.get),
    body: ConfirmInput,
    body_may_miss: true,
    reply: CensusWithLines,
    says: 'Census confirmed.',
    run: ({ caller, params, body }) => census.confirm(caller, params.id, body.note ?? null),
  }),
])
