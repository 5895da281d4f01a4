// The hospital's mail server. Its password is asked for or read from a file, and never shown.

import { choice, text, whole } from '../../db/appliance/configuration/kinds.ts'
import { encryptions } from '../../db/hospital/office/settings/words.ts'
import { command, done, maybe, maybeFile, word } from '../frame/grammar/command.ts'
import { field, onOrOff, said, truth } from '../frame/grammar/fields.ts'
import { lines } from '../frame/page.ts'

const show = command('mail show', {
  says: 'Prints the mail server; its password is never shown.',
  class: 'R',
  reply: async () => ({
    whole: (await import('../../db/hospital/office/settings/shapes.ts')).EmailConfig,
  }),
  permission: 'setting:read',
  http: 'GET /api/v1/settings/email',
  examples: ['kituo mail show', 'kituo mail show --field data.smtp.host'],
  run: async ({ caller }) => {
    const { find } = await import('../../db/hospital/office/settings/email.ts')
    const found = await find(await caller())
    return done(found === null ? 'No mail server is set up.' : '', found)
  },
  view: (found, page) =>
    found === null
      ? 'No mail server is set up.'
      : lines(
          [
            ['Server', `${found.smtp.host}:${found.smtp.port}`],
            ['Encryption', found.smtp.encryption],
            ['Username', found.smtp.username],
            ['Password', found.smtp.password],
            ['From', [found.from.name, found.from.email].filter((one) => one !== null).join(' ')],
            ['On', found.is_active ? 'yes' : 'no'],
            ['Last test', found.last_test?.message],
          ],
          page,
        ),
})

const set = command('mail set', {
  says: 'Sets the mail server; what is not said stays as it is.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/office/settings/shapes.ts')).EmailConfig,
  }),
  permission: 'setting:update',
  http: 'PUT /api/v1/settings/email',
  flags: {
    host: field('the server'),
    port: maybe(whole(1, 65_535), 'its port: 465 or 587'),
    encryption: maybe(choice(encryptions), 'how the line is closed to others'),
    username: field('the name for the server; its password is asked for'),
    password_file: maybeFile('the password; - is standard input'),
    from: field('the address that mail comes from'),
    from_name: field('the name beside it'),
    active: onOrOff('mail leaves the house: on or off'),
  },
  examples: [
    'kituo mail set --host smtp.example.org --port 587 --username clinic --from info@example.org',
    'kituo mail set --username clinic --password-file -',
  ],
  plan: async ({ flags, caller }) => {
    const { find } = await import('../../db/hospital/office/settings/email.ts')
    const host = flags.host ?? (await find(await caller()))?.smtp.host
    return { steps: [`send mail through ${host ?? 'no server: --host is needed'}`] }
  },
  run: async ({ flags, sent, caller }) => {
    const by = await caller()
    const { EmailConfigBody } = await import('../../db/hospital/office/settings/shapes.ts')
    const { find, put } = await import('../../db/hospital/office/settings/email.ts')
    const before = await find(by)
    const password = sent('password_file')
      ?.bytes.toString('utf8')
      .replace(/\r?\n$/, '')
    const body = await said(EmailConfigBody, {
      from: some({
        email: flags.from ?? before?.from.email,
        name: flags.from_name ?? before?.from.name ?? undefined,
      }),
      is_active: truth(flags.active),
      smtp: some({
        host: flags.host ?? before?.smtp.host,
        port: flags.port ?? before?.smtp.port,
        username: flags.username ?? before?.smtp.username ?? undefined,
        encryption:
          flags.encryption ?? (flags.port === undefined ? before?.smtp.encryption : undefined),
        password,
      }),
    })
    const now = await put(by, body)
    return done(`Mail goes through ${now.smtp.host}.`, now, { next: ['kituo mail test ADDRESS'] })
  },
})

const test = command('mail test', {
  says: 'Sends one message through the mail server.',
  class: 'M',
  permission: 'setting:update',
  http: 'POST /api/v1/settings/email/test',
  transaction: 'rule',
  asks: { address: word(text('a mail address', /^[^\s@\0]+@[^\s@\0]+$/), 'who gets it') },
  exits: [6],
  examples: ['kituo mail test it@example.org', 'kituo mail test it@example.org --json'],
  plan: async ({ asked }) => ({ steps: [`send a test message to ${asked.address}`] }),
  run: async ({ asked, caller }) => {
    const { mailClient } = await import('../frame/hands.ts')
    const { test: send } = await import('../../db/hospital/office/settings/email.ts')
    const result = await send(await caller(), asked.address, await mailClient())
    return done(`Sent to ${result.sent_to}.`, result)
  },
})

export const commands = [show, set, test]

const some = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
