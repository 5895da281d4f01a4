// The doors of the messaging API, written out; the order is that of the descriptions.

import type { Door } from '../edge/route.ts'
import { campaigns_door, templates_door } from './campaigns.ts'
import { door as contacts } from './contacts.ts'
import { door as errors } from './errors.ts'
import { door as inbound } from './inbound.ts'
import { door as keys } from './keys.ts'
import { door as opt_outs } from './opt-outs.ts'
import { door as account } from './account.ts'
import { door as senders } from './senders.ts'
import { door as sms } from './sms.ts'
import { door as providers } from './providers.ts'
import { stackOf } from './stack.ts'
import { door as test } from './test.ts'
import { door as webhooks } from './webhooks.ts'
import { door as whatsapp } from './whatsapp.ts'

export const messaging_doors: readonly Door[] = [
  stackOf(() => messaging_doors),
  sms,
  inbound,
  senders,
  account,
  keys,
  contacts,
  opt_outs,
  templates_door,
  campaigns_door,
  whatsapp,
  webhooks,
  test,
  providers,
  errors,
]
