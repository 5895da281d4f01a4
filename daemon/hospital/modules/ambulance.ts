// Ambulance dispatch: vehicles, requests, trips and the board (modules C).

import * as advancing from '../../../db/hospital/modules/ambulance/advancing.ts'
import { boardSeen } from '../../../db/hospital/modules/ambulance/board.ts'
import * as crews from '../../../db/hospital/modules/ambulance/crews.ts'
import { dispatch } from '../../../db/hospital/modules/ambulance/dispatching.ts'
import { handOver } from '../../../db/hospital/modules/ambulance/handing-over.ts'
import { tripOnPaper } from '../../../db/hospital/modules/ambulance/papers.ts'
import { ambulance_tables } from '../../../db/hospital/modules/ambulance/part-tables.ts'
import * as requests from '../../../db/hospital/modules/ambulance/requests.ts'
import {
  AdvanceInput,
  Board,
  BoardQuery,
  CancelInput,
  Check,
  CheckInput,
  CrewInput,
  DispatchInput,
  HandedOver,
  HandOverInput,
  PdfQuery,
  Request,
  RequestFilters,
  RequestInput,
  Trip,
  Vehicle,
  VehicleChange,
  VehicleFilters,
  VehicleInput,
} from '../../../db/hospital/modules/ambulance/shapes.ts'
import { tripRecord } from '../../../db/hospital/modules/ambulance/trip-record.ts'
import * as vehicles from '../../../db/hospital/modules/ambulance/vehicles.ts'
import * as view from '../../../db/hospital/modules/ambulance/view.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { tripSheet } from '../../../templates/trip-sheet.ts'
import { inBody } from '../../edge/opens.ts'
import { paperReply } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { byId, create, file, get, list, listed, patch, post, put } from '../words.ts'
import { shownBoard } from './parts/boards.ts'
import { partTableRoutes } from './parts/tables.ts'

const module = 'ambulance'
const vehicle = byId(vehicles.vehicleRecord.get)
const request = byId(requests.requestRecord.get)
const trip = byId(tripRecord.get)

export const door = area('ambulance', [
  listed('/ambulance-vehicles', {
    summary: 'Ambulances, and how each stands',
    access: 'ambulance:read',
    module,
    opens: 'nobody',
    query: VehicleFilters,
    each: Vehicle,
    run: ({ caller, query }) => vehicles.list(caller, query),
  }),
  create('/ambulance-vehicles', {
    summary: 'Enter a vehicle',
    access: 'ambulance:manage',
    module,
    opens: 'nobody',
    body: VehicleInput,
    reply: Vehicle,
    says: 'Vehicle entered.',
    run: ({ caller, body }) => vehicles.open(caller, body),
  }),
  patch('/ambulance-vehicles/:id', {
    summary: 'Change a vehicle',
    access: 'ambulance:manage',
    module,
    opens: 'nobody',
    record: vehicle,
    body: VehicleChange,
    reply: Vehicle,
    says: 'Vehicle changed.',
    run: ({ caller, params, body }) => vehicles.change(caller, params.id, body),
  }),
  put('/ambulance-vehicles/:id/crew', {
    summary: 'Say who sits in a vehicle; nobody stands it down',
    access: 'ambulance:assign',
    module,
    opens: 'nobody',
    record: vehicle,
    body: CrewInput,
    reply: Vehicle,
    says: 'Crew set.',
    run: ({ caller, params, body }) => crews.setCrew(caller, params.id, body),
  }),
  post('/ambulance-vehicles/:id/checks', {
    summary: 'The daily check of a vehicle',
    access: 'ambulance:update',
    module,
    opens: 'nobody',
    record: vehicle,
    body: CheckInput,
    reply: Check,
    says: 'Check kept.',
    run: ({ caller, params, body }) => crews.check(caller, params.id, body),
  }),
  list('/ambulance-requests', {
    summary: 'Requests for ambulances',
    access: 'ambulance:read',
    module,
    opens: 'many',
    audit: 'ambulance_request.list',
    filters: RequestFilters,
    each: Request,
    run: ({ caller, query }) => view.list(caller, query),
  }),
  create('/ambulance-requests', {
    summary: 'Ask for an ambulance',
    access: 'ambulance:request',
    module,
    opens: inBody('desk', 'patient_id'),
    once: true,
    again: true,
    body: RequestInput,
    reply: Request,
    says: 'Request taken.',
    run: async ({ caller, body }) => view.request(caller, await requests.ask(caller, body)),
  }),
  post('/ambulance-requests/:id/cancel', {
    summary: 'Cancel a request',
    access: ['ambulance:request', 'ambulance:assign'],
    module,
    opens: 'desk',
    record: request,
    body: CancelInput,
    reply: Request,
    says: 'Request cancelled.',
    run: async ({ caller, params, body }) =>
      view.request(caller, await requests.cancel(caller, params.id, body)),
  }),
  post('/ambulance-requests/:id/dispatch', {
    summary: 'Send a vehicle out',
    access: 'ambulance:assign',
    module,
    opens: 'desk',
    record: request,
    body: DispatchInput,
    reply: Trip,
    says: 'Vehicle sent out.',
    run: async ({ caller, params, body }) => {
      const { row, gate_warnings } = await dispatch(caller, params.id, body)
      return view.tripShown(caller, row, { gate_warnings })
    },
  }),
  get('/ambulance-trips/:id', {
    summary: 'One trip',
    access: 'ambulance:read',
    module,
    opens: 'many',
    audit: 'ambulance_trip.read',
    record: trip,
    reply: Trip,
    run: ({ caller, params }) => view.trip(caller, params.id),
  }),
  post('/ambulance-trips/:id/advance', {
    summary: 'Stamp a milestone of a trip',
    access: ['ambulance:update', 'ambulance:assign'],
    module,
    opens: 'many',
    once: true,
    record: trip,
    body: AdvanceInput,
    reply: Trip,
    says: 'Trip stamped.',
    run: async ({ caller, params, body }) => {
      const { row, warnings } = await advancing.advance(caller, params.id, body)
      return view.tripShown(caller, row, { warnings })
    },
  }),
  post('/ambulance-trips/:id/hand-over', {
    summary: 'Hand over somebody who was carried',
    access: 'ambulance:update',
    module,
    opens: 'many',
    once: true,
    record: trip,
    body: HandOverInput,
    reply: HandedOver,
    says: 'Handed over.',
    run: async ({ caller, params, body }) => {
      const { row, emergency } = await handOver(caller, params.id, body)
      return { trip: await view.tripShown(caller, row), emergency }
    },
  }),
  file('/ambulance-trips/:id/pdf', {
    summary: 'The sheet of a trip, as a PDF',
    access: 'ambulance:read',
    module,
    opens: 'many',
    audit: 'ambulance_trip.print',
    record: trip,
    query: PdfQuery,
    content_type: 'application/pdf',
    run: async ({ caller, params, query }) => {
      const { facility_id, ...made } = await tripOnPaper(caller, params.id, query.language)
      const head = await letterheadOf(caller, facility_id)
      return paperReply(tripSheet({ ...made, head }))
    },
  }),
  get('/ambulance-board', {
    summary: 'The board of dispatch',
    access: 'ambulance:read',
    module,
    opens: 'many',
    audit: 'ambulance.board',
    query: BoardQuery,
    reply: Board,
    run: ({ caller, query: { wait, ...asked }, facts }) =>
      shownBoard(facts, (waiting) => boardSeen(caller, asked, { wait, ...waiting })),
  }),
  ...partTableRoutes({
    module,
    path: '/ambulance-tables',
    called: 'dispatch',
    tables: ambulance_tables,
    read: 'ambulance:read',
    manage: 'ambulance:manage',
  }),
])
