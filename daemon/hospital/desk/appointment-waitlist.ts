// Who waits for a place in a diary.

import {
  DeclineInput,
  OfferInput,
  WaitlistChange,
  WaitlistEntry,
  WaitlistFilters,
  WaitlistInput,
  Why,
} from '../../../db/hospital/desk/appointments/shapes.ts'
import * as waitlist from '../../../db/hospital/desk/appointments/waitlist.ts'
import { area } from '../../edge/route.ts'
import { inBody } from '../../edge/opens.ts'
import { byId, create, list, patch, post } from '../words.ts'

const entry = byId(waitlist.waitlistEntryRecord.get)

export const door = area('appointment-waitlist', [
  list('/appointment-waitlist', {
    summary: 'The waiting list, most urgent first',
    access: 'appointment:read',
    opens: 'many',
    audit: 'appointment_waitlist.list',
    filters: WaitlistFilters,
    each: WaitlistEntry,
    run: ({ caller, query }) => waitlist.list(caller, query),
  }),
  create('/appointment-waitlist', {
    summary: 'Put a patient on the waiting list',
    access: 'appointment:create',
    opens: inBody('desk', 'patient_id'),
    body: WaitlistInput,
    reply: WaitlistEntry,
    says: 'On the waiting list.',
    run: ({ caller, body }) => waitlist.open(caller, body),
  }),
  patch('/appointment-waitlist/:id', {
    summary: 'Change an entry of the waiting list',
    access: 'appointment:update',
    opens: 'desk',
    record: entry,
    body: WaitlistChange,
    reply: WaitlistEntry,
    says: 'Entry changed.',
    run: ({ caller, params, body }) => waitlist.change(caller, params.id, body),
  }),
  post('/appointment-waitlist/:id/offer', {
    summary: 'Offer a free time; it is held until the patient answers',
    access: 'appointment:update',
    opens: 'desk',
    record: entry,
    body: OfferInput,
    reply: WaitlistEntry,
    says: 'Time offered.',
    run: ({ caller, params, body }) => waitlist.offer(caller, params.id, body),
  }),
  post('/appointment-waitlist/:id/accept', {
    summary: 'The patient takes the time that was offered',
    access: 'appointment:create',
    opens: 'desk',
    record: entry,
    reply: WaitlistEntry,
    says: 'Appointment booked.',
    run: ({ caller, params }) => waitlist.accept(caller, params.id),
  }),
  post('/appointment-waitlist/:id/decline', {
    summary: 'The patient does not take the time that was offered',
    access: 'appointment:update',
    opens: 'desk',
    record: entry,
    body: DeclineInput,
    body_may_miss: true,
    reply: WaitlistEntry,
    says: 'Offer declined.',
    run: ({ caller, params, body }) => waitlist.decline(caller, params.id, body.reason),
  }),
  post('/appointment-waitlist/:id/cancel', {
    summary: 'Take an entry off the waiting list',
    access: 'appointment:update',
    opens: 'desk',
    record: entry,
    body: Why,
    reply: WaitlistEntry,
    says: 'Taken off the waiting list.',
    run: ({ caller, params, body }) => waitlist.cancel(caller, params.id, body.reason),
  }),
])
