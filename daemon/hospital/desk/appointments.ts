// Appointments: booked, moved, kept and missed.

import * as booking from '../../../db/hospital/desk/appointments/book.ts'
import { cardOnPaper } from '../../../db/hospital/desk/appointments/card.ts'
import { checkIn } from '../../../db/hospital/desk/appointments/check-in.ts'
import { dayOnPaper } from '../../../db/hospital/desk/appointments/day-list.ts'
import * as appointments from '../../../db/hospital/desk/appointments/list.ts'
import * as moves from '../../../db/hospital/desk/appointments/moves.ts'
import { appointmentRecord } from '../../../db/hospital/desk/appointments/rows.ts'
import {
  Appointment,
  AppointmentChange,
  AppointmentFilters,
  AppointmentInput,
  CancelInput,
  CardQuery,
  CheckedIn,
  CheckInInput,
  DayListQuery,
  Confirm,
  Note,
  RescheduleInput,
} from '../../../db/hospital/desk/appointments/shapes.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { appointmentCard } from '../../../templates/appointment-card.ts'
import { dayList } from '../../../templates/day-list.ts'
import { inBody } from '../../edge/opens.ts'
import { paperReply } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { byId, create, file, get, list, patch, post } from '../words.ts'

const appointment = byId(appointmentRecord.get)

export const door = area('appointments', [
  list('/appointments', {
    summary: 'Appointments, by their start',
    access: 'appointment:read',
    opens: 'many',
    audit: 'appointment.list',
    filters: AppointmentFilters,
    each: Appointment,
    run: ({ caller, query }) => appointments.list(caller, query),
  }),
  create('/appointments', {
    summary: 'Book an appointment',
    access: 'appointment:create',
    opens: inBody('desk', 'patient_id'),
    once: true,
    body: AppointmentInput,
    reply: Appointment,
    says: 'Appointment booked.',
    run: ({ caller, body }) => booking.book(caller, body),
  }),
  file('/appointments/day-list', {
    summary: 'Who comes on a day, as a PDF',
    access: 'appointment:read',
    opens: 'many',
    audit: 'appointment.print-list',
    query: DayListQuery,
    content_type: 'application/pdf',
    run: async ({ caller, query }) => {
      const { facility_id, ...made } = await dayOnPaper(caller, query)
      const head = await letterheadOf(caller, facility_id)
      return paperReply(dayList({ ...made, head }), `appointments-${made.date}`)
    },
  }),
  get('/appointments/:id', {
    summary: 'One appointment',
    access: 'appointment:read',
    opens: 'desk',
    audit: 'appointment.read',
    record: appointment,
    reply: Appointment,
    run: ({ caller, params }) => appointments.find(caller, params.id),
  }),
  file('/appointments/:id/card', {
    summary: 'The card of an appointment, as a PDF',
    access: 'appointment:read',
    opens: 'desk',
    audit: 'appointment.print',
    record: appointment,
    query: CardQuery,
    content_type: 'application/pdf',
    run: async ({ caller, params, query }) => {
      const { facility_id, ...card } = await cardOnPaper(caller, params.id, query.language)
      return paperReply(appointmentCard({ ...card, head: await letterheadOf(caller, facility_id) }))
    },
  }),
  patch('/appointments/:id', {
    summary: 'Change what is noted about an appointment',
    access: 'appointment:update',
    opens: 'desk',
    record: appointment,
    body: AppointmentChange,
    reply: Appointment,
    says: 'Appointment changed.',
    run: ({ caller, params, body }) => moves.change(caller, params.id, body),
  }),
  post('/appointments/:id/accept', {
    summary: 'Accept what a patient asked for',
    access: 'appointment:update',
    opens: 'desk',
    record: appointment,
    reply: Appointment,
    says: 'Appointment accepted.',
    run: ({ caller, params }) => moves.accept(caller, params.id),
  }),
  post('/appointments/:id/confirm', {
    summary: 'Note that the patient will come',
    access: 'appointment:update',
    opens: 'desk',
    record: appointment,
    body: Confirm,
    body_may_miss: true,
    reply: Appointment,
    says: 'Appointment confirmed.',
    run: ({ caller, params }) => moves.confirm(caller, params.id),
  }),
  post('/appointments/:id/reschedule', {
    summary: 'Move an appointment to another time',
    access: 'appointment:update',
    opens: 'desk',
    record: appointment,
    body: RescheduleInput,
    reply: Appointment,
    says: 'Appointment moved.',
    run: ({ caller, params, body }) => moves.reschedule(caller, params.id, body),
  }),
  post('/appointments/:id/check-in', {
    summary: 'The patient is here: opens the visit',
    access: 'visit:create',
    opens: 'desk',
    once: true,
    record: appointment,
    body: CheckInInput,
    body_may_miss: true,
    reply: CheckedIn,
    says: 'Checked in.',
    run: ({ caller, params, body }) => checkIn(caller, params.id, body),
  }),
  post('/appointments/:id/complete', {
    summary: 'The appointment was kept',
    access: 'appointment:update',
    opens: 'desk',
    record: appointment,
    body: Note,
    body_may_miss: true,
    reply: Appointment,
    says: 'Appointment completed.',
    run: ({ caller, params, body }) => moves.complete(caller, params.id, body.note),
  }),
  post('/appointments/:id/no-show', {
    summary: 'The patient did not come',
    access: 'appointment:update',
    opens: 'desk',
    record: appointment,
    body: Note,
    body_may_miss: true,
    reply: Appointment,
    says: 'Noted as missed.',
    run: ({ caller, params, body }) => moves.noShow(caller, params.id, body.note),
  }),
  post('/appointments/:id/cancel', {
    summary: 'Cancel an appointment',
    access: 'appointment:cancel',
    opens: 'desk',
    record: appointment,
    body: CancelInput,
    reply: Appointment,
    says: 'Appointment cancelled.',
    run: ({ caller, params, body }) => moves.cancel(caller, params.id, body),
  }),
])
