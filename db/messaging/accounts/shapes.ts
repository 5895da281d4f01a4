// What an account shows of itself under /v1.

import {
  Count,
  choice,
  Flag,
  form,
  Id,
  list,
  maybe,
  named,
  Pattern,
  type Static,
  Words,
} from '../../kinds/strict.ts'
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
    defaultSenderId: maybe(Words(0, 20)),
    language: choice(languages),
    quietHours: maybe(QuietHoursShape),
    paused: Flag,
    noticeEmails: list(Words(0, 254)),
    simulated: Flag,
    business: maybe(form({ name: Words(0, 160), status: choice(business_states) })),
    version: Count(),
    createdAt: Words(0, 24),
    updatedAt: Words(0, 24),
  }),
)
export type Account = Static<typeof Account>
