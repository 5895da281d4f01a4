// What the papers of a case say (OT-22): read whole, as it stands now.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { noSuch } from '../../../core/refusal.ts'
import { codeOf } from '../../care/records/codes/codes.ts'
import { ageOn } from '../../desk/patients/register/ages.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import type { Language } from '../../office/hospitals/words.ts'
import { printOf } from '../../office/papers/codes.ts'
import { today } from '../../office/places/hours.ts'
import { rowsIn, unconfirmed } from '../parts/part-table.ts'
import { caseRecord, type CaseRow, stampsOf, team_of_case } from './cases/record.ts'
import type { Procedure } from './cases/tables.ts'
import { technique } from './cases/technique.ts'
import { checklistsOf } from './inside/checklists.ts'
import { countsOf } from './inside/counts.ts'
import { itemsOf } from './inside/items.ts'
import { doneOf } from './inside/on-the-chart.ts'
import { type Content, isSigned, partOf, type PartRow } from './inside/parts.ts'
import { roomRecord } from './rooms/rooms.ts'
import { who_table } from './settings/tables-of-theatre.ts'
import { type paper_kinds, phases } from './words.ts'

type Kind = (typeof paper_kinds)[number]

export async function caseOnPaper(caller: Caller, id: string, kind: Kind, asked?: Language) {
  const row = await caseRecord.get(caller, id)
  const part = kind === 'checklist' ? undefined : await partWanted(caller, row, kind)
  const content = part?.content as Content | undefined
  const patient = await patientRecord.get(caller, row.patient_id)
  const language = asked ?? patient.language
  const { number, full_name, sex, birth_date } = patient
  const on = await today(caller, row.facility_id)
  const theatre =
    row.theatre_id === null ? null : (await roomRecord.get(caller, row.theatre_id)).name
  return {
    facility_id: row.facility_id,
    language,
    kind,
    number: row.number,
    patient: { number, full_name, sex, birth_date, age: ageOn(birth_date, on, language).text },
    procedures: row.procedures.map((one) => operated(one, language)),
    done:
      kind === 'operation_note' ? doneOf(content ?? {}).map((one) => operated(one, language)) : [],
    diagnosis: row.diagnosis,
    theatre,
    technique: await technique(caller, row),
    outcome: row.outcome,
    ...(await around(caller, row)),
    sections: content === undefined ? [] : sectionsOf(kind, content),
    ...measuredOf(kind, content),
    code: kind === 'operation_note' ? await codeOn(caller, row, part) : null,
    checklists: kind === 'checklist' ? await listsOf(caller, row, language) : [],
    signature: signatureOf(part),
    unconfirmed: kind === 'checklist' && (await unconfirmed(caller, who_table)) !== null,
    at: part?.signed_at ?? row.updated_at,
    printed: { at: clock.instant(), by: caller.name },
  }
}

async function partWanted(caller: Caller, row: CaseRow, kind: Kind): Promise<PartRow> {
  const wanted = kind === 'anaesthesia' ? 'ANAESTHESIA' : 'OPERATION_NOTE'
  const part = await partOf(caller, row.id, wanted)
  if (part === undefined)
    throw noSuch(kind === 'anaesthesia' ? 'anaesthesia record' : 'operation note')
  return part
}

/** As the catalogue calls it in the language of the paper. */
const operated = (
  {
    coding_system,
    code,
    title,
    side,
  }: Pick<Procedure, 'coding_system' | 'code' | 'title' | 'side'>,
  language: Language,
) => ({ title: (language === 'sw' && codeOf(coding_system, code)?.display_sw) || title, side })

async function codeOn(
  caller: Caller,
  { number, patient_id }: CaseRow,
  part: PartRow | undefined,
): Promise<string | null> {
  if (part === undefined || !isSigned(part)) return null
  const printing = { kind: 'operation_note', entity_id: part.id, number, patient_id }
  return (await printOf(caller, printing)).code
}

const signatureOf = (part: PartRow | undefined) =>
  part === undefined || part.signed_at === null
    ? null
    : { name: part.signed_by_name ?? '', at: part.signed_at, version_no: part.version_no }

async function around(caller: Caller, row: CaseRow) {
  const stamps = [...(await stampsOf(caller, row.id)).values()]
  const counts = await countsOf(caller, row.id)
  const open = counts?.unresolved ?? null
  return {
    team: (await team_of_case.of(caller, row.id)).map(({ name, role }) => ({ name, role })),
    times: stamps
      .filter(({ name }) => name !== 'SCHEDULED' && name !== 'ROOM_LEFT')
      .toSorted((a, b) => (a.at < b.at ? -1 : 1))
      .map(({ name, at }) => ({ step: name, at })),
    counts: (counts?.lines ?? []).map(({ name, initial, added, left_in, final }) => ({
      name,
      initial,
      added: added.reduce((sum, { quantity }) => sum + quantity, 0),
      left_in,
      final,
    })),
    unresolved:
      open === null
        ? null
        : `${open.missing.map(({ line, short }) => `${line} ${short}`).join(', ')}. ${open.searched}. ${open.xray}. ${open.surgeon_name}, ${open.second_name}.`,
    goods: (await itemsOf(caller, row.id)).map((one) => ({
      name: one.name,
      lot: [one.lot, one.serial].filter(Boolean).join(' / ') || null,
      quantity: (one.quantity - one.returned) / 1000,
      site: one.site,
    })),
  }
}

const section = (about: string, text: string | null | undefined) => (text ? [{ about, text }] : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const listed = <T>(value: unknown, said: (one: T) => string): string =>
  Array.isArray(value) ? value.map(said).join('; ') : ''

/** Each with the key by which the paper calls it in its language. */
const sectionsOf = (kind: Kind, content: Content) =>
  kind === 'anaesthesia'
    ? [
        ...section('course', textOf(content['events'])),
        ...section('complications', listed<string>(content['complications'], String)),
      ]
    : ofNote(content)

function ofNote(content: Content) {
  const { blood_loss_ml: lost } = content
  const loss = typeof lost === 'number' ? `${lost} ml` : null
  return [
    ...['findings', 'incision'].flatMap((field) => section(field, textOf(content[field]))),
    ...section('steps', textOf(content['technique'])),
    ...['closure', 'position'].flatMap((field) => section(field, textOf(content[field]))),
    ...section(
      'complications',
      listed<{ text: string; grade: string }>(
        content['complications'],
        ({ text, grade }) => `${text} (${grade})`,
      ),
    ),
    ...section('blood_loss_ml', loss),
    ...section(
      'drains',
      listed<{ site: string; kind: string }>(
        content['drains'],
        ({ site, kind }) => `${kind}, ${site}`,
      ),
    ),
    ...['wound_class', 'post_op_orders', 'follow_up'].flatMap((field) =>
      section(field, textOf(content[field])),
    ),
  ]
}

/** What of anaesthesia is no text. */
function measuredOf(kind: Kind, content: Content | undefined) {
  if (kind !== 'anaesthesia' || content === undefined) return { airway: null, totals: [] }
  const { device, size, grade, attempts } = (content['airway'] ?? {}) as Partial<Airway>
  const totals = Object.entries((content['totals'] ?? {}) as Record<string, number | null>)
  return {
    airway:
      device === undefined
        ? null
        : { device, size: size ?? null, grade: grade ?? null, attempts: attempts ?? null },
    totals: totals.flatMap(([what, ml]) => (ml === null ? [] : [{ what, ml }])),
  }
}

interface Airway {
  device: string
  size: string | null
  grade: number | null
  attempts: number | null
}

async function listsOf(caller: Caller, row: CaseRow, language: Language) {
  const lists = await checklistsOf(caller, row.id)
  const known = await rowsIn(caller, who_table)
  return phases.map((phase) => {
    const list = lists.get(phase)
    const items = known
      .filter((item) => item.phase === phase)
      .map(({ key, title, title_sw }) => {
        const one = list?.items.find((item) => item.key === key)
        const answer = one?.answer ?? null
        return { title: language === 'sw' ? title_sw : title, answer, note: one?.note ?? null }
      })
    return {
      phase,
      items,
      present: (list?.present ?? []).map(({ name }) => name),
      read_by: list?.read_by_name ?? null,
      at: list?.at ?? null,
    }
  })
}
