// The hospital's licence: what it is today, and recording one (PLT-75 to PLT-78). No state of it
// ever stops work: rules ask `refuseUnlicensed` where the house would grow, and nowhere else.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { sql } from '../../../store/sql.ts'
import { record } from '../audit/record.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'
import { daysBetween, inWords } from './days.ts'
import { installId } from './install.ts'
import { type Payload, readLicence } from './licence-text.ts'
import { pay } from './purchases.ts'
import type { Licence, LicenceRow } from './shapes.ts'
import {
  accounts,
  forgetLicence,
  latest,
  type LicenceKept,
  openBranches,
  type Standing,
  standing,
} from './standing.ts'
import { plan_licences } from './tables.ts'

export async function find(caller: Caller): Promise<Licence> {
  const { status, starts_on, ends_on, kept, hospital, day } = await standing(caller)
  const closed = isClosed({ status, hospital })
  return {
    status,
    licence_no: kept?.licence_no ?? null,
    plan_code: kept?.plan_code ?? null,
    plan_name: kept?.plan_name ?? null,
    branches: kept?.branches ?? null,
    branches_used: await openBranches(caller),
    max_users: kept?.max_users ?? null,
    users_used: await accounts(caller),
    starts_on,
    ends_on,
    days_left: ends_on === null ? null : Math.max(0, daysBetween(day, ends_on)),
    source: kept?.source ?? (status === 'EVALUATION' ? 'EVALUATION' : null),
    install_id: await installId(),
    limits: closed ? [...refused_then] : [],
  }
}

const refused_then = [
  'creating accounts',
  'opening branches',
  'activating workstations',
  'switching modules on',
  'making API keys',
] as const

export async function now(
  caller: Pick<Caller, 'hospital_id'>,
): Promise<{ status: string; ends_on: string | null }> {
  const { status, ends_on } = await standing(caller)
  return { status, ends_on }
}

export async function history(
  { hospital_id }: Caller,
  asked: PageAsked,
): Promise<Page<LicenceRow>> {
  const found = await pageFrom(plan_licences, asked, {
    from: sql` from plan_licences where hospital_id = ${hospital_id}`,
    order: sql` order by recorded_at desc, id desc`,
  })
  const shown = ({ licence_no, plan_code, branches, ...row }: LicenceKept): LicenceRow => ({
    licence_no,
    plan_code,
    branches,
    starts_on: row.starts_on,
    ends_on: row.ends_on,
    source: row.source,
    recorded_at: row.recorded_at,
    by_name: row.by_name,
  })
  return { rows: found.rows.map(shown), meta: found.meta }
}

export async function install(caller: Caller, text: string): Promise<Licence> {
  const payload = readLicence(text)
  await fits(caller, payload)
  const { hospital_id } = caller
  const { licence_no, purchase_reference = null } = payload
  const made = await plan_licences.insert({
    hospital_id,
    licence_no,
    plan_code: payload.plan_code,
    plan_name: payload.plan_name,
    branches: payload.branches,
    max_users: payload.max_users ?? null,
    starts_on: payload.starts_on,
    ends_on: payload.ends_on,
    source: 'FILE',
    purchase_reference,
    licence: text.trim(),
    recorded_at: clock.instant(),
    by_name: caller.name,
  })
  forgetLicence(hospital_id)
  if (purchase_reference !== null) await pay(caller, purchase_reference, licence_no)
  record(caller, 'plan.licence', {
    entity_type: 'licence',
    entity_id: made.id,
    entity_label: licence_no,
    changes: { ends_on: [null, made.ends_on], branches: [null, made.branches] },
  })
  return find(caller)
}

async function fits(caller: Caller, payload: Payload): Promise<void> {
  const { code } = await hospitalOf(caller)
  if (payload.hospital_code.toLowerCase() !== code.toLowerCase()) {
    throw invalid('licence', `is for ${payload.hospital_name}, not for this hospital.`)
  }
  const { install_id = null, licence_no } = payload
  if (install_id !== null && install_id !== (await installId())) {
    throw invalid('licence', 'is for another installation.')
  }
  const { hospital_id } = caller
  const same = await plan_licences.find({ hospital_id, licence_no })
  if (same !== undefined) throw conflict('This licence is already recorded.')
  const before = await latest(caller)
  if (before !== undefined && payload.ends_on < before.ends_on) {
    throw conflict(`A licence until ${inWords(before.ends_on)} is already in force.`)
  }
}

const isClosed = ({ status, hospital }: Pick<Standing, 'status' | 'hospital'>): boolean =>
  status === 'ENDED' || status === 'UNLICENSED' || hospital.status === 'RESTRICTED'

/** PLT-77. */
export async function refuseEnded(
  caller: Pick<Caller, 'hospital_id'>,
  what: string,
): Promise<void> {
  const { status, ends_on, hospital } = await standing(caller)
  if (!isClosed({ status, hospital })) return
  throw conflict(
    status === 'UNLICENSED' || ends_on === null
      ? `There is no licence. Add one to ${what}.`
      : `The licence ended on ${inWords(ends_on)}. Renew it to ${what}.`,
  )
}

/** PLT-77: what is there stays; only the next one is refused. */
export async function refuseMore(caller: Caller, of: 'branches' | 'users'): Promise<void> {
  const kept = await latest(caller)
  if (kept === undefined) return
  const most = of === 'branches' ? kept.branches : kept.max_users
  if (most === null) return
  const used = of === 'branches' ? await openBranches(caller) : await accounts(caller)
  if (used < most) return
  const one = of === 'branches' ? 'branch' : 'user'
  throw conflict(`Your plan has ${most} ${most === 1 ? one : of}.`)
}
