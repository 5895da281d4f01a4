// Business accounts: the legal persons that are provisioned (messaging 8, 3.1).

import { choice } from '../../db/appliance/configuration/kinds.ts'
import { business_kinds, business_states } from '../../db/messaging/accounts/words.ts'
import type { Frame } from '../frame/grammar/command.ts'
import { command, done, maybe, orElse, word, yes } from '../frame/grammar/command.ts'
import { field, said } from '../frame/grammar/fields.ts'
import { gathered, searched, tableOf } from '../frame/lists.ts'
import { by, line, name, spoken } from './frame.ts'
import { usage } from '../frame/grammar/usage.ts'

const rules = () => import('../../db/messaging/accounts/businesses.ts')
const business = word(name, 'its legal name or id')
const because = '--reason "their letter"'

const add = command('messaging business add', {
  says: 'Opens a business account and lets it send.',
  class: 'M',
  permission: 'gateway:manage',
  http: 'POST /api/v1/gateway/businesses',
  asks: { name: word(name, 'its legal name') },
  flags: {
    kind: orElse(choice(business_kinds), 'company', 'hospital is that of --hospital'),
    registration: field('its registration number'),
    contact: word(name, 'who answers for it'),
    email: word(line, 'where notices go'),
    phone: word(line, 'its telephone'),
    pending: yes('leave it waiting until it is activated'),
  },
  examples: [
    'kituo messaging business add "Duka Ltd" --registration B-1 --contact Juma --email j@example.org --phone 0712000000',
    'kituo messaging business add "Asha" --kind individual --contact Asha --email a@example.org --phone 0712000000 --json',
  ],
  plan: async ({ asked, flags }) => ({
    steps: [`open the business account ${asked.name}${flags.pending ? '' : ' and let it send'}`],
  }),
  run: async ({ asked, flags, caller }) => {
    const { moveBusiness, needsRegistration, openBusiness } = await rules()
    if (!flags.pending && flags.registration === undefined && needsRegistration(flags.kind))
      throw usage('missing', '--registration is needed; or --pending, to activate it later.')
    const who = await by(caller)
    const { GatewayBusinessInput } = await import('../../db/messaging/platform/shapes.ts')
    const { hospital_id: _, ...input } = await said(GatewayBusinessInput, {
      legal_name: asked.name,
      kind: flags.kind,
      registration_no: flags.registration,
      contact_name: flags.contact,
      contact_email: flags.email,
      contact_phone: flags.phone,
    })
    const made = await openBusiness(who, {
      ...input,
      of_hospital: flags.kind === 'hospital' ? await hospitalOf(caller) : null,
    })
    const { id, legal_name, status } = flags.pending
      ? made
      : await moveBusiness(who, made.id, 'activate')
    return done(`${legal_name} is ${status}.`, { id, status })
  },
})

/** Decision 0140: --hospital is a flag of every command, so the kind says what it means here. */
async function hospitalOf(caller: Frame['caller']): Promise<string> {
  const { platform_id } = await import('../../db/core/caller.ts')
  const { hospital_id } = await caller()
  if (hospital_id === platform_id) throw usage('missing', '--kind hospital needs --hospital.')
  return hospital_id
}

const list = command('messaging business list', {
  says: 'Prints the business accounts.',
  class: 'R',
  permission: 'gateway:read',
  http: 'GET /api/v1/gateway/businesses',
  flags: {
    ...searched,
    state: maybe(choice(business_states), 'only in this state'),
    kind: maybe(choice(business_kinds), 'only of this kind'),
  },
  examples: [
    'kituo messaging business list',
    'kituo messaging business list --search duka --state active --json',
  ],
  run: async ({ flags: { limit, search, state, kind } }) => {
    const { listBusinesses } = await rules()
    const { mapPage } = await import('../../db/store/pages.ts')
    return gathered(limit, async (page) =>
      mapPage(
        await listBusinesses({ ...page, ...spoken({ search, status: state, kind }) }),
        ({ id, legal_name, kind: of_kind, status, contact_phone }) => ({
          id,
          legal_name,
          kind: of_kind,
          status,
          contact_phone,
        }),
      ),
    )
  },
  view: tableOf<BusinessLine>(
    ['Name', (row) => row.legal_name],
    ['Kind', (row) => row.kind],
    ['State', (row) => row.status],
    ['Telephone', (row) => row.contact_phone, 'wide'],
    ['Id', (row) => row.id],
  ),
})

interface BusinessLine {
  id: string
  legal_name: string
  kind: string
  status: string
  contact_phone: string
}

const show = command('messaging business show', {
  says: 'Prints one business account with its accounts and what may be done with it.',
  class: 'R',
  permission: 'gateway:read',
  asks: { business },
  examples: [
    'kituo messaging business show "Duka Ltd"',
    'kituo messaging business show 0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a --json',
  ],
  run: async ({ asked }) => {
    const { businessCalled, shownBusiness } = await rules()
    return done('', await shownBusiness(await businessCalled(asked.business)))
  },
})

const set = command('messaging business set', {
  says: 'Changes what is known of a business account.',
  class: 'M',
  permission: 'gateway:manage',
  asks: { business },
  flags: {
    name: maybe(name, 'its legal name from now on'),
    trading_name: field('the name it trades under'),
    registration: field('its registration number'),
    tin: field('its tax number'),
    address: field('where it is'),
    contact: maybe(name, 'who answers for it'),
    email: maybe(line, 'where notices go'),
    phone: maybe(line, 'its telephone'),
  },
  examples: [
    'kituo messaging business set "Duka Ltd" --registration BRELA-77',
    'kituo messaging business set "Duka Ltd" --contact Asha --email asha@example.org --json',
  ],
  plan: async ({ asked }) => ({
    steps: [`change ${(await (await rules()).businessCalled(asked.business)).legal_name}`],
  }),
  run: async ({ asked, flags, caller }) => {
    const { businessCalled, changeBusiness, shownBusiness } = await rules()
    const { GatewayBusinessInput } = await import('../../db/messaging/platform/shapes.ts')
    const { partial } = await import('../../db/core/kinds/kinds.ts')
    const {
      hospital_id: _h,
      kind: _k,
      ...changes
    } = await said(partial(GatewayBusinessInput.properties), {
      legal_name: flags.name,
      trading_name: flags.trading_name,
      registration_no: flags.registration,
      tin: flags.tin,
      address: flags.address,
      contact_name: flags.contact,
      contact_email: flags.email,
      contact_phone: flags.phone,
    })
    const names = Object.keys(changes) as (keyof typeof changes)[]
    if (names.length === 0)
      throw usage('missing', 'say what to change: --registration, --contact, --email, --phone, …')
    const before = await businessCalled(asked.business)
    if (names.every((one) => changes[one] === before[one]))
      return done(`${before.legal_name} is so already.`, await shownBusiness(before), {
        changed: false,
      })
    const after = await changeBusiness(await by(caller), before.id, changes)
    return done(`${after.legal_name} is changed.`, await shownBusiness(after))
  },
  view: () => null,
})

const does = {
  activate: 'Lets a business account send that waited for it.',
  suspend: 'Holds everything of a business account; its campaigns pause.',
  resume: 'Lets a suspended business account send again; its campaigns stay paused.',
  close: 'Closes a business account for good: its keys end, what waits is paid back.',
} as const

const move = (verb: keyof typeof does) =>
  command(`messaging business ${verb}`, {
    says: does[verb],
    class: 'M',
    rehearses: true,
    permission: 'gateway:manage',
    http: `POST /api/v1/gateway/businesses/:id/${verb}`,
    confirm: verb === 'close' ? 'C2' : 'C1',
    ...(verb === 'suspend' || verb === 'close' ? { reason: 'must' as const } : {}),
    asks: { business },
    examples: [
      `kituo messaging business ${verb} "Duka Ltd" ${because}`,
      `kituo messaging business ${verb} "Duka Ltd" --yes${verb === 'close' ? ' --confirm "Duka Ltd"' : ''} ${because}`,
    ],
    plan: async ({ asked }) => {
      const found = await (await rules()).businessCalled(asked.business)
      return {
        steps: [`${verb} ${found.legal_name}, which is ${found.status}`],
        ...(verb === 'close' ? { type: found.legal_name } : {}),
      }
    },
    run: async ({ asked, caller, reason }) => {
      const { id } = await (await rules()).businessCalled(asked.business)
      const { legal_name, status } = await moved(await by(caller), verb, id, reason)
      const { forgetKeys } = await import('../../db/messaging/keys/opening.ts')
      forgetKeys()
      return done(`${legal_name} is ${status}.`, { id, legal_name, status })
    },
  })

async function moved(
  who: Awaited<ReturnType<typeof by>>,
  verb: keyof typeof does,
  id: string,
  reason: string | null,
) {
  const { closeBusiness } = await import('../../db/messaging/platform/closing.ts')
  const { resumeBusiness, suspendBusiness } = await import(
    '../../db/messaging/campaigns/suspending.ts'
  )
  switch (verb) {
    case 'activate':
      return (await rules()).moveBusiness(who, id, 'activate')
    case 'suspend':
      return suspendBusiness(who, id, reason ?? '')
    case 'resume':
      return resumeBusiness(who, id)
    case 'close':
      return closeBusiness(who, id, reason ?? '')
  }
}

export const commands = [
  add,
  list,
  show,
  set,
  move('activate'),
  move('suspend'),
  move('resume'),
  move('close'),
]
