// `kituo init`: an empty data root made into a hospital (OPS-81…84).

import { choice, list, path, text, zone } from '../db/configuration/kinds.ts'
import { readConfiguration } from '../db/configuration/read.ts'
import { modules } from '../db/hospital/modules.ts'
import { command, maybe, yes } from './command.ts'
import { lines } from './page.ts'

const line = text('1 to 120 characters', /^[^\0\n]{1,120}$/)
const hospital_code = text('3 to 20 small letters, digits and hyphens', /^[a-z0-9-]{3,20}$/)
const country = text('two letters, for example TZ', /^[A-Z]{2}$/)
const username = text('3 to 40 small letters, digits, dots and hyphens', /^[a-z0-9._-]{3,40}$/)
const currencies = Intl.supportedValuesOf('currency')
const currency = {
  ...text('a currency code like TZS'),
  read: (written: unknown) => currencies.find((one) => one === written),
  words: currencies,
}

export const init_flags = {
  name: maybe(line, 'the hospital'),
  short_name: maybe(text('1 to 30 characters', /^[^\0\n]{1,30}$/), 'for narrow places'),
  code: maybe(hospital_code, 'its code, as people type it at sign-in'),
  country: maybe(country, 'where it is'),
  currency: maybe(currency, "without it: the country's"),
  timezone: maybe(zone(), "without it: the country's"),
  facility: maybe(line, 'the main branch'),
  facility_code: maybe(text('2 to 10 capitals and digits', /^[A-Z0-9-]{2,10}$/), 'its code'),
  modules: maybe(list(choice(modules)), 'modules that are on at first, with commas between'),
  admin_name: maybe(line, 'the first administrator'),
  admin_user: maybe(username, 'the name for the sign-in'),
  admin_phone: maybe(text('a telephone number', /^[+0-9 ()./-]{6,20}$/), 'for reset codes'),
  admin_email: maybe(text('a mail address', /^[^\s@\0]+@[^\s@\0]+\.[^\s@\0]+$/), 'for reset codes'),
  admin_password_file: maybe(path(), 'a lasting password, instead of a temporary one'),
  admin_out: maybe(path(), 'write the password there instead of printing it'),
  answers: maybe(path(), 'a TOML file with the same names'),
} as const

const init = command('init', {
  says: 'Sets up a hospital in an empty data root: data, keys, first administrator.',
  class: 'X',
  needs: 'nothing',
  permission: null,
  exits: [4, 5, 9, 12, 13],
  flags: { ...init_flags, if_absent: yes('done already is done') },
  examples: [
    'kituo init',
    'kituo init --name "St Mary Hospital" --code st-mary --admin-name "Asha Komba" --no-input',
    'kituo init --answers hospital.toml --admin-out ./first-sign-in.txt',
  ],
  plan: async ({ asking }) => {
    const dir = readConfiguration(asking).get('data.dir')
    return {
      steps: [
        `make the data root ${dir}, with keys of its own`,
        'make the first generation of the database, with all migrations',
        'make the hospital, its main branch, its roles and its first administrator',
      ],
    }
  },
  run: async (frame) => {
    const { setUp } = await import('./set-up.ts')
    return setUp(frame, frame.flags)
  },
  view: ({ admin, hospital, facility, fingerprint, data_dir }, page) =>
    lines(
      [
        ['Hospital', `${hospital.name} (${hospital.code})`],
        ['Branch', facility ?? ''],
        ['Data', data_dir],
        ...(fingerprint === undefined ? [] : [['Authority', fingerprint] as const]),
        ...(admin === null ? [] : [['Username', admin.username] as const]),
        ...(admin?.password === undefined
          ? []
          : [['Password', `${admin.password}   Shown once.`] as const]),
        ...(admin?.password_file === undefined
          ? []
          : [['Password', `written to ${admin.password_file}`] as const]),
      ],
      page,
    ),
})

export const commands = [init]
