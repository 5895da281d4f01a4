// Messaging as a whole in the hands of the platform's people (MSG 5.3): how it stands, its settings, and
// holding everything at once.

import { clockState } from '../../../db/appliance/timetable/clock-guard.ts'
import { jobsOf } from '../../../db/appliance/timetable/jobs.ts'
import { clock } from '../../../db/core/clock.ts'
import { ownHealth } from '../../../db/messaging/platform/health.ts'
import { pauseQueue } from '../../../db/messaging/platform/pausing.ts'
import { queue } from '../../../db/messaging/platform/queue.ts'
import { changeSettings, shownSettings } from '../../../db/messaging/platform/settings.ts'
import {
  GatewayHealth,
  GatewayQueue,
  GatewaySettings,
  ReasonInput,
} from '../../../db/messaging/platform/shapes.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'
import { by } from './gateway-caller.ts'

const { get, post, put } = nobodys

export const door = area('gateway-house', [
  post('/gateway/queue/pause', {
    summary: 'Hold every message of every account; answers and receipts go on',
    access: 'gateway:operate',
    body: ReasonInput,
    reply: GatewayQueue,
    says: 'Everything is held.',
    run: async ({ caller, body }) => {
      await pauseQueue(by(caller), true, body.reason)
      return { ...(await queue()), paused: true }
    },
  }),
  post('/gateway/queue/resume', {
    summary: 'Let what was held go on',
    access: 'gateway:operate',
    reply: GatewayQueue,
    says: 'Messages go on.',
    run: async ({ caller }) => {
      await pauseQueue(by(caller), false, null)
      return { ...(await queue()), paused: false }
    },
  }),
  get('/gateway/health', {
    summary: 'How messaging stands: links, queue, webhooks, what nobody knows, proofs and jobs',
    access: 'gateway:read',
    reply: GatewayHealth,
    run: async () => {
      const jobs = await jobsOf('messaging')
      return {
        ...(await ownHealth()),
        wallet_proof: jobs.find(({ name }) => name === 'wallet-proof') ?? null,
        clock: { now: clock.instant(), ok: (await clockState()).state === 'OK' },
        jobs,
      }
    },
  }),
  get('/gateway/settings', {
    summary: 'Settings of messaging for the whole deployment',
    access: 'gateway:read',
    reply: GatewaySettings,
    run: () => shownSettings(),
  }),
  put('/gateway/settings', {
    summary: 'Change settings of messaging; what is not named stays, null is what it was at first',
    access: 'gateway:manage',
    body: GatewaySettings,
    reply: GatewaySettings,
    says: 'Saved.',
    run: ({ caller, body }) => changeSettings(by(caller), body),
  }),
])
