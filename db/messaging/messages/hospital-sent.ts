// One message of a hospital, what it sent and what it paid in (MSG 5.2).

import type { Static } from '../../core/kinds/kinds.ts'
import { invalid } from '../../core/refusal.ts'
import type { Page } from '../../store/pages.ts'
import { ownerIn } from '../accounts/accounts.ts'
import type { Actor, Owner } from '../caller.ts'
import { camel, inSnake, snake } from '../snake.ts'
import { askTopUp } from '../wallet/money.ts'
import type { GatewayTopUp, GatewayTopUpInput } from '../wallet/top-up-shapes.ts'
import { listTopUps, shownTopUp } from '../wallet/top-ups.ts'
import { cancelMessage } from './cancelling.ts'
import { accountOf } from './hospital-reads.ts'
import type { HospitalUsage, message_course, MessagePart } from './hospital-shapes.ts'
import type { HospitalFacts } from './hospital.ts'
import { findMessage } from './messages.ts'
import { sides, usageOf } from './usage-report.ts'

const ownerOf = async (hospital: HospitalFacts): Promise<Owner> =>
  ownerIn(await accountOf(hospital), 'live')

/** Its parts, its course, and what /v1 lets be done with it. */
export async function courseOf(
  hospital: HospitalFacts,
  id: string,
): Promise<{
  parts: Static<typeof MessagePart>[]
  history: Static<typeof message_course>
  moves: string[]
}> {
  const { parts, history, moves } = await findMessage(await ownerOf(hospital), id)
  return {
    parts: parts.map((part) => inSnake(part) as Static<typeof MessagePart>),
    history,
    moves,
  }
}

/** Whether it had not left yet. */
export async function takeBack(by: Actor, hospital: HospitalFacts, id: string): Promise<boolean> {
  const { cancelled } = await cancelMessage(by, await ownerOf(hospital), id)
  return cancelled > 0
}

export interface UsageAsked {
  from?: string | undefined
  to?: string | undefined
  group_by?: string | undefined
}

export async function usageFor(
  hospital: HospitalFacts,
  { from, to, group_by = 'day' }: UsageAsked,
): Promise<Static<typeof HospitalUsage>> {
  const words = [...new Set(group_by.split(','))]
  const known = Object.keys(sides).map(snake)
  if (words.length > 2) throw invalid('group_by', 'may name at most 2.')
  if (words.some((word) => !known.includes(word))) {
    throw invalid('group_by', `must be of ${known.join(', ')}.`)
  }
  const groupBy = words.map(camel).join(',')
  const { data, totals, ...period } = await usageOf(await ownerOf(hospital), { from, to, groupBy })
  return {
    ...period,
    rows: data.map(inSnake),
    totals: inSnake(totals),
  } as Static<typeof HospitalUsage>
}

export const topUpsOf = async (
  hospital: HospitalFacts,
  asked: Omit<Parameters<typeof listTopUps>[0], 'account_id'>,
): Promise<Page<Static<typeof GatewayTopUp>>> =>
  listTopUps({ ...asked, account_id: (await ownerOf(hospital)).account_id })

/** A person of the platform confirms it (MSG-266). */
export async function askForTopUp(
  by: Actor,
  hospital: HospitalFacts,
  input: Static<typeof GatewayTopUpInput>,
): Promise<Static<typeof GatewayTopUp>> {
  const { payment_reference: paymentReference, ...rest } = input
  return shownTopUp(await askTopUp(by, await ownerOf(hospital), { ...rest, paymentReference }))
}
