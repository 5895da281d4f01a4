import {
  AnyObject,
  Money,
  Anything,
  optional,
  choice,
  Flag,
  form,
  nullable,
  named,
  partial,
  type Static,
} from '../../core/kinds/kinds.ts'
import { Count, Id, list, Moment, Pattern, Words } from '../../core/kinds/strict.ts'
import {
  directions,
  message_states,
  message_types,
  number_providers,
  number_states,
  outbound_types,
  template_categories,
  template_states,
} from './words.ts'

const Digits = (max: number, complaint: string) => Pattern(/^[0-9]{1,40}$/, complaint, max)
const Secret = Words(1, 1000)

export const NumberInput = form({
  phone: Words(1, 40),
  displayName: Words(1, 80),
  phoneNumberId: Digits(40, 'must be the digits that the provider shows.'),
  businessAccountId: Digits(40, 'must be the digits that the provider shows.'),
  accessToken: Secret,
  appSecret: Secret,
  graphUrl: optional(Words(1, 300)),
  messagesPerSecond: optional(
    Object.assign(Count(1, 1000), { complaint: 'must be a whole number from 1 to 1000.' }),
  ),
  isDefault: optional(Flag),
})
export type NumberInput = Static<typeof NumberInput>

/** A secret that comes back as it was shown stays (MSG 2). */
export const NumberChange = form({
  phone: optional(Words(1, 40)),
  displayName: optional(Words(1, 80)),
  phoneNumberId: optional(NumberInput.properties.phoneNumberId),
  businessAccountId: optional(NumberInput.properties.businessAccountId),
  accessToken: optional(Secret),
  appSecret: optional(Secret),
  graphUrl: optional(Words(1, 300)),
  messagesPerSecond: NumberInput.properties.messagesPerSecond,
  isDefault: optional(Flag),
  rotateVerifyToken: optional(nullable(Flag)),
})
export type NumberChange = Static<typeof NumberChange>

const number_fields = {
  id: Id,
  phone: Words(0, 15),
  displayName: Words(0, 80),
  provider: choice(number_providers),
  phoneNumberId: Words(0, 40),
  businessAccountId: Words(0, 40),
  graphUrl: Words(0, 300),
  accessToken: Words(0, 20),
  appSecret: Words(0, 20),
  webhookUrl: Words(0, 2048),
  messagesPerSecond: Count(),
  isDefault: Flag,
  status: choice(number_states),
  lastError: nullable(Words(0, 300)),
  version: Count(),
  createdAt: Moment,
  updatedAt: Moment,
}
export const WhatsappNumber = named('WhatsappNumber', form(number_fields))
export type WhatsappNumber = Static<typeof WhatsappNumber>
export const NewNumber = form({ ...number_fields, verifyToken: Words(0, 100) })
export type NewNumber = Static<typeof NewNumber>
/** With the verify token, in the one reply that made it. */
export const ChangedNumber = form({ ...number_fields, verifyToken: optional(Words(0, 100)) })
export type ChangedNumber = Static<typeof ChangedNumber>

export const NumberChecked = form({
  ok: Flag,
  displayName: nullable(Words(0, 80)),
  quality: nullable(Words(0, 40)),
  error: optional(Words(0, 300)),
})

export const TemplateInput = form({
  name: Pattern(/^[a-z0-9_]{1,512}$/, 'must be small letters, digits and underscores.', 512),
  language: Pattern(/^[A-Za-z_]{2,20}$/, 'must be a language, like sw or en_US.', 20),
  category: choice(template_categories),
  components: list(AnyObject, { min: 1, max: 20, blank: 'must name at least one component.' }),
  number: optional(Words(1, 64)),
})
export type TemplateInput = Static<typeof TemplateInput>
export const SyncInput = form({ number: optional(Words(1, 64)) })
export const TemplatesSynced = form({ created: Count(), updated: Count(), gone: Count() })

export const WhatsappTemplate = named(
  'WhatsappTemplate',
  form({
    id: Id,
    numberId: Id,
    name: Words(0, 512),
    language: Words(0, 20),
    category: choice(template_categories),
    status: choice(template_states),
    components: list(AnyObject),
    parameterCount: Count(),
    syncedAt: Moment,
    createdAt: Moment,
    updatedAt: Moment,
  }),
)
export type WhatsappTemplate = Static<typeof WhatsappTemplate>
export const template_filters = {
  status: choice(template_states),
  language: Words(0, 20),
  category: choice(template_categories),
  number: Id,
}

export const WhatsappMedia = named(
  'WhatsappMedia',
  form({
    id: Id,
    mimeType: Words(0, 200),
    size: Count(),
    sha256: Words(0, 64),
    direction: choice(directions),
    fileName: nullable(Words(0, 240)),
    expiresAt: Moment,
    createdAt: Moment,
  }),
)
export type WhatsappMedia = Static<typeof WhatsappMedia>

export const WhatsappWindow = named(
  'WhatsappWindow',
  form({
    /** The account's own number, and the person's. */
    number: Words(0, 15),
    numberId: Id,
    phone: Words(0, 15),
    openedAt: Moment,
    lastInboundAt: Moment,
    expiresAt: Moment,
    open: Flag,
  }),
)
export type WhatsappWindow = Static<typeof WhatsappWindow>

const Parameter = list(Words(1, 1024), { max: 20 })
const Text = form({ body: Words(1, 4096), previewUrl: optional(Flag) })

/** One member of these, as `type` says. */
export const WhatsappInput = form({
  to: Words(1, 40),
  from: optional(Words(1, 64)),
  type: choice(outbound_types),
  text: optional(Text),
  template: optional(
    form({
      name: Words(1, 512),
      language: Words(1, 20),
      parameters: optional(
        form({
          header: optional(Parameter),
          body: optional(Parameter),
          buttons: optional(Parameter),
        }),
      ),
    }),
  ),
  media: optional(
    form({
      id: optional(Id),
      url: optional(Words(1, 2048)),
      caption: optional(Words(1, 1024)),
      fileName: optional(Words(1, 240)),
    }),
  ),
  replyTo: optional(Id),
  reference: optional(
    Object.assign(Words(0, 100), { complaint: 'may have at most 100 characters.' }),
  ),
})
export type WhatsappInput = Static<typeof WhatsappInput>

const line = {
  id: Id,
  direction: choice(directions),
  from: Words(0, 15),
  to: Words(0, 15),
  type: choice(message_types),
  text: nullable(form({ body: Words(0, 4096), previewUrl: optional(Flag) })),
  template: nullable(
    form({
      name: Words(0, 512),
      language: Words(0, 20),
      parameters: form({
        header: list(Words(0, 1024)),
        body: list(Words(0, 1024)),
        buttons: list(Words(0, 1024)),
      }),
    }),
  ),
  media: nullable(
    form({
      id: nullable(Id),
      mimeType: nullable(Words(0, 200)),
      size: nullable(Count()),
      fileName: optional(Words(0, 240)),
      caption: optional(Words(0, 4096)),
      url: optional(Words(0, 2048)),
    }),
  ),
  location: Anything,
  contacts: Anything,
  interactive: Anything,
  reaction: Anything,
  raw: Anything,
  replyTo: nullable(Id),
  profileName: nullable(Words(0, 300)),
  reference: Words(0, 100),
  status: choice(message_states),
  failureReason: nullable(Words(0, 40)),
  providerCode: nullable(Words(0, 40)),
  uncertain: Flag,
  cost: Money,
  refunded: Money,
  currency: Words(0, 3),
  receivedAt: nullable(Moment),
  sentAt: nullable(Moment),
  deliveredAt: nullable(Moment),
  readAt: nullable(Moment),
  windowExpiresAt: nullable(Moment),
  createdAt: Moment,
  updatedAt: Moment,
}
export const WhatsappLine = named('WhatsappLine', form(line))
export type WhatsappLine = Static<typeof WhatsappLine>
export const WhatsappMessage = named(
  'WhatsappMessage',
  form({
    ...line,
    history: list(
      form({ at: Moment, status: choice(message_states), reason: nullable(Words(0, 40)) }),
    ),
  }),
)
export type WhatsappMessage = Static<typeof WhatsappMessage>
export const WhatsappSent = form({ ...line, balance: Money })
export type WhatsappSent = Static<typeof WhatsappSent>

export const WhatsappQuery = partial({
  direction: choice([...directions, 'all']),
  from: Words(0, 40),
  to: Words(0, 40),
  type: choice(message_types),
  status: choice(message_states),
  reference: Words(0, 100),
  order: choice(['asc', 'desc']),
  since: Moment,
  until: Moment,
  limit: Object.assign(Count(1, 200), { complaint: 'must be 1 to 200.' }),
  cursor: Words(0, 1000),
})
export type WhatsappQuery = Static<typeof WhatsappQuery>
export const WhatsappPage = form({
  data: list(WhatsappLine),
  nextCursor: nullable(Words(0, 1000)),
  /** Of a tail: what comes later is asked for from here. */
  endCursor: optional(nullable(Words(0, 1000))),
})
export type WhatsappPage = Static<typeof WhatsappPage>
