// The history of sign-ins, right and wrong, that every account can look into.

import { type Caller, platform_id, system } from '../../../../core/caller.ts'
import { clock, days, instantIn } from '../../../../core/clock.ts'
import { row } from '../../../../store/connection.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { sql, where } from '../../../../store/sql.ts'
import { record } from '../../audit/record.ts'
import { withinDays } from '../../hospitals/days.ts'
import { hospitalOf } from '../../hospitals/hospitals.ts'
import type { SignIn } from './shapes.ts'
import type { User } from '../callers.ts'
import { sign_ins } from '../tables.ts'
import type { sign_in_outcomes } from '../words.ts'

const familiar_days = 90

/** Who acts in a sign-in: the account itself, once it is known, with the request's facts. */
export function actor(caller: Caller, user: User | undefined, hospital_id?: string): Caller {
  const { request_id, ip, user_agent } = caller
  const house = system(user?.hospital_id ?? hospital_id ?? platform_id, request_id)
  if (user === undefined) return { ...house, name: 'Nobody', ip, user_agent }
  return {
    ...house,
    kind: user.kind === 'STAFF' ? 'USER' : user.kind,
    user_id: user.id,
    patient_id: user.patient_id,
    name: user.full_name,
    ip,
    user_agent,
  }
}

export interface Attempt {
  key: string
  outcome: (typeof sign_in_outcomes)[number]
  user?: User | undefined
  hospital_id?: string | undefined
  reason?: string | undefined
}

/** One row of the history and one of the audit log, in the transaction in hand. */
export async function note(caller: Caller, attempt: Attempt): Promise<void> {
  const { key, outcome, user, reason } = attempt
  const by = actor(caller, user, attempt.hospital_id)
  await sign_ins.insert({
    hospital_id: by.hospital_id,
    user_id: user?.id ?? null,
    account_key: key,
    at: clock.instant(),
    outcome,
    ip: caller.ip,
    user_agent: caller.user_agent?.slice(0, 300) ?? null,
    reason: reason?.slice(0, 120) ?? null,
  })
  record(by, 'auth.sign-in', {
    entity_type: 'user',
    entity_id: user?.id ?? null,
    entity_label: user?.full_name ?? null,
    outcome: outcome === 'OK' ? 'DONE' : 'REFUSED',
    reason: outcome === 'OK' ? null : (reason ?? outcome),
  })
}

/** Whether the account was used from this address and browser lately (PLT-33). */
export async function isFamiliar(caller: Caller, user: User): Promise<boolean> {
  const found = await row(
    sql`select 1 as yes from sign_ins where user_id = ${user.id} and at > ${instantIn(-days(familiar_days))} and outcome = 'OK' and ip = ${caller.ip} and user_agent = ${caller.user_agent?.slice(0, 300) ?? null} limit 1`,
  )
  return found !== undefined
}

export interface SignInFilter extends PageAsked {
  from?: string
  to?: string
}

/** One's own, newest first. */
export async function list(caller: Caller, asked: SignInFilter): Promise<Page<SignIn>> {
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(sign_ins, asked, {
    from: sql` from sign_ins${where([
      sql`user_id = ${caller.user_id}`,
      ...withinDays(sql`at`, timezone, asked),
    ])}`,
    order: sql` order by at desc, id desc`,
  })
  return mapPage(found, ({ at, outcome, ip, user_agent, reason }) => ({
    at,
    outcome,
    ip,
    user_agent,
    device: null,
    reason,
  }))
}
