// What becomes of denied amounts (BIL-125): appealed, given up, or the patient's to pay.

import type { Caller } from '../../../core/caller.ts'
import { nextDay } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import { conflict, Refusal } from '../../../core/refusal.ts'
import { post } from '../accounting/posting/post.ts'
import { purseOf } from '../accounting/purse.ts'
import { reverse } from '../accounting/posting/reverse.ts'
import { itemsById, movedToPatient, schemeDisallowed } from '../billing/schemes/for-areas.ts'
import { today as hospitalDay } from '../../office/hospitals/hospitals.ts'
import { schemeRecord, type SchemeRow } from '../tariff/schemes.ts'
import { find } from './claims.ts'
import { decision_sources, decisionLines } from './ledger.ts'
import { reasonsOf } from './reasons.ts'
import { claim_life, claimRecord, type ClaimRow, type LineRow, linesOf } from './rows.ts'
import type { AppealInput, ClaimOpened, DecideInput } from './shapes.ts'
import { claim_decisions, claim_lines } from './tables.ts'
import type { ClaimState } from './words.ts'

/** P-26: out of what the scheme owes, onto the account of appeals, until it answers. */
export async function appeal(
  caller: Caller,
  id: string,
  { line_ids, note }: AppealInput,
): Promise<ClaimOpened> {
  const claim = await claimRecord.begin(caller, id, 'appeal')
  const scheme = await schemeRecord.get(caller, claim.scheme_id)
  const day = await hospitalDay(caller)
  const until = nextDay(claim.answered_on ?? day, scheme.appeal_days)
  if (day > until) {
    throw conflict(`${scheme.name} took appeals on claim ${claim.number} until ${until}.`, 'late')
  }
  const lines = await named(caller, claim, line_ids, 'line_ids')
  for (const line of lines) {
    const amount = undecided(line)
    if (amount === 0) throw conflict(`Nothing of ${line.description} is left to appeal.`)
    await take(caller, { claim, scheme, line, amount, decision: 'APPEAL', note, day })
    await claim_lines.change(
      { hospital_id: caller.hospital_id, id: line.id },
      {
        decision: 'APPEAL',
        appealed: line.appealed + amount,
        on_appeal_account: line.on_appeal_account + amount,
      },
    )
  }
  await claimRecord.moved(caller, claim, 'appeal', {}, note)
  return find(caller, id)
}

/** What was denied and neither appealed, given up nor the patient's. */
const undecided = ({ denied, appealed, accepted, to_patient }: LineRow): number =>
  denied - appealed - accepted - to_patient

async function named(
  caller: Caller,
  claim: ClaimRow,
  ids: readonly string[],
  field: string,
): Promise<LineRow[]> {
  const lines = await linesOf(caller, claim.id)
  return ids.map((id, at) => {
    const found = lines.find((line) => line.id === id)
    if (found !== undefined && ids.indexOf(id) === at) return found
    const name = `${field}[${at}]`
    throw new Refusal(404, 'not_found', `${name}: no such line.`, { field: name })
  })
}

interface Taking {
  claim: ClaimRow
  scheme: SchemeRow
  line: LineRow
  amount: number
  decision: 'APPEAL' | 'ACCEPT' | 'PATIENT'
  note: string | null
  day: string
}

async function take(caller: Caller, about: Taking): Promise<void> {
  const { claim, line, amount, decision, note, day } = about
  const id = newId()
  // What an appeal left undecided lies on its account and comes from there first.
  const from_appeal =
    decision === 'APPEAL' ? 0 : Math.min(amount, line.on_appeal_account - line.appealed)
  await post(caller, {
    source: decision_sources[decision],
    source_id: id,
    memo: `Claim ${claim.number}: ${line.description}`,
    document: {
      kind: 'claim',
      id: claim.id,
      reference: claim.number,
      path: `/billing/claims/${claim.id}`,
    },
    lines: decisionLines({ ...about, from_appeal }),
  })
  await claim_decisions.insert({
    id,
    hospital_id: caller.hospital_id,
    claim_id: claim.id,
    line_id: line.id,
    decision,
    amount,
    from_appeal,
    decided_on: day,
    note,
    made_by_name: caller.name,
  })
}

const decidable: readonly ClaimState[] = ['PART_PAID', 'DENIED', 'DENIED_FINAL']

export async function decide(
  caller: Caller,
  id: string,
  { decisions }: DecideInput,
): Promise<ClaimOpened> {
  const claim = await claimRecord.locked(caller, id)
  if (!decidable.includes(claim.status)) throw claim_life.refusal(claim.status, claim.number)
  const scheme = await schemeRecord.get(caller, claim.scheme_id)
  const day = await hospitalDay(caller)
  const lines = await named(
    caller,
    claim,
    decisions.map(({ line_id }) => line_id),
    'decisions',
  )
  for (const [at, line] of lines.entries()) {
    const { decision, note = null } = decisions[at] as DecideInput['decisions'][number]
    if (decision === 'NONE') await undo(caller, claim, line, day)
    else await settle(caller, { claim, scheme, line, decision, note, day, amount: undecided(line) })
  }
  const said = decisions.map((one) => one.decision).join(', ')
  await claimRecord.changed(caller, claim, 'decide', {}, said)
  return find(caller, id)
}

async function settle(
  caller: Caller,
  about: Taking & { decision: 'ACCEPT' | 'PATIENT' },
): Promise<void> {
  const { line, amount, decision, claim } = about
  const { hospital_id } = caller
  if (amount === 0) throw conflict(`Nothing of ${line.description} is left to decide.`, 'decided')
  if (decision === 'PATIENT') await refuseUnsigned(caller, about)
  await take(caller, about)
  const kept = line.on_appeal_account - Math.min(amount, line.on_appeal_account - line.appealed)
  if (decision === 'ACCEPT') {
    await claim_lines.change(
      { hospital_id, id: line.id },
      { decision, accepted: line.accepted + amount, on_appeal_account: kept },
    )
    await schemeDisallowed(caller, [{ ...line, amount }])
    return
  }
  await claim_lines.change(
    { hospital_id, id: line.id },
    { decision, to_patient: line.to_patient + amount, on_appeal_account: kept },
  )
  await movedToPatient(
    caller,
    { ...line, amount },
    `Claim ${claim.number} was denied: ${line.description}`.slice(0, 300),
  )
}

/** BIL-125: only who signed for it, or was no member, is asked to pay. */
async function refuseUnsigned(caller: Caller, { scheme, line }: Taking): Promise<void> {
  if (!scheme.balance_billing) {
    throw conflict(`${scheme.name} does not let its members be asked for what it denies.`, 'terms')
  }
  const item = (await itemsById(caller, [line.item_id])).get(line.item_id)
  const reason = (await reasonsOf(caller)).find(({ code }) => code === line.denial_reason_code)
  if (item?.difference_accepted === true || reason?.kind === 'ELIGIBILITY') return
  const purse = await purseOf(caller)
  throw conflict(
    `The patient did not sign for ${line.description}: ${purse.said(undecided(line))} cannot be asked for.`,
    'unsigned',
  )
}

/** BIL-125: on the same day with the mirror entry; afterwards it stands. */
async function undo(caller: Caller, claim: ClaimRow, line: LineRow, day: string): Promise<void> {
  const { hospital_id } = caller
  const [last] = await claim_decisions.all(
    { hospital_id, line_id: line.id, undone: false, decision: ['ACCEPT', 'PATIENT'] },
    { order: ['-created_at', '-id'], limit: 1 },
  )
  if (last === undefined) throw conflict(`${line.description} was not decided.`, 'undecided')
  if (last.decided_on !== day) {
    throw conflict(`${line.description} was decided on ${last.decided_on}: it stands.`, 'stands')
  }
  const reason = `Decision on claim ${claim.number} undone`
  await reverse(caller, decision_sources[last.decision as 'ACCEPT' | 'PATIENT'], last.id, reason)
  await claim_decisions.change({ hospital_id, id: last.id }, { undone: true })
  const { amount } = last
  const back = {
    decision: 'NONE' as const,
    on_appeal_account: line.on_appeal_account + last.from_appeal,
  }
  if (last.decision === 'ACCEPT') {
    const accepted = line.accepted - amount
    await claim_lines.change({ hospital_id, id: line.id }, { ...back, accepted })
    await schemeDisallowed(caller, [{ ...line, amount: -amount }])
    return
  }
  const item = (await itemsById(caller, [line.item_id])).get(line.item_id)
  if ((item?.balance ?? 0) < amount) {
    throw conflict(`The patient has paid for ${line.description}: refund it first.`, 'paid')
  }
  const to_patient = line.to_patient - amount
  await claim_lines.change({ hospital_id, id: line.id }, { ...back, to_patient })
  await movedToPatient(caller, { ...line, amount: -amount }, reason)
}
