// The directory of other facilities (front office 2.9), and finding one by what people call it.

import { capitals } from '../../../core/kinds/capitals.ts'
import type { Caller } from '../../../core/caller.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { isId } from '../../../core/ids.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, noSuch } from '../../../core/refusal.ts'
import { matching } from '../../../store/search.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { folded, type RowOf } from '../../../store/table.ts'
import { fresh } from '../../../core/versions.ts'
import { difference, record } from '../../office/audit/record.ts'
import { pathsOf } from '../patients/areas/administrative-areas.ts'
import { phone } from '../../office/hospitals/hospitals.ts'
import type { ReferralFacility, ReferralFacilityChange, ReferralFacilityInput } from './shapes.ts'
import { referral_facilities } from './tables.ts'
import { recordOf } from '../../../store/record-of.ts'

export type DirectoryRow = RowOf<(typeof referral_facilities)['columns']>
type Of = Pick<Caller, 'hospital_id'>

export interface DirectoryFilter extends PageAsked {
  search?: string
  level?: ReferralFacility['level']
  service?: string
  active?: boolean
}

export const list = (caller: Caller, asked: DirectoryFilter): Promise<Page<ReferralFacility>> =>
  pageFrom(referral_facilities, asked, {
    from: sql` from referral_facilities${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.level, sql`level = ${asked.level}`),
      when(
        asked.service,
        sql`lower(services) like ${`%"${folded(asked.service ?? '').replace(/[%_]/g, '')}"%`}`,
      ),
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
      matching('referral_facilities', asked.search),
    ])}`,
    order: sql` order by name_key, id`,
  })

export const referralFacilityRecord = recordOf(referral_facilities, 'facility')

/** REF-1: by id, by code, or by name however it is written. */
export async function called({ hospital_id }: Of, text: string): Promise<DirectoryRow | undefined> {
  const typed = text.trim()
  const by_id: boolean = isId(typed)
  if (by_id) return referral_facilities.find({ hospital_id, id: typed })
  const [found] = await referral_facilities.read(
    sql`select ${referral_facilities.selection()} from referral_facilities
      where hospital_id = ${hospital_id} and active
      and (code = ${capitals(typed)} or name_key = ${folded(typed)})
      order by case when code = ${capitals(typed)} then 0 else 1 end limit 1`,
  )
  return found
}

export async function open(
  caller: Caller,
  input: ReferralFacilityInput,
): Promise<ReferralFacility> {
  const made = await referral_facilities
    .insert({
      ...(await readable(caller, input)),
      hospital_id: caller.hospital_id,
      name: input.name,
      name_key: folded(input.name),
      services: input.services ?? [],
      languages: input.languages ?? [],
    })
    .catch((error: unknown) => {
      throw taken(error, input)
    })
  record(caller, 'referral_facility.create', {
    entity_type: 'referral_facility',
    entity_id: made.id,
    entity_label: made.name,
  })
  return made
}

export async function change(
  caller: Caller,
  id: string,
  input: ReferralFacilityChange,
): Promise<ReferralFacility> {
  const before = await referralFacilityRecord.get(caller, id)
  fresh(caller, before)
  const changes = {
    ...(await readable(caller, input)),
    ...(input.name === undefined ? {} : { name: input.name, name_key: folded(input.name) }),
  }
  await referral_facilities
    .change({ hospital_id: caller.hospital_id, id }, changes)
    .catch((error: unknown) => {
      throw taken(error, input)
    })
  record(caller, 'referral_facility.update', {
    entity_type: 'referral_facility',
    entity_id: id,
    entity_label: before.name,
    changes: difference(before, changes),
  })
  return referralFacilityRecord.get(caller, id)
}

async function readable(
  caller: Caller,
  input: ReferralFacilityChange,
): Promise<Partial<DirectoryRow>> {
  const { name: _name, code, phone: called_at, whatsapp, email, ...kept } = input
  if (typeof input.area_id === 'string' && (await pathsOf(caller, [input.area_id])).size === 0) {
    throw noSuch('area')
  }
  const number = async (field: string, typed: string | null | undefined) =>
    typeof typed === 'string' && typed !== '' ? phone(caller, field, typed) : typed
  const all = {
    ...kept,
    code: typeof code === 'string' ? capitals(code) || null : code,
    phone: await number('phone', called_at),
    whatsapp: await number('whatsapp', whatsapp),
    email: typeof email === 'string' ? email.toLowerCase() : email,
  }
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as Partial<DirectoryRow>
}

function taken(error: unknown, { name, code }: ReferralFacilityChange): unknown {
  if (isTaken(error, 'name_key')) return conflict(`There is a facility called ${name} already.`)
  if (isTaken(error, 'code')) return conflict(`The code ${code} is taken.`)
  return error
}
