// Staff: the directory, records, careers, bank details (people 5.1).

import type { Caller } from '../../../db/core/caller.ts'
import * as banks from '../../../db/hospital/people/staff/banks/banks.ts'
import {
  BankAccount,
  BankAccountInput,
  BankFilters,
  MayNote,
  Refusing,
} from '../../../db/hospital/people/staff/banks/shapes.ts'
import { list as listStaff } from '../../../db/hospital/people/staff/records/list.ts'
import * as moves from '../../../db/hospital/people/staff/records/moves.ts'
import { change, open } from '../../../db/hospital/people/staff/records/open.ts'
import { ofStaff as postingsOf } from '../../../db/hospital/people/staff/records/postings.ts'
import { staffRecord } from '../../../db/hospital/people/staff/records/rows.ts'
import {
  Confirm,
  Posting,
  Promote,
  Reinstate,
  Staff,
  StaffChange,
  StaffFilters,
  StaffInput,
  StaffOpened,
  StaffShort,
  Suspend,
  Transfer,
} from '../../../db/hospital/people/staff/records/shapes.ts'
import { find } from '../../../db/hospital/people/staff/records/shown.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, get, list, listed, patch, post } = nobodys

const record = byId(staffRecord.get)
const bank = byId(banks.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) => find(caller, (await done).id)

export const door = area('staff', [
  list('/hr/staff', {
    summary: 'The directory of staff',
    access: 'staff:read',
    sheet: 'staff',
    filters: StaffFilters,
    each: StaffShort,
    run: ({ caller, query }) => listStaff(caller, query),
  }),
  create('/hr/staff', {
    summary: 'Take somebody on',
    access: 'staff:write',
    transaction: 'rule',
    body: StaffInput,
    reply: StaffOpened,
    says: 'Staff record opened.',
    async run({ caller, body }) {
      const { row, account } = await open(caller, body)
      return { ...(await find(caller, row.id)), account }
    },
  }),
  get('/hr/staff/:id', {
    summary: 'One member of staff, as far as you may see the record',
    access: 'staff:read',
    reply: Staff,
    run: ({ caller, params }) => find(caller, params.id),
  }),
  patch('/hr/staff/:id', {
    summary: 'Keep a staff record right',
    access: 'staff:write',
    record,
    body: StaffChange,
    reply: Staff,
    says: 'Staff record changed.',
    run: ({ caller, params, body }) => shown(caller, change(caller, params.id, body)),
  }),
  post('/hr/staff/:id/confirm', {
    summary: 'Confirm somebody after probation',
    access: 'staff:status',
    record,
    body: Confirm,
    reply: Staff,
    says: 'Confirmed.',
    run: ({ caller, params, body }) => shown(caller, moves.confirm(caller, params.id, body)),
  }),
  post('/hr/staff/:id/transfer', {
    summary: 'Send somebody to another department or branch',
    access: 'staff:status',
    record,
    body: Transfer,
    reply: Staff,
    says: 'Transferred.',
    run: ({ caller, params, body }) => shown(caller, moves.transfer(caller, params.id, body)),
  }),
  post('/hr/staff/:id/promote', {
    summary: 'Give somebody another grade, cadre, title or contract',
    access: 'staff:status',
    record,
    body: Promote,
    reply: Staff,
    says: 'Written into the career.',
    run: ({ caller, params, body }) => shown(caller, moves.promote(caller, params.id, body)),
  }),
  post('/hr/staff/:id/suspend', {
    summary: 'Suspend somebody from duty',
    access: 'staff:status',
    record,
    body: Suspend,
    reply: Staff,
    says: 'Suspended.',
    run: ({ caller, params, body }) => shown(caller, moves.suspend(caller, params.id, body)),
  }),
  post('/hr/staff/:id/reinstate', {
    summary: 'Bring somebody back from suspension',
    access: 'staff:status',
    record,
    body: Reinstate,
    reply: Staff,
    says: 'Back at work.',
    run: ({ caller, params, body }) => shown(caller, moves.reinstate(caller, params.id, body)),
  }),
  listed('/hr/staff/:id/postings', {
    summary: 'The career of one member of staff',
    access: 'staff:read',
    record,
    each: Posting,
    run: ({ caller, params }) => postingsOf(caller, params.id),
  }),
  listed('/hr/staff/:id/bank-accounts', {
    summary: 'Where the pay of one member of staff goes, and went',
    access: 'staff:bank',
    record,
    each: BankAccount,
    run: ({ caller, params }) => banks.ofStaff(caller, params.id),
  }),
  create('/hr/staff/:id/bank-accounts', {
    summary: 'Enter bank details; somebody else approves them',
    access: 'staff:bank',
    record,
    body: BankAccountInput,
    reply: BankAccount,
    says: 'Bank details wait for approval.',
    run: ({ caller, params, body }) => banks.open(caller, params.id, body),
  }),
  list('/hr/bank-accounts', {
    summary: 'Bank details of all staff',
    access: 'staff:bank-approve',
    filters: BankFilters,
    each: BankAccount,
    run: ({ caller, query }) => banks.list(caller, query),
  }),
  post('/hr/bank-accounts/:id/approve', {
    summary: 'Approve bank details that somebody else entered',
    access: 'staff:bank-approve',
    record: bank,
    body: MayNote,
    reply: BankAccount,
    says: 'Bank details approved.',
    run: ({ caller, params, body }) => banks.approve(caller, params.id, body.note ?? null),
  }),
  post('/hr/bank-accounts/:id/refuse', {
    summary: 'Refuse bank details',
    access: 'staff:bank-approve',
    record: bank,
    body: Refusing,
    reply: BankAccount,
    says: 'Bank details refused.',
    run: ({ caller, params, body }) => banks.refuse(caller, params.id, body.note),
  }),
])
