// Hospitals of a hosted service, for its operator; `show` also where there is only one.

import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import type { Hospital } from '../../db/hospital/tenants/platform/shapes.ts'
import { hospital_states } from '../../db/hospital/office/hospitals/words.ts'
import { facility_kinds } from '../../db/hospital/office/places/words.ts'
import { command, done, maybe, orElse, word, yes } from '../frame/grammar/command.ts'
import { commands as moves } from './hospital-moves.ts'
import { hospital, hosted } from '../frame/names/hospital-name.ts'
import { field, numeric, said } from '../frame/grammar/fields.ts'
import { gathered, searched, tableOf } from '../frame/lists.ts'
import { lines } from '../frame/page.ts'
import { out_flag, passwordLines, shownOnce } from '../frame/shown-once.ts'

const list = command('platform hospital list', {
  also: ['hospital list'],
  says: 'Prints the hospitals of this service.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/tenants/platform/shapes.ts')).Hospital,
  }),
  about: 'operator',
  permission: 'platform:read',
  http: 'GET /api/v1/platform/hospitals',
  flags: { ...searched, state: maybe(choice(hospital_states), 'only hospitals in this state') },
  examples: ['kituo platform hospital list', 'kituo platform hospital list --state ACTIVE --json'],
  run: async ({ flags: { limit, search, state }, caller }) => {
    await hosted()
    const by = await caller()
    const { list: hospitals } = await import('../../db/hospital/tenants/platform/hospitals.ts')
    return gathered(limit, (page) =>
      hospitals(by, {
        ...page,
        ...(search === undefined ? {} : { search }),
        ...(state === undefined ? {} : { status: state }),
      }),
    )
  },
  view: tableOf<Hospital>(
    ['Code', (row) => row.code],
    ['Name', (row) => row.name],
    ['State', (row) => row.status],
    ['Country', (row) => row.country],
    ['Accounts', (row) => row.counts.users],
    ['Branches', (row) => row.counts.facilities],
    ['Since', (row, page) => page.time(row.created_at), 'wide'],
  ),
})

const show = command('platform hospital show', {
  also: ['hospital show'],
  says: 'Prints one hospital; without a code the only one.',
  class: 'R',
  reply: async () => ({
    whole: (await import('../../db/hospital/tenants/platform/shapes.ts')).Hospital,
  }),
  about: 'operator',
  permission: 'platform:read',
  http: 'GET /api/v1/platform/hospitals/:id',
  asks: { hospital: maybe(text('the code of a hospital', /^[^\s\0]{1,40}$/), 'by its code') },
  examples: ['kituo hospital show', 'kituo platform hospital show st-mary --json'],
  run: async ({ asked, caller }) => {
    const by = await caller()
    const { only } = await import('../../db/hospital/office/hospitals/hospitals.ts')
    const { called, find } = await import('../../db/hospital/tenants/platform/hospitals.ts')
    if (asked.hospital === undefined) {
      const { deployment } = await import('../../db/appliance/deployment/kind.ts')
      const one = deployment() === 'single' ? await only() : undefined
      if (one !== undefined) return done('', await find(by, one.id))
      await hosted()
    }
    return done('', await find(by, (await called(asked.hospital ?? '')).id))
  },
})

const create = command('platform hospital create', {
  also: ['hospital create'],
  says: 'Opens a hospital with its main branch and its first administrator.',
  class: 'M',
  reply: async () => ({
    within: { hospital: (await import('../../db/hospital/tenants/platform/shapes.ts')).Hospital },
  }),
  about: 'operator',
  permission: 'platform:hospital',
  http: 'POST /api/v1/platform/hospitals',
  transaction: 'rule',
  asks: { hospital },
  flags: {
    name: word(text('2 to 120 characters'), 'the hospital'),
    country: orElse(text('two letters, for example TZ'), 'TZ', 'where it is'),
    currency: field('without it: the country’s'),
    timezone: field('without it: the country’s'),
    contact: word(text('2 to 120 characters'), 'who answers for it'),
    contact_email: field('the contact’s mail address'),
    contact_phone: field('the contact’s telephone number'),
    facility_name: orElse(text('2 to 120 characters'), 'Main', 'the main branch'),
    facility_code: orElse(text('2 to 8 capitals and digits'), 'MAIN', 'its code'),
    facility_kind: maybe(choice(facility_kinds), 'its kind'),
    admin: word(text('2 to 120 characters'), 'the first administrator'),
    username: orElse(text('a user name'), 'admin', 'the administrator’s user name'),
    email: field('the administrator’s mail address'),
    phone: field('the administrator’s telephone number'),
    evaluation_days: field('how long it may be tried: 0 to 180'),
    if_absent: yes('there already is done'),
    ...out_flag,
  },
  exits: [4],
  examples: [
    'kituo platform hospital create st-mary --name "St Mary" --contact "Asha Komba" --admin "Juma Ali"',
    'kituo hospital create st-luke --name "St Luke" --contact Ali --admin Juma --out ./st-luke.txt',
  ],
  plan: async ({ asked, flags }) => {
    await hosted()
    const { byCode } = await import('../../db/hospital/office/hospitals/hospitals.ts')
    return {
      steps: [`open the hospital ${asked.hospital}, ${flags.name}`],
      nothing: flags.if_absent && (await byCode(asked.hospital)) !== undefined,
    }
  },
  run: async (frame) => {
    const { asked, flags } = frame
    await hosted()
    const by = await frame.caller()
    const { byCode } = await import('../../db/hospital/office/hospitals/hospitals.ts')
    const rules = await import('../../db/hospital/tenants/platform/hospitals.ts')
    const standing = flags.if_absent ? await byCode(asked.hospital) : undefined
    if (standing !== undefined) {
      const data = { hospital: await rules.find(by, standing.id), invitation: null, ...nothing }
      return done(`${standing.code} is there already.`, data, { changed: false })
    }
    const { HospitalInput } = await import('../../db/hospital/tenants/platform/shapes.ts')
    const { administrator, ...made } = await rules.open(
      by,
      await said(HospitalInput, bodyOf(asked.hospital, flags)),
    )
    const { user, invitation, temporary_password } = administrator
    const once = await shownOnce(frame, user.username, temporary_password)
    return done(`${made.name} is open: ${made.code}.`, { hospital: made, invitation, ...once })
  },
  view: ({ hospital: made, invitation, ...once }, page) =>
    lines(
      [
        ['Hospital', `${made.name} (${made.code})`],
        ...passwordLines(once),
        ...(invitation === null ? [] : [['Sent to', invitation.sent_to] as [string, string]]),
      ],
      page,
    ),
})

export const commands = [list, show, create, ...moves]

const nothing = { username: '', temporary_password: null, password_file: null }

const some = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const bodyOf = (code: string, flags: Readonly<Record<string, unknown>>) => ({
  code,
  name: flags['name'],
  country: flags['country'],
  currency: flags['currency'],
  timezone: flags['timezone'],
  contact: some({
    name: flags['contact'],
    email: flags['contact_email'],
    phone: flags['contact_phone'],
  }),
  facility: some({
    code: flags['facility_code'],
    name: flags['facility_name'],
    kind: flags['facility_kind'],
  }),
  administrator: some({
    full_name: flags['admin'],
    username: flags['username'],
    email: flags['email'],
    phone: flags['phone'],
  }),
  evaluation_days: numeric(flags['evaluation_days'] as string | undefined),
})
