// The patient portal: accounts, codes of the desk, on and off.

import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import { account_states, checked_documents } from '../../db/hospital/desk/portal/words.ts'
import type { PortalAccount } from '../../db/hospital/desk/portal/shapes.ts'
import { command, done, maybe, word } from '../frame/grammar/command.ts'
import { gathered, searched, tableOf } from '../frame/lists.ts'

const accounts = command('portal accounts', {
  says: 'Prints the accounts of patients.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/desk/portal/shapes.ts')).PortalAccount,
  }),
  permission: 'portal:codes',
  http: 'GET /api/v1/portal-accounts',
  flags: { ...searched, status: maybe(choice(account_states), 'only in this state') },
  examples: ['kituo portal accounts', 'kituo portal accounts --status SUSPENDED --json'],
  run: async ({ flags: { limit, search, status }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/desk/portal/accounts.ts')
    return gathered(limit, (page) =>
      list(by, {
        ...page,
        ...(search === undefined ? {} : { search }),
        ...(status === undefined ? {} : { status }),
      }),
    )
  },
  view: tableOf<PortalAccount>(
    ['Number', (row) => row.patient.number],
    ['Name', (row) => row.patient.full_name],
    ['State', (row) => row.status],
    ['Last seen', (row, page) => page.time(row.last_seen_at), 'wide'],
  ),
})

const code = command('portal code', {
  says: 'Makes a code with which a patient opens an account; it is printed once.',
  class: 'M',
  rehearses: true,
  reply: async () => ({
    whole: (await import('../../db/hospital/desk/portal/shapes.ts')).IssuedCode,
  }),
  permission: 'portal:codes',
  http: 'POST /api/v1/patients/:id/portal-codes',
  asks: { number: word(text('the number of a patient', /^[A-Za-z0-9/-]{1,40}$/), 'the patient') },
  flags: { document: word(choice(checked_documents), 'by what the person was known') },
  examples: [
    'kituo portal code PT-000412 --document NATIONAL_ID',
    'kituo portal code PT-000412 --document KNOWN_TO_STAFF --json',
  ],
  plan: async ({ asked }) => ({ steps: [`a code for ${asked.number}; older ones end`] }),
  run: async ({ asked, flags, caller }) => {
    const by = await caller()
    const { byNumber } = await import('../../db/hospital/desk/patients/register/find.ts')
    const { noneCalled } = await import('../../db/core/refusal.ts')
    const { issue } = await import('../../db/hospital/desk/portal/codes.ts')
    const [id] = await byNumber(by, asked.number)
    if (id === undefined) throw noneCalled('patient', asked.number)
    const made = await issue(by, id, { checked_document: flags.document })
    return done(`${made.code} for ${asked.number}. Shown once.`, made)
  },
})

const turned = (way: 'on' | 'off') =>
  command(`portal ${way}`, {
    says:
      way === 'on'
        ? 'Opens the patient portal.'
        : 'Shuts the patient portal: every route of it answers 403.',
    class: 'M',
    reply: async () => ({
      whole: (await import('../../db/hospital/desk/portal/shapes.ts')).PortalSettings,
    }),
    permission: 'portal:manage',
    http: 'PATCH /api/v1/portal-settings',
    confirm: way === 'on' ? 'C0' : 'C1',
    examples:
      way === 'on'
        ? ['kituo portal on', 'kituo portal on --json']
        : ['kituo portal off --yes', 'kituo portal off --dry-run'],
    plan: async ({ caller }) => {
      const { settingsOf } = await import('../../db/hospital/desk/portal/settings.ts')
      const { portal_enabled } = await settingsOf(await caller())
      return { steps: [`turn the portal ${way}`], nothing: portal_enabled === (way === 'on') }
    },
    run: async ({ caller }) => {
      const { change } = await import('../../db/hospital/desk/portal/settings.ts')
      const made = await change(await caller(), { portal_enabled: way === 'on' })
      return done(`The portal is ${way}.`, made)
    },
  })

export const commands = [accounts, code, turned('on'), turned('off')]
