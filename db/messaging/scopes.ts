// What an API key may open (MSG 2.4): a scope of a key is a permission word of a door.

export const scope_meanings = {
  'sms:send': 'Send, estimate and cancel messages',
  'sms:otp': 'Send codes (class otp)',
  'sms:read': 'Message status, lists, batches and replies',
  'senders:read': 'See sender IDs',
  'senders:write': 'Ask for sender IDs, give documents, withdraw',
  'contacts:read': 'See contacts, groups and opt-outs, export them',
  'contacts:write': 'Change and import contacts, groups and opt-outs',
  'templates:read': 'See SMS templates',
  'templates:write': 'Change SMS templates',
  'campaigns:read': 'See campaigns',
  'campaigns:write': 'Make and move campaigns',
  'campaigns:override': 'Send advertising in quiet hours',
  'whatsapp:read': 'See WhatsApp messages, windows, templates and media',
  'whatsapp:send': 'Send WhatsApp messages, upload media, make templates',
  'webhooks:read': 'See the webhook configuration and the delivery log',
  'webhooks:write': 'Change, test and replay webhooks',
  'wallet:read': 'See the wallet, its entries, prices and top-ups',
  'usage:read': 'See usage statistics',
  'account:read': 'See the account, its keys and its audit',
  'account:manage': 'Change the account and its keys, ask for top-ups',
  'test:manage': 'Use /v1/test/* (test keys only)',
} as const

export type Scope = keyof typeof scope_meanings
export const scopes = Object.keys(scope_meanings) as Scope[]

export const isScope = (word: string): word is Scope => Object.hasOwn(scope_meanings, word)

/** What a console of a hospital's user may do, by the user's own permissions (MSG-112). */
const console_scopes: Readonly<Record<string, readonly Scope[]>> = {
  'messaging:read': scopes.filter((scope) => scope.endsWith(':read')),
  'messaging:send': [
    'sms:send',
    'contacts:write',
    'templates:write',
    'campaigns:write',
    'whatsapp:send',
  ],
  'messaging:manage': ['senders:write', 'webhooks:write', 'account:manage', 'campaigns:override'],
}

export const consoleScopes = (permissions: ReadonlySet<string>): Scope[] =>
  Object.entries(console_scopes).flatMap(([code, opened]) => (permissions.has(code) ? opened : []))

/** Never held by way of `*`. */
const never_in_all: readonly Scope[] = ['account:manage', 'sms:otp', 'test:manage']

/** `*` is everything but what must be asked for by name; no scope is implied by another. */
export function expanded(given: readonly string[]): ReadonlySet<string> {
  const held = new Set(given.filter(isScope) as string[])
  if (given.includes('*')) {
    for (const scope of scopes) if (!never_in_all.includes(scope)) held.add(scope)
  }
  return held
}
