// Which operator a number is of, and which way leads there (MSG 4.6).

import { clock } from '../../core/clock.ts'
import { rows } from '../../store/connection.ts'
import { oneOf, sql } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import { kept } from '../../store/kept.ts'
import { prefixIn } from './numbers.ts'
import { msg_links, msg_operators, msg_prefixes, msg_routes } from './tables.ts'

export type Operator = RowOf<(typeof msg_operators)['columns']>
export type Link = RowOf<(typeof msg_links)['columns']>
export type RouteRow = RowOf<(typeof msg_routes)['columns']>

export const other = 'other'

/** The whole of routing but the overrides: it is small. */
export interface Routing {
  operators: ReadonlyMap<string, Operator>
  /** By prefix; those left out are valid numbers of `other` (MSG-203). */
  prefixes: ReadonlyMap<string, { operator: string; refused: boolean }>
  /** Enabled ones, in order, by operator. */
  routes: ReadonlyMap<string, readonly RouteRow[]>
  links: ReadonlyMap<string, Link>
  /** Whether any number has an operator of its own. */
  overrides: boolean
}

const routing_kept = kept<Routing>(async () => {
  const [operators, prefixes, routes, links, overridden] = [
    await allOperators(),
    await msg_prefixes.all({}),
    await msg_routes.all({ enabled: true }, { order: ['operator_code', 'position', 'id'] }),
    await msg_links.all({}),
    await rows(sql`select phone from msg_number_overrides limit 1`),
  ]
  return {
    operators: new Map(operators.map((operator) => [operator.code as string, operator])),
    prefixes: new Map(
      prefixes.map(({ prefix, operator_code, state }) => [
        prefix,
        { operator: operator_code ?? other, refused: state === 'refused' },
      ]),
    ),
    routes: Map.groupBy(routes, ({ operator_code }) => operator_code),
    links: new Map(links.map((link) => [link.id, link])),
    overrides: overridden.length > 0,
  }
})

export const routing = (): Promise<Routing> => routing_kept.get('')

/** Called by whoever changes an operator, a prefix, an override, a route or a link. */
export const forgetRouting = (): void => routing_kept.forget()

export const allOperators = (): Promise<Operator[]> =>
  msg_operators.all({}, { order: ['place', 'code'] })

export const operatorCodes = async (): Promise<string[]> =>
  (await allOperators()).map(({ code }) => code)

/** MSG-204: an unexpired override, else the prefix, else `other`; one statement for all of them. */
export async function operatorsOf(phones: readonly string[]): Promise<Map<string, string>> {
  const { prefixes, overrides } = await routing()
  const found = new Map(
    phones.map((phone) => [phone, prefixes.get(prefixIn(phone))?.operator ?? other]),
  )
  if (!overrides) return found
  const own = await rows<{ phone: string; operator_code: string }>(
    sql`select phone, operator_code from msg_number_overrides
        where phone${oneOf(phones)} and (expires_at is null or expires_at > ${clock.instant()})`,
  )
  for (const { phone, operator_code } of own) found.set(phone, operator_code)
  return found
}

/** Whether the operator has any enabled route that takes this class (MSG-206). */
export const hasRoute = (ways: Routing, operator: string, kind: string): boolean =>
  routesFor(ways, operator, kind).length > 0

export const routesFor = (ways: Routing, operator: string, kind: string): readonly RouteRow[] =>
  (ways.routes.get(operator) ?? []).filter(
    ({ classes, link_id }) =>
      (classes.length === 0 || classes.includes(kind)) &&
      ways.links.get(link_id)?.removed_at === null,
  )

/** MSG-361: the first way of this operator ends in a simulator. */
export function isSimulated(ways: Routing, operator: string, kind: string): boolean {
  const [first] = routesFor(ways, operator, kind)
  return first !== undefined && ways.links.get(first.link_id)?.kind === 'simulator'
}
