// How money is handled (billing 8): the policy, and what a patient pays for before being seen.

import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import type { PatientFlow } from '../../db/hospital/money/billing/charges/flow-shapes.ts'
import { command, done, maybe, word } from '../frame/grammar/command.ts'
import { truth } from '../frame/grammar/fields.ts'
import { sum } from './money.ts'
import { lines } from '../frame/page.ts'
import { usage } from '../frame/grammar/usage.ts'

const shapes = () => import('../../db/hospital/money/policy/shapes.ts')
const field = text('a field of the policy', /^[a-z_]{1,40}(?:\.[a-z_]{1,40})?$/)

const get = command('billing policy get', {
  says: 'Prints how money is handled.',
  class: 'R',
  reply: async () => ({ whole: (await shapes()).PolicyShown }),
  permission: 'bill:read',
  http: 'GET /api/v1/billing/policy',
  also: ['billing policy'],
  examples: ['kituo billing policy get', 'kituo billing policy get --field data.refund_people'],
  run: async ({ caller }) => {
    const { shownPolicy } = await import('../../db/hospital/money/policy/policy.ts')
    return done('', await shownPolicy(await caller()))
  },
})

const set = command('billing policy set', {
  says: 'Sets one field of how money is handled; null goes back to what is shipped.',
  class: 'M',
  reply: async () => ({ whole: (await shapes()).PolicyShown }),
  permission: 'billing:configure',
  http: 'PATCH /api/v1/billing/policy',
  asks: {
    field: word(field, 'the field: refund_people, two_person.waiver'),
    value: word(text('a value', /^[^\0]{1,400}$/), 'the value; lists with commas between'),
  },
  examples: [
    'kituo billing policy set refund_people 2',
    'kituo billing policy set two_person.waiver off --dry-run',
  ],
  plan: async ({ asked }) => {
    await inputOf(asked)
    return { steps: [`set ${asked.field} to ${asked.value}`] }
  },
  run: async ({ asked, caller }) => {
    const { change, find } = await import('../../db/hospital/money/policy/policy.ts')
    const by = await caller()
    const input = await inputOf(asked)
    const before = await find(by)
    const after = await change(by, input)
    return done(`${asked.field} is ${asked.value}.`, after, {
      changed: after.version !== before.version,
    })
  },
  view: () => null,
})

/** The words as the API would get them, refused by the same shape. */
async function inputOf({ field: name, value }: { field: string; value: string }) {
  const { PolicyInput } = await shapes()
  const { read } = await import('../../db/core/validate.ts')
  const { didYouMean } = await import('../../db/core/nearest.ts')
  const { shipped_two_person } = await import('../../db/hospital/money/policy/words.ts')
  const [outer = '', inner] = name.split('.')
  const known = Object.keys(PolicyInput.properties)
    .filter((one) => one !== 'two_person')
    .concat(Object.keys(shipped_two_person).map((one) => `two_person.${one}`))
  if (!known.includes(name)) {
    throw usage('value', `there is no field ${name} in the policy.${didYouMean(name, known, 1)}`)
  }
  const typed = valueOf(value, outer === 'denominations' || outer === 'reminder_days')
  const said = { [outer]: inner === undefined ? typed : { [inner]: typed } }
  return read(PolicyInput, said, 'change')
}

function valueOf(typed: string, is_list: boolean): unknown {
  if (is_list && typed !== 'null') return typed.split(',').map((one) => valueOf(one.trim(), false))
  if (typed === 'null') return null
  if (/^(?:on|true|yes)$/i.test(typed)) return true
  if (/^(?:off|false|no)$/i.test(typed)) return false
  return /^-?\d+(?:\.\d+)?$/.test(typed) ? Number(typed) : typed
}

const flow_shapes = () => import('../../db/hospital/money/billing/charges/flow-shapes.ts')
const flow_reply = async () => ({ whole: (await flow_shapes()).PatientFlow })
const on_off = choice(['on', 'off'])
const code = text('a code of the price list', /^[A-Za-z0-9._/-]{1,40}$/)

const show = command('billing flow show', {
  says: 'Prints what a patient is charged at registration and for a consultation.',
  class: 'R',
  reply: flow_reply,
  permission: 'tariff:read',
  http: 'GET /api/v1/billing/patient-flow',
  examples: ['kituo billing flow show', 'kituo billing flow show --json'],
  run: async ({ caller }) => {
    const { find } = await import('../../db/hospital/money/billing/charges/flow.ts')
    return done('', await find(await caller()))
  },
  view: (flow, page) =>
    lines(
      [
        ['Registration', boundOf(flow.registration)],
        ['Consultation', boundOf(flow.consultation)],
        ['Paid before service', flow.payment_before_service ? 'yes' : 'no'],
        ['Free revisits', flow.revisit_free_days === null ? '' : `${flow.revisit_free_days} days`],
        [
          'Registration lasts',
          flow.registration_valid_days === null ? '' : `${flow.registration_valid_days} days`,
        ],
      ],
      page,
    ),
})

const boundOf = ({ code: of, name, price }: PatientFlow['registration']): string =>
  of === null ? 'nothing' : `${of} ${name ?? ''} ${sum(price)}`.trim()

const setFlow = command('billing flow set', {
  says: 'Sets what a patient is charged at registration and for a consultation.',
  class: 'M',
  rehearses: true,
  reply: flow_reply,
  permission: 'billing:configure',
  http: 'PATCH /api/v1/billing/patient-flow',
  flags: {
    consultation: maybe(code, 'the code of a consultation, as the price list has it'),
    registration: maybe(code, 'the code of a registration'),
    pay_first: maybe(on_off, 'whether services are paid for before they are given'),
  },
  examples: [
    'kituo billing flow set --consultation CONS --registration REG --pay-first on',
    'kituo billing flow set --pay-first off --dry-run',
  ],
  plan: async ({ flags: { consultation, registration, pay_first } }) => {
    const steps = [
      ...(consultation === undefined ? [] : [`charge ${consultation} for a consultation`]),
      ...(registration === undefined ? [] : [`charge ${registration} at registration`]),
      ...(pay_first === undefined ? [] : [`payment before service: ${pay_first}`]),
    ]
    if (steps.length === 0) {
      throw usage('flag', 'billing flow set needs --consultation, --registration or --pay-first.')
    }
    return { steps }
  },
  run: async ({ flags: { consultation, registration, pay_first }, caller }) => {
    const by = await caller()
    const { change, find } = await import('../../db/hospital/money/billing/charges/flow.ts')
    const { generalRow } = await import('../../db/hospital/money/tariff/prices.ts')
    const { codeOf } = await import('../../db/hospital/money/tariff/prices.ts')
    // The name is the price list's own; a code that is not in it is the rule's to refuse.
    const bound = async (typed: string | undefined) =>
      typed === undefined
        ? undefined
        : { code: codeOf(typed), name: (await generalRow(by, codeOf(typed)))?.name ?? typed }
    const before = await find(by)
    const given = {
      consultation: await bound(consultation),
      registration: await bound(registration),
      payment_before_service: truth(pay_first),
    }
    const after = await change(
      by,
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    )
    return done('The patient flow is set.', after, { changed: after.version !== before.version })
  },
  view: () => null,
})

export const commands = [get, set, show, setFlow]
