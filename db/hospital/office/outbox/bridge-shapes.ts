import {
  choice,
  Flag,
  nullable,
  Money,
  partial,
  shape,
  Time,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { languages } from '../hospitals/words.ts'

const Channels = shape({ sms: Flag, whatsapp: Flag, email: Flag })
const settings = {
  channels: Channels,
  default_language: choice(languages),
  quiet: nullable(shape({ from: Time, to: Time })),
  daily_cap_per_person: Whole(0, 1000),
  monthly_cap: nullable(Money),
  staff_channels: Flag,
  keep_text_days: Whole(1, 3650),
}

export const BridgeSettings = shape({ ...settings, version: Whole(1) })
export const BridgeChange = partial({
  ...settings,
  channels: partial({ sms: Flag, whatsapp: Flag, email: Flag }),
})
