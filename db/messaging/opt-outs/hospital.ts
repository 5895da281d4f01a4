// Opt-outs as the hospital's desk sees, takes and lifts them (MSG 5.2, MSG-455).

import { clock } from '../../core/clock.ts'
import { row, rows } from '../../store/connection.ts'
import { mapPage, type Page, type PageAsked, paged } from '../../store/pages.ts'
import { conflict, noSuch } from '../../core/refusal.ts'
import { sql, when, where } from '../../store/sql.ts'
import { accountOfHospital, ownerIn } from '../accounts/accounts.ts'
import type { Actor, Owner } from '../caller.ts'
import type { OptOutScope } from '../contacts/words.ts'
import type { HospitalFacts } from '../messages/hospital.ts'
import { accountOf } from '../messages/hospital-reads.ts'
import { readNumber } from '../routing/numbers.ts'
import { lift, type OptOutSource, takeOut } from './opt-outs.ts'
import { msg_opt_outs } from './tables.ts'

export interface DeskOptOut {
  id: string
  phone: string
  scope: OptOutScope
  source: OptOutSource
  note: string | null
  created_at: string
  lifted_at: string | null
  lifted_by: string | null
  consent_note: string | null
}

const columns = sql`id, phone, scope, source, note, created_at, lifted_at, lifted_by, consent_note`

const ownerOf = async (hospital: HospitalFacts): Promise<Owner> =>
  ownerIn(await accountOf(hospital), 'live')

const own = ({ account_id, mode }: Owner) => [sql`account_id = ${account_id}`, sql`mode = ${mode}`]

/** Those that stand and those that were lifted, newest first. */
export async function listForDesk(
  hospital: HospitalFacts,
  asked: PageAsked & {
    scope?: string | undefined
    search?: string | undefined
    since?: string | undefined
    before?: string | undefined
  },
): Promise<Page<DeskOptOut>> {
  const owner = await ownerOf(hospital)
  const typed = asked.search ?? ''
  const digits = readNumber(typed) ?? typed.replace(/\D/g, '')
  const found = await paged<DeskOptOut>(asked, {
    select: columns,
    from: sql` from msg_opt_outs${where([
      ...own(owner),
      when(asked.scope, sql`scope = ${asked.scope}`),
      when(asked.search, sql`phone like ${`%${digits === '' ? typed : digits}%`}`),
      when(asked.since, sql`created_at >= ${asked.since}`),
      when(asked.before, sql`created_at < ${asked.before}`),
    ])}`,
    order: sql` order by id desc`,
  })
  return mapPage(found, (one) => one)
}

export async function takeAtDesk(
  by: Actor,
  hospital: HospitalFacts,
  asked: { phone: string; scope: OptOutScope; note: string },
): Promise<DeskOptOut | null> {
  const phone = readNumber(asked.phone)
  if (phone === null) return null
  const owner = await ownerOf(hospital)
  const { scope, note } = asked
  await takeOut(by, owner, { phones: [phone], scope, source: 'desk', note })
  return (
    (await row<DeskOptOut>(
      sql`select ${columns} from msg_opt_outs${where([
        ...own(owner),
        sql`phone = ${phone}`,
        sql`lifted_at is null`,
      ])}`,
    )) ?? null
  )
}

export async function oneForDesk(hospital: HospitalFacts, id: string): Promise<DeskOptOut> {
  const owner = await ownerOf(hospital)
  const found = await row<DeskOptOut>(
    sql`select ${columns} from msg_opt_outs${where([...own(owner), sql`id = ${id}`])}`,
  )
  if (found === undefined) throw noSuch('opt-out')
  return found
}

export async function liftAtDesk(
  by: Actor & { name: string },
  hospital: HospitalFacts,
  id: string,
  consent_note: string,
): Promise<DeskOptOut> {
  const found = await oneForDesk(hospital, id)
  const owner = await ownerOf(hospital)
  const lifted =
    found.lifted_at === null
      ? await lift(by, owner, found.phone, { source: 'desk', consent_note })
      : null
  if (lifted === null) throw conflict('This opt-out is lifted.')
  // People of the hospital read a name, not the id of an account of theirs.
  await msg_opt_outs.change(
    { hospital_id: owner.hospital_id, id },
    { lifted_by: by.name.slice(0, 160) },
  )
  return oneForDesk(hospital, id)
}

export interface ToldWish {
  /** E.164. */
  phone: string
  silent: boolean
}

/** Wishes of numbers that their hospital was not told of yet, however they came (PTM-6). */
export const wishesToTell = (limit = 200): Promise<{ id: string; hospital_id: string }[]> =>
  rows(
    sql`select id, hospital_id from msg_opt_outs where told_at is null order by id limit ${limit}`,
  )

/** One daemon alone has it; null where there is nothing to tell, or another was first. */
export async function takeWish(hospital_id: string, id: string): Promise<ToldWish | null> {
  const told = await msg_opt_outs.change(
    { hospital_id, id, told_at: null },
    { told_at: clock.instant() },
  )
  const wish = told === 0 ? undefined : await msg_opt_outs.find({ hospital_id, id })
  if (wish === undefined || wish.mode !== 'live' || wish.scope !== 'all') return null
  // A business of the deployment has no patients; a number that was forgotten is nobody's.
  if ((await accountOfHospital(hospital_id))?.id !== wish.account_id) return null
  return /^\d+$/.test(wish.phone)
    ? { phone: `+${wish.phone}`, silent: wish.lifted_at === null }
    : null
}
