// People who cannot say who they are (PAT-14).

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { Refusal } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { hours, instantIn, startOfDay } from '../../../../core/clock.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { recordRead } from '../../../office/audit/reads.ts'
import { record } from '../../../office/audit/record.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import { monthsBefore, readBirth } from './ages.ts'
import { nameColumns } from './input.ts'
import { view } from '../patients.ts'
import type { PatientRow } from './row-shapes.ts'
import { already, numbered, oneAtATime } from './register.ts'
import { settingsOf } from '../settings.ts'
import type { Patient } from '../shapes.ts'
import type { UnknownInput } from './input-shapes.ts'
import { patients } from '../tables.ts'
import { viewRows } from './view.ts'
import type { age_bands } from '../words.ts'

type Band = (typeof age_bands)[number]
/** The middle of each band, in months. */
const middles: Record<Band, number> = {
  NEWBORN: 0,
  INFANT: 6,
  CHILD: 6 * 12,
  ADOLESCENT: 14 * 12,
  ADULT: 35 * 12,
  ELDERLY: 70 * 12,
}

export async function registerUnknown(caller: Caller, input: UnknownInput): Promise<Patient> {
  const known = await already(caller, input.id)
  if (known !== undefined) return known
  const { name_aliases } = await settingsOf(caller)
  const { country, language } = await hospitalOf(caller)
  const birth_date = await birthOf(caller, input)
  await oneAtATime(caller)
  const unknown_label = await freeLabel(caller, input.unknown_label)
  const names = {
    first_name: 'Unknown',
    middle_name: null,
    last_name: unknown_label,
    known_as: null,
  }
  const row = await patients.insert({
    ...(input.id === undefined ? {} : { id: input.id }),
    ...nameColumns(names, name_aliases, unknown_label),
    ...(await numbered(caller)),
    status: 'TEMPORARY',
    identity: 'UNKNOWN',
    sex: input.sex ?? 'Ambiguous',
    sex_told: input.sex !== undefined,
    birth_date,
    birth_date_estimated: true,
    language,
    nationality: country,
    unknown_label,
    unknown_notes: {
      description: input.description ?? null,
      found_by: input.found_by ?? null,
      police_case: input.police_case ?? false,
    },
    source: 'EMERGENCY',
  })
  record(caller, 'patient.create_unknown', {
    entity_type: 'patient',
    entity_id: row.id,
    entity_label: row.number,
    patient_id: row.id,
    to_state: row.status,
  })
  return view(caller, row)
}

async function birthOf(caller: Caller, input: UnknownInput): Promise<string> {
  const day = await today(caller)
  const told = readBirth({ age_years: input.age_years }, day)
  if (told !== undefined && input.age_band !== undefined) {
    throw new Refusal(400, 'invalid', 'Give either age_years or age_band, not both.', {
      field: 'age_band',
    })
  }
  if (told !== undefined) return told.birth_date
  return monthsBefore(day, middles[input.age_band ?? 'ADULT'])
}

/** Two with one label on one day: the second is ` (2)`. */
async function freeLabel(caller: Caller, label: string): Promise<string> {
  const { timezone } = await hospitalOf(caller)
  const since = startOfDay(timezone, await today(caller))
  const taken = await rows<{ unknown_label: string }>(
    sql`select unknown_label from patients where hospital_id = ${caller.hospital_id}
      and registered_at >= ${since} and unknown_label is not null`,
  )
  const labels = new Set(taken.map(({ unknown_label }) => unknown_label))
  if (!labels.has(label)) return label
  let count = 2
  while (labels.has(counted(label, count))) count += 1
  return counted(label, count)
}

/** As much of a long label as leaves room for the number. */
function counted(label: string, count: number): string {
  const number = ` (${count})`
  return `${[...label].slice(0, label_max - number.length).join('')}${number}`
}
const label_max = 60

/** Whom nobody has identified, also after death; the longest first. */
export async function unidentified(
  caller: Caller,
  asked: PageAsked & { older_than_hours?: number | undefined },
): Promise<Page<PatientRow>> {
  const before = instantIn(-hours(asked.older_than_hours ?? 0))
  const found = await pageFrom(patients, asked, {
    from: sql` from patients where hospital_id = ${caller.hospital_id}
      and (status = 'TEMPORARY' or (status = 'DECEASED' and identity = 'UNKNOWN'))
      and registered_at <= ${before}`,
    order: sql` order by registered_at, id`,
  })
  await recordRead(caller, 'patient.unknown', { rows: found.rows.length, query: { ...asked } })
  return { rows: await viewRows(caller, found.rows), meta: found.meta }
}
