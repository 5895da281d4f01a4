// Sender IDs as they are reviewed: handed to the operators, and what each of them says (messaging 8).

import { choice } from '../../db/appliance/configuration/kinds.ts'
import { sender_states } from '../../db/messaging/senders/words.ts'
import { command, done, maybe, word, words } from '../frame/grammar/command.ts'
import { field } from '../frame/grammar/fields.ts'
import { gathered, searched, tableOf } from '../frame/lists.ts'
import { by, line, spoken } from './frame.ts'

const rules = () => import('../../db/messaging/messages/deciding.ts')
const review = () => import('../../db/messaging/platform/senders.ts')
const sender = word(line, 'its id, or its name where one account alone has it')
const found = async (typed: string) => (await rules()).senderCalled(typed)

const list = command('messaging sender list', {
  says: 'Prints the sender IDs, oldest request first.',
  class: 'R',
  permission: 'gateway:read',
  http: 'GET /api/v1/gateway/sender-ids',
  flags: {
    ...searched,
    state: maybe(choice(sender_states), 'only in this state'),
    operator: field('only those asked of this operator'),
  },
  examples: [
    'kituo messaging sender list --state pending',
    'kituo messaging sender list --search duka --json',
  ],
  run: async ({ flags: { limit, search, state, operator } }) => {
    const { listSenders } = await review()
    const { sendersById } = await import('../../db/messaging/senders/senders.ts')
    const asked = spoken({ search, status: state, operator })
    return gathered(limit, (page) => listSenders({ ...page, ...asked }, sendersById))
  },
  view: tableOf<SenderLine>(
    ['Sender', (row) => row.sender_id],
    ['Account', (row) => row.account_name],
    ['State', (row) => row.status],
    ['Operators', (row) => row.operators.map(said).join(', ')],
    ['Papers', (row) => row.documents],
    ['Also held by', (row) => row.collisions.join(', '), 'wide'],
    ['Id', (row) => row.id],
  ),
})

interface SenderLine {
  id: string
  sender_id: string
  account_name: string
  status: string
  documents: number
  collisions: string[]
  operators: { operator: string; status: string; submitted_at: string | null }[]
}

const said = ({ operator, status, submitted_at }: SenderLine['operators'][number]): string =>
  `${operator} ${status === 'pending' && submitted_at !== null ? 'submitted' : status}`

const show = command('messaging sender show', {
  says: 'Prints one sender ID with its papers and what each operator said.',
  class: 'R',
  permission: 'gateway:read',
  asks: { sender },
  examples: [
    'kituo messaging sender show DUKA',
    'kituo messaging sender show 0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a --json',
  ],
  run: async ({ asked }) => {
    const one = await found(asked.sender)
    const { shower } = await import('../../db/messaging/senders/senders.ts')
    const { oneSender } = await review()
    const { documents } = (await shower([one]))(one)
    const papers = documents.map(({ id, kind, fileName, size, uploadedAt }) => ({
      id,
      kind,
      file_name: fileName,
      size,
      uploaded_at: uploadedAt,
    }))
    return done('', { ...(await oneSender(one)), documents: papers })
  },
})

const submit = command('messaging sender submit', {
  says: 'Records that a sender ID was handed to operators; their papers must be there.',
  class: 'M',
  permission: 'gateway:review',
  confirm: 'C1',
  asks: { sender },
  flags: { operator: words(line, 'an operator, and again for each; all that are asked when none') },
  examples: [
    'kituo messaging sender submit DUKA --operator yas --operator airtel',
    'kituo messaging sender submit 0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a --yes --json',
  ],
  plan: async ({ asked, flags }) => {
    const one = await found(asked.sender)
    const codes = await toSubmit(one, flags.operator)
    return { steps: codes.map((code) => `hand ${one.sender_id} to ${code}`) }
  },
  run: async ({ asked, flags, caller }) => {
    const one = await found(asked.sender)
    const codes = await toSubmit(one, flags.operator)
    const after = await (await rules()).submit(await by(caller), one.id, codes)
    const data = await (await review()).oneSender(after)
    return done(`${after.sender_id} lies with ${codes.join(', ')}.`, data)
  },
  view: () => null,
})

/** Where nobody is named: every operator that has not decided and has not got it yet. */
async function toSubmit(
  one: Awaited<ReturnType<typeof found>>,
  typed: readonly string[],
): Promise<string[]> {
  if (typed.length > 0) return typed.map((code) => code.toLowerCase())
  const { operators } = await (await review()).oneSender(one)
  const waiting = operators.filter(
    ({ status, submitted_at }) => status === 'pending' && submitted_at === null,
  )
  if (waiting.length > 0) return waiting.map(({ operator }) => operator)
  const { conflict } = await import('../../db/core/refusal.ts')
  throw conflict(`${one.sender_id} lies with every operator that was asked.`)
}

const decide = (verb: 'approve' | 'reject') =>
  command(`messaging sender ${verb}`, {
    says:
      verb === 'approve'
        ? 'Records that an operator approved a sender ID; without one, all of them.'
        : 'Records that an operator refused a sender ID; what waits there fails.',
    class: 'M',
    permission: 'gateway:review',
    http: 'POST /api/v1/gateway/sender-ids/:id/decide',
    confirm: 'C1',
    ...(verb === 'reject' ? { reason: 'must' as const } : {}),
    asks: { sender },
    flags: { operator: field('only this operator') },
    examples: [
      `kituo messaging sender ${verb} 0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a --operator yas --reason "their letter"`,
      `kituo messaging sender ${verb} 0198a6e2-c1d0-7b3f-8a52-d4c6e9f01b7a --yes --reason "their letter"`,
    ],
    plan: async ({ asked, flags }) => {
      const { sender_id } = await found(asked.sender)
      return { steps: [`${verb} ${sender_id} at ${flags.operator ?? 'every operator asked'}`] }
    },
    run: async ({ asked, flags, reason, caller }) => {
      const { decide: record } = await rules()
      const after = await record(await by(caller), (await found(asked.sender)).id, {
        decision: verb === 'approve' ? 'approved' : 'rejected',
        ...(flags.operator === undefined ? {} : { operator: flags.operator }),
        ...(reason === null ? {} : { reason }),
      })
      return done(`${after.sender_id} is ${after.status}.`, {
        id: after.id,
        sender_id: after.sender_id,
        status: after.status,
      })
    },
  })

export const commands = [list, show, submit, decide('approve'), decide('reject')]
