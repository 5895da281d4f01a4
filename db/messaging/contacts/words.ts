export const opt_out_scopes = ['promotional', 'all'] as const
export type OptOutScope = (typeof opt_out_scopes)[number]
export const opt_out_sources = [
  'sms',
  'whatsapp',
  'link',
  'api',
  'import',
  'desk',
  'platform',
] as const

export const contact_sources = ['api', 'import', 'hospital', 'inbound'] as const
export const contact_languages = ['sw', 'en'] as const
export const import_states = ['running', 'completed', 'interrupted'] as const
export const import_error_codes = ['invalid_phone_number', 'invalid_value'] as const
export type ImportErrorCode = (typeof import_error_codes)[number]
export const on_existing = ['update', 'skip', 'fill'] as const
export type OnExisting = (typeof on_existing)[number]

export const name_length = 80
export const attributes_most = 30
export const attribute_length = 255
export const attribute_name = /^[a-z][A-Za-z0-9_]{0,39}$/
export const import_most = 50_000
export const groups_most = 1000
export const members_most = 10_000

export type AttributeValue = string | number | boolean

/** Names that merge fields have already, and those that are members of every object. */
export const reserved_names: ReadonlySet<string> = new Set([
  'firstName',
  'lastName',
  'phone',
  'optOutUrl',
  'constructor',
  'prototype',
])
