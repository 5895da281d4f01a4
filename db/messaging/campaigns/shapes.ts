import {
  AnyObject,
  Amount,
  asked,
  choice,
  Count,
  Flag,
  form,
  Id,
  list,
  maybe,
  Moment,
  named,
  type Static,
  Words,
} from '../../core/kinds/strict.ts'
import { encodings } from '../messages/words.ts'
import { campaign_classes, campaign_states, pause_reasons, skip_reasons } from './words.ts'

const ids = list(Id, { max: 1000 })
export const AudienceShape = form({
  groupIds: asked(ids),
  excludeGroupIds: asked(ids),
  contactIds: asked(list(Id, { max: 10_000 })),
  recipients: asked(list(form({ phone: Words(0, 40), fields: asked(AnyObject) }), { max: 1000 })),
})

const settable = {
  name: Words(1, 80),
  class: choice(campaign_classes),
  senderId: Words(1, 11),
  message: asked(maybe(Words(1, 5000))),
  templateId: asked(maybe(Id)),
  audience: AudienceShape,
  scheduleAt: asked(maybe(Moment)),
  validitySeconds: asked(maybe(Count(60, 259_200))),
  reference: asked(Words(0, 100)),
  callbackUrl: asked(maybe(Words(1, 2048))),
  smartEncoding: asked(Flag),
  ignoreQuietHours: asked(Flag),
  maxPerMinute: asked(maybe(Count(1, 1_000_000))),
}
export const CampaignInput = form(settable)
export type CampaignInput = Static<typeof CampaignInput>
export const CampaignChange = form({
  ...settable,
  name: asked(settable.name),
  class: asked(settable.class),
  senderId: asked(settable.senderId),
  audience: asked(settable.audience),
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
    pauseReason: maybe(choice(pause_reasons)),
    class: choice(campaign_classes),
    senderId: Words(0, 11),
    message: maybe(Words(0, 5000)),
    templateId: maybe(Id),
    audience: AudienceShape,
    scheduleAt: maybe(Moment),
    validitySeconds: maybe(Count()),
    reference: Words(0, 100),
    callbackUrl: maybe(Words(0, 2048)),
    smartEncoding: Flag,
    ignoreQuietHours: Flag,
    maxPerMinute: maybe(Count()),
    counts: Counts,
    money: form({
      estimated: Amount,
      reserved: Amount,
      charged: Amount,
      refunded: Amount,
      currency: Words(0, 3),
    }),
    moves: list(Words(0, 20)),
    startedAt: maybe(Moment),
    completedAt: maybe(Moment),
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

export const ScheduleInput = form({ scheduleAt: asked(Moment) })
/** MSG-479. */
export const TestInput = form({
  recipients: list(Words(0, 40), { min: 1, max: 5 }),
  contactId: asked(Id),
})
export type TestInput = Static<typeof TestInput>

export const CopyInput = form({ name: asked(Words(1, 80)) })

export const Preview = named(
  'CampaignPreview',
  form({
    counts: form({ audience: Count(), skipped: Skipped, planned: Count() }),
    cost: Amount,
    currency: Words(0, 3),
    segments: list(form({ segments: Count(), messages: Count() })),
    perOperator: list(
      form({ operator: Words(0, 20), messages: Count(), segments: Count(), cost: Amount }),
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
  }),
)
export type Preview = Static<typeof Preview>

export const Progress = named(
  'CampaignProgress',
  form({
    status: choice(campaign_states),
    counts: Counts,
    perMinute: Count(),
    etaSeconds: maybe(Count()),
    failures: list(form({ reason: Words(0, 40), count: Count() })),
  }),
)
export type Progress = Static<typeof Progress>

export const SkippedPerson = form({
  phone: Words(0, 64),
  contactId: maybe(Id),
  reason: choice(skip_reasons),
})
