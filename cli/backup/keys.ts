// Who can open the backups. What is secret comes in a file, never in a flag, and goes out once.

import type { Holding, KeySlot } from '../../db/appliance/backups/slots.ts'
import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import { opened, openedKeys, repository_flag, repositoryFor } from './frame.ts'
import {
  command,
  done,
  file,
  type Frame,
  maybe,
  maybeFile,
  word,
} from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'
import { usage } from '../frame/grammar/usage.ts'

const list = command('backup key list', {
  says: 'Prints who can open the backups of a repository.',
  class: 'R',
  about: 'deployment',
  permission: 'backup:keys',
  exits: [6],
  flags: { ...repository_flag },
  examples: ['kituo backup key list', 'kituo backup key list --json'],
  run: async (frame) => {
    const { slotsOf } = await import('../../db/appliance/backups/repository.ts')
    const { looking } = await import('../../db/appliance/backups/answers.ts')
    const slots = await looking(async () =>
      slotsOf(await repositoryFor(frame, frame.flags.repository)),
    )
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
    const { proveKey, typedHolding } = await import('../../db/appliance/backups/keys.ts')
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
    file: maybeFile('holds the passphrase'),
    public_key: maybeFile('of a recipient: 65 bytes in hexadecimal'),
  },
  examples: [
    'kituo backup key add recovery',
    'kituo backup key add passphrase --file phrase.txt',
    'kituo backup key add recipient --public-key usb.hex --label "the safe"',
  ],
  plan: async ({ asked }) => ({ steps: [`let another ${asked.kind} open the backups`] }),
  run: async (frame) => {
    const { addSlot } = await import('../../db/appliance/backups/repository.ts')
    const { newWords } = await import('../../db/appliance/backups/recovery-words.ts')
    const { machineHolding } = await import('../../db/appliance/backups/keys.ts')
    const { asked, flags } = frame
    const { repository, masters } = await openedKeys(frame, null)
    const made = asked.kind === 'recovery' ? newWords() : null
    const holding: Holding =
      made !== null
        ? { kind: 'recovery', words: made }
        : asked.kind === 'machine'
          ? machineHolding(opened(frame).secrets)
          : asked.kind === 'recipient'
            ? { kind: 'recipient', public_key: await publicKeyIn(frame) }
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

const rotate = command('backup key rotate', {
  says: 'Makes a new master key; what was made before stays readable.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'backup:keys',
  confirm: 'C2',
  reason: 'must',
  exits: [6, 11],
  flags: {
    ...repository_flag,
    file: maybeFile('holds the passphrase or the words of one slot more'),
  },
  examples: [
    'kituo backup key rotate --reason "the sheet was lost"',
    'kituo backup key rotate --file words.txt --reason "once a year" --yes --confirm local',
  ],
  plan: async (frame) => {
    const repository = await repositoryFor(frame, frame.flags.repository)
    return {
      steps: [`make master key ${repository.master + 1} and wrap it for the keys at hand`],
      type: repository.name,
    }
  },
  run: async (frame) => {
    const { rotateMaster } = await import('../../db/appliance/backups/rotate.ts')
    const { machineHolding, typedHolding } = await import('../../db/appliance/backups/keys.ts')
    const { withLock } = await import('../../db/appliance/backups/repository-lock.ts')
    const typed = frame.sent('file') === undefined ? [] : [typedHolding(secretIn(frame))]
    const { repository, masters } = await openedKeys(frame, null, typed)
    const machine = machineHolding(opened(frame).secrets)
    const { master, renewed, old_only } = await withLock(
      repository,
      'kituo backup key rotate',
      () => rotateMaster(repository, masters, [machine, ...typed]),
    )
    for (const slot of old_only) {
      frame.warn(
        'backup.slot_old',
        `${slot.kind} ${slot.fingerprint} opens what was made before, and nothing new: add it anew.`,
      )
    }
    return done(`Master key ${master} seals from now on.`, {
      master,
      renewed: renewed.map(shownSlot),
      old_only: old_only.map(shownSlot),
    })
  },
  view: () => null,
})

const remove = command('backup key remove', {
  says: 'Takes a key away; the last that a person can prove stays.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'backup:keys',
  confirm: 'C2',
  reason: 'must',
  exits: [6],
  asks: { slot: word(text('the fingerprint or id of a slot', /^[\w-]{8,36}$/), 'which') },
  flags: { ...repository_flag },
  examples: [
    'kituo backup key remove 4c1e77d0 --reason "the sheet was lost"',
    'kituo backup key remove 4c1e77d0 --reason lost --yes --confirm 4c1e77d0',
  ],
  plan: async ({ asked }) => ({ steps: [`remove ${asked.slot}`], type: asked.slot }),
  run: async (frame) => {
    const { removeSlot } = await import('../../db/appliance/backups/rotate.ts')
    const repository = await repositoryFor(frame, frame.flags.repository)
    const slot = await removeSlot(repository, frame.asked.slot)
    return done(`Removed: ${slot.kind} ${slot.fingerprint}.`, shownSlot(slot))
  },
  view: () => null,
})

const sheet = command('backup key sheet', {
  says: 'Prints where the backups lie, what opens them and how, for the safe.',
  // Who holds a sheet stands in the audit log.
  class: 'M',
  transaction: 'rule',
  confirm: 'C1',
  about: 'deployment',
  permission: 'backup:keys',
  exits: [6],
  flags: { ...repository_flag },
  examples: ['kituo backup key sheet', 'kituo backup key sheet --repository usb --yes'],
  plan: async (frame) => {
    const { dir } = await repositoryFor(frame, frame.flags.repository)
    return { steps: [`print where ${dir} lies and what opens it`] }
  },
  run: async (frame) => {
    const { slotsOf } = await import('../../db/appliance/backups/repository.ts')
    const { howToOpen } = await import('../../db/appliance/backups/how-to-open.ts')
    const repository = await repositoryFor(frame, frame.flags.repository)
    const slots = await slotsOf(repository)
    const opens = slots.map(
      ({ kind, fingerprint, label, made_at }) =>
        `  ${kind.padEnd(10)} ${fingerprint}  ${label}, ${made_at.slice(0, 10)}`,
    )
    const page = [
      'BACKUPS OF KITUO',
      '',
      `They lie in   ${repository.dir}`,
      `Repository    ${repository.id}`,
      `Master key    ${repository.master}`,
      'They open with:',
      ...opens,
      '',
      'Recovery words (write them here by hand when they are made: kituo backup key add recovery):',
      '  ____ ____ ____ ____ ____ ____ ____ ____ ____',
      '',
      howToOpen().split('Without Kituo')[0] ?? '',
    ].join('\n')
    return done('', { text: page, slots: slots.map(shownSlot) }, { changed: false })
  },
  view: (data) => data.text.trimEnd(),
})

const shownSlot = ({
  salt: _s,
  wrapped: _w,
  ...slot
}: KeySlot): Omit<KeySlot, 'salt' | 'wrapped'> => slot

/** A point that is none of the curve is refused before anything is written. */
async function publicKeyIn(frame: Pick<Frame, 'sent'>): Promise<Buffer> {
  const { createECDH } = await import('node:crypto')
  const key = Buffer.from(secretIn(frame, 'public_key'), 'hex')
  try {
    const own = createECDH('prime256v1')
    own.generateKeys()
    own.computeSecret(key)
    return key
  } catch {
    throw usage('value', '--public-key is no point of P-256: 65 bytes in hexadecimal.')
  }
}

function secretIn({ sent }: Pick<Frame, 'sent'>, flag: 'file' | 'public_key' = 'file'): string {
  const typed = sent(flag)?.bytes.toString('utf8').trim()
  if (typed === undefined || typed.length < 12) {
    throw usage(
      'value',
      flag === 'file'
        ? '--file holds no passphrase of twelve letters or more.'
        : '--public-key is needed: the file of a public key.',
    )
  }
  return typed
}

export const commands = [list, test, add, rotate, remove, sheet]
