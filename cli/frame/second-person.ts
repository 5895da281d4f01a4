// The gravest commands want two people (OPS-68): one at hand, who signs in on the same terminal, or
// one who approves later; until then the request waits.

import type { Caller } from '../../db/core/caller.ts'
import type { CommandLine } from '../../db/appliance/deployment/line.ts'
import { conflict, Refusal } from '../../db/core/refusal.ts'
import {
  type Command,
  done,
  type Frame,
  levelOf,
  type Outcome,
  type Plan,
} from './grammar/command.ts'
import type { Neighbour } from './execute.ts'
import { waits_word } from './grammar/exits.ts'
import { throughHouse } from './through-house.ts'

/** Words for the audit log when it may go on; an outcome when it must wait. */
export type Second =
  | { readonly waits: null; readonly noted: Record<string, string> }
  | { readonly waits: Outcome }

export async function secondPerson(
  command: Command,
  line: CommandLine,
  frame: Frame,
  plan: Plan | null,
  /** A house that works meanwhile: it records what is asked for. */
  through: ReturnType<Neighbour['through']>,
): Promise<Second> {
  if (levelOf(command) !== 'C3' || frame.deployment === null) return { waits: null, noted: {} }
  if (!frame.configuration.get('console.second_person')) {
    return { waits: null, noted: { second_person: 'switched off' } }
  }
  const caller = await frame.caller()
  const { othersCanDecide, personOf } = await import(
    '../../db/hospital/office/access/users/persons.ts'
  )
  if (line.approver !== undefined) {
    const other = await personOf(line.approver.token, { at: line.caller })
    mayApprove(other, caller, command)
    return { waits: null, noted: { approved_by: other.name } }
  }
  const hospital = command.about === 'deployment' ? null : caller.hospital_id
  if (!(await othersCanDecide(hospital))) {
    return { waits: null, noted: { second_person: 'nobody else could decide' } }
  }
  refuseFiles(line)
  if (through === null) return { waits: await recorded(command, line, caller, plan) }
  const { command: name, args, flags } = line
  const document = await throughHouse(through, line, 'request ask', {
    line: JSON.stringify({ command: name, args, flags }),
  })
  const { message, data, error, next } = document
  const { code = waits_word, command: approval = null } = error ?? {}
  return {
    waits: done(message, data, {
      changed: false,
      error: { code, ...(approval === null ? {} : { command: approval }) },
      next,
    }),
  }
}

function mayApprove(other: Caller, caller: Caller, { permission }: Command): void {
  if (other.user_id === caller.user_id) {
    throw conflict('you asked for this: the second person is somebody else.', 'rule.refused')
  }
  const { permissions } = other
  if (permissions.has('request:approve') || permissions.has(permission ?? '')) return
  throw new Refusal(
    403,
    'not.permitted',
    `${other.name} may not approve this. It needs request:approve or ${permission}.`,
  )
}

function refuseFiles({ files }: CommandLine): void {
  if (Object.keys(files ?? {}).length === 0) return
  throw conflict(
    'A file is not kept with a request: have the second person sign in here, with --approver.',
    'rule.refused',
  )
}

export async function recorded(
  command: Command,
  line: Pick<CommandLine, 'args' | 'flags'>,
  caller: Caller,
  plan: Plan | null,
): Promise<Outcome> {
  const { ask } = await import('../../db/appliance/requests/requests.ts')
  const { record } = await import('../../db/hospital/office/audit/record.ts')
  const { within } = await import('../../db/store/connection.ts')
  const request = await within(async () => {
    const made = await ask(caller, {
      command: command.name,
      args: { ...line.args },
      flags: { ...line.flags },
      steps: [...(plan?.steps ?? [command.says])],
      permission: command.permission ?? '',
      reason: typeof line.flags['reason'] === 'string' ? line.flags['reason'] : '',
    })
    record(caller, 'request.asked', {
      entity_type: 'command_request',
      entity_id: made.id,
      entity_label: `kituo ${command.name}`,
      reason: made.reason,
    })
    return made
  })
  const { id, expires_at } = request
  return done(
    `Recorded as ${id}; nothing is done until a second person approves it, by ${expires_at}: kituo request approve ${id} --as <username>`,
    { request: id, command: command.name, expires_at },
    {
      changed: false,
      error: { code: waits_word, command: `kituo request approve ${id} --as` },
      next: [`kituo request approve ${id} --as <username>`],
    },
  )
}
