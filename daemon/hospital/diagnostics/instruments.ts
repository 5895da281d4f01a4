// Instruments of the laboratory (diagnostics 5.7).

import * as instruments from '../../../db/hospital/diagnostics/laboratory/instruments/instruments.ts'
import { instrumentRecord } from '../../../db/hospital/diagnostics/laboratory/instruments/record.ts'
import {
  Instrument,
  InstrumentChange,
  InstrumentFilters,
  InstrumentInput,
  StatusInput,
} from '../../../db/hospital/diagnostics/laboratory/instruments/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, get, list, patch, post } = nobodys
const record = byId(instrumentRecord.get)

export const door = area('instruments', [
  list('/diagnostics/instruments', {
    summary: 'Instruments, and whether they work',
    access: 'instrument:read',
    filters: InstrumentFilters,
    each: Instrument,
    run: ({ caller, query }) => instruments.list(caller, query),
  }),
  create('/diagnostics/instruments', {
    summary: 'Enter an instrument',
    access: 'instrument:write',
    body: InstrumentInput,
    reply: Instrument,
    says: 'Instrument entered.',
    run: async ({ caller, body }) =>
      instruments.shown(caller, await instruments.enter(caller, body)),
  }),
  get('/diagnostics/instruments/:id', {
    summary: 'One instrument, with its mapping',
    access: 'instrument:read',
    record,
    reply: Instrument,
    run: async ({ caller, params }) =>
      instruments.shown(caller, await instrumentRecord.get(caller, params.id)),
  }),
  patch('/diagnostics/instruments/:id', {
    summary: 'Change an instrument, its connection or its mapping',
    access: 'instrument:write',
    record,
    body: InstrumentChange,
    reply: Instrument,
    says: 'Instrument changed.',
    run: async ({ caller, params, body }) =>
      instruments.shown(caller, await instruments.change(caller, params.id, body)),
  }),
  post('/diagnostics/instruments/:id/status', {
    summary: 'Take an instrument out of use, or bring it back',
    access: ['maintenance:write', 'instrument:write'],
    record,
    body: StatusInput,
    reply: Instrument,
    says: 'Instrument changed.',
    run: async ({ caller, params, body }) =>
      instruments.shown(caller, await instruments.setStatus(caller, params.id, body)),
  }),
])
