// Bodies that a shape alone does not tell: what a route wants to be asked with. Each wing has its own.

import type { Route } from '../../../daemon/edge/route.ts'
import { care_bodies } from './bodies/care.ts'
import { clinic_bodies } from './bodies/clinics.ts'
import { desk_bodies } from './bodies/desk.ts'
import { diagnostics_bodies } from './bodies/diagnostics.ts'
import { goods_bodies } from './bodies/goods.ts'
import { messages_bodies, v1_bodies } from './bodies/messages.ts'
import { module_bodies } from './bodies/modules.ts'
import { money_bodies } from './bodies/money.ts'
import { mortuary_bodies } from './bodies/mortuary.ts'
import { office_bodies } from './bodies/office.ts'
import { people_bodies } from './bodies/people.ts'
import { trade_bodies } from './bodies/trade.ts'
import type { Body, Known, Said } from './bodies/said.ts'

export type { Known, Said } from './bodies/said.ts'

const hospital: Record<string, Body> = {
  ...care_bodies,
  ...clinic_bodies,
  ...desk_bodies,
  ...diagnostics_bodies,
  ...goods_bodies,
  ...messages_bodies,
  ...module_bodies,
  ...money_bodies,
  ...mortuary_bodies,
  ...office_bodies,
  ...people_bodies,
  ...trade_bodies,
}

export const bodies = {
  of: ({ method, path }: Route, at: string, said: Said): unknown =>
    (at === '/v1' ? v1_bodies : hospital)[`${method} ${path}`]?.(said),
}

/** Words of paths that are no ids, and fields that mean the same everywhere. */
export const known_words: Known = {
  reason: 'It was asked for so',
  'modules :module': 'theatre',
  'mortuary-tables :key': 'CHARGES',
  'ambulance-tables :key': 'CHARGES',
  'sequences :kind': 'patient',
  'periods :month': '2026-02',
  'gates :key': 'VISIT_CLOSE_UNPAID',
  'schedules :name': 'users.tidy',
  'patient-message-templates :code': 'APPOINTMENT_BOOKED',
  'vital-tables :code': 'NEWS2',
  counter: '1',
  'opt-outs :phone': '%2B255712000100',
}
