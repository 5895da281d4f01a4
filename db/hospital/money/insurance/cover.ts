// What other areas ask of cover: the decision, what an issued bill uses up, what comes back.

import type { Caller } from '../../../core/caller.ts'
import { type Anew, type AnewLine, decideAnew, type Held } from './anew.ts'
import { type Cover, type CoverLine, decideCover, type Facts, type LineCover } from './engine.ts'
import { type CoverAsked, factsOf } from './facts.ts'
import { giveBackApproval, useApprovals } from './preauth-uses.ts'
import { cover_uses } from './tables.ts'

export interface Decided extends Cover {
  facts: Facts
}

export async function coverOf(
  caller: Pick<Caller, 'hospital_id'>,
  asked: CoverAsked,
  lines: readonly CoverLine[],
): Promise<Decided> {
  const facts = await factsOf(caller, asked)
  return { ...decideCover(facts, lines), facts }
}

interface UsedLine {
  item_id: string
  line: CoverLine
  cover: LineCover
}

/** At issue, under the lock in which it was decided (BIL-34, BIL-110). */
export async function useCover(
  caller: Caller,
  bill: { id: string; patient_id: string },
  { facts }: Pick<Decided, 'facts'>,
  used: readonly UsedLine[],
  payment_id: string | null = null,
): Promise<void> {
  const { member, scheme, visit_id, admission_id, day } = facts
  const counted = used.filter(({ cover }) => cover.covered > 0 || cover.visit_copay > 0)
  await cover_uses.insertMany(
    counted.map(({ item_id, line, cover }) => ({
      hospital_id: caller.hospital_id,
      scheme_id: scheme.id,
      patient_id: bill.patient_id,
      membership_id: member?.id ?? null,
      family_id: member === null ? null : (member.principal_id ?? member.id),
      bill_id: bill.id,
      item_id,
      payment_id,
      rule_id: cover.rule_id,
      code: line.code,
      category: line.category,
      visit_id,
      admission_id,
      service_date: line.day ?? day,
      quantity: cover.quantity,
      covered: cover.covered,
      visit_copay: cover.visit_copay,
      preauth_item_id: cover.preauth_item_id,
      preauth_quantity: cover.preauth_quantity,
      preauth_missing: cover.awaits_approval,
      preauth_amount: cover.preauth_item_id === null ? 0 : cover.covered,
    })),
  )
  await useApprovals(
    caller,
    counted.flatMap(({ cover }) => (cover.preauth_item_id === null ? [] : [cover])),
  )
}

/** Lines of one issued bill that their scheme shall take over more of (BIL-50). */
export async function coverAnew(
  caller: Pick<Caller, 'hospital_id'>,
  asked: Omit<CoverAsked, 'without'>,
  bill_id: string,
  lines: readonly AnewLine[],
): Promise<{ facts: Facts; lines: Anew[] }> {
  const ids = lines.map(({ item_id }) => item_id)
  const facts = await factsOf(caller, { ...asked, without: ids })
  const held = await heldOf(caller, facts, bill_id)
  const [own, others] = [true, false].map((of_these) =>
    held.filter(({ item_id }) => ids.includes(item_id) === of_these),
  ) as [Held[], Held[]]
  return { facts, lines: decideAnew(facts, { held: own, others }, lines) }
}

/** What the lines of the bill hold of this membership and its family. */
async function heldOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  { scheme, member }: Facts,
  bill_id: string,
): Promise<Held[]> {
  const found = await cover_uses.all({ hospital_id, scheme_id: scheme.id, bill_id })
  const family_id = member === null ? null : (member.principal_id ?? member.id)
  return found
    .filter((use) => use.family_id === family_id)
    .map((use) => ({ ...use, own: use.membership_id === (member?.id ?? null) }))
}

interface Returning {
  item_id: string
  /** Of what a payment of the scheme added (BIL-50). */
  payment_id?: string | null
  covered: number
}

/** BIL-104: of one line that is credited, the covered part and the quantity in proportion. */
export async function returnCover(
  caller: Caller,
  { item_id, payment_id = null, covered }: Returning,
): Promise<void> {
  const { hospital_id } = caller
  const use = await cover_uses.find({ hospital_id, item_id, payment_id }, { lock: true })
  if (use === undefined || use.covered === 0) return
  const back = Math.min(covered, use.covered)
  const share = (of: number): number =>
    back === use.covered ? of : Number((BigInt(of) * BigInt(back)) / BigInt(use.covered))
  const changes = {
    covered: use.covered - back,
    quantity: use.quantity - share(use.quantity),
    visit_copay: use.visit_copay - share(use.visit_copay),
    preauth_quantity: use.preauth_quantity - share(use.preauth_quantity),
    preauth_amount: use.preauth_amount - share(use.preauth_amount),
  }
  // A line that comes back to a draft is decided and counted anew.
  if (changes.covered === 0) await cover_uses.remove({ hospital_id, id: use.id })
  else await cover_uses.change({ hospital_id, id: use.id }, changes)
  if (use.preauth_item_id === null) return
  await giveBackApproval(caller, [
    {
      preauth_item_id: use.preauth_item_id,
      quantity: use.preauth_quantity - changes.preauth_quantity,
      amount: use.preauth_amount - changes.preauth_amount,
    },
  ])
}
