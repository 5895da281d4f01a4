// What leaves the house for people (platform 5.16).

import * as bridge from '../../../db/hospital/office/outbox/bridge.ts'
import { BridgeChange, BridgeSettings } from '../../../db/hospital/office/outbox/bridge-shapes.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { get, patch } = nobodys

export const door = area('message-bridge', [
  get('/settings/message-bridge', {
    summary: 'How messages leave the house',
    access: 'bridge:read',
    reply: BridgeSettings,
    run: ({ caller }) => bridge.find(caller),
  }),
  patch('/settings/message-bridge', {
    summary: 'Change how messages leave the house',
    access: 'bridge:manage',
    body: BridgeChange,
    reply: BridgeSettings,
    says: 'Saved.',
    run: ({ caller, body }) => bridge.change(caller, body),
  }),
])
