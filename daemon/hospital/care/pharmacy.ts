// The pharmacy: its queue, what it hands out, what it owes, and what comes back (care 5.8).

import type { Caller } from '../../../db/core/caller.ts'
import { handOver } from '../../../db/hospital/care/medicines/dispensing/handing.ts'
import * as owed from '../../../db/hospital/care/medicines/dispensing/owed.ts'
import { pick } from '../../../db/hospital/care/medicines/dispensing/picking.ts'
import {
  dispenseRecord,
  owedRecord,
  returnRecord,
} from '../../../db/hospital/care/medicines/dispensing/record.ts'
import * as returns from '../../../db/hospital/care/medicines/dispensing/returns.ts'
import { round } from '../../../db/hospital/care/medicines/dispensing/rounds.ts'
import {
  AcceptReturn,
  Choice,
  ChoicesQuery,
  Dispense,
  DispenseFilters,
  DispenseReason,
  DispenseShort,
  HandOverInput,
  LabelQuery,
  OwedFilters,
  OwedMedicine,
  OwedSupply,
  PharmacyReturn,
  PharmacyReturnWhole,
  PickInput,
  QueueFilters,
  RedirectInput,
  ReturnFilters,
  ReturnInput,
  ReverseInput,
  RoundInput,
  RoundMade,
  VerifyInput,
} from '../../../db/hospital/care/medicines/dispensing/shapes.ts'
import * as undoing from '../../../db/hospital/care/medicines/dispensing/undoing.ts'
import { type Dispensed, verify } from '../../../db/hospital/care/medicines/dispensing/verifying.ts'
import {
  choices,
  list as dispensesOf,
  queue,
  whole,
} from '../../../db/hospital/care/medicines/dispensing/view.ts'
import { within } from '../../../db/store/connection.ts'
import {
  labelsOnPaper,
  labelsPrinted,
  listOnPaper,
} from '../../../db/hospital/care/medicines/dispensing/on-paper.ts'
import { CardWords } from '../../../db/hospital/desk/patients/record/card-shapes.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { medicineLabelsZpl } from '../../../templates/medicine-label-zpl.ts'
import { medicineLabels, medicineList } from '../../../templates/medicine-papers.ts'
import { paperReply, plainReply } from '../../edge/papers.ts'
import { inQuery, ruled } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { byId, create, file, get, list, listed, post } from '../words.ts'

const record = byId(dispenseRecord.get)

const dispensed = async (caller: Caller, done: Promise<Dispensed>) => {
  const { row, warnings, rest_id = null } = await done
  return whole(caller, row.id, { warnings, rest_id })
}
const moved = async (caller: Caller, done: Promise<{ id: string }>) =>
  whole(caller, (await done).id)

export const door = area('pharmacy', [
  list('/pharmacy/queue', {
    summary: 'What waits in the pharmacy, in the order of the queue',
    access: 'dispense:read',
    opens: 'many',
    audit: 'dispense.queue',
    filters: QueueFilters,
    each: DispenseShort,
    run: ({ caller, query }) => queue(caller, query),
  }),
  list('/pharmacy/dispenses', {
    summary: 'What was handed out, and what was not',
    access: 'dispense:read',
    opens: inQuery('clinical', 'patient_id'),
    audit: 'dispense.list',
    filters: DispenseFilters,
    each: DispenseShort,
    run: ({ caller, query }) => dispensesOf(caller, query),
  }),
  get('/pharmacy/dispenses/:id', {
    summary: 'One dispense',
    access: 'dispense:read',
    opens: 'clinical',
    audit: 'dispense.read',
    record,
    reply: Dispense,
    run: ({ caller, params }) => whole(caller, params.id),
  }),
  listed('/pharmacy/dispenses/:id/choices', {
    summary: 'What a dispense can be supplied of, lot by lot',
    access: 'dispense:verify',
    opens: 'clinical',
    audit: 'dispense.choices',
    record,
    query: ChoicesQuery,
    each: Choice,
    run: ({ caller, params, query }) => choices(caller, params.id, query.line),
  }),
  post('/pharmacy/dispenses/:id/verify', {
    summary: 'Say of each line what is supplied; it is held and charged',
    access: 'dispense:verify',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: VerifyInput,
    reply: Dispense,
    says: 'Verified.',
    run: ({ caller, params, body }) => dispensed(caller, verify(caller, params.id, body)),
  }),
  post('/pharmacy/dispenses/:id/pick', {
    summary: 'Say from which lots',
    access: 'dispense:verify',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: PickInput,
    reply: Dispense,
    says: 'Picked.',
    run: ({ caller, params, body }) => dispensed(caller, pick(caller, params.id, body)),
  }),
  post('/pharmacy/dispenses/:id/hand-over', {
    summary: 'Hand it over: the goods leave',
    access: 'dispense:handover',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: HandOverInput,
    reply: Dispense,
    says: 'Handed over.',
    run: ({ caller, params, body }) => dispensed(caller, handOver(caller, params.id, body)),
  }),
  post('/pharmacy/dispenses/:id/reopen', {
    summary: 'Back into the queue; charge and goods are given up',
    access: 'dispense:verify',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: DispenseReason,
    reply: Dispense,
    says: 'Waits again.',
    run: ({ caller, params, body }) =>
      moved(caller, undoing.reopen(caller, params.id, body.reason)),
  }),
  post('/pharmacy/dispenses/:id/keep', {
    summary: 'Hold the goods once more for as long',
    access: 'dispense:verify',
    opens: 'clinical',
    signs: true,
    record,
    reply: Dispense,
    says: 'Held.',
    run: ({ caller, params }) => moved(caller, undoing.keep(caller, params.id)),
  }),
  post('/pharmacy/dispenses/:id/redirect', {
    summary: 'Into the queue of another store',
    access: 'dispense:verify',
    opens: 'clinical',
    signs: true,
    record,
    body: RedirectInput,
    reply: Dispense,
    says: 'Moved.',
    run: ({ caller, params, body }) =>
      moved(caller, undoing.redirect(caller, params.id, body.store_id)),
  }),
  post('/pharmacy/dispenses/:id/hold', {
    summary: 'Put it aside',
    access: 'dispense:verify',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: DispenseReason,
    reply: Dispense,
    says: 'On hold.',
    run: ({ caller, params, body }) => moved(caller, undoing.hold(caller, params.id, body.reason)),
  }),
  post('/pharmacy/dispenses/:id/cancel', {
    summary: 'Take a dispense back before it is handed over',
    access: 'dispense:cancel',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: DispenseReason,
    reply: Dispense,
    says: 'Cancelled.',
    run: ({ caller, params, body }) =>
      moved(caller, undoing.cancel(caller, params.id, body.reason)),
  }),
  post('/pharmacy/dispenses/:id/reverse', {
    summary: 'Everything is back the same day: charge and goods go back together',
    access: 'dispense:cancel',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: ReverseInput,
    reply: Dispense,
    says: 'Reversed.',
    run: ({ caller, params, body }) => moved(caller, undoing.reverse(caller, params.id, body)),
  }),
  file('/pharmacy/dispenses/:id/labels', {
    summary:
      'The labels of a dispense, on paper of 80 mm or as a printer of labels reads them (zpl)',
    access: 'dispense:verify',
    opens: 'clinical',
    audit: 'dispense.labels',
    record,
    query: LabelQuery,
    content_type: 'application/pdf',
    or_as: 'text/plain',
    run: async ({ caller, params, query }) => {
      const { facility_id, chosen, ...made } = await labelsOnPaper(caller, params.id, query)
      const head = await letterheadOf(caller, facility_id)
      await within(() => labelsPrinted(caller, chosen, made.copies))
      const labels = { ...made, head }
      const name = `${made.number}-labels`
      if (query.format === 'zpl') return plainReply(medicineLabelsZpl(labels), `${name}.zpl`)
      return paperReply(medicineLabels(labels), name)
    },
  }),
  file('/pharmacy/dispenses/:id/pdf', {
    summary: 'What a patient takes home to read about the medicines',
    access: 'dispense:read',
    opens: 'clinical',
    audit: 'dispense.print',
    record,
    query: CardWords,
    content_type: 'application/pdf',
    run: async ({ caller, params, query }) => {
      const { facility_id, ...made } = await listOnPaper(caller, params.id, query.language)
      const head = await letterheadOf(caller, facility_id)
      return paperReply(medicineList({ ...made, head }), made.number)
    },
  }),
  list('/pharmacy/owed', {
    summary: 'What the pharmacy owes',
    access: 'dispense:read',
    opens: inQuery('clinical', 'patient_id'),
    audit: 'owed_medicine.list',
    filters: OwedFilters,
    each: OwedMedicine,
    run: ({ caller, query }) => owed.list(caller, query),
  }),
  post('/pharmacy/owed/:id/supply', {
    summary: 'Supply what is owed, with a dispense of its own',
    access: 'dispense:verify',
    opens: 'clinical',
    signs: true,
    once: true,
    record: byId(owedRecord.get),
    body: OwedSupply,
    body_may_miss: true,
    reply: Dispense,
    says: 'In the queue.',
    run: ({ caller, params, body }) => moved(caller, owed.supply(caller, params.id, body.quantity)),
  }),
  post('/pharmacy/owed/:id/cancel', {
    summary: 'What is owed is owed no more',
    access: 'dispense:verify',
    opens: 'clinical',
    signs: true,
    once: true,
    record: byId(owedRecord.get),
    body: DispenseReason,
    reply: OwedMedicine,
    says: 'Cancelled.',
    run: async ({ caller, params, body }) =>
      owed.shown(caller, await owed.cancel(caller, params.id, body.reason)),
  }),
  list('/pharmacy/returns', {
    summary: 'What came back to the pharmacy, or waits to be accepted',
    access: 'dispense:read',
    opens: 'many',
    audit: 'pharmacy_return.list',
    filters: ReturnFilters,
    each: PharmacyReturn,
    run: ({ caller, query }) => returns.list(caller, query),
  }),
  create('/pharmacy/returns', {
    summary: 'Send medicines back to the pharmacy',
    access: ['dose:give', 'dispense:handover'],
    opens: ruled('the dispense that the body names says whose it is'),
    signs: true,
    once: true,
    body: ReturnInput,
    reply: PharmacyReturnWhole,
    says: 'Return asked.',
    run: async ({ caller, body }) => returns.whole(caller, await returns.ask(caller, body)),
  }),
  get('/pharmacy/returns/:id', {
    summary: 'One return',
    access: 'dispense:read',
    opens: 'clinical',
    audit: 'pharmacy_return.read',
    record: byId(returnRecord.get),
    reply: PharmacyReturnWhole,
    run: ({ caller, params }) => returns.whole(caller, params),
  }),
  post('/pharmacy/returns/:id/accept', {
    summary: 'Accept a return: onto the shelf, apart, or away; credited',
    access: 'pharmacy:return',
    opens: 'clinical',
    signs: true,
    once: true,
    record: byId(returnRecord.get),
    body: AcceptReturn,
    body_may_miss: true,
    reply: PharmacyReturnWhole,
    says: 'Return accepted.',
    run: async ({ caller, params, body }) =>
      returns.whole(caller, await returns.accept(caller, params.id, body)),
  }),
  post('/pharmacy/returns/:id/reject', {
    summary: 'Send a return back',
    access: 'pharmacy:return',
    opens: 'clinical',
    signs: true,
    once: true,
    record: byId(returnRecord.get),
    body: DispenseReason,
    reply: PharmacyReturnWhole,
    says: 'Return rejected.',
    run: async ({ caller, params, body }) =>
      returns.whole(caller, await returns.reject(caller, params.id, body.reason)),
  }),
  post('/pharmacy/ward-rounds', {
    summary: 'Ask now for what a ward needs for its patients',
    access: 'dispense:verify',
    opens: 'nobody',
    signs: true,
    once: true,
    body: RoundInput,
    reply: RoundMade,
    says: 'Asked.',
    run: ({ caller, body }) => round(caller, body),
  }),
])
