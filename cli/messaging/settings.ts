// Settings of the whole of messaging (messaging 2.23), and the virtual clock of a test mode.

import { text, whole } from '../../db/appliance/configuration/kinds.ts'
import { settable, setting_rules, type SettingName } from '../../db/messaging/settings/words.ts'
import { command, done, word, words } from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'
import { account_flag, by, called } from './frame.ts'
import { shown } from '../frame/page.ts'
import { usage } from '../frame/grammar/usage.ts'

const setting_name = { ...text('the name of a setting', /^[a-z_]{1,60}$/), words: settable }

interface SettingLine {
  name: string
  value: unknown
  standard: unknown
}

const show = command('messaging settings', {
  says: 'Prints the settings of messaging, and what they are when nobody changes them.',
  class: 'R',
  permission: 'gateway:read',
  examples: ['kituo messaging settings', 'kituo messaging settings --json'],
  run: async () => {
    const { settings } = await import('../../db/messaging/settings/settings.ts')
    const now = await settings()
    const found = settable.map(
      (name): SettingLine => ({
        name,
        value: now[name],
        standard: setting_rules[name].otherwise,
      }),
    )
    return done('', found, { total: found.length })
  },
  view: tableOf<SettingLine>(
    ['Name', (row) => row.name],
    ['Value', (row) => shown(row.value)],
    [
      'Standard',
      (row) =>
        JSON.stringify(row.value) === JSON.stringify(row.standard) ? '' : shown(row.standard),
      'wide',
    ],
  ),
})

/** As the setting has it: a list by commas, a number, a switch; `-` is what it was at first. */
function read(name: SettingName, typed: readonly string[]): unknown {
  const { kind } = setting_rules[name]
  const whole_text = typed.join(' ')
  if (whole_text === '-') return setting_rules[name].otherwise
  switch (kind.is) {
    case 'words':
      return typed.flatMap((one) => one.split(',')).filter((one) => one !== '')
    case 'wholes':
      return typed.flatMap((one) => one.split(',')).map(Number)
    case 'whole':
      return /^-?\d+$/.test(whole_text) ? Number(whole_text) : whole_text
    case 'flag':
      return whole_text === 'true' || whole_text === 'on'
        ? true
        : whole_text === 'false' || whole_text === 'off'
          ? false
          : whole_text
    case 'quiet':
      try {
        return JSON.parse(whole_text) as unknown
      } catch {
        throw usage('value', `${name} takes JSON, like {"start":"20:00","end":"08:00"}.`)
      }
    case 'text':
      return whole_text
  }
}

const set = command('messaging set', {
  says: 'Changes one setting of messaging; - puts it back to what it was at first.',
  class: 'M',
  permission: 'gateway:manage',
  confirm: 'C1',
  asks: {
    name: word(setting_name, 'which'),
    value: { ...words(text('a value', /^[^\0]{1,4000}$/), 'what it shall be'), needed: true },
  },
  examples: [
    'kituo messaging set webhook_allow_cidrs 10.0.0.0/8',
    'kituo messaging set queue_max_per_account 1000000 --yes --json',
  ],
  plan: async ({ asked }) => ({ steps: [`set ${asked.name} to ${asked.value.join(' ')}`] }),
  run: async ({ asked, caller }) => {
    const known = settable.find((name) => name === asked.name)
    if (known === undefined) throw usage('value', `there is no setting ${asked.name}.`)
    const { change, settings } = await import('../../db/messaging/settings/settings.ts')
    const { note } = await import('../../db/messaging/accounts/audit.ts')
    const before = JSON.stringify((await settings())[known])
    const who = await by(caller)
    const now = await change({ [known]: read(known, asked.value) }, who.actor)
    const changed = JSON.stringify(now[known]) !== before
    if (changed) await note(who, 'setting.change', { entity: 'setting', label: known })
    const data = { name: known, value: now[known] as unknown }
    return done(`${known} is ${shown(now[known])}.`, data, { changed })
  },
  view: () => null,
})

const clockShow = command('messaging clock show', {
  says: 'Prints the virtual clock of an account in test mode.',
  class: 'R',
  permission: 'gateway:read',
  flags: account_flag,
  examples: [
    'kituo messaging clock show --account Duka',
    'kituo messaging clock show --account Duka --json',
  ],
  run: async ({ flags }) => {
    const { clockOf } = await import('../../db/messaging/testing/clock.ts')
    return done('', await clockOf(await testOwner(flags.account)))
  },
})

const clockAdvance = command('messaging clock advance', {
  says: 'Moves the clock of a test mode forward; what is due on the way happens.',
  class: 'M',
  permission: 'gateway:manage',
  transaction: 'rule',
  asks: { seconds: word(whole(1, 40_000_000), 'by how many seconds') },
  flags: account_flag,
  examples: [
    'kituo messaging clock advance 7950 --account Duka',
    'kituo messaging clock advance 86400 --account Duka --json',
  ],
  plan: async ({ asked, flags }) => ({
    steps: [`move the test clock of ${flags.account} ${asked.seconds} s forward`],
  }),
  run: async ({ asked, flags }) => {
    const { advance } = await import('../../db/messaging/testing/clock.ts')
    const found = await advance(await testOwner(flags.account), asked.seconds)
    return done(`It is ${found.now} there.`, found)
  },
})

const clockReset = command('messaging clock reset', {
  says: 'Erases what an account holds in test mode: messages, contacts, clock; the webhook stays.',
  class: 'M',
  permission: 'gateway:manage',
  confirm: 'C1',
  flags: account_flag,
  examples: [
    'kituo messaging clock reset --account Duka',
    'kituo messaging clock reset --account Duka --yes --json',
  ],
  plan: async ({ flags }) => ({ steps: [`erase the test data of ${flags.account}`] }),
  run: async ({ flags }) => {
    const { reset } = await import('../../db/messaging/testing/reset.ts')
    const found = await reset(await testOwner(flags.account))
    return done('Its test mode begins anew.', found)
  },
})

async function testOwner(typed: string) {
  const { ownerIn } = await import('../../db/messaging/accounts/accounts.ts')
  return ownerIn(await called(typed), 'test')
}

export const commands = [show, set, clockShow, clockAdvance, clockReset]
