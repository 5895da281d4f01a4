// A body leaves: with its claimant, by the authority, or to another house (MOR-12, MOR-13, MOR-16).

import type { Caller } from '../../../core/caller.ts'
import { clock, nextDay } from '../../../core/clock.ts'
import { conflict, invalid, isRefusal } from '../../../core/refusal.ts'
import { within } from '../../../store/connection.ts'
import { folded } from '../../../store/table.ts'
import { gate } from '../../desk/gates/gate.ts'
import type { GateResult } from '../../desk/gates/shapes.ts'
import { accountClosed } from '../../money/billing/charges/stays.ts'
import { openFollowUp } from '../../neighbours/commercial.ts'
import { holders } from '../../office/access/users/holders.ts'
import { today } from '../../office/places/hours.ts'
import { rowIn } from '../parts/part-table.ts'
import { given, rowsOfBody } from './belongings.ts'
import { chargeStorage } from './charging.ts'
import type { ReleaseCase } from './gate-kinds.ts'
import { askedOf, standingIn, startClock } from './holds.ts'
import type { Claimant, Released } from './kept.ts'
import { noticesOf } from './notices.ts'
import { settings_table } from './part-tables.ts'
import { issuePass } from './passes.ts'
import { begun, type Body, type BodyMove, bodyRecord } from './record.ts'
import type { ClaimantInput, ReleaseInput } from './shapes.ts'
import { leaveSpace, nowhere } from './spaces.ts'
import { bodies } from './tables.ts'
import { confirmTag, secondPerson } from './tags.ts'
import { unclaimedOf } from './unclaimed.ts'
import { of_another, type ReleaseKind } from './words.ts'

const moves: Readonly<Record<ReleaseKind, BodyMove>> = {
  CLAIMANT: 'release',
  AUTHORITY: 'bury by authority',
  TRANSFER: 'transfer',
}

export interface Gone {
  row: Body
  warnings: GateResult[]
}

/** What is refused for money begins the clock of money all the same (MOR-12). */
export async function release(caller: Caller, id: string, input: ReleaseInput): Promise<Gone> {
  try {
    return await within(() => releaseNow(caller, id, input))
  } catch (error) {
    if (isRefusal(error) && error.code === 'gate' && input.kind === 'CLAIMANT') {
      await within(() => refused(caller, id))
    }
    throw error
  }
}

async function refused(caller: Caller, id: string): Promise<void> {
  const body = await bodyRecord.locked(caller, id)
  await startClock(caller, body, await standingIn(caller, body, 'CLAIMANT'))
}

async function releaseNow(caller: Caller, id: string, input: ReleaseInput): Promise<Gone> {
  const move = moves[input.kind]
  const { before: seen } = await begun(caller, id, move)
  await confirmTag(caller, seen, input)
  await mustBeWhole(caller, seen, input)
  const body = await chargeStorage(caller, seen)
  const on: ReleaseCase = { body, asked: input }
  const warnings = await gate(caller, { ...askedOf(on), overrides: input.overrides })
  // Tokens are taken last: what is refused before leaves them good.
  const second_name = await signedBeside(caller, input)
  const row = await left(caller, body, move, releasedAs(caller, input, second_name))
  await handOut(caller, row, input)
  await issuePass(caller, row, input)
  await followDebt(caller, row, input)
  await accountClosed(caller, row.patient_id)
  return { row, warnings }
}

async function left(caller: Caller, body: Body, move: BodyMove, released: Released): Promise<Body> {
  const row = await bodyRecord.moved(caller, body, move, {
    release: released,
    left_at: released.at,
    holds: [],
    trolley: false,
    ...nowhere,
  })
  await leaveSpace(caller, body)
  return row
}

async function mustBeWhole(caller: Caller, body: Body, input: ReleaseInput): Promise<void> {
  if (input.kind === 'CLAIMANT') return mustBeClaimed(body, input)
  if (input.kind === 'TRANSFER') {
    if (!input.to) throw invalid('to', 'is required with TRANSFER.')
    if (!input.papers_no) throw invalid('papers_no', 'is required with TRANSFER.')
    return
  }
  if (!input.authority) throw invalid('authority', 'is required with AUTHORITY.')
  if (!input.burial_place) throw invalid('burial_place', 'is required with AUTHORITY.')
  await mustBeUnclaimed(caller, body, input)
}

function mustBeClaimed(body: Body, input: ReleaseInput): void {
  const { claimant, second_claimant, viewed, viewed_reason } = input
  if (!claimant) throw invalid('claimant', 'is required with CLAIMANT.')
  if (!second_claimant && !isKin(body, claimant)) {
    throw invalid(
      'second_claimant',
      `is required: ${claimant.name} is not among the next of kin of this body.`,
    )
  }
  if (!input.burial_place) throw invalid('burial_place', 'is required with CLAIMANT.')
  const closed = body.precautions === 'HIGH_RISK' && Boolean(viewed_reason)
  if (viewed !== true && !closed) {
    throw invalid('viewed', 'must be true: the claimant sees the body and says it is the one.')
  }
}

const isKin = (body: Body, { name }: ClaimantInput): boolean =>
  body.kin.some((one) => folded(one.name) === folded(name))

const days_of_parts = 7

/** MOR-15 to MOR-17. */
async function mustBeUnclaimed(caller: Caller, body: Body, input: ReleaseInput): Promise<void> {
  if (input.court_order_no) return
  const settings = await rowIn(caller, settings_table)
  const { stage, days } = unclaimedOf({
    received_at: body.received_at,
    now: clock.instant(),
    notices: await noticesOf(caller, body.id),
    settings,
  })
  if (stage === 'CLEARED') return
  if (of_another.includes(body.kind) && days >= days_of_parts && input.papers_no) return
  throw conflict(
    `${body.number} is not cleared for burial by the authority (${stage}, day ${days}).`,
    'unclaimed',
  )
}

/** Two members of staff; for a burial by the authority the second is of welfare. */
async function signedBeside(caller: Caller, input: ReleaseInput): Promise<string> {
  if (input.kind !== 'AUTHORITY') {
    return (await secondPerson(caller, input.second_staff, 'second_staff')).name
  }
  const { user_id, name } = await secondPerson(caller, input.welfare_token, 'welfare_token')
  if (!(await holders(caller, 'override:money')).includes(user_id)) {
    throw conflict(`${name} does not hold override:money.`, 'witness')
  }
  return name
}

const claimantOf = (typed: ClaimantInput | null | undefined): Claimant | null =>
  typed === null || typed === undefined
    ? null
    : {
        name: typed.name,
        relation: typed.relation,
        id_type: typed.id_type || null,
        id_no: typed.id_no,
        phone: typed.phone,
        address: typed.address || null,
      }

function releasedAs(caller: Caller, input: ReleaseInput, second_name: string): Released {
  const { kind, authority, to, transport } = input
  return {
    kind,
    at: clock.instant(),
    by_name: caller.name,
    second_name,
    claimant: kind === 'CLAIMANT' ? claimantOf(input.claimant) : null,
    second_claimant: kind === 'CLAIMANT' ? claimantOf(input.second_claimant) : null,
    authority:
      kind === 'AUTHORITY' && authority ? { ...authority, phone: authority.phone || null } : null,
    to: kind === 'TRANSFER' && to ? { ...to } : null,
    permit_no: input.burial_permit_no || input.permit_no || null,
    permit_on: input.burial_permit_on ?? input.permit_on ?? null,
    papers_no: input.papers_no || null,
    court_order_no: input.court_order_no || null,
    burial_place: input.burial_place || null,
    transport: { ...transport, phone: transport.phone || null },
    viewed: input.viewed ?? false,
    viewed_reason: input.viewed_reason || null,
    sealed_bag: input.sealed_bag ?? false,
    burial_team: input.burial_team ?? [],
  }
}

/** What is named goes along: to the claimant, or with the body to the police. */
async function handOut(caller: Caller, body: Body, input: ReleaseInput): Promise<void> {
  const named = input.belongings ?? []
  const kept = (await rowsOfBody(caller, body.id)).filter(({ state }) => state === 'KEPT')
  const strange = named.find((id) => !kept.some((item) => item.id === id))
  if (strange !== undefined) throw invalid('belongings', 'names an item that is not kept here.')
  const items = kept.filter(({ id }) => named.includes(id))
  const { claimant, authority, to } = body.release ?? {}
  const state = to?.kind === 'POLICE' ? 'TO_POLICE' : 'RETURNED'
  await given(caller, body, items, state, {
    name: claimant?.name ?? authority?.name ?? to?.name ?? '',
    relation: claimant?.relation ?? authority?.office ?? null,
    id_no: claimant?.id_no ?? null,
    phone: claimant?.phone ?? authority?.phone ?? null,
  })
}

const days_to_pay = 14

/** A debt that was let go is followed, and by whom stands in it. */
async function followDebt(caller: Caller, body: Body, input: ReleaseInput): Promise<void> {
  const promise = (input.overrides ?? []).find(({ gate: key }) => key === 'MOR_UNPAID')
  if (promise === undefined) return
  await openFollowUp(caller, {
    subject: `Debt of body ${body.number}`,
    due_on: nextDay(await today(caller, body.facility_id), days_to_pay),
    kind: 'DEBT',
    patient_id: body.patient_id,
    detail: [promise.reason_code, promise.reason].filter(Boolean).join(': ') || null,
  })
}

/** Storage of whoever lies here until now, for the job and for who asks (MOR-6). */
export const storedNow = ({ hospital_id }: Pick<Caller, 'hospital_id'>) =>
  bodies.all({ hospital_id, status: 'STORED' }, { order: ['patient_id', 'id'] })
