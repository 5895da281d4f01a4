import {
  AnyObject,
  Money,
  optional,
  choice,
  Flag,
  form,
  nullable,
  named,
  type Static,
} from '../../core/kinds/kinds.ts'
import { Count, Id, list, Moment, Words } from '../../core/kinds/strict.ts'
import { encodings } from '../messages/words.ts'
import { campaign_classes, campaign_states, pause_reasons, skip_reasons } from './words.ts'

const ids = list(Id, { max: 1000 })
export const AudienceShape = form({
  groupIds: optional(ids),
  excludeGroupIds: optional(ids),
  contactIds: optional(list(Id, { max: 10_000 })),
  recipients: optional(
    list(form({ phone: Words(0, 40), fields: optional(AnyObject) }), { max: 1000 }),
  ),
})

const settable = {
  name: Words(1, 80),
  class: choice(campaign_classes),
  senderId: Words(1, 11),
  message: optional(nullable(Words(1, 5000))),
  templateId: optional(nullable(Id)),
  audience: AudienceShape,
  scheduleAt: optional(nullable(Moment)),
  validitySeconds: optional(nullable(Count(60, 259_200))),
  reference: optional(Words(0, 100)),
  callbackUrl: optional(nullable(Words(1, 2048))),
  smartEncoding: optional(Flag),
  ignoreQuietHours: optional(Flag),
  maxPerMinute: optional(nullable(Count(1, 1_000_000))),
}
export const CampaignInput = form(settable)
export type CampaignInput = Static<typeof CampaignInput>
export const CampaignChange = form({
  ...settable,
  name: optional(settable.name),
  class: optional(settable.class),
  senderId: optional(settable.senderId),
  audience: optional(settable.audience),
})
export type CampaignChange = Static<typeof CampaignChange>

const Skipped = form({
  opted_out: Count(),
  invalid: Count(),
  duplicate: Count(),
  missing_field: Count(),
  too_long: Count(),
  sender_not_approved: Count(),
})
const Counts = form({
  audience: Count(),
  skipped: Skipped,
  planned: Count(),
  created: Count(),
  queued: Count(),
  sent: Count(),
  delivered: Count(),
  failed: Count(),
  expired: Count(),
})

export const Campaign = named(
  'Campaign',
  form({
    id: Id,
    name: Words(0, 80),
    status: choice(campaign_states),
    pauseReason: nullable(choice(pause_reasons)),
    class: choice(campaign_classes),
    senderId: Words(0, 11),
    message: nullable(Words(0, 5000)),
    templateId: nullable(Id),
    audience: AudienceShape,
    scheduleAt: nullable(Moment),
    validitySeconds: nullable(Count()),
    reference: Words(0, 100),
    callbackUrl: nullable(Words(0, 2048)),
    smartEncoding: Flag,
    ignoreQuietHours: Flag,
    maxPerMinute: nullable(Count()),
    counts: Counts,
    money: form({
      estimated: Money,
      reserved: Money,
      charged: Money,
      refunded: Money,
      currency: Words(0, 3),
    }),
    moves: list(Words(0, 20)),
    startedAt: nullable(Moment),
    completedAt: nullable(Moment),
    version: Count(),
    createdAt: Moment,
    updatedAt: Moment,
  }),
)
export type Campaign = Static<typeof Campaign>

export const campaign_filters = {
  status: choice(campaign_states),
  class: choice(campaign_classes),
  search: Words(0, 200),
  since: Moment,
  until: Moment,
}

export const ScheduleInput = form({ scheduleAt: optional(Moment) })
/** MSG-479. */
export const TestInput = form({
  recipients: list(Words(0, 40), { min: 1, max: 5 }),
  contactId: optional(Id),
})
export type TestInput = Static<typeof TestInput>

export const CopyInput = form({ name: optional(Words(1, 80)) })

export const Preview = named(
  'CampaignPreview',
  form({
    counts: form({ audience: Count(), skipped: Skipped, planned: Count() }),
    cost: Money,
    currency: Words(0, 3),
    segments: list(form({ segments: Count(), messages: Count() })),
    perOperator: list(
      form({
        operator: Words(0, 20),
        messages: Count(),
        segments: Count(),
        cost: Money,
        etaSeconds: Count(),
      }),
    ),
    samples: list(
      form({
        phone: Words(0, 64),
        text: Words(0, 5000),
        encoding: choice(encodings),
        segments: Count(),
      }),
    ),
    firstAt: Moment,
    lastAt: Moment,
  }),
)
export type Preview = Static<typeof Preview>

export const Progress = named(
  'CampaignProgress',
  form({
    status: choice(campaign_states),
    counts: Counts,
    perMinute: Count(),
    etaSeconds: nullable(Count()),
    failures: list(form({ reason: Words(0, 40), count: Count() })),
  }),
)
export type Progress = Static<typeof Progress>

export const SkippedPerson = form({
  phone: Words(0, 64),
  contactId: nullable(Id),
  reason: choice(skip_reasons),
})
