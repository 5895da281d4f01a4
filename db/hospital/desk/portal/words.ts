// The words of the portal, the chapter's to the letter (front office 2.12).

export const code_purposes = ['PATIENT', 'PROXY'] as const
export const checked_documents = [
  'NATIONAL_ID',
  'VOTER_ID',
  'INSURANCE_CARD',
  'PHOTO',
  'KNOWN_TO_STAFF',
  'OTHER',
] as const
export const account_states = ['INVITED', 'ACTIVE', 'SUSPENDED', 'CLOSED'] as const
export const activation_ways = ['STAFF_CODE', 'SELF'] as const
export const proxy_states = ['REQUESTED', 'ACTIVE', 'DECLINED', 'ENDED'] as const
export type ProxyState = (typeof proxy_states)[number]
export const proxy_scopes = ['RECORD', 'APPOINTMENTS', 'BILLS', 'MESSAGES'] as const
export type ProxyScope = (typeof proxy_scopes)[number]
export const proxy_bases = ['PARENT', 'GUARDIAN', 'CONSENT', 'COURT'] as const
/** Those who act for a child end when the child is grown (POR-6). */
export const bases_of_children: readonly string[] = ['PARENT', 'GUARDIAN']
export const proxy_relationships = [
  'MOTHER',
  'FATHER',
  'GUARDIAN',
  'SPOUSE',
  'CHILD',
  'SIBLING',
  'RELATIVE',
  'OTHER',
] as const
export const thread_topics = [
  'APPOINTMENT',
  'RESULT',
  'MEDICINE',
  'BILL',
  'RECORD',
  'OTHER',
] as const
export const thread_states = ['OPEN', 'WAITING_PATIENT', 'CLOSED'] as const
export const message_sides = ['PATIENT', 'STAFF'] as const
export const document_sources = ['PATIENT', 'STAFF'] as const
