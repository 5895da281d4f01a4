// Campaigns and their frozen audience: one row for a person, with the text it will get or the
// reason why it gets none (MSG 2.16, MSG-471, MSG-472).

import {
  choice,
  code,
  flag,
  instant,
  integer,
  json,
  nullable,
  money,
  otherwise,
  ref,
  text,
  uuid,
} from '../../store/columns.ts'
import { searched, versioned } from '../../store/stamps.ts'
import { table } from '../../store/table.ts'
import { encodings, failure_reasons } from '../messages/words.ts'
import { owned } from '../owned.ts'
import type { Bodies } from '../templates/words.ts'
import {
  campaign_classes,
  campaign_states,
  pause_reasons,
  skip_reasons,
  type Skipped,
} from './words.ts'

export interface Audience {
  groupIds?: string[]
  excludeGroupIds?: string[]
  contactIds?: string[]
  recipients?: { phone: string; fields?: Record<string, unknown> }[]
}

export const msg_campaigns = table(
  'msg_campaigns',
  {
    ...owned,
    name: text(80),
    status: otherwise(choice(campaign_states), 'draft'),
    pause_reason: nullable(choice(pause_reasons)),
    class: choice(campaign_classes),
    sender_id: code(11),
    message: nullable(text(5000)),
    template_id: nullable(uuid()),
    /** Frozen when it is scheduled or started: editing a template changes nothing any more. */
    frozen: nullable(json<Bodies>()),
    audience: json<Audience>(),
    schedule_at: nullable(instant()),
    validity_s: nullable(integer()),
    reference: otherwise(text(100), ''),
    callback_url: nullable(text(2048)),
    smart_encoding: otherwise(flag(), false),
    ignore_quiet_hours: otherwise(flag(), false),
    max_per_minute: nullable(integer()),
    audience_count: otherwise(integer(), 0),
    skipped: nullable(json<Skipped>()),
    planned: otherwise(integer(), 0),
    created: otherwise(integer(), 0),
    /** The place up to which messages have been created (MSG-475). */
    cursor_place: otherwise(integer(), -1),
    /** The minute in which messages were last created, and how many of it (maxPerMinute). */
    minute: otherwise(integer(), 0),
    minute_count: otherwise(integer(), 0),
    estimated: otherwise(money(), 0),
    reserved: otherwise(money(), 0),
    charged: otherwise(money(), 0),
    currency: code(3),
    actor: text(160),
    key_id: nullable(uuid()),
    started_at: nullable(instant()),
    completed_at: nullable(instant()),
    /** Its end was told (campaign.completed). */
    told: otherwise(flag(), false),
    ...versioned,
    ...searched,
  },
  {
    indexes: [
      { columns: ['account_id', 'mode', 'id'] },
      {
        columns: ['status', 'id'],
        only_where:
          "status in ('scheduled', 'preparing', 'running', 'paused') or (status = 'cancelled' and not told)",
      },
    ],
    search: ['name'],
  },
)

export const msg_campaign_people = table(
  'msg_campaign_people',
  {
    campaign_id: ref('msg_campaigns'),
    place: integer(),
    hospital_id: uuid(),
    phone: text(64),
    contact_id: nullable(uuid()),
    skipped: nullable(choice(skip_reasons)),
    text: nullable(text(5000)),
    encoding: nullable(choice(encodings)),
    segments: otherwise(integer(), 0),
    operator: nullable(code(20)),
    unit_price: otherwise(money(), 0),
    cost: otherwise(money(), 0),
    failure: nullable(choice(failure_reasons)),
  },
  {
    key: ['campaign_id', 'place'],
    indexes: [
      { columns: ['campaign_id', 'place'], only_where: 'skipped is not null' },
      { columns: ['phone'] },
    ],
  },
)
