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
