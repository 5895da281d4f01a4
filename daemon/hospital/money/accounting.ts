// The chart and the journal (accounting 5.1, 5.2).

import {
  Account,
  AccountChange,
  AccountFilters,
  AccountInput,
  Ledger,
  LedgerAsked,
} from '../../../db/hospital/money/accounting/chart/shapes.ts'
import * as accounts from '../../../db/hospital/money/accounting/chart/accounts.ts'
import * as entries from '../../../db/hospital/money/accounting/entries/entries.ts'
import { list as entryList } from '../../../db/hospital/money/accounting/entries/list.ts'
import {
  Entry,
  EntryBrief,
  EntryChange,
  EntryFilters,
  EntryInput,
  Reversed,
  ReverseInput,
  Why,
} from '../../../db/hospital/money/accounting/entries/shapes.ts'
import { find as findEntry } from '../../../db/hospital/money/accounting/entries/view.ts'
import { ledger } from '../../../db/hospital/money/accounting/reports/ledger.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { create, get, list, listed, patch, post } = nobodys

const account = (caller: Parameters<typeof accounts.rowOf>[0], { id }: { id: string }) =>
  accounts.rowOf(caller, id)
const entry = (caller: Parameters<typeof entries.there>[0], { id }: { id: string }) =>
  entries.there(caller, id)

export const door = area('accounting', [
  listed('/accounting/accounts', {
    summary: 'The chart of accounts, with balances',
    access: 'account:read',
    query: AccountFilters,
    each: Account,
    run: ({ caller, query }) => accounts.list(caller, query),
  }),
  create('/accounting/accounts', {
    summary: 'Add an account to the chart',
    access: 'account:manage',
    body: AccountInput,
    reply: Account,
    says: 'Account added.',
    run: ({ caller, body }) => accounts.open(caller, body),
  }),
  patch('/accounting/accounts/:id', {
    summary: 'Change an account of the chart',
    access: 'account:manage',
    record: account,
    body: AccountChange,
    reply: Account,
    says: 'Account changed.',
    run: ({ caller, params, body }) => accounts.change(caller, params.id, body),
  }),
  get('/accounting/accounts/:id/lines', {
    summary: 'The ledger of an account',
    access: 'account:read',
    record: account,
    query: LedgerAsked,
    reply: Ledger,
    run: ({ caller, params, query }) => ledger(caller, params.id, query),
  }),
  list('/accounting/entries', {
    summary: 'Journal entries',
    access: 'entry:read',
    filters: EntryFilters,
    each: EntryBrief,
    totals: true,
    run: ({ caller, query }) => entryList(caller, query),
  }),
  create('/accounting/entries', {
    summary: 'Write a journal entry; with post: true it is posted at once',
    access: 'entry:create',
    body: EntryInput,
    reply: Entry,
    says: 'Entry written.',
    once: true,
    run: ({ caller, body }) => entries.open(caller, body),
  }),
  get('/accounting/entries/:id', {
    summary: 'One journal entry',
    access: 'entry:read',
    reply: Entry,
    run: ({ caller, params }) => findEntry(caller, params.id),
  }),
  patch('/accounting/entries/:id', {
    summary: 'Change a draft',
    access: 'entry:create',
    record: entry,
    body: EntryChange,
    reply: Entry,
    says: 'Entry changed.',
    run: ({ caller, params, body }) => entries.change(caller, params.id, body),
  }),
  post('/accounting/entries/:id/post', {
    summary: 'Post a draft',
    access: 'entry:post',
    reply: Entry,
    says: 'Entry posted.',
    once: true,
    run: ({ caller, params }) => entries.postIt(caller, params.id),
  }),
  post('/accounting/entries/:id/discard', {
    summary: 'Discard a draft',
    access: 'entry:create',
    record: entry,
    body: Why,
    reply: Entry,
    says: 'Entry discarded.',
    run: ({ caller, params, body }) => entries.discard(caller, params.id, body.reason),
  }),
  post('/accounting/entries/:id/reverse', {
    summary: 'Reverse an entry that was written by hand',
    access: 'entry:reverse',
    record: entry,
    body: ReverseInput,
    reply: Reversed,
    says: 'Entry reversed.',
    once: true,
    run: ({ caller, params, body }) => entries.reverse(caller, params.id, body),
  }),
])
