// `kituo init`: an empty data root made into a hospital (OPS-81…84).

import { choice, list, path, text, zone } from '../../db/appliance/configuration/kinds.ts'
import { readConfiguration } from '../../db/appliance/configuration/read.ts'
import { languages } from '../../db/hospital/office/hospitals/words.ts'
import { modules } from '../../db/hospital/modules.ts'
import { command, maybe, yes } from '../frame/grammar/command.ts'
import { lines } from '../frame/page.ts'
import type { SetUp } from './set-up.ts'

const line = text('1 to 120 characters', /^[^\0\n]{1,120}$/)
const hospital_code = text('3 to 20 small letters, digits and hyphens', /^[a-z0-9-]{3,20}$/)
const country = text('two letters, for example TZ', /^[A-Z]{2}$/)
const username = text('3 to 40 small letters, digits, dots and hyphens', /^[a-z0-9._-]{3,40}$/)
const currencies = Intl.supportedValuesOf('currency')
const currency = {
  ...text('a currency code like TZS'),
  read: (written: unknown) => currencies.find((one) => one === written),
  words: currencies,
  refuses: (typed: string) => `${typed} is not a currency code.`,
}

export const init_flags = {
  name: maybe(line, 'the hospital'),
  short_name: maybe(text('1 to 30 characters', /^[^\0\n]{1,30}$/), 'for narrow places'),
  code: maybe(hospital_code, 'its code, as people type it at sign-in'),
  country: maybe(country, 'where it is'),
  currency: maybe(currency, "without it: the country's"),
  timezone: maybe(zone(), "without it: the country's"),
  facility: maybe(line, 'the main branch'),
  facility_code: maybe(
    text('2 to 8 capitals and digits', /^[A-Z0-9]{2,8}$/),
    "the main branch's code",
  ),
  language: maybe(choice(languages), 'of what patients read; without it: by the country'),
  modules: maybe(list(choice(modules)), 'modules that are on at first, with commas between'),
  admin_name: maybe(line, 'the first administrator'),
  admin_user: maybe(username, 'the name for the sign-in'),
  admin_phone: maybe(text('a telephone number', /^[+0-9 ()./-]{6,20}$/), 'for reset codes'),
  admin_email: maybe(text('a mail address', /^[^\s@\0]+@[^\s@\0]+\.[^\s@\0]+$/), 'for reset codes'),
  admin_password_file: maybe(path(), 'a lasting password, instead of a temporary one'),
  admin_out: maybe(path(), 'write the password there instead of printing it'),
  recovery_out: maybe(path(), 'write the recovery words of the backups there'),
  engine: maybe(choice(['sqlite', 'postgres']), 'the database; without it: as configured'),
  database_url_file: maybe(path(), 'holds the address of PostgreSQL, with its password'),
  deployment: maybe(choice(['single', 'hosted']), 'one hospital, or several by workspace code'),
  demo: yes('fill it with made-up people, to try'),
  answers: maybe(path(), 'a TOML file with the same names'),
} as const

const init = command('init', {
  says: 'Sets up a hospital in an empty data root: data, keys, first administrator, first backup.',
  class: 'X',
  never_beside: true,
  needs: 'nothing',
  permission: null,
  exits: [4, 5, 6, 9, 10, 11, 12, 13, 20],
  flags: {
    ...init_flags,
    from_backup: maybe(path(), 'set up from a backup: a file of backup export, or FOLDER/NAME'),
    key_file: maybe(path(), 'with --from-backup: holds a passphrase or the recovery words'),
    if_absent: yes('done already is done'),
  },
  examples: [
    'kituo init',
    'kituo init --name "St Mary Hospital" --code st-mary --admin-name "Asha Komba" --recovery-out words.txt --no-input',
    'kituo init --answers hospital.toml --admin-out ./first-sign-in.txt --recovery-out ./words.txt',
    'kituo init --from-backup /media/usb/kituo/latest --key-file words.txt',
  ],
  plan: async ({ asking, flags, env }) => {
    const configuration = readConfiguration(asking)
    const dir = configuration.get('data.dir')
    const { placesUsed } = await import('./used.ts')
    const uses = placesUsed(configuration, env).slice(1)
    const used = `use ${uses.map(([what, where]) => `${what.toLowerCase()} ${where}`).join(', ')}`
    if (flags.from_backup !== undefined) {
      return {
        steps: [
          used,
          `make the data root ${dir}, with the keys and authorities of the backup`,
          `put ${flags.from_backup} into it and prove it`,
          'end every session and hold every outgoing message',
        ],
      }
    }
    return {
      steps: [
        used,
        `make the data root ${dir}, with keys of its own`,
        'make the first generation of the database, with all migrations',
        'make the repository of the backups, with recovery words that are shown once',
        'make the hospital, its main branch, its roles, its books and its first administrator',
        'make the first backup and read it back',
      ],
    }
  },
  run: async (frame) => {
    const { from_backup, key_file } = frame.flags
    if (from_backup === undefined) {
      const { setUp } = await import('./set-up.ts')
      return setUp(frame, frame.flags)
    }
    const { setUpFromBackup } = await import('./from-backup.ts')
    return setUpFromBackup(frame, { ...frame.flags, from_backup, key_file })
  },
  view: (data, page) => lines(shownSetUp(data), page),
})

const shownSetUp = (data: SetUp): [string, unknown][] => [
  ['Hospital', `${data.hospital.name} (${data.hospital.code})`],
  ...shownIf('Branch', data.facility),
  ['Data', data.data_dir],
  ['Address', data.address],
  ...shownIf('Authority', data.fingerprint),
  ...shownIf('Username', data.admin?.username),
  ...shownIf('Password', data.admin?.password, '   Shown once.'),
  ...shownIf('Password', data.admin?.password_file, '', 'written to '),
  ...shownIf('Recovery words', data.recovery_file, '', 'written to '),
  ...shownIf('First backup', data.first_backup),
  ...shownIf('From', data.from_backup),
]

const shownIf = (
  name: string,
  value: string | null | undefined,
  after = '',
  before = '',
): [string, unknown][] => (value ? [[name, `${before}${value}${after}`]] : [])

export const commands = [init]
