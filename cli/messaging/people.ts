// Contacts and opt-outs of an account, as files and by number (messaging 8).

import { choice, path, text } from '../../db/appliance/configuration/kinds.ts'
import { opt_out_scopes, on_existing } from '../../db/messaging/contacts/words.ts'
import type { OptOut } from '../../db/messaging/contacts/shapes.ts'
import type { MessagingCaller } from '../../db/messaging/caller.ts'
import {
  command,
  done,
  file,
  type Frame,
  maybe,
  orElse,
  word,
  words,
  yes,
} from '../frame/grammar/command.ts'
import { limited, tableOf } from '../frame/lists.ts'
import { line, name, owner, spoken, times, walked, whose } from './frame.ts'
import { usage } from '../frame/grammar/usage.ts'

const formats = orElse(choice(['csv', 'jsonl']), 'csv', 'how it is written')
const out = word(path(), 'the file to write')
const phone = text('a telephone number', /^[0-9+ ]{9,20}$/)
const errors_shown = 20

/** By their names or ids. */
async function groupIds(caller: MessagingCaller, typed: readonly string[]): Promise<string[]> {
  const { groupCalled } = await import('../../db/messaging/contacts/groups.ts')
  const found: string[] = []
  for (const one of typed) found.push((await groupCalled(caller, one)).id)
  return found
}

const load = command('messaging contacts import', {
  says: 'Takes contacts from a CSV or JSON file, 50,000 at most.',
  class: 'M',
  permission: 'gateway:manage',
  transaction: 'rule',
  asks: { file: file('the file; - is standard input') },
  flags: {
    ...whose,
    group: words(name, 'a group they join, by name or id'),
    on_existing: orElse(choice(on_existing), 'update', 'what becomes of contacts known already'),
  },
  exits: [20],
  examples: [
    'kituo messaging contacts import ./people.csv --account Duka',
    'kituo messaging contacts import ./people.csv --account Duka --group Clients --on-existing fill --json',
  ],
  plan: async ({ asked, flags }) => ({
    steps: [`read ${asked.file}`, `write its contacts to ${flags.account}`],
  }),
  run: async (frame) => {
    const { caller, flags, sent, progress, house } = frame
    const { bytes } = sent('file') ?? { bytes: Buffer.alloc(0) }
    const who = await owner(caller, flags)
    const group_ids = await groupIds(who, flags.group)
    const json = /^\s*[{[]/.test(bytes.toString('utf8', 0, 200).replace('\ufeff', ''))
    const { readImport } = await import('./hands.ts')
    const { carryOut } = await import('../../db/messaging/contacts/importing.ts')
    progress('read', { bytes: bytes.length })
    const input = json
      ? ({ bytes, kind: 'json' } as const)
      : ({ bytes, kind: 'csv', group_ids, existing: flags.on_existing } as const)
    const read = await readImport(input, house === null)
    const total = read.pieces.reduce((sum, { count }) => sum + count, 0)
    const chosen = json ? { ...read, group_ids, existing: flags.on_existing } : read
    const made = await carryOut(who, chosen, {
      told: (rows) => progress('contacts', { done: rows, total }),
    })
    for (const { row, message } of made.errors.slice(0, errors_shown))
      frame.warn('import.row', `row ${row}: ${message}`)
    const { errors: _errors, errorsUrl: _url, ...data } = made
    return done(
      `${made.created} new, ${made.updated} changed, ${made.unchanged} as they were, ${made.rejected} left out.`,
      data,
      made.rejected > 0 ? { exit: 20 } : {},
    )
  },
})

/** A stream of text goes to the client piece by piece. */
async function written(
  { put, progress }: Pick<Frame, 'put' | 'progress'>,
  pieces: AsyncIterable<string | Buffer>,
): Promise<number> {
  let bytes = 0
  for await (const piece of pieces) {
    const part = Buffer.from(piece as string)
    bytes += part.length
    await put(part)
    progress('written', { bytes })
  }
  return bytes
}

const save = command('messaging contacts export', {
  says: 'Writes the contacts of an account to a file, and that it was taken.',
  class: 'M',
  permission: 'gateway:manage',
  transaction: 'rule',
  flags: {
    ...whose,
    group: words(name, 'only of this group, by name or id'),
    format: formats,
    out,
  },
  examples: [
    'kituo messaging contacts export --account Duka --out ./people.csv',
    'kituo messaging contacts export --account Duka --group Clients --format jsonl --out ./people.jsonl',
  ],
  plan: async ({ flags }) => ({
    steps: [`write the contacts of ${flags.account} to ${flags.out}`],
  }),
  run: async (frame) => {
    const { caller, flags } = frame
    if (flags.group.length > 1) throw usage('value', '--group is given once here.')
    const who = await owner(caller, flags)
    const [groupId] = await groupIds(who, flags.group)
    const { contactsFile } = await import('../../db/messaging/contacts/export.ts')
    const stream = await contactsFile(who, { format: flags.format, ...spoken({ groupId }) })
    const bytes = await written(frame, stream)
    return done(`The contacts are in ${flags.out}.`, { file: flags.out, bytes })
  },
})

const optOutAdd = command('messaging optout add', {
  says: 'Records that numbers want no more messages; what waits for them fails.',
  class: 'M',
  permission: 'gateway:manage',
  asks: { phones: { ...words(phone, 'one number or more'), needed: true } },
  flags: {
    ...whose,
    scope: orElse(choice(opt_out_scopes), 'all', 'what they want no more of'),
    note: maybe(line, 'how it was said'),
  },
  examples: [
    'kituo messaging optout add 0712345678 --account Duka --note "said at the desk"',
    'kituo messaging optout add 0712345678 0754000111 --account Duka --scope promotional --json',
  ],
  plan: async ({ asked, flags }) => ({
    steps: [`send nothing more of ${flags.account} to ${asked.phones.join(', ')}`],
  }),
  run: async ({ asked, flags, caller }) => {
    const { create } = await import('../../db/messaging/opt-outs/opt-outs.ts')
    const who = await owner(caller, flags)
    const found = await create(who, {
      phones: [...asked.phones],
      scope: flags.scope,
      ...spoken({ note: flags.note }),
    })
    return done(
      `${found.created} new, ${found.widened} widened, ${found.already} as they were.`,
      found,
      { changed: found.created + found.widened > 0 },
    )
  },
})

const optOutLift = command('messaging optout lift', {
  says: 'Lets a number be written to again, with a note of its consent.',
  class: 'M',
  permission: 'gateway:manage',
  confirm: 'C1',
  also: ['messaging optout remove'],
  asks: { phone: word(phone, 'the number') },
  flags: { ...whose, note: word(line, 'how consent was given; kept as evidence') },
  examples: [
    'kituo messaging optout lift 0712345678 --account Duka --note "asked for it in writing"',
    'kituo messaging optout lift 0712345678 --account Duka --note "asked in writing" --yes --json',
  ],
  plan: async ({ asked, flags }) => ({
    steps: [`let ${flags.account} write to ${asked.phone} again`],
  }),
  run: async ({ asked, flags, caller }) => {
    const { liftByApi } = await import('../../db/messaging/opt-outs/opt-outs.ts')
    const { LiftInput } = await import('../../db/messaging/contacts/shapes.ts')
    const { readStrictly } = await import('../../db/messaging/strict.ts')
    const { consentNote } = readStrictly(LiftInput, { consentNote: flags.note })
    const lifted = await liftByApi(await owner(caller, flags), asked.phone, consentNote)
    return done(`${lifted.phone} may be written to again.`, lifted)
  },
})

const optOutList = command('messaging optout list', {
  says: 'Prints who wants no messages, the newest first.',
  class: 'R',
  permission: 'gateway:read',
  flags: {
    ...limited,
    ...whose,
    ...times,
    scope: maybe(choice(opt_out_scopes), 'only this scope'),
    lifted: yes('those that were lifted, instead of those in force'),
  },
  examples: [
    'kituo messaging optout list --account Duka',
    'kituo messaging optout list --account Duka --scope all --since 2027-01-01 --json',
  ],
  run: async ({ flags, caller }) => {
    const { list } = await import('../../db/messaging/opt-outs/opt-outs.ts')
    const who = await owner(caller, flags)
    const filters = spoken({ scope: flags.scope, since: flags.since, until: flags.until })
    return walked(flags.limit, (page) => list(who, { ...page, ...filters, lifted: flags.lifted }))
  },
  view: tableOf<OptOut>(
    ['Number', (row) => row.phone],
    ['Scope', (row) => row.scope],
    ['Source', (row) => row.source],
    ['Since', (row, page) => page.time(row.createdAt)],
    ['Lifted', (row, page) => page.time(row.liftedAt)],
    ['Note', (row) => row.note, 'wide'],
  ),
})

const optOutExport = command('messaging optout export', {
  says: 'Writes the opt-outs of an account to a file of evidence, and that it was taken.',
  class: 'M',
  permission: 'gateway:manage',
  transaction: 'rule',
  flags: { ...whose, ...times, format: formats, out },
  examples: [
    'kituo messaging optout export --account Duka --out ./opt-outs.csv',
    'kituo messaging optout export --account Duka --since 2027-01-01 --format jsonl --out ./opt-outs.jsonl',
  ],
  plan: async ({ flags }) => ({
    steps: [`write the opt-outs of ${flags.account} to ${flags.out}`],
  }),
  run: async (frame) => {
    const { caller, flags } = frame
    const { everyOne } = await import('../../db/messaging/opt-outs/opt-outs.ts')
    const { optOutsFile } = await import('../../db/messaging/contacts/export.ts')
    const { note } = await import('../../db/messaging/accounts/audit.ts')
    const { within } = await import('../../db/store/connection.ts')
    const who = await owner(caller, flags)
    const about = { owner: who, entity: 'opt_out', changes: { format: flags.format } }
    await within(() => note(who, 'opt_out.export', about))
    const rows = everyOne(who, spoken({ since: flags.since, until: flags.until }))
    const bytes = await written(frame, optOutsFile(flags.format, rows))
    return done(`The opt-outs are in ${flags.out}.`, { file: flags.out, bytes })
  },
})

export const commands = [load, save, optOutAdd, optOutLift, optOutList, optOutExport]
