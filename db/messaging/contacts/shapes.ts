import {
  optional,
  choice,
  Flag,
  form,
  nullable,
  named,
  type Static,
  AnyObject,
} from '../../core/kinds/kinds.ts'
import { Count, Id, list, Moment, Words } from '../../core/kinds/strict.ts'
import {
  contact_languages,
  contact_sources,
  import_error_codes,
  import_states,
  opt_out_scopes,
  opt_out_sources,
} from './words.ts'

const Name = nullable(Words(0, 80))
const Language = nullable(choice(contact_languages))
const stamps = { createdAt: Moment, updatedAt: Moment }

export const ContactInput = form({
  phone: Words(0, 40),
  firstName: optional(Name),
  lastName: optional(Name),
  language: optional(Language),
  attributes: optional(nullable(AnyObject)),
  groupIds: optional(list(Id, { max: 100 })),
})
export type ContactInput = Static<typeof ContactInput>
export const ContactChange = form({
  phone: optional(Words(0, 40)),
  firstName: optional(Name),
  lastName: optional(Name),
  language: optional(Language),
  attributes: optional(nullable(AnyObject)),
  groupIds: optional(list(Id, { max: 100 })),
})
export type ContactChange = Static<typeof ContactChange>

export const Contact = named(
  'Contact',
  form({
    id: Id,
    phone: Words(0, 64),
    firstName: Name,
    lastName: Name,
    language: Language,
    attributes: AnyObject,
    groupIds: list(Id),
    optedOut: choice(['none', ...opt_out_scopes]),
    source: choice(contact_sources),
    version: Count(),
    ...stamps,
  }),
)
export type Contact = Static<typeof Contact>

export const contact_filters = {
  search: Words(0, 200),
  groupId: Id,
  optedOut: choice(['none', ...opt_out_scopes]),
  language: choice(contact_languages),
  since: Moment,
  until: Moment,
}

export const ManyInput = form({
  ids: optional(list(Id, { min: 1, max: 10_000, blank: 'must name at least one contact.' })),
  groupId: optional(Id),
})
export type ManyInput = Static<typeof ManyInput>
export const Deleted = form({ deleted: Count() })
export const ForgetInput = form({ confirm: Flag })
export const Forgotten = form({ messages: Count(), inbound: Count() })

export const ImportFault = named(
  'ImportError',
  form({
    row: Count(-1),
    field: Words(0, 120),
    code: choice(import_error_codes),
    value: Words(0, 60),
    message: Words(0, 200),
  }),
)
export const ContactImport = named(
  'ContactImport',
  form({
    id: Id,
    status: choice(import_states),
    received: Count(),
    created: Count(),
    updated: Count(),
    unchanged: Count(),
    duplicates: Count(),
    rejected: Count(),
    optedOut: Count(),
    groupIds: list(Id),
    /** CSV: headings that were no names of attributes. */
    renamedColumns: list(form({ heading: Words(0, 60), attribute: Words(0, 40) })),
    durationMs: nullable(Count()),
    errors: list(ImportFault),
    errorsUrl: nullable(Words(0, 200)),
    ...stamps,
  }),
)
export type ContactImport = Static<typeof ContactImport>
export const import_filters = { status: choice(import_states), since: Moment, until: Moment }

export const GroupInput = form({
  name: Words(1, 80),
  description: optional(nullable(Words(0, 500))),
})
export type GroupInput = Static<typeof GroupInput>
export const GroupChange = form({
  name: optional(Words(1, 80)),
  description: optional(nullable(Words(0, 500))),
})
export type GroupChange = Static<typeof GroupChange>
export const Group = named(
  'Group',
  form({
    id: Id,
    name: Words(0, 80),
    description: nullable(Words(0, 500)),
    memberCount: Count(),
    version: Count(),
    ...stamps,
  }),
)
export type Group = Static<typeof Group>

const phones = optional(list(Words(0, 40), { max: 10_000 }))
export const MembersInput = form({
  contactIds: optional(list(Id, { max: 10_000 })),
  phones,
  create: optional(Flag),
})
export type MembersInput = Static<typeof MembersInput>
export const MembersAdded = form({ added: Count(), already: Count(), unknown: list(Words(0, 64)) })
export const MembersOut = form({ contactIds: optional(list(Id, { max: 10_000 })), phones })
export const MembersRemoved = form({ removed: Count() })

export const OptOutInput = form({
  phones: list(Words(0, 40), { min: 1, max: 10_000, blank: 'must name at least one number.' }),
  scope: optional(choice(opt_out_scopes)),
  note: optional(Words(0, 300)),
})
export type OptOutInput = Static<typeof OptOutInput>
export const OptOutCounts = form({ created: Count(), widened: Count(), already: Count() })
export const LiftInput = form({ consentNote: Words(5, 200) })

const opt_out = {
  id: Id,
  phone: Words(0, 64),
  scope: choice(opt_out_scopes),
  source: choice(opt_out_sources),
  evidence: nullable(AnyObject),
  note: nullable(Words(0, 300)),
  createdAt: Moment,
  liftedAt: nullable(Moment),
  liftedBy: nullable(Words(0, 160)),
  consentNote: nullable(Words(0, 200)),
}
export const OptOut = named('OptOut', form(opt_out))
export type OptOut = Static<typeof OptOut>
export const OptOutWithHistory = named(
  'OptOutWithHistory',
  form({ ...opt_out, history: list(OptOut) }),
)
export const opt_out_filters = {
  scope: choice(opt_out_scopes),
  source: choice(opt_out_sources),
  lifted: Flag,
  since: Moment,
  until: Moment,
}
