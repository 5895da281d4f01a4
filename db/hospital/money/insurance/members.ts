// A membership with what it has left (2.9), and asking the scheme whether the card is good (BIL-108).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { purseOf } from '../accounting/purse.ts'
import { record } from '../../office/audit/record.ts'
import { today as hospitalDay } from '../../office/hospitals/hospitals.ts'
import { coverChanged } from '../../neighbours/cover.ts'
import * as memberships from '../tariff/memberships.ts'
import { membership_life } from '../tariff/membership-states.ts'
import { memberships as table } from '../tariff/scheme-tables.ts'
import { schemeRecord } from '../tariff/schemes.ts'
import type { MembershipOpened, VerifyInput } from './authorisation-shapes.ts'
import { beginning, usedOf } from './engine.ts'
import { factsOf } from './facts.ts'
import { askCard } from './gateway.ts'

export async function find(caller: Caller, id: string): Promise<MembershipOpened> {
  const shown = await memberships.find(caller, id)
  const purse = await purseOf(caller)
  const facts = await factsOf(caller, {
    scheme_id: shown.scheme_id,
    membership_id: id,
    patient: null,
    visit: null,
    admission_id: null,
    visit_class: 'OUTPATIENT',
    day: await hospitalDay(caller),
  })
  const ceilings = new Map(beginning(facts).map((one) => [one.name, one]))
  const year = ceilings.get('year')
  const used = facts.uses
    .filter((use) => use.own && use.service_date >= facts.year_from)
    .reduce((sum, use) => sum + use.covered, 0)
  const left = (amount: number | undefined) => (amount === undefined ? null : purse.major(amount))
  return {
    ...shown,
    balances: {
      year_used: purse.major(year?.used ?? used),
      year_left: left(year?.left_after),
      visit_left: left(ceilings.get('visit')?.left_after),
      by_rule: usedOf(facts),
    },
  }
}

export async function verify(
  caller: Caller,
  id: string,
  input: VerifyInput,
): Promise<MembershipOpened> {
  const { hospital_id } = caller
  const before = await memberships.membershipRecord.get(caller, id)
  if (before.status === 'ENDED') throw membership_life.refusal(before.status, before.member_no)
  const scheme = await schemeRecord.get(caller, before.scheme_id)
  const by_hand = scheme.gateway === 'NONE'
  if (by_hand && !input.result) throw invalid('result', 'is required.')
  if (!by_hand && input.result) throw conflict(`${scheme.name} is asked through its gateway.`)
  const answer = by_hand
    ? { result: input.result as NonNullable<VerifyInput['result']>, message: input.message ?? null }
    : askCard(scheme, before.card_no ?? before.member_no)
  const lapsed = 'lapsed' in answer && answer.lapsed === true && before.status !== 'LAPSED'
  const status = lapsed
    ? membership_life.move('lapse', before.status, before.member_no)
    : before.status
  await table.change(
    { hospital_id, id },
    {
      status,
      verified_at: clock.instant(),
      verified_by_name: caller.name,
      verify_result: answer.result,
      verify_message: answer.message?.slice(0, 300) ?? null,
    },
  )
  record(caller, 'membership.verify', {
    entity_type: 'membership',
    entity_id: id,
    entity_label: before.member_no,
    patient_id: before.patient_id,
    from_state: before.status,
    to_state: status,
    reason: answer.message,
  })
  if (lapsed) await coverChanged(caller, { membership_id: id })
  return find(caller, id)
}
