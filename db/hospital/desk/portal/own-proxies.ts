// Acting for another, from the patient's side (POR-6).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import { conflict, noSuch } from '../../../core/refusal.ts'
import { sql } from '../../../store/sql.ts'
import { row } from '../../../store/connection.ts'
import type { LoginReply } from '../../office/access/sign-in/shapes.ts'
import {
  accountOf,
  closeSession,
  issueTokens,
  type User,
} from '../../office/access/users/patient-accounts.ts'
import { record } from '../../office/audit/record.ts'
import { type Row as Patient, patientRecord, rowsOf } from '../patients/rows.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import type { OwnProxies, OwnProxy, ProxyAsk, ProxyGrant } from './own-shapes.ts'
import * as proxies from './proxies.ts'
import { endOf, isAdult } from './proxy-input.ts'
import { portal_acts, portal_proxies } from './tables.ts'
import { noLonger, type Proxy, whose } from './whose.ts'
import type { Static } from '../../../core/kinds/kinds.ts'

type Id = { id: string; number: string; full_name: string }

/** The account's own patient, whoever it acts for just now. */
async function holderOf(caller: Caller): Promise<Patient> {
  if (caller.kind !== 'PATIENT' || caller.patient_id === null) throw noSuch('patient')
  return patientRecord.get(caller, caller.patient_id)
}

/** Requests are shown once they are decided, so that none tells who is on the register. */
export async function list(caller: Caller): Promise<Static<typeof OwnProxies>> {
  const { id } = await holderOf(caller)
  const { hospital_id } = caller
  const all = await portal_proxies.read(
    sql`select ${portal_proxies.selection()} from portal_proxies
      where hospital_id = ${hospital_id} and (holder_id = ${id} or subject_id = ${id})
      and (status <> 'REQUESTED' or subject_id = ${id}) order by created_at desc, id desc limit 200`,
  )
  const people = await rowsOf(caller, [
    ...new Set(all.flatMap(({ holder_id, subject_id }) => [holder_id, subject_id])),
  ])
  const by_id = new Map(people.map((one) => [one.id, one]))
  const shown = (one: Proxy): OwnProxy[] => {
    const [subject, holder] = [by_id.get(one.subject_id), by_id.get(one.holder_id)]
    return subject === undefined || holder === undefined ? [] : [viewOf(one, subject, holder)]
  }
  return {
    i_act_for: all.filter(({ holder_id }) => holder_id === id).flatMap(shown),
    acts_for_me: all.filter(({ subject_id }) => subject_id === id).flatMap(shown),
  }
}

const viewOf = (
  one: Pick<Proxy, 'id' | 'relationship' | 'scope' | 'status' | 'basis' | 'ends_on'>,
  subject: Pick<Id, 'number'> & { full_name: string | null },
  holder: Pick<Id, 'number' | 'full_name'>,
): OwnProxy => ({
  id: one.id,
  relationship: one.relationship,
  scope: one.scope,
  status: one.status,
  basis: one.basis,
  ends_on: one.ends_on,
  subject: { number: subject.number, full_name: subject.full_name },
  holder: { number: holder.number, full_name: holder.full_name },
})

/** The same answer whether there is such a person or not; staff decide. */
export async function ask(caller: Caller, input: ProxyAsk): Promise<OwnProxy> {
  const holder = await holderOf(caller)
  const subject = await personOf(caller, input)
  const typed = { number: input.number.trim().toUpperCase(), full_name: null }
  const asked = {
    id: newId(),
    relationship: input.relationship,
    scope: [...new Set(input.scope)],
    status: 'REQUESTED' as const,
    basis: 'CONSENT' as Proxy['basis'],
    ends_on: null,
  }
  if (subject === undefined || subject.id === holder.id) {
    record(caller, 'portal_proxy.ask', { entity_type: 'portal_proxy', reason: 'nobody' })
    return viewOf(asked, typed, holder)
  }
  const adult = await isAdult(caller, subject)
  const basis = adult ? 'CONSENT' : input.relationship === 'GUARDIAN' ? 'GUARDIAN' : 'PARENT'
  const there = await portal_proxies.find({
    hospital_id: caller.hospital_id,
    subject_id: subject.id,
    holder_id: holder.id,
    status: ['REQUESTED', 'ACTIVE'],
  })
  // Asked for before: nothing new, and nothing told.
  if (there !== undefined) return viewOf(asked, typed, holder)
  const offer = { ...asked, subject_id: subject.id, basis } as const
  const { id: _i, status: _s, ...wanted } = offer
  const made = await proxies.insert(
    caller,
    { ...wanted, ends_on: await endOf(caller, subject, { basis }) },
    holder.id,
    { status: 'REQUESTED' },
  )
  return viewOf({ ...asked, id: made.id }, typed, holder)
}

async function personOf(
  { hospital_id }: Caller,
  { number, birth_date }: Pick<ProxyAsk, 'number' | 'birth_date'>,
): Promise<Patient | undefined> {
  const found = await row<{ id: string }>(
    sql`select id from patients where hospital_id = ${hospital_id}
      and number = ${number.trim().toUpperCase()} and birth_date = ${birth_date}
      and status in ('ACTIVE', 'INACTIVE') limit 1`,
  )
  return found === undefined ? undefined : patientRecord.get({ hospital_id }, found.id)
}

/** A grown patient lets another act, by his or her own consent. */
export async function grant(caller: Caller, input: ProxyGrant): Promise<OwnProxy> {
  const { patient: subject, proxy } = await whose(caller)
  if (proxy !== null) throw conflict('Only the person may allow this.')
  if (!(await isAdult(caller, subject))) {
    throw conflict('You may allow this once you are of age.')
  }
  const holder = await personOf(caller, input)
  const typed = { number: input.number.trim().toUpperCase(), full_name: '' }
  const offer = {
    subject_id: subject.id,
    relationship: input.relationship,
    scope: [...new Set(input.scope)],
    basis: 'CONSENT' as const,
    ends_on: await endOf(caller, subject, { basis: 'CONSENT', ends_on: input.ends_on }),
  }
  if (holder === undefined || holder.id === subject.id) {
    return viewOf({ ...offer, id: newId(), status: 'ACTIVE' }, subject, typed)
  }
  const made = await proxies.insert(caller, offer, holder.id, {
    status: 'ACTIVE',
    decided_by: subject.full_name,
  })
  return viewOf(made, subject, typed)
}

async function ownProxy(caller: Caller, id: string): Promise<Proxy> {
  const found = await proxies.proxyRecord.get(caller, id)
  if (found.holder_id !== caller.patient_id && found.subject_id !== caller.patient_id) {
    throw noSuch('proxy')
  }
  return found
}

/** A session of its own, in which everything is about the subject. */
export async function act(caller: Caller, id: string): Promise<LoginReply> {
  const proxy = await ownProxy(caller, id)
  if (proxy.holder_id !== caller.patient_id) throw noSuch('proxy')
  const over = proxy.ends_on !== null && proxy.ends_on <= (await today(caller))
  if (proxy.status !== 'ACTIVE' || over) throw noLonger()
  const subject = await patientRecord.get(caller, proxy.subject_id)
  if (subject.status === 'MERGED' || subject.status === 'DECEASED') throw noLonger()
  const { session_id, reply } = await issueTokens(caller, await accountHere(caller))
  await portal_acts.insert({
    session_id,
    hospital_id: caller.hospital_id,
    proxy_id: proxy.id,
    since: clock.instant(),
  })
  noteAct(caller, proxy, 'portal.act')
  return asSubject(reply, subject)
}

export async function stop(caller: Caller): Promise<LoginReply> {
  const { hospital_id, session_id } = caller
  const acting =
    session_id === null ? undefined : await portal_acts.find({ hospital_id, session_id })
  if (acting === undefined || session_id === null) throw conflict('You act for nobody.')
  const account = await accountHere(caller)
  const { reply } = await issueTokens(caller, account)
  await closeSession(account, session_id, 'proxy')
  noteAct(caller, await proxies.proxyRecord.get(caller, acting.proxy_id), 'portal.act-stop')
  return reply
}

async function accountHere(caller: Caller): Promise<User> {
  const account = await accountOf(caller, caller.patient_id ?? '')
  if (account === undefined) throw noSuch('account')
  return account
}

const asSubject = (reply: LoginReply, { id }: Patient): LoginReply => ({
  ...reply,
  user: reply.user === null ? null : { ...reply.user, patient_id: id },
})

const noteAct = (caller: Caller, proxy: Proxy, action: string): void =>
  record(caller, action, {
    entity_type: 'portal_proxy',
    entity_id: proxy.id,
    patient_id: proxy.subject_id,
  })

/** By either side, at once. */
export async function end(
  caller: Caller,
  id: string,
  reason: string | null | undefined,
): Promise<OwnProxy> {
  const before = await ownProxy(caller, id)
  const why = reason || 'Ended in the portal'
  await proxies.end({ ...caller, expected_version: null }, before.id, why)
  const after = await proxies.proxyRecord.get(caller, id)
  const subject = await patientRecord.get(caller, after.subject_id)
  const holder = await patientRecord.get(caller, after.holder_id)
  return viewOf(after, subject, holder)
}
