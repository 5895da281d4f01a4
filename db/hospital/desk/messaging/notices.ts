// The kinds of notices that messaging brings.

import type { NotificationKind } from '../../registry.ts'

const inside = { sms: false, whatsapp: false, email: false }

const kind = (
  code: string,
  label: string,
  audience: string,
  by_email: boolean,
): NotificationKind => ({
  kind: `messaging.${code}`,
  label,
  area: 'messaging',
  urgency: 'WARNING',
  default: { ...inside, email: by_email },
  locked: false,
  audience,
})

const managers = 'Holders of messaging:manage'

export const notices: readonly NotificationKind[] = [
  kind('link_down', 'A link to an operator is down', 'Holders of gateway:operate', true),
  kind('books_differ', 'Wallets or usage do not agree', 'Holders of gateway:money', true),
  kind('key_ends', 'An API key ends soon', managers, false),
  kind('low_balance', 'The messaging balance is low', managers, false),
  kind('webhook_fails', 'A webhook of the messaging account fails', managers, false),
]
