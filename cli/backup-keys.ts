// Who can open the backups. What is secret comes in a file, never in a flag, and goes out once.

import type { Holding, KeySlot } from '../db/backups/slots.ts'
import { choice, text } from '../db/configuration/kinds.ts'
import { opened, openedKeys, repository_flag, repositoryFor } from './backup-frame.ts'
import { command, done, file, type Frame, maybe, maybeFile, word } from './command.ts'
import { tableOf } from './lists.ts'
import { usage } from './usage.ts'

const list = command('backup key list', {
  says: 'Prints who can open the backups of a repository.',
  class: 'R',
  about: 'deployment',
  permission: 'backup:keys',
  exits: [6],
  flags: { ...repository_flag },
  examples: ['kituo backup key list', 'kituo backup key list --json'],
  run: async (frame) => {
    const { slotsOf } = await import('../db/backups/repository.ts')
    const slots = slotsOf(await repositoryFor(frame, frame.flags.repository))
    return done('', slots.map(shownSlot), { total: slots.length })
  },
  view: tableOf<ReturnType<typeof shownSlot>>(
    ['Kind', (row) => row.kind],
    ['Fingerprint', (row) => row.fingerprint],
    ['Label', (row) => row.label],
    ['Made', (row, page) => page.time(row.made_at)],
    [
      'Proved',
      (row, page) => (row.last_proved_at === null ? 'never' : page.time(row.last_proved_at)),
    ],
    ['Id', (row) => row.id, 'wide'],
  ),
})

const test = command('backup key test', {
  says: 'Proves that a passphrase or the recovery words open the backups.',
  class: 'R',
  about: 'deployment',
  permission: 'backup:keys',
  exits: [6, 11],
  flags: { ...repository_flag, file: file('holds the passphrase or the words') },
  examples: ['kituo backup key test --file words.txt', 'kituo backup key test --file - --json'],
  run: async (frame) => {
    const { proveKey, typedHolding } = await import('../db/backups/keys.ts')
    const repository = await repositoryFor(frame, frame.flags.repository)
    const slot = await proveKey(repository, typedHolding(secretIn(frame)))
    return done(`It opens them: ${slot.kind} ${slot.fingerprint}.`, { proved: shownSlot(slot) })
  },
  view: () => null,
})

const add = command('backup key add', {
  says: 'Lets somebody else open the backups: a passphrase, recovery words or a public key.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'backup:keys',
  confirm: 'C1',
  exits: [6, 11],
  asks: { kind: word(choice(['passphrase', 'recovery', 'machine', 'recipient']), 'what it is') },
  flags: {
    ...repository_flag,
    label: maybe(text('a few words', /^[^\0\n]{1,80}$/), 'whose it is'),
    file: maybeFile('holds the passphrase, or the public key as 65 bytes in hexadecimal'),
  },
  examples: ['kituo backup key add recovery', 'kituo backup key add passphrase --file phrase.txt'],
  plan: async ({ asked }) => ({ steps: [`let another ${asked.kind} open the backups`] }),
  run: async (frame) => {
    const { addSlot } = await import('../db/backups/repository.ts')
    const { newWords } = await import('../db/backups/recovery-words.ts')
    const { machineHolding } = await import('../db/backups/keys.ts')
    const { asked, flags } = frame
    const { repository, masters } = await openedKeys(frame, null)
    const made = asked.kind === 'recovery' ? newWords() : null
    const holding: Holding =
      made !== null
        ? { kind: 'recovery', words: made }
        : asked.kind === 'machine'
          ? machineHolding(opened(frame).secrets)
          : asked.kind === 'recipient'
            ? { kind: 'recipient', public_key: Buffer.from(secretIn(frame), 'hex') }
            : { kind: 'passphrase', passphrase: secretIn(frame) }
    const by = { label: flags.label ?? asked.kind, made_by: (await frame.caller()).name }
    const slot = await addSlot(repository, holding, by, masters)
    return done(
      made === null
        ? `Added: ${slot.kind} ${slot.fingerprint}.`
        : `${made}\nShown once. Write the words down.`,
      { ...shownSlot(slot), words: made },
    )
  },
  view: () => null,
})

const shownSlot = ({
  salt: _s,
  wrapped: _w,
  ...slot
}: KeySlot): Omit<KeySlot, 'salt' | 'wrapped'> => slot

function secretIn({ sent }: Pick<Frame, 'sent'>): string {
  const typed = sent('file')?.bytes.toString('utf8').trim()
  if (typed === undefined || typed.length < 12) {
    throw usage('value', '--file holds no passphrase of twelve letters or more.')
  }
  return typed
}

export const commands = [list, test, add]
