// Bodies of the parts that a branch switches on: what their routes want to be asked with.

import { critical_items } from '../../desk/dispatch.ts'
import type { Said } from './said.ts'

const patient = ({ ids }: Said): string => ids.get('patients') ?? ''
const short = ({ word }: Said): string => word.replaceAll(' ', '').toUpperCase().slice(0, 20)

export const module_bodies: Record<string, (said: Said) => unknown> = {
  'POST /mortuary-cabinets': (said) => ({
    code: short(said),
    name: said.word,
    kind: 'CABINET',
    spaces: [{ label: 'A1' }, { label: 'A2' }],
  }),
  'PATCH /mortuary-cabinets/:id': ({ word }) => ({ name: word }),
  'POST /bodies': (said) => ({
    source: 'WARD',
    patient_id: patient(said),
    kind: 'BODY_PART',
    part: said.word,
  }),
  'PATCH /bodies/:id': ({ word }) => ({ marks: word }),
  'POST /bodies/:id/viewings': ({ word }) => ({
    purpose: 'VIEWING',
    visitors: [{ name: word }],
  }),
  'POST /bodies/:id/notices': ({ word }) => ({ where: 'RADIO', text: word }),
  'POST /bodies/:id/cancel': () => ({ reason: 'ENTERED_IN_ERROR' }),
  'PUT /mortuary-tables/:key': () => ({
    rows: [{ key: 'RECEPTION', code: null }],
    reason: 'Asked six times',
  }),
  'POST /ambulance-vehicles': (said) => ({
    call_sign: short(said),
    plate: short(said),
    kind: 'BASIC',
  }),
  'PATCH /ambulance-vehicles/:id': ({ word }) => ({ make: word }),
  'PUT /ambulance-vehicles/:id/crew': () => ({}),
  'POST /ambulance-vehicles/:id/checks': () => ({
    odometer: 100,
    fuel_level: 'FULL',
    items: critical_items.map((key) => ({ key, result: 'OK' })),
  }),
  'POST /ambulance-requests': (said) => ({
    kind: 'EMERGENCY_CALL',
    channel: 'WALK_IN',
    priority: 3,
    pickup: { text: said.word },
    not_duplicate: true,
  }),
  'POST /ambulance-requests/:id/dispatch': ({ known }) => ({
    vehicle_id: known['ambulance'],
    overrides: [{ gate: 'AMB_CREW', reason_code: 'NO_OTHER_VEHICLE' }],
  }),
  'POST /ambulance-trips/:id/advance': () => ({ milestone: 'EN_ROUTE' }),
  'POST /ambulance-trips/:id/hand-over': () => ({
    patient_ref: '1',
    to: 'HERE',
    received_by: { name: 'Who receives' },
  }),
  'PUT /ambulance-tables/:key': () => ({
    rows: [{ key: 'CALL_OUT', code: null, free_km: 0, unit_minutes: 30, free_minutes: 30 }],
    reason: 'Asked six times',
  }),
  'POST /ambulance-requests/:id/cancel': () => ({ reason_code: 'NOT_NEEDED' }),
}
