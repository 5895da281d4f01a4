// The portal: what patients do here themselves. The patient is the token's in every route (POR-1).

import { LoginReply } from '../../../db/hospital/office/access/sign-in/shapes.ts'
import { activate } from '../../../db/hospital/desk/portal/activate.ts'
import * as access_log from '../../../db/hospital/desk/portal/access-log.ts'
import * as appointments from '../../../db/hospital/desk/portal/appointments.ts'
import { home, info } from '../../../db/hospital/desk/portal/home.ts'
import * as money from '../../../db/hospital/desk/portal/money.ts'
import * as motherhood from '../../../db/hospital/desk/portal/motherhood.ts'
import * as notices from '../../../db/hospital/desk/portal/notices.ts'
import * as proxies from '../../../db/hospital/desk/portal/own-proxies.ts'
import * as shapes from '../../../db/hospital/desk/portal/own-shapes.ts'
import * as record from '../../../db/hospital/desk/portal/record.ts'
import { ActivateInput } from '../../../db/hospital/desk/portal/shapes.ts'
import { listOf, nullable } from '../../../db/core/kinds/kinds.ts'
import { askedLanguage } from '../../../db/core/kinds/languages.ts'
import { invalid } from '../../../db/core/refusal.ts'
import { ownPaperOfOrder } from '../diagnostics/order-paper.ts'
import { printInvoice, printReceipt } from '../money/money-prints.ts'
import { paperReply } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { letters } from './portal-letters.ts'
import { byId, own } from '../words.ts'

const { create, file, get, list, listed, patch, post } = own

const use = { access: 'portal:use' } as const

export const door = area('portal', [
  get('/portal/info', {
    summary: 'What the portal of this hospital offers',
    access: 'open',
    query: shapes.InfoWords,
    reply: shapes.Info,
    run: ({ query, facts }) =>
      info({ language: askedLanguage(facts.headers['accept-language']) ?? undefined, ...query }),
  }),
  post('/portal/activate', {
    summary: 'Open an account with the code of the desk',
    access: 'open',
    guarded: true,
    transaction: 'rule',
    body: ActivateInput,
    reply: LoginReply,
    says: 'Your account is open.',
    run: ({ caller, body }) => activate(caller, body),
  }),
  get('/portal/home', {
    summary: 'The first page',
    ...use,
    reply: shapes.Home,
    run: ({ caller }) => home(caller),
  }),
  get('/portal/me', {
    summary: 'My details',
    ...use,
    reply: shapes.Profile,
    run: ({ caller }) => record.me(caller),
  }),
  patch('/portal/me', {
    summary: 'Change what I may change myself',
    ...use,
    body: shapes.ProfileChange,
    reply: shapes.Profile,
    says: 'Saved.',
    run: ({ caller, body }) => record.change(caller, body),
  }),
  list('/portal/me/access-log', {
    summary: 'Who opened my record',
    ...use,
    filters: shapes.Range,
    each: shapes.OwnAccess,
    run: ({ caller, query }) => access_log.list(caller, query),
  }),
  get('/portal/queue', {
    summary: 'Where I stand in the queue',
    ...use,
    reply: shapes.Queue,
    run: ({ caller }) => record.queue(caller),
  }),
  list('/portal/visits', {
    summary: 'My visits',
    ...use,
    filters: shapes.Range,
    each: shapes.OwnVisit,
    run: ({ caller, query }) => record.visits(caller, query),
  }),
  get('/portal/visits/:id', {
    summary: 'One of my visits',
    ...use,
    reply: shapes.OwnVisitDetail,
    run: ({ caller, params }) => record.visit(caller, params.id),
  }),
  list('/portal/prescriptions', {
    summary: 'My prescriptions',
    ...use,
    filters: shapes.BillFilters,
    each: shapes.Prescription,
    run: ({ caller, query }) => record.prescriptions(caller, query),
  }),
  list('/portal/results', {
    summary: 'My results, as far as they are released',
    ...use,
    filters: shapes.Range,
    each: shapes.Result,
    run: ({ caller, query }) => record.results(caller, query),
  }),
  get('/portal/results/:id', {
    summary: 'One of my results',
    ...use,
    reply: shapes.ResultDetail,
    run: ({ caller, params }) => record.result(caller, params.id),
  }),
  file('/portal/results/:id/pdf', {
    summary: 'The report of one of my results',
    ...use,
    content_type: 'application/pdf',
    run: async ({ caller, params }) => {
      const { caller: by, asked, language } = await record.ownToPrint(caller, params.id)
      return paperReply(await ownPaperOfOrder(by, asked, language))
    },
  }),
  get('/portal/immunisations', {
    summary: 'My vaccines, given and due',
    ...use,
    module: 'maternity',
    reply: shapes.Immunisations,
    run: ({ caller }) => motherhood.immunisations(caller),
  }),
  get('/portal/pregnancy', {
    summary: 'My antenatal card',
    ...use,
    module: 'maternity',
    reply: nullable(shapes.PregnancyCard),
    run: ({ caller }) => motherhood.pregnancy(caller),
  }),
  list('/portal/bills', {
    summary: 'My bills',
    ...use,
    filters: shapes.BillFilters,
    each: shapes.Bill,
    run: ({ caller, query }) => money.bills(caller, query),
  }),
  get('/portal/bills/:id', {
    summary: 'One of my bills with its lines',
    ...use,
    reply: shapes.BillDetail,
    run: ({ caller, params }) => money.bill(caller, params.id),
  }),
  file('/portal/bills/:id/invoice', {
    summary: 'The invoice of one of my bills',
    ...use,
    content_type: 'application/pdf',
    run: async ({ caller, params, facts: at }) =>
      printInvoice(await money.ownerOfBill(caller, params.id), at, params.id, {}),
  }),
  post('/portal/bills/:id/pay', {
    summary: 'Pay one of my bills by telephone',
    ...use,
    once: true,
    record: byId(money.bill),
    body: shapes.PayInput,
    body_may_miss: true,
    reply: shapes.PaymentRequest,
    says: 'Payment asked for.',
    run: async ({ caller, params, body, facts }) => {
      if (facts.headers['idempotency-key'] === undefined) {
        throw invalid('Idempotency-Key', 'is required.')
      }
      return money.pay(caller, params.id, body)
    },
  }),
  list('/portal/payments', {
    summary: 'My payments',
    ...use,
    filters: shapes.Range,
    each: shapes.Payment,
    run: ({ caller, query }) => money.payments(caller, query),
  }),
  file('/portal/payments/:id/receipt', {
    summary: 'The receipt of one of my payments',
    ...use,
    content_type: 'application/pdf',
    run: async ({ caller, params, facts: at }) =>
      printReceipt(await money.ownerOfPayment(caller, params.id), at, params.id, {}),
  }),
  get('/portal/account', {
    summary: 'What I owe and what I have paid ahead',
    ...use,
    reply: shapes.Account,
    run: ({ caller }) => money.account(caller),
  }),
  listed('/portal/bookable', {
    summary: 'Clinics that may be booked here, with their next free time',
    ...use,
    query: shapes.BookableWords,
    each: shapes.Bookable,
    run: ({ caller, query }) => appointments.bookable(caller, query),
  }),
  get('/portal/appointment-slots', {
    summary: 'Free times that may be booked here',
    ...use,
    query: shapes.SlotWords,
    reply: listOf(shapes.FreeSlot, 100_000),
    run: ({ caller, query }) => appointments.slots(caller, query),
  }),
  list('/portal/appointments', {
    summary: 'My appointments',
    ...use,
    filters: shapes.AppointmentFilters,
    each: shapes.OwnAppointment,
    run: ({ caller, query }) => appointments.list(caller, query),
  }),
  create('/portal/appointments', {
    summary: 'Book an appointment for myself',
    ...use,
    once: true,
    body: shapes.BookInput,
    reply: shapes.OwnAppointment,
    says: 'Appointment booked.',
    run: ({ caller, body }) => appointments.book(caller, body),
  }),
  get('/portal/appointments/:id', {
    summary: 'One of my appointments',
    ...use,
    reply: shapes.OwnAppointment,
    run: ({ caller, params }) => appointments.find(caller, params.id),
  }),
  post('/portal/appointments/:id/confirm', {
    summary: 'Say that I will come',
    ...use,
    reply: shapes.OwnAppointment,
    says: 'Appointment confirmed.',
    run: ({ caller, params }) => appointments.confirm(caller, params.id),
  }),
  post('/portal/appointments/:id/reschedule', {
    summary: 'Move one of my appointments',
    ...use,
    record: byId(appointments.find),
    body: shapes.MoveInput,
    reply: shapes.OwnAppointment,
    says: 'Appointment moved.',
    run: ({ caller, params, body }) =>
      appointments.reschedule(caller, params.id, body.scheduled_for),
  }),
  post('/portal/appointments/:id/cancel', {
    summary: 'Cancel one of my appointments',
    ...use,
    record: byId(appointments.find),
    body: shapes.CancelInput,
    body_may_miss: true,
    reply: shapes.OwnAppointment,
    says: 'Appointment cancelled.',
    run: ({ caller, params, body }) => appointments.cancel(caller, params.id, body.reason),
  }),
  list('/portal/notifications', {
    summary: 'What the hospital wrote to me',
    ...use,
    filters: shapes.NoticeFilters,
    each: shapes.Notice,
    run: ({ caller, query }) => notices.list(caller, query),
  }),
  post('/portal/notifications/:id/read', {
    summary: 'I have read it',
    ...use,
    silent: true,
    reply: shapes.Notice,
    says: 'OK',
    run: ({ caller, params }) => notices.read(caller, params.id),
  }),
  get('/portal/proxies', {
    summary: 'For whom I act, and who acts for me',
    ...use,
    reply: shapes.OwnProxies,
    run: ({ caller }) => proxies.list(caller),
  }),
  create('/portal/proxies', {
    summary: 'Ask to act for another patient',
    ...use,
    body: shapes.ProxyAsk,
    reply: shapes.OwnProxy,
    says: 'Asked for. The hospital decides.',
    run: ({ caller, body }) => proxies.ask(caller, body),
  }),
  create('/portal/proxies/grant', {
    summary: 'Let another act for me',
    ...use,
    body: shapes.ProxyGrant,
    reply: shapes.OwnProxy,
    says: 'Allowed.',
    run: ({ caller, body }) => proxies.grant(caller, body),
  }),
  post('/portal/proxies/stop', {
    summary: 'Act for myself again',
    ...use,
    reply: LoginReply,
    says: 'You act for yourself again.',
    run: ({ caller }) => proxies.stop(caller),
  }),
  post('/portal/proxies/:id/act', {
    summary: 'Act for another patient: new tokens',
    ...use,
    reply: LoginReply,
    says: 'You act for another person now.',
    run: ({ caller, params }) => proxies.act(caller, params.id),
  }),
  post('/portal/proxies/:id/end', {
    summary: 'End a proxy, mine or for me',
    ...use,
    body: shapes.EndInput,
    body_may_miss: true,
    record: async () => undefined,
    reply: shapes.OwnProxy,
    says: 'Ended.',
    run: ({ caller, params, body }) => proxies.end(caller, params.id, body.reason),
  }),
  ...letters,
])
