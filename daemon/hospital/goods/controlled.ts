// Controlled drugs: the register, checks of the cupboards, and what does not agree (stock 5.7).

import type { Caller } from '../../../db/core/caller.ts'
import { check, listChecks } from '../../../db/hospital/goods/stock/controlled/checks.ts'
import { correct } from '../../../db/hospital/goods/stock/controlled/correct.ts'
import { cupboards } from '../../../db/hospital/goods/stock/controlled/cupboards.ts'
import * as discrepancies from '../../../db/hospital/goods/stock/controlled/discrepancies.ts'
import {
  CheckFilters,
  CheckInput,
  ControlledCheck,
  CorrectionInput,
  CupboardRow,
  CupboardsAsked,
  Discrepancy,
  DiscrepancyFilters,
  DiscrepancyNote,
  DiscrepancyOpened,
  Investigating,
  Reporting,
  Resolving,
  WasteInput,
} from '../../../db/hospital/goods/stock/controlled/shapes.ts'
import { waste } from '../../../db/hospital/goods/stock/controlled/waste.ts'
import { listRegister } from '../../../db/hospital/goods/stock/register/read.ts'
import {
  ControlledEntry,
  RegisterFilters,
  RegisterPrinted,
} from '../../../db/hospital/goods/stock/register/shapes.ts'
import { inBody } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { byId, create, file, get, list, listed, post } from '../words.ts'
import { printRegister } from './goods-prints.ts'

const nobody = { opens: 'nobody' } as const
const record = byId(discrepancies.discrepancyRecord.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) =>
  discrepancies.find(caller, (await done).id)

export const door = area('controlled', [
  listed('/stock/controlled', {
    summary: 'What lies in the cupboards, and when it was last checked',
    access: 'controlled:read',
    ...nobody,
    query: CupboardsAsked,
    each: CupboardRow,
    run: ({ caller, query }) => cupboards(caller, query),
  }),
  list('/stock/controlled/register', {
    summary: 'The register of controlled drugs, line by line',
    access: 'controlled:read',
    opens: 'many',
    audit: 'controlled_register.read',
    filters: RegisterFilters,
    each: ControlledEntry,
    run: ({ caller, query }) => listRegister(caller, query),
  }),
  file('/stock/controlled/register/pdf', {
    summary: 'The register of a product in a store over a period, as a paper',
    access: 'controlled:read',
    opens: 'many',
    audit: 'controlled_register.print',
    query: RegisterPrinted,
    content_type: 'application/pdf',
    run: ({ caller, query }) => printRegister(caller, query),
  }),
  create('/stock/controlled/waste', {
    summary: 'Write down what is wasted of a controlled drug, before a second person',
    access: 'controlled:write',
    opens: inBody('desk', 'patient_id'),
    once: true,
    body: WasteInput,
    reply: ControlledEntry,
    says: 'Waste written down.',
    run: ({ caller, body }) => waste(caller, body),
  }),
  create('/stock/controlled/corrections', {
    summary: 'Correct a line of the register by another that names it',
    access: 'controlled:settings',
    opens: 'many',
    once: true,
    body: CorrectionInput,
    reply: ControlledEntry,
    says: 'Correction written.',
    run: ({ caller, body }) => correct(caller, body),
  }),
  list('/stock/controlled/checks', {
    summary: 'Checks of the cupboards, and those that nobody made',
    access: 'controlled:read',
    ...nobody,
    filters: CheckFilters,
    each: ControlledCheck,
    run: ({ caller, query }) => listChecks(caller, query),
  }),
  create('/stock/controlled/checks', {
    summary: 'Count every controlled drug of a store as its keys change hands',
    access: 'controlled:write',
    ...nobody,
    body: CheckInput,
    reply: ControlledCheck,
    says: 'Check written down.',
    run: ({ caller, body }) => check(caller, body),
  }),
  list('/stock/controlled/discrepancies', {
    summary: 'What checks found wrong',
    access: 'controlled:read',
    ...nobody,
    filters: DiscrepancyFilters,
    each: Discrepancy,
    run: ({ caller, query }) => discrepancies.list(caller, query),
  }),
  get('/stock/controlled/discrepancies/:id', {
    summary: 'One discrepancy, with what was said of it',
    access: 'controlled:read',
    ...nobody,
    reply: DiscrepancyOpened,
    run: ({ caller, params }) => discrepancies.find(caller, params.id),
  }),
  post('/stock/controlled/discrepancies/:id/notes', {
    summary: 'Say something about a discrepancy',
    access: 'controlled:write',
    ...nobody,
    record,
    body: DiscrepancyNote,
    reply: DiscrepancyOpened,
    says: 'Noted.',
    run: ({ caller, params, body }) =>
      shown(caller, discrepancies.note(caller, params.id, body.text)),
  }),
  post('/stock/controlled/discrepancies/:id/investigate', {
    summary: 'Give a discrepancy to somebody who looks into it',
    access: 'controlled:settings',
    ...nobody,
    record,
    body: Investigating,
    reply: DiscrepancyOpened,
    says: 'Investigation begun.',
    run: ({ caller, params, body }) =>
      shown(caller, discrepancies.investigate(caller, params.id, body)),
  }),
  post('/stock/controlled/discrepancies/:id/resolve', {
    summary: 'Resolve a discrepancy that somebody else found: a line corrects the register',
    access: 'controlled:settings',
    ...nobody,
    record,
    body: Resolving,
    reply: DiscrepancyOpened,
    says: 'Discrepancy resolved.',
    run: ({ caller, params, body }) =>
      shown(caller, discrepancies.resolve(caller, params.id, body)),
  }),
  post('/stock/controlled/discrepancies/:id/report', {
    summary: 'Say that the authority was told of a discrepancy',
    access: 'controlled:settings',
    ...nobody,
    record,
    body: Reporting,
    reply: DiscrepancyOpened,
    says: 'Report noted.',
    run: ({ caller, params, body }) => shown(caller, discrepancies.report(caller, params.id, body)),
  }),
])
