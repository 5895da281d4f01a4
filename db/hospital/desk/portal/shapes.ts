// What goes in and what comes out about the portal, on the staff's side.

import {
  optional,
  choice,
  Day,
  Flag,
  form,
  Id,
  listOf,
  LongText,
  nullable,
  nullAsAbsent,
  named,
  partial,
  Phone,
  Reason,
  Secret,
  shape,
  some,
  type Static,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { languages } from '../../office/hospitals/words.ts'
import { PatientRow } from '../patients/register/row-shapes.ts'
import {
  account_states,
  activation_ways,
  checked_documents,
  code_purposes,
  proxy_bases,
  proxy_relationships,
  proxy_scopes,
  proxy_states,
} from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { portal_proxies } from './tables.ts'

const portalProxy = fieldsOf(portal_proxies)

const out = (max: number) => nullable(Text(0, max))
const At = Text(24, 24)
const Key = Text(1, 36)

const settings = {
  portal_enabled: Flag,
  self_sign_up: Flag,
  child_age_limit: Whole(10, 18),
  proxy_end_age: Whole(14, 25),
  booking_enabled: Flag,
  cancel_notice_hours: Whole(0, 168),
  max_open_bookings: Whole(0, 50),
  missed_limit: Whole(1, 50),
  payments_enabled: Flag,
  messages_enabled: Flag,
  document_upload_enabled: Flag,
  vitals_visible: Flag,
  diagnoses_visible: Flag,
  terms_sw: nullable(LongText(1, 20_000)),
  terms_en: nullable(LongText(1, 20_000)),
  terms_version: Text(1, 40),
}
export const PortalSettings = named('PortalSettings', shape({ ...settings, version: Whole(1) }))
export type PortalSettings = Static<typeof PortalSettings>
export const PortalSettingsChange = named('PortalSettingsChange', partial(settings))
export type PortalSettingsChange = Static<typeof PortalSettingsChange>

export const PortalAccount = named(
  'PortalAccount',
  shape({
    id: Key,
    patient: PatientRow,
    identifier: Text(1, 40),
    phone: out(20),
    status: choice(account_states),
    activated_at: nullable(At),
    activated_by: nullable(choice(activation_ways)),
    last_seen_at: nullable(At),
    language: choice(languages),
    proxies: Whole(),
  }),
)
export type PortalAccount = Static<typeof PortalAccount>
export const AccountFilters = { status: optional(choice(account_states)) }
export const Why = form({ reason: Reason })

const proxy_fields = {
  relationship: choice(proxy_relationships),
  scope: some(choice(proxy_scopes), 4),
  basis: choice(proxy_bases),
  ends_on: optional(nullable(Day)),
}
export const ProxyOfferInput = form({ subject_patient_id: Id, ...proxy_fields })
export type ProxyOfferInput = Static<typeof ProxyOfferInput>

export const CodeInput = named(
  'PortalCodeInput',
  form({
    for: optional(choice(code_purposes)),
    proxy: optional(ProxyOfferInput),
    checked_document: choice(checked_documents),
    send_sms: optional(nullAsAbsent(Flag)),
  }),
)
export type CodeInput = Static<typeof CodeInput>
export const IssuedCode = named('PortalCode', shape({ code: Text(10, 10), expires_at: At }))
export type IssuedCode = Static<typeof IssuedCode>

const accepted = Flag
export const ActivateInput = named(
  'PortalActivation',
  form({
    code: Secret(40),
    birth_date: Day,
    password: Secret(),
    phone: optional(nullable(Phone)),
    language: optional(choice(languages)),
    accept_terms: accepted,
    workspace: optional(nullable(Text(0, 40))),
  }),
)
export type ActivateInput = Static<typeof ActivateInput>

export const ProxyInput = named(
  'ProxyInput',
  form({
    holder_patient_id: optional(Id),
    kin_id: optional(Id),
    ...proxy_fields,
    evidence_attachment_id: optional(nullable(Id)),
  }),
)
export type ProxyInput = Static<typeof ProxyInput>
export const ProxyFilters = { status: optional(choice(proxy_states)), patient_id: optional(Id) }
export const ApproveInput = form({
  scope: optional(some(choice(proxy_scopes), 4)),
  ends_on: optional(nullable(Day)),
})
export type ApproveInput = Static<typeof ApproveInput>

export const Proxy = named(
  'Proxy',
  shape({
    id: Key,
    subject: PatientRow,
    holder: PatientRow,
    relationship: choice(proxy_relationships),
    scope: listOf(choice(proxy_scopes)),
    ...portalProxy('status', 'basis', 'ends_on', 'evidence_attachment_id'),
    ...portalProxy('decided_by', 'end_reason', 'version', 'created_at'),
  }),
)
export type Proxy = Static<typeof Proxy>
