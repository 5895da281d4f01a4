// Whose paper it is: what stands at the head and the foot of everything that is printed.

import type { Caller } from '../../../core/caller.ts'
import { get } from '../../../store/files/store.ts'
import { currencyOf } from '../../../core/reference/countries.ts'
import type { RowOf } from '../../../store/table.ts'
import { type Hospital, hospitalOf, shownName } from '../hospitals/hospitals.ts'
import type { Language } from '../hospitals/words.ts'
import { facilities } from './tables.ts'

export interface Letterhead {
  house: {
    name: string
    short_name: string | null
    tagline: string | null
    branch: string | null
    lines: string[]
    logo: Uint8Array | null
  }
  theme: string
  accent: string
  footer: string | null
  date_format: string
  timezone: string
  language: Language
  currency: string
  /** Decimals of the currency's minor unit. */
  scale: number
  /** Of the branch, else of the hospital. */
  phone: string | null
}

type Facility = RowOf<(typeof facilities)['columns']>

/** Of a branch; without one, of the hospital's main branch. Not inside a transaction: it reads a file. */
export async function letterheadOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  facility_id: string | null,
): Promise<Letterhead> {
  const hospital = await hospitalOf({ hospital_id })
  const own =
    facility_id === null ? undefined : await facilities.find({ hospital_id, id: facility_id })
  const facility = own ?? (await facilities.find({ hospital_id, is_main: true }))
  const { tagline, name } = hospital
  const { is_demo } = hospital
  const short_name =
    is_demo && hospital.short_name !== null ? `DEMO · ${hospital.short_name}` : hospital.short_name
  return {
    house: {
      name: shownName(hospital),
      short_name,
      tagline,
      branch: facility === undefined || facility.name === name ? null : facility.name,
      lines: linesOf(hospital, facility),
      logo: hospital.logo === null ? null : ((await get(hospital.logo.sha256)) ?? null),
    },
    theme: hospital.document_theme,
    accent: hospital.document_accent ?? hospital.accent,
    footer: hospital.document_footer,
    date_format: hospital.date_format,
    timezone: facility?.time_zone ?? hospital.timezone,
    language: hospital.language,
    currency: hospital.currency,
    scale: currencyOf(hospital.currency).decimals,
    phone: facility?.phone ?? hospital.support_phone,
  }
}

/** Where it is, how it is reached, and its tax numbers: a line each, where there is something. */
function linesOf(hospital: Hospital, facility: Facility | undefined): string[] {
  const place = [facility?.address, facility?.ward, facility?.district, facility?.region]
  const reached = [
    facility?.phone ?? hospital.support_phone,
    facility?.email ?? hospital.support_email,
  ]
  const tax = [
    facility?.tin ? `TIN ${facility.tin}` : null,
    facility?.vrn ? `VRN ${facility.vrn}` : null,
  ]
  const lines: [readonly (string | null | undefined)[], string][] = [
    [place, ', '],
    [reached, ' · '],
    [tax, ' · '],
  ]
  return lines
    .map(([parts, between]) => [...new Set(parts.filter(Boolean))].join(between))
    .filter((line) => line !== '')
}
