// The gates of the house: what they ask, and who was let through.

import { nextDay, startOfDay } from '../../../db/core/clock.ts'
import { list as kept_overrides } from '../../../db/hospital/desk/gates/overrides.ts'
import { kindOf } from '../../../db/hospital/desk/gates/rows.ts'
import * as rules from '../../../db/hospital/desk/gates/rules.ts'
import {
  GateChange,
  GateFilters,
  GateRule,
  KeptOverride,
  OverrideFilters,
} from '../../../db/hospital/desk/gates/shapes.ts'
import { hospitalOf } from '../../../db/hospital/office/hospitals/hospitals.ts'
import { area } from '../../edge/route.ts'
import { list, listed, put } from '../words.ts'

export const door = area('gates', [
  listed('/clinical/gates', {
    summary: 'Gates, as this hospital has them',
    access: 'gate:read',
    opens: 'nobody',
    query: GateFilters,
    each: GateRule,
    run: ({ caller, query }) => rules.list(caller, query),
  }),
  put('/clinical/gates/:key', {
    summary: 'Set a gate otherwise',
    access: 'clinical:gates',
    opens: 'nobody',
    record: async (_, { key }) => kindOf(key),
    body: GateChange,
    reply: GateRule,
    says: 'Gate changed.',
    run: ({ caller, params, body }) => rules.change(caller, params.key, body),
  }),
  list('/clinical/gate-overrides', {
    summary: 'Who let what through, and why',
    access: 'gate:read',
    opens: 'many',
    audit: 'gate_override.list',
    filters: OverrideFilters,
    each: KeptOverride,
    run: async ({ caller, query: { from, to, ...query } }) => {
      const { timezone } = await hospitalOf(caller)
      return kept_overrides(caller, {
        ...query,
        ...(from === undefined ? {} : { from: startOfDay(timezone, from) }),
        ...(to === undefined ? {} : { to: startOfDay(timezone, nextDay(to)) }),
      })
    },
  }),
])
