// What an account shows of itself under /v1.

import {
  choice,
  Flag,
  form,
  nullable,
  named,
  partial,
  type Static,
} from '../../core/kinds/kinds.ts'
import { Count, Id, list, Pattern, Words } from '../../core/kinds/strict.ts'
import { week_days } from '../settings/words.ts'
import { billings, business_states, languages } from './words.ts'

const Clock = Pattern(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 20:00.')

export const QuietHoursShape = form({
  start: Clock,
  end: Clock,
  sendDays: list(choice(week_days), { min: 1, max: 7, blank: 'must name at least one day.' }),
})

export const Account = named(
  'Account',
  form({
    id: Id,
    name: Words(0, 80),
    provisioned: Flag,
    billing: choice(billings),
    currency: Words(0, 3),
    otpAllowed: Flag,
    defaultSenderId: nullable(Words(0, 20)),
    language: choice(languages),
    quietHours: nullable(QuietHoursShape),
    paused: Flag,
    noticeEmails: list(Words(0, 254)),
    simulated: Flag,
    business: nullable(form({ name: Words(0, 160), status: choice(business_states) })),
    version: Count(),
    createdAt: Words(0, 24),
    updatedAt: Words(0, 24),
  }),
)
export type Account = Static<typeof Account>

export const AccountChange = partial({
  name: Words(2, 80),
  defaultSenderId: nullable(Words(1, 11)),
  language: choice(languages),
  quietHours: nullable(QuietHoursShape),
  noticeEmails: list(Words(3, 254), { max: 5 }),
})
export type AccountChange = Static<typeof AccountChange>

export const AuditLine = named(
  'AuditLine',
  form({
    at: Words(0, 24),
    actor: Words(0, 160),
    action: Words(0, 60),
    entity: Words(0, 40),
    entityId: nullable(Words(0, 64)),
    label: nullable(Words(0, 200)),
    from: nullable(Words(0, 40)),
    to: nullable(Words(0, 40)),
    reason: nullable(Words(0, 300)),
    address: nullable(Words(0, 45)),
  }),
)
export type AuditLine = Static<typeof AuditLine>
