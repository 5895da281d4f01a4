// A request that is carried out: whose it is, and how it ended. Beside a house that works the house writes
// it down, for whoever typed the approval (OPS-47). Nobody types these.

import type { Request } from '../../db/appliance/requests/requests.ts'
import type { CommandLine, Document } from '../../db/appliance/deployment/line.ts'
import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import { command, done, type Frame, word } from '../frame/grammar/command.ts'

export const id = word(text('the id of a request', /^[0-9a-f-]{36}$/), 'the request, by its id')

type Approving = Pick<Frame, 'caller' | 'reason' | 'letHouse' | 'warn' | 'workspace' | 'facility'>

type Ended = 'DONE' | 'WAITING'

/** What the house was gone for, and hears from a process that lives on: the screens. */
const unsaid = new Map<string, CommandLine['flags']>()

/** Of two who approve the same at one moment, one goes on. */
export async function takeOn(frame: Approving, id: string): Promise<void> {
  const { begins, carrierHere } = await import('../../db/appliance/requests/carried.ts')
  const { take } = await import('../../db/appliance/requests/requests.ts')
  const { reason } = frame
  const process = carrierHere()
  const said = { id, process, ...(reason === null ? {} : { reason }) }
  unsaid.delete(id)
  begins(id)
  if (await frame.letHouse('request take', said)) return
  await take(id, process, { caller: await frame.caller(), reason })
}

/** What could not be done may be tried again while the request lives. */
export async function sayEnded(frame: Approving, id: string, state: Ended): Promise<void> {
  const { settle } = await import('../../db/appliance/requests/requests.ts')
  const { ends } = await import('../../db/appliance/requests/carried.ts')
  const { reason } = frame
  const said = { id, state, ...(reason === null ? {} : { reason }) }
  try {
    if (await frame.letHouse('request end', said)) return
    if (await settle(id, state, { caller: await frame.caller(), reason })) return
    frame.warn('request.unsettled', 'The request is not in the data that are live now.')
  } catch {
    // Once this process has ended, or another looks from here, it waits by itself (db/requests).
    unsaid.set(id, { ...said, ...placeOf(frame) })
    if (state === 'WAITING') return
    frame.warn(
      'request.unsettled',
      'It is done, and the request could not be marked so: where it waits again, it is to be declined.',
    )
  } finally {
    ends(id)
  }
}

const placeOf = ({ workspace, facility }: Approving): CommandLine['flags'] => ({
  ...(workspace === undefined ? {} : { hospital: workspace }),
  ...(facility === undefined ? {} : { facility }),
})

/** To a house that is there again. Where none is, the data say it themselves: nobody carries it any more. */
export async function sayUnsaid(
  say: (name: string, flags: CommandLine['flags']) => Promise<Document>,
): Promise<void> {
  for (const [id, flags] of unsaid) {
    const { meta } = await say('request end', flags)
    if (meta.mode === 'socket') unsaid.delete(id)
  }
}

const of_process = text('a process', /^(?=.{1,160}$)kituo alone \d+\.\d*\.[\w-]+@[^\0]+$/)

const take = command('request take', {
  says: 'Records that a request is approved, and by which process it is carried out beside the house.',
  class: 'R',
  about: 'deployment',
  permission: 'request:approve',
  rule_decides: true,
  hidden: true,
  flags: {
    id,
    process: word(of_process, 'which carries it out'),
  },
  examples: [
    'kituo request take --id 0199c0de-0000-7000-8000-000000000001 --process "kituo alone 1.2.boot@hms1"',
    'kituo request take --id 0199c0de-0000-7000-8000-000000000001 --process "kituo alone 3.4.boot@hms2"',
  ],
  run: async ({ flags, reason, caller }) => {
    const { take: takeNow } = await import('../../db/appliance/requests/requests.ts')
    await takeNow(flags.id, flags.process, { caller: await caller(), reason })
    return done('It is approved.', null)
  },
  view: () => null,
})

const end = command('request end', {
  says: 'Records how a request ended that was carried out beside the house.',
  class: 'R',
  about: 'deployment',
  permission: 'request:approve',
  rule_decides: true,
  hidden: true,
  flags: { id, state: word(choice<Ended>(['DONE', 'WAITING']), 'how') },
  examples: [
    'kituo request end --id 0199c0de-0000-7000-8000-000000000001 --state DONE',
    'kituo request end --id 0199c0de-0000-7000-8000-000000000001 --state WAITING',
  ],
  run: async ({ flags, reason, caller }) => {
    const { settleOwn } = await import('../../db/appliance/requests/requests.ts')
    await settleOwn(flags.id, flags.state, { caller: await caller(), reason })
    return done('It is written down.', null)
  },
  view: () => null,
})

/** Who may note what is done for a request: whoever may approve it. */
export async function mayCarry(
  caller: Awaited<ReturnType<Frame['caller']>>,
  id: string,
): Promise<Request> {
  const { find, mayDecide } = await import('../../db/appliance/requests/requests.ts')
  const request = await find(id)
  await mayDecide(caller, request)
  return request
}

export const carrying = [take, end]
