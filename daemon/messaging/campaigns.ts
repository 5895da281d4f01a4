// Templates and campaigns under /v1.

import { choice } from '../../db/core/kinds/kinds.ts'
import { Words } from '../../db/core/kinds/strict.ts'
import * as campaigns from '../../db/messaging/campaigns/campaigns.ts'
import * as drafts from '../../db/messaging/campaigns/drafts.ts'
import * as moves from '../../db/messaging/campaigns/moves.ts'
import { preview } from '../../db/messaging/campaigns/preview.ts'
import { progress, skipped } from '../../db/messaging/campaigns/progress.ts'
import { rowOf } from '../../db/messaging/campaigns/rows.ts'
import {
  Campaign,
  campaign_filters,
  CampaignChange,
  CampaignInput,
  CopyInput,
  Preview,
  Progress,
  ScheduleInput,
  SkippedPerson,
  TestInput,
} from '../../db/messaging/campaigns/shapes.ts'
import { tryOut } from '../../db/messaging/campaigns/trial.ts'
import { skip_reasons } from '../../db/messaging/campaigns/words.ts'
import { listMessages } from '../../db/messaging/messages/messages.ts'
import { MessageLine, Sent } from '../../db/messaging/messages/shapes.ts'
import { message_states } from '../../db/messaging/messages/words.ts'
import {
  Rendered,
  RenderInput,
  Template,
  template_filters,
  TemplateChange,
  TemplateInput,
} from '../../db/messaging/templates/shapes.ts'
import * as templates from '../../db/messaging/templates/templates.ts'
import { area } from '../edge/route.ts'
import { create, get, list, post, put, remove, start } from './words.ts'

export const templates_door = area('templates', [
  list('/templates', {
    summary: 'Templates, by name',
    access: 'templates:read',
    filters: template_filters,
    each: Template,
    run: ({ caller, query }) => templates.list(caller, query),
  }),
  create('/templates', {
    summary: 'Add a template',
    access: 'templates:write',
    body: TemplateInput,
    reply: Template,
    run: ({ caller, body }) => templates.create(caller, body),
  }),
  get('/templates/:id', {
    summary: 'One template',
    access: 'templates:read',
    reply: Template,
    run: ({ caller, params }) => templates.find(caller, params.id),
  }),
  put('/templates/:id', {
    summary: 'Change a template',
    access: 'templates:write',
    body: TemplateChange,
    reply: Template,
    run: ({ caller, params, body }) => templates.change(caller, params.id, body),
  }),
  remove('/templates/:id', {
    summary: 'Offer a template no longer',
    access: 'templates:write',
    run: ({ caller, params }) => templates.remove(caller, params.id),
  }),
  post('/templates/:id/render', {
    summary: 'A template as one person would get it',
    access: 'templates:read',
    body: RenderInput,
    body_may_miss: true,
    reply: Rendered,
    unkeyed: true,
    run: ({ caller, params, body }) => templates.render(caller, params.id, body),
  }),
])

export const campaigns_door = area('campaigns', [
  list('/campaigns', {
    summary: 'Campaigns, newest first',
    access: 'campaigns:read',
    filters: campaign_filters,
    each: Campaign,
    run: ({ caller, query }) => campaigns.list(caller, query),
  }),
  create('/campaigns', {
    summary: 'Draft a campaign',
    access: 'campaigns:write',
    body: CampaignInput,
    reply: Campaign,
    run: ({ caller, body }) => drafts.create(caller, body),
  }),
  get('/campaigns/:id', {
    summary: 'One campaign with its counts and money',
    access: 'campaigns:read',
    reply: Campaign,
    run: ({ caller, params }) => campaigns.find(caller, params.id),
  }),
  put('/campaigns/:id', {
    summary: 'Change a draft',
    access: 'campaigns:write',
    body: CampaignChange,
    reply: Campaign,
    run: ({ caller, params, body }) => drafts.change(caller, params.id, body),
  }),
  remove('/campaigns/:id', {
    summary: 'Delete a draft',
    access: 'campaigns:write',
    run: ({ caller, params }) => drafts.remove(caller, params.id),
  }),
  post('/campaigns/:id/preview', {
    summary: 'Counts, cost and samples; writes nothing',
    access: 'campaigns:read',
    reply: Preview,
    unkeyed: true,
    transaction: 'rule',
    run: ({ caller, params }) => preview(caller, params.id),
  }),
  start('/campaigns/:id/test', {
    summary: 'Send a campaign to a few numbers, to see it',
    access: 'campaigns:write',
    body: TestInput,
    reply: Sent,
    run: async ({ caller, params, body, facts }) => {
      const { sent, simulated } = await tryOut(caller, params.id, body)
      if (simulated) facts.reply_headers['x-sms-simulated'] = 'true'
      return sent
    },
  }),
  post('/campaigns/:id/schedule', {
    summary: 'Schedule a campaign; its cost is reserved',
    access: 'campaigns:write',
    body: ScheduleInput,
    body_may_miss: true,
    reply: Campaign,
    run: ({ caller, params, body }) => moves.schedule(caller, params.id, body.scheduleAt),
  }),
  post('/campaigns/:id/unschedule', {
    summary: 'Back to a draft; the reserve is released',
    access: 'campaigns:write',
    reply: Campaign,
    run: ({ caller, params }) => moves.unschedule(caller, params.id),
  }),
  start('/campaigns/:id/start', {
    summary: 'Start a campaign now',
    access: 'campaigns:write',
    reply: Campaign,
    run: ({ caller, params }) => moves.start(caller, params.id),
  }),
  post('/campaigns/:id/pause', {
    summary: 'Pause a campaign',
    access: 'campaigns:write',
    reply: Campaign,
    run: ({ caller, params }) => moves.pause(caller, params.id),
  }),
  post('/campaigns/:id/resume', {
    summary: 'Let a paused campaign go on',
    access: 'campaigns:write',
    reply: Campaign,
    run: ({ caller, params }) => moves.resume(caller, params.id),
  }),
  post('/campaigns/:id/cancel', {
    summary: 'Cancel a campaign; what has not left never does',
    access: 'campaigns:write',
    reply: Campaign,
    run: ({ caller, params }) => moves.cancel(caller, params.id),
  }),
  create('/campaigns/:id/copy', {
    summary: 'A new draft like this one',
    access: 'campaigns:write',
    body: CopyInput,
    body_may_miss: true,
    reply: Campaign,
    run: ({ caller, params, body }) => drafts.copy(caller, params.id, body.name),
  }),
  get('/campaigns/:id/progress', {
    summary: 'How far a campaign is',
    access: 'campaigns:read',
    reply: Progress,
    run: ({ caller, params }) => progress(caller, params.id),
  }),
  list('/campaigns/:id/messages', {
    summary: 'Messages of a campaign',
    access: 'campaigns:read',
    filters: { status: choice(message_states), to: Words(0, 40) },
    each: MessageLine,
    run: async ({ caller, params, query }) => {
      await rowOf(caller, params.id)
      return listMessages(caller, { ...query, campaignId: params.id })
    },
  }),
  list('/campaigns/:id/skipped', {
    summary: 'Who gets nothing, and why',
    access: 'campaigns:read',
    filters: { reason: choice(skip_reasons) },
    each: SkippedPerson,
    run: ({ caller, params, query }) => skipped(caller, params.id, query),
  }),
])
