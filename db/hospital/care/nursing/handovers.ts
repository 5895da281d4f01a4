// What a shift tells the next (CAR-127): built from the ward as it is, edited by who gives it, frozen
// once it is given.

import { type Caller } from '../../../core/caller.ts'
import { clock, timeIn } from '../../../core/clock.ts'
import { conflict, invalid, Refusal } from '../../../core/refusal.ts'
import { life } from '../../../core/states.ts'
import { fresh } from '../../../core/versions.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import type { RowOf } from '../../../store/table.ts'
import { mustBeStaff } from '../../desk/visits/staff.ts'
import { historyIn } from '../../history.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { today, zoneOf } from '../../office/places/hours.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { wardInUse } from '../wards/places/wards.ts'
import { countsOf, entriesOf, lyingIn } from './handover-draft.ts'
import type { GiveInput, HandoverChange, HandoverInput, TakeInput } from './shapes.ts'
import { type Entry, handover_history, handovers } from './tables.ts'
import { handover_states, type shifts } from './words.ts'

export type HandoverRow = RowOf<(typeof handovers)['columns']>

const handover_life = life('hand-over', handover_states, {
  give: { from: ['DRAFT'], to: 'GIVEN', permission: 'nursing:write' },
  accept: { from: ['GIVEN'], to: 'ACCEPTED', permission: 'nursing:write' },
})

export const handoverRecord = recordWithLife(handovers, {
  life: handover_life,
  type: 'handover',
  called: ({ date, shift }) => `${date} ${shift}`,
  history: historyIn(handover_history),
  clash: async (_caller, error, { date, shift }) =>
    isTaken(error, 'ward_id')
      ? conflict(`The hand-over of ${date} ${shift} is already begun.`)
      : error,
})

/** The shift that ends next hands over. */
const ends = [
  ['07:00', 'NIGHT'],
  ['14:00', 'MORNING'],
  ['20:00', 'AFTERNOON'],
] as const

function shiftAt(time: string): (typeof shifts)[number] {
  return [...ends].find(([end]) => time < end)?.[1] ?? 'NIGHT'
}

export async function open(caller: Caller, input: HandoverInput): Promise<HandoverRow> {
  const signer = await signerOf(caller)
  const ward = await wardInUse(caller, input.ward_id)
  const day = await today(caller, ward.facility_id)
  const date = input.date ?? day
  if (date > day) throw invalid('date', 'is in the future.')
  const shift = input.shift ?? shiftAt(timeIn(await zoneOf(caller, ward.facility_id)))
  const lying = await lyingIn(caller, ward.id)
  return handoverRecord.created(
    caller,
    {
      facility_id: ward.facility_id,
      ward_id: ward.id,
      shift,
      date,
      entries: await entriesOf(caller, lying),
      counts: await countsOf(caller, ward.id, lying, date),
      from_staff_id: signer.staff_id,
      from_name: signer.name.slice(0, 160),
      from_user_id: caller.user_id,
    },
    'begin',
  )
}

export async function change(
  caller: Caller,
  id: string,
  input: HandoverChange,
): Promise<HandoverRow> {
  await signerOf(caller)
  const before = await handoverRecord.locked(caller, id)
  fresh(caller, before)
  if (before.status !== 'DRAFT') throw handover_life.refusal(before.status, called(before))
  const lying = await lyingIn(caller, before.ward_id)
  const kept = new Map(before.entries.map((entry) => [entry.admission_id, entry]))
  for (const entry of input.entries ?? []) {
    if (!lying.some(({ id: one }) => one === entry.admission_id)) {
      throw invalid('entries', `names ${entry.admission_id}, who does not lie in this ward.`)
    }
    kept.set(entry.admission_id, merged(kept.get(entry.admission_id), entry))
  }
  return handoverRecord.changed(caller, before, 'edit', {
    entries: [...kept.values()],
    ...(input.ward_note === undefined ? {} : { ward_note: input.ward_note || null }),
  })
}

const called = ({ date, shift }: HandoverRow): string => `${date} ${shift}`

type Edited = NonNullable<HandoverChange['entries']>[number]

function merged(before: Entry | undefined, { admission_id, ...asked }: Edited): Entry {
  const said = (text: string | null | undefined, known: string | null = null) =>
    text === undefined ? known : text || null
  return {
    admission_id,
    situation: said(asked.situation, before?.situation),
    background: said(asked.background, before?.background),
    assessment: said(asked.assessment, before?.assessment),
    recommendation: said(asked.recommendation, before?.recommendation),
    watch: asked.watch ?? before?.watch ?? false,
    no_change: asked.no_change ?? before?.no_change ?? false,
    outstanding: before?.outstanding ?? [],
  }
}

/** 3.6: everybody of the ward has an entry; what is open and late stands in it by itself. */
export async function give(caller: Caller, id: string, input: GiveInput): Promise<HandoverRow> {
  await signerOf(caller)
  const before = await handoverRecord.begin(caller, id, 'give')
  if (input.to_staff_id) await mustBeStaff(caller, input.to_staff_id)
  const lying = await lyingIn(caller, before.ward_id)
  const now = new Map((await entriesOf(caller, lying)).map((one) => [one.admission_id, one]))
  const told = new Map(before.entries.map((entry) => [entry.admission_id, entry]))
  const missing = lying.filter((stay) => !isTold(told.get(stay.id)))
  if (missing.length > 0) {
    const named = missing.map(({ number }) => number).slice(0, 10)
    throw conflict(`Nothing is said of ${named.join(', ')}: write it, or say no_change.`)
  }
  const entries = lying.map(({ id: stay }) => ({
    ...(told.get(stay) as Entry),
    outstanding: now.get(stay)?.outstanding ?? [],
  }))
  return handoverRecord.moved(caller, before, 'give', {
    entries,
    counts: await countsOf(caller, before.ward_id, lying, before.date),
    to_staff_id: input.to_staff_id ?? null,
    controlled_count_ok: input.controlled_count_ok ?? null,
    given_at: clock.instant(),
  })
}

const isTold = (entry: Entry | undefined): boolean =>
  entry !== undefined &&
  (entry.no_change ||
    [entry.situation, entry.background, entry.assessment, entry.recommendation].some(Boolean))

export async function accept(caller: Caller, id: string, input: TakeInput): Promise<HandoverRow> {
  const { name, staff_id } = await signerOf(caller)
  const before = await handoverRecord.begin(caller, id, 'accept')
  const own = before.from_user_id !== null && before.from_user_id === caller.user_id
  if (own) throw new Refusal(403, 'own_record', 'Somebody of the next shift accepts it.')
  return handoverRecord.moved(caller, before, 'accept', {
    accepted_at: clock.instant(),
    accepted_by_name: name.slice(0, 160),
    to_staff_id: staff_id ?? before.to_staff_id,
    questions: input.questions || null,
    controlled_count_ok: input.controlled_count_ok ?? before.controlled_count_ok,
  })
}
