// Who a campaign goes to and what each gets (MSG-470 to 472): groups, contacts and inline
// recipients together, less the excluded groups, one entry for a number; read in pieces, so that
// half a million people never stand in memory at once.

import { rows } from '../../store/connection.ts'
import { oneOf, sql, where } from '../../store/sql.ts'
import { type AccountRow, accountNow } from '../accounts/accounts.ts'
import { now } from '../accounts/clock.ts'
import type { Owner } from '../caller.ts'
import { type ContactRow, ownedBy, read as readContacts } from '../contacts/contacts.ts'
import { optedOutAmong, stops } from '../contacts/opt-outs.ts'
import { merged, namesOf, type Piece, type Values } from '../merge.ts'
import { measure, segments_max, smartened } from '../messages/segments.ts'
import type { Encoding, FailureReason } from '../messages/words.ts'
import { wrong } from '../refusals.ts'
import { readNumber } from '../routing/numbers.ts'
import { hasRoute, operatorsOf, routing } from '../routing/operators.ts'
import { mustBeApproved } from '../senders/approval.ts'
import { setting } from '../settings/settings.ts'
import { bodyFor, piecesOf } from '../templates/templates.ts'
import type { Bodies } from '../templates/words.ts'
import { pricesAt } from '../wallet/prices.ts'
import type { Audience } from './tables.ts'
import type { SkipReason } from './words.ts'

export interface Person {
  phone: string
  contact_id: string | null
  skipped: SkipReason | null
  text: string | null
  encoding: Encoding | null
  segments: number
  operator: string | null
  unit_price: number
  cost: number
  failure: FailureReason | null
}

export interface Letter {
  class: 'transactional' | 'promotional'
  sender_id: string
  bodies: Bodies
  audience: Audience
  smart_encoding: boolean
}

interface Candidate {
  phone: string
  contact_id: string | null
  language: string | null
  values: Values
}

const batch_people = 1000
/** Stands in the text until the message is created and gets its own link (MSG-453). */
export const link_token = 'x'.repeat(22)
export const linkBase = async (): Promise<string | null> => {
  const url = await setting('public_url')
  return url === null ? null : `${url.replace(/\/$/, '')}/o/`
}

export async function* peopleOf(owner: Owner, letter: Letter): AsyncGenerator<Person[]> {
  const judge = await judgeOf(owner, letter)
  const inline = readInline(letter.audience)
  const most = await setting('campaign_max_recipients')
  let count = 0
  const counted = (people: Person[]): Person[] => {
    count += people.length
    if (count > most) throw wrong('audience', `audience may hold at most ${most} people.`)
    return people
  }
  let after = ''
  for (;;) {
    const found = await contactsAfter(owner, letter.audience, after)
    if (found.length === 0) break
    after = found.at(-1)?.id ?? ''
    yield counted(
      await judge(
        found.map((one) => {
          const own = inline.by_phone.get(one.phone)
          inline.by_phone.delete(one.phone)
          return candidateOf(one, own)
        }),
      ),
    )
  }
  if (inline.skipped.length > 0) yield counted(inline.skipped)
  const left = await withoutExcluded(owner, letter.audience, inline.by_phone)
  for (let start = 0; start < left.length; start += batch_people) {
    yield counted(await judge(await asContacts(owner, left.slice(start, start + batch_people))))
  }
}

const candidateOf = (one: ContactRow, fields: Values | undefined): Candidate => ({
  phone: one.phone,
  contact_id: one.id,
  language: one.language,
  values: {
    ...one.attributes,
    firstName: one.first_name,
    lastName: one.last_name,
    phone: one.phone,
    ...fields,
  },
})

async function contactsAfter(
  owner: Owner,
  { groupIds = [], contactIds = [], excludeGroupIds = [] }: Audience,
  after: string,
): Promise<ContactRow[]> {
  if (groupIds.length === 0 && contactIds.length === 0) return []
  const members = (ids: readonly string[]) =>
    sql`exists (select 1 from msg_group_members m where m.contact_id = c.id and m.group_id${oneOf(ids)})`
  return readContacts(
    where([
      ...ownedBy(owner),
      sql`c.id > ${after}`,
      sql`(${members(groupIds)} or c.id${oneOf(contactIds)})`,
      excludeGroupIds.length === 0 ? undefined : sql`not ${members(excludeGroupIds)}`,
    ]),
    batch_people,
  )
}

function readInline({ recipients = [] }: Audience): {
  by_phone: Map<string, Values>
  skipped: Person[]
} {
  const by_phone = new Map<string, Values>()
  const skipped: Person[] = []
  for (const { phone: typed, fields = {} } of recipients) {
    const phone = readNumber(typed)
    if (phone === null) skipped.push(nothingFor(typed.slice(0, 40), null, 'invalid'))
    else if (by_phone.has(phone)) skipped.push(nothingFor(phone, null, 'duplicate'))
    else by_phone.set(phone, fields as Values)
  }
  return { by_phone, skipped }
}

const nothingFor = (phone: string, contact_id: string | null, skipped: SkipReason): Person => ({
  phone,
  contact_id,
  skipped,
  text: null,
  encoding: null,
  segments: 0,
  operator: null,
  unit_price: 0,
  cost: 0,
  failure: null,
})

async function withoutExcluded(
  { account_id, mode }: Owner,
  { excludeGroupIds = [] }: Audience,
  inline: ReadonlyMap<string, Values>,
): Promise<[string, Values][]> {
  if (excludeGroupIds.length === 0 || inline.size === 0) return [...inline]
  const found = await rows<{ phone: string }>(
    sql`select c.phone from msg_contacts c join msg_group_members m on m.contact_id = c.id
        where c.account_id = ${account_id} and c.mode = ${mode} and c.phone${oneOf([...inline.keys()])}
          and m.group_id${oneOf(excludeGroupIds)}`,
  )
  const out = new Set(found.map(({ phone }) => phone))
  return [...inline].filter(([phone]) => !out.has(phone))
}

/** An inline number may be a contact all the same: its own fields win over the contact's. */
async function asContacts(owner: Owner, list: readonly [string, Values][]): Promise<Candidate[]> {
  const found = await readContacts(
    where([...ownedBy(owner), sql`c.phone${oneOf(list.map(([phone]) => phone))}`]),
    list.length,
  )
  const known = new Map(found.map((one) => [one.phone, one]))
  return list.map(([phone, fields]) => {
    const contact = known.get(phone)
    return contact === undefined
      ? { phone, contact_id: null, language: null, values: { phone, ...fields } }
      : candidateOf(contact, fields)
  })
}

type Judge = (candidates: readonly Candidate[]) => Promise<Person[]>

async function judgeOf(owner: Owner, letter: Letter): Promise<Judge> {
  const account = await accountNow(owner.account_id)
  const approval = await mustBeApproved(owner, letter.sender_id)
  const ways = await routing()
  const at = new Date(await now(owner, owner.mode)).toISOString()
  const prices = await pricesFor(account, owner, at)
  const texts = new Map<string, Piece[]>()
  const base = await linkBase()
  const link = base === null ? undefined : base + link_token
  const piecesFor = (language: string | null): Piece[] => {
    const body = bodyFor(letter.bodies, language, account.language)
    const known = texts.get(body)
    if (known !== undefined) return known
    const pieces = piecesOf(body)
    texts.set(body, pieces)
    return pieces
  }
  return async (candidates) => {
    const phones = candidates.map(({ phone }) => phone)
    const [out, operators] = [await optedOutAmong(owner, phones), await operatorsOf(phones)]
    return candidates.map(({ phone, contact_id, language, values }) => {
      const skip = (reason: SkipReason): Person => nothingFor(phone, contact_id, reason)
      if (stops(out.get(phone), letter.class)) return skip('opted_out')
      const operator = operators.get(phone) ?? 'other'
      const asks = ways.operators.get(operator)?.approval_required === true
      if (asks && !approval.operators.has(operator)) return skip('sender_not_approved')
      const { text: given, missing } = merged(piecesFor(language), { ...values, optOutUrl: link })
      if (missing.length > 0) return skip('missing_field')
      const text = letter.smart_encoding ? smartened(given).text : given
      const { encoding, segments } = measure(text)
      if (segments > segments_max || text.trim() === '') return skip('too_long')
      const goes = owner.mode === 'test' || hasRoute(ways, operator, letter.class)
      const unit_price = goes ? prices(operator) : 0
      return {
        phone,
        contact_id,
        skipped: null,
        text,
        encoding,
        segments,
        operator,
        unit_price,
        cost: unit_price * segments,
        failure: goes ? null : 'no_route',
      }
    })
  }
}

const pricesFor = async (
  account: AccountRow,
  { mode }: Owner,
  at: string,
): Promise<(operator: string) => number> =>
  account.billing === 'unmetered' && mode === 'live'
    ? () => 0
    : pricesAt(account.price_list_id, 'sms', at)

export const namesIn = (bodies: Bodies): string[] =>
  [bodies.sw, bodies.en].flatMap((body) => (body === undefined ? [] : namesOf(piecesOf(body))))
