// The sign-in of a person for commands (OPS-58). Nobody types these: --as, --approver and the screens do.

import { text } from '../../db/appliance/configuration/kinds.ts'
import { command, done, file, maybeFile, word, yes } from './grammar/command.ts'

const username = word(text('a username', /^[^\0\s]{1,200}$/), 'whose')

const open = command('session open', {
  says: 'Signs a person in for the commands that follow.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: null,
  hidden: true,
  exits: [9],
  asks: { username },
  flags: {
    password: file('holds the password'),
    digits: maybeFile('holds the two-factor code'),
    operator: yes('somebody who runs the service, of no hospital'),
  },
  examples: [
    'kituo session open asha --password -',
    'kituo session open asha --password word.txt --digits code.txt',
  ],
  plan: async ({ asked }) => ({ steps: [`sign ${asked.username} in`] }),
  run: async ({ asked, flags, sent, at, workspace }) => {
    const { signPerson } = await import('../../db/hospital/office/access/users/persons.ts')
    const signed = await signPerson({
      username: asked.username,
      password: lineIn(sent('password')?.bytes) ?? '',
      code: lineIn(sent('digits')?.bytes),
      workspace,
      platform: flags.operator,
      at,
    })
    return done(`${signed.full_name} is signed in.`, signed)
  },
  view: () => null,
})

const close = command('session close', {
  says: 'Ends the sign-in of a person for commands.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: null,
  hidden: true,
  flags: { token: file('holds the token') },
  examples: ['kituo session close --token -', 'kituo session close --token token.txt'],
  plan: async () => ({ steps: ['end the sign-in'] }),
  run: async ({ sent }) => {
    const { leavePerson } = await import('../../db/hospital/office/access/users/persons.ts')
    await leavePerson(lineIn(sent('token')?.bytes) ?? '')
    return done('Signed out.', null)
  },
  view: () => null,
})

const renew = command('session renew', {
  says: 'Goes on with the sign-in of a person, for the screens.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: null,
  hidden: true,
  exits: [9],
  flags: { token: file('holds the token to go on with') },
  examples: ['kituo session renew --token -', 'kituo session renew --token token.txt'],
  plan: async () => ({ steps: ['go on with the sign-in'] }),
  run: async ({ sent, at }) => {
    const { renewPerson } = await import('../../db/hospital/office/access/users/persons.ts')
    const signed = await renewPerson(lineIn(sent('token')?.bytes) ?? '', at)
    return done(`${signed.full_name} is still signed in.`, signed)
  },
  view: () => null,
})

export const commands = [open, close, renew]

const lineIn = (bytes: Buffer | undefined): string | undefined =>
  bytes?.toString('utf8').split(/\r?\n/)[0]
