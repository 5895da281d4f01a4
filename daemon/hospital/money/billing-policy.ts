// How the hospital handles money (billing 5.1).

import { change, find } from '../../../db/hospital/money/policy/policy.ts'
import { PolicyInput, PolicyShown } from '../../../db/hospital/money/policy/shapes.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { get, patch } = nobodys

export const door = area('billing-policy', [
  get('/billing/policy', {
    summary: 'How money is handled',
    access: 'bill:read',
    reply: PolicyShown,
    run: ({ caller }) => find(caller),
  }),
  patch('/billing/policy', {
    summary: 'Set how money is handled',
    access: 'billing:configure',
    body: PolicyInput,
    reply: PolicyShown,
    says: 'Policy changed.',
    run: ({ caller, body }) => change(caller, body),
  }),
])
