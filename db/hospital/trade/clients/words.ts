// The words of clients (commercial 2.1, 2.2), the source document's to the letter.

export const client_kinds = [
  'CORPORATE',
  'INSURER',
  'NGO',
  'GOVERNMENT',
  'SCHOOL',
  'OTHER',
] as const
export const client_states = ['PROSPECT', 'ACTIVE', 'SUSPENDED', 'CLOSED'] as const
export const hold_kinds = ['MANUAL', 'OVERDUE', 'CONTRACT'] as const
export type HoldKind = (typeof hold_kinds)[number]
export const document_languages = ['en', 'sw'] as const
/** What a contact is sent. */
export const receivings = ['QUOTATION', 'ORDER', 'DELIVERY', 'INVOICE', 'STATEMENT'] as const
export type Receiving = (typeof receivings)[number]
