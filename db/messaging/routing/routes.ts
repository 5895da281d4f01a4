// Over which links an operator is reached, the first one first (MSG 2.6).

import { invalid, noneCalled } from '../../core/refusal.ts'
import { note } from '../accounts/audit.ts'
import type { Actor } from '../caller.ts'
import { message_classes } from '../messages/words.ts'
import { nudge } from '../nudges.ts'
import type { LinkRow } from './link-states.ts'
import { linkCalled } from './links.ts'
import { forgetRouting } from './operators.ts'
import { msg_links, msg_operators, msg_routes } from './tables.ts'

export interface RouteLine {
  operator: string
  position: number
  link: string
  kind: string
  state: string
  classes: string[]
  enabled: boolean
}

export async function listRoutes(): Promise<RouteLine[]> {
  const links = new Map((await msg_links.all({})).map((one) => [one.id, one]))
  const found = await msg_routes.all({}, { order: ['operator_code', 'position', 'id'] })
  return found.map((one) => {
    const link = links.get(one.link_id)
    return {
      operator: one.operator_code,
      position: one.position,
      link: link?.code ?? '',
      kind: link?.kind ?? '',
      state: link?.state ?? '',
      classes: one.classes,
      enabled: one.enabled,
    }
  })
}

/** The operator's whole list, first to last; `vodacom promotional` may go another way. */
export async function setRoutes(
  by: Actor,
  operator: string,
  ways: readonly { link: string; classes?: readonly string[] }[],
): Promise<RouteLine[]> {
  const known = await msg_operators.find({ code: operator })
  if (known === undefined) throw noneCalled('operator', operator)
  if (ways.length === 0) throw invalid('links', 'must name at least one link.')
  const links: LinkRow[] = []
  for (const { link, classes = [] } of ways) {
    const unknown = classes.find((one) => !(message_classes as readonly string[]).includes(one))
    if (unknown !== undefined)
      throw invalid('classes', `holds ${unknown}; there are ${message_classes.join(', ')}.`)
    links.push(await linkCalled(link))
  }
  await msg_routes.remove({ operator_code: operator })
  for (const [at, link] of links.entries())
    await msg_routes.insert({
      operator_code: operator,
      link_id: link.id,
      position: at + 1,
      classes: [...(ways[at]?.classes ?? [])],
    })
  forgetRouting()
  nudge('links')
  nudge('queue')
  await note(by, 'route.set', {
    entity: 'operator',
    entity_id: operator,
    label: known.name,
    changes: { links: links.map(({ code }) => code) },
  })
  return (await listRoutes()).filter((one) => one.operator === operator)
}

/** Every operator at once: what somebody who tries a link out wants first. */
export async function operatorsCalled(typed: readonly string[]): Promise<string[]> {
  const all = await msg_operators.all({}, { order: ['place', 'code'] })
  if (typed.length === 1 && typed[0] === 'all') return all.map(({ code }) => code)
  const codes = new Set(all.map(({ code }) => code as string))
  for (const one of typed) if (!codes.has(one)) throw noneCalled('operator', one)
  return [...typed]
}
