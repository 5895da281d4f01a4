// The licence of a hospital, and for whoever sells it: keys and licences (PLT-75, PLT-76).

import { day, text, whole } from '../../db/appliance/configuration/kinds.ts'
import { invalid } from '../../db/core/refusal.ts'
import { command, done, file, maybe, orElse, word } from '../frame/grammar/command.ts'
import { field } from '../frame/grammar/fields.ts'

const shapes = () => import('../../db/hospital/office/plans/shapes.ts')

const show = command('licence show', {
  says: 'Prints the licence as it stands, and what it refuses now.',
  class: 'R',
  reply: async () => ({ whole: (await shapes()).Licence }),
  permission: 'plan:read',
  http: 'GET /api/v1/licence',
  examples: ['kituo licence show', 'kituo licence show --field data.ends_on'],
  run: async ({ caller }) => {
    const { find } = await import('../../db/hospital/office/plans/licences.ts')
    return done('', await find(await caller()))
  },
})

const install = command('licence install', {
  says: 'Records the licence that the seller sent.',
  class: 'M',
  reply: async () => ({ whole: (await shapes()).Licence }),
  permission: 'plan:licence',
  http: 'POST /api/v1/licence',
  asks: { file: file('the licence as it came; - is standard input') },
  examples: ['kituo licence install licence.txt', 'kituo licence install - --json'],
  plan: async ({ sent }) => {
    const { readLicence } = await import('../../db/hospital/office/plans/licence-text.ts')
    const { licence_no, ends_on } = readLicence(textOf(sent('file')))
    return { steps: [`record the licence ${licence_no} until ${ends_on}`] }
  },
  run: async ({ sent, caller }) => {
    const { install: recorded } = await import('../../db/hospital/office/plans/licences.ts')
    return done('Licence recorded.', await recorded(await caller(), textOf(sent('file'))))
  },
  view: () => null,
})

const request = command('licence request', {
  says: 'Prints the text that is sent to the seller for an order.',
  class: 'R',
  permission: 'plan:purchase',
  http: 'GET /api/v1/plan-purchases/:id/request',
  asks: { purchase: word(text('the id of an order', /^[^\s\0]{1,60}$/), 'the order') },
  examples: [
    'kituo licence request 0199a5c2-7d1e-7000-8000-000000000001',
    'kituo licence request 0199a5c2-7d1e-7000-8000-000000000001 --json',
  ],
  run: async ({ asked, caller }) => {
    const { requestText } = await import('../../db/hospital/office/plans/purchases.ts')
    return done('', { request: await requestText(await caller(), asked.purchase) })
  },
})

const keygen = command('licence keygen', {
  says: 'Makes a pair of keys for whoever sells licences; the private one is shown once.',
  class: 'L',
  permission: null,
  examples: ['kituo licence keygen', 'kituo licence keygen --json'],
  run: async () => {
    const { newKeys } = await import('../../db/hospital/office/plans/licence-text.ts')
    return done('Keep the private key away from every hospital.', newKeys())
  },
  // A key is a text of several lines, and is none when it is printed as one.
  view: ({ private_key, public_key, key_id }) =>
    `${private_key.trimEnd()}\n\npublic_key  ${public_key}\nkey_id      ${key_id}`,
})

const issue = command('licence issue', {
  says: 'Signs a licence for a hospital that runs its own server.',
  class: 'L',
  permission: null,
  asks: {
    code: word(text('the code of a hospital', /^[a-z0-9-]{3,20}$/), 'for which hospital'),
    plan: word(text('the code of a plan', /^[A-Z0-9_-]{1,40}$/), 'which plan'),
  },
  flags: {
    key: file('holds the private key of licence keygen'),
    number: word(text('up to 60 characters', /^[^\s\0]{1,60}$/), 'the number of the licence'),
    name: word(text('up to 120 characters', /^[^\0]{1,120}$/), 'the name of the hospital'),
    install: field('for this installation alone'),
    plan_name: field('the plan’s name; its code'),
    branches: orElse(whole(1, 10_000), '1', 'so many branches'),
    users: maybe(whole(1, 1_000_000), 'so many accounts; any number'),
    from: maybe(day(), 'the first day; today'),
    until: word(day(), 'the last day'),
    purchase: field('the order that it answers, PUR-000001'),
  },
  examples: [
    'kituo licence issue st-mary CLINIC --key seller.pem --number L-1 --name "St Mary" --until 2026-12-31',
    'kituo licence issue st-mary CLINIC --key k.pem --number L-2 --name "St Mary" --until 2027-06-30 --json',
  ],
  run: async ({ asked, flags, sent }) => {
    const { clock } = await import('../../db/core/clock.ts')
    const from = flags.from ?? clock.instant().slice(0, 10)
    if (flags.until < from) throw invalid('until', 'lies before from.')
    const { writeLicence } = await import('../../db/hospital/office/plans/licence-text.ts')
    const licence = writeLicence(
      {
        licence_no: flags.number,
        hospital_code: asked.code,
        hospital_name: flags.name,
        install_id: flags.install ?? null,
        plan_code: asked.plan,
        plan_name: flags.plan_name ?? asked.plan,
        branches: flags.branches,
        max_users: flags.users ?? null,
        starts_on: from,
        ends_on: flags.until,
        issued_at: clock.instant(),
        purchase_reference: flags.purchase ?? null,
      },
      textOf(sent('key')),
    )
    return done('', { licence })
  },
})

const textOf = (sent: { bytes: Buffer } | undefined): string => sent?.bytes.toString('utf8') ?? ''

export const commands = [show, install, request, keygen, issue]
