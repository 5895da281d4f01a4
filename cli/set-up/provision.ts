// `kituo provision`: the first hospital in a database that has a schema and no hospital (OPS-81).

import { text } from '../../db/appliance/configuration/kinds.ts'
import { command, done, word } from '../frame/grammar/command.ts'
import { init_flags } from './init.ts'
import { lines } from '../frame/page.ts'
import { out_flag, passwordLines, shownOnce } from '../frame/shown-once.ts'

const line = text('1 to 120 characters', /^[^\0\n]{1,120}$/)

const provision = command('provision', {
  says: 'Makes the first hospital: main branch, roles, first administrator.',
  class: 'M',
  about: 'operator',
  permission: null,
  transaction: 'rule',
  flags: {
    name: word(line, 'the hospital'),
    code: { ...init_flags.code, needed: true },
    short_name: init_flags.short_name,
    country: init_flags.country,
    currency: init_flags.currency,
    timezone: init_flags.timezone,
    facility_name: init_flags.facility,
    facility_code: init_flags.facility_code,
    modules: init_flags.modules,
    admin: word(line, 'the first administrator'),
    username: init_flags.admin_user,
    email: init_flags.admin_email,
    phone: init_flags.admin_phone,
    ...out_flag,
  },
  examples: [
    'kituo provision --name "St Mary" --code st-mary --country TZ --admin "Asha Komba"',
    'kituo provision --name "St Mary" --code st-mary --admin Asha --modules theatre,maternity --json',
  ],
  plan: async ({ flags }) => ({
    steps: [
      `make the hospital ${flags.name}`,
      `make its main branch ${flags.facility_code ?? 'MAIN'}, its roles and sequences`,
      `open the account of ${flags.admin}, with a temporary password`,
    ],
  }),
  run: async (frame) => {
    const { flags } = frame
    const { operator } = await import('../../db/core/caller.ts')
    const { deployment } = await import('../../db/appliance/deployment/kind.ts')
    const { provision: make } = await import('../../db/hospital/tenants/provisioning/provision.ts')
    const by = await frame.caller()
    const { name, code = '', short_name, country = 'TZ', currency, timezone, modules } = flags
    const made = await make(
      (hospital_id) => operator(hospital_id, by.name),
      {
        name,
        code,
        short_name,
        country,
        currency,
        timezone,
        modules,
        facility: { name: flags.facility_name ?? 'Main', code: flags.facility_code ?? 'MAIN' },
        administrator: {
          username: flags.username ?? 'admin',
          full_name: flags.admin,
          email: flags.email,
          phone: flags.phone,
        },
      },
      deployment(),
    )
    const once = await shownOnce(frame, made.username, made.password)
    const { hospital } = made
    return done(`${hospital.name} is set up.`, {
      hospital: { code: hospital.code, name: hospital.name, country: hospital.country },
      facility: flags.facility_code ?? 'MAIN',
      ...once,
    })
  },
  view: ({ hospital, facility, ...once }, page) =>
    lines(
      [
        ['Hospital', `${hospital.name} (${hospital.code})`],
        ['Branch', facility],
        ...passwordLines(once),
      ],
      page,
    ),
})

export const commands = [provision]
