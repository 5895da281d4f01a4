// How references are numbered.

import { change } from '../../../db/hospital/office/sequences/change.ts'
import { shippedKind } from '../../../db/hospital/office/sequences/forms.ts'
import * as sequence_rules from '../../../db/hospital/office/sequences/sequences.ts'
import {
  Sequence,
  SequenceAt,
  SequenceChange,
  SequenceFilters,
} from '../../../db/hospital/office/sequences/shapes.ts'
import { said } from '../../edge/answers.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { get, listed, patch } = nobodys

export const door = area('sequences', [
  listed('/settings/sequences', {
    summary: 'How references are numbered',
    access: 'sequence:read',
    query: SequenceFilters,
    each: Sequence,
    run: ({ caller, query }) => sequence_rules.list(caller, query.area),
  }),
  get('/settings/sequences/:kind', {
    summary: 'How one kind of reference is numbered',
    access: 'sequence:read',
    query: SequenceAt,
    reply: Sequence,
    run: ({ caller, params, query }) => sequence_rules.find(caller, params.kind, query.facility_id),
  }),
  patch('/settings/sequences/:kind', {
    summary: 'Change how one kind is numbered; never so that a reference comes back',
    access: 'sequence:manage',
    record: async (_, { kind }) => shippedKind(kind),
    body: SequenceChange,
    reply: Sequence,
    run: async ({ caller, params, body }) => {
      const { sequence, waits } = await change(caller, params.kind, body)
      return said(
        waits ? 'Numbering changes with the next period.' : 'Numbering changed.',
        sequence,
      )
    },
  }),
])
