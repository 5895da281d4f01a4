// What the commands of messaging share: who acts, which account is meant, and lists by cursor.

import { choice, day, instant, type Kind, text } from '../../db/appliance/configuration/kinds.ts'
import type { Caller } from '../../db/core/caller.ts'
import { type Actor, type MessagingCaller, type Mode, modes } from '../../db/messaging/caller.ts'
import type { Asked as ListAsked, Listed } from '../../db/messaging/cursors.ts'
import { done, maybe, orElse, type Outcome, word } from '../frame/grammar/command.ts'
import { lines, type Page } from '../frame/page.ts'

export const name = text('a name of 2 to 160 characters', /^[^\0]{2,160}$/)
export const line = text('text', /^[^\0]{1,300}$/)
export const id = text('an id', /^[^\s\0]{1,64}$/)
export const sum = text('an amount, like 500 or 18.50', /^-?\d{1,12}(\.\d{1,2})?$/)
/** A day alone begins at midnight UTC. */
export const day_time: Kind<string> = {
  ...instant(),
  takes: 'a moment like 2027-02-03T08:00:00Z',
  read: (written) => day().read(written) ?? instant().read(written),
}

/** The account of a command whose noun is another thing. */
export const account_flag = { account: word(name, 'the account, by name or id') }
export const mode_flag = { mode: orElse(choice(modes), 'live', 'in which mode') }
/** Left out, every account. */
export const any_account = { account: maybe(name, 'only this account, by name or id') }
export const whose = { ...account_flag, ...mode_flag }
export const times = {
  since: maybe(day_time, 'from this moment on'),
  until: maybe(day_time, 'before this moment'),
}

/** `-` says that there shall be none. */
export const orNone = (kind: Kind<string>): Kind<string> => ({
  ...kind,
  read: (typed) => (typed === '-' ? '-' : kind.read(typed)),
})

type Who = () => Promise<Caller>

export const by = async (caller: Who): Promise<Actor> => ({ actor: (await caller()).name })

export async function called(typed: string) {
  const { accountCalled } = await import('../../db/messaging/accounts/accounts.ts')
  const { noneCalled } = await import('../../db/core/refusal.ts')
  const found = await accountCalled(typed)
  if (found === undefined) throw noneCalled('messaging account', typed)
  return found
}

/** What a list over every account is narrowed to. */
export const within = async (typed: string | undefined): Promise<{ account_id?: string }> =>
  typed === undefined ? {} : { account_id: (await called(typed)).id }

/** The account itself in one of its modes, acting through whoever types. */
export async function owner(
  caller: Who,
  flags: { account: string; mode: Mode },
): Promise<MessagingCaller> {
  const { ownerIn } = await import('../../db/messaging/accounts/accounts.ts')
  const { ownerCaller } = await import('../../db/messaging/caller.ts')
  const { request_id } = await caller()
  return ownerCaller(
    ownerIn(await called(flags.account), flags.mode),
    await by(caller),
    request_id ?? undefined,
  )
}

/** What is printed this once: to a person as well as to a script. */
export const onceView = (
  title: string,
  secret: string,
  beside: readonly (readonly [string, unknown])[],
  page: Page,
): string => lines([[title, `${secret}   Shown once.`], ...beside], page)

const page_size = 200

/** Page by page, up to --limit; how many there are at all, nobody counts. */
export async function walked<T>(
  limit: number,
  list: (asked: ListAsked) => Promise<Listed<T>>,
): Promise<Outcome<T[]>> {
  const found: T[] = []
  let cursor: string | null = null
  do {
    const asked: ListAsked = { limit: page_size, ...(cursor === null ? {} : { cursor }) }
    const { data, nextCursor }: Listed<T> = await list(asked)
    found.push(...data)
    cursor = nextCursor
  } while (cursor !== null && (limit === 0 || found.length < limit))
  const kept = limit === 0 ? found : found.slice(0, limit)
  const more = cursor !== null || kept.length < found.length
  return done(
    more ? `The first ${kept.length}.` : `${kept.length}.`,
    kept,
    more ? {} : { total: kept.length },
  )
}

/** Only what was said: rules tell `undefined` from left out. */
export const spoken = <T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never
