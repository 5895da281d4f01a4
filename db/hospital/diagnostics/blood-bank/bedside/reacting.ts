// A reaction is reported, looked into and concluded, each part by who may (BLD-82 to BLD-85).

import { type Caller, can } from '../../../../core/caller.ts'
import { clock, days, hours } from '../../../../core/clock.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { conflict, invalid, noSuch, notPermitted } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { backFromReaction } from '../look-backs/opening.ts'
import { bloodOf } from '../patients/record.ts'
import { freeHeld, holdAll } from '../units/handling.ts'
import { unitRecord } from '../units/record.ts'
import { blood_units } from '../units/tables.ts'
import { afterConclusion, afterReport } from './consequences.ts'
import { ended } from './observing.ts'
import {
  reaction_life,
  type ReactionRow,
  reactionRecord,
  type TransfusionRow,
  transfusionRecord,
} from './record.ts'
import type { ReactionInput } from './shapes.ts'
import { type BloodGroup, blood_groups } from '../words.ts'
import type { Report } from './kept.ts'
import { blood_reactions, blood_transfusions } from './tables.ts'

const hold_words = 'REACTION'
const open_days = 28
/** Hours before and after. */
const about_then = 2
const named_most = 10

export const reactionOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  transfusion_id: string,
): Promise<ReactionRow | undefined> => blood_reactions.find({ hospital_id, transfusion_id })

export async function react(
  caller: Caller,
  id: string,
  input: ReactionInput,
): Promise<TransfusionRow> {
  const { patient_id } = await transfusionRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  const row = await transfusionRecord.locked(caller, id)
  const { report, investigation, conclusion } = input
  if (!report && !investigation && !conclusion) {
    throw invalid('report', 'or investigation, conclusion: say what is known.')
  }
  let after = row
  if (report) after = await reported(caller, row, report)
  if (investigation) await investigated(caller, id, investigation)
  if (conclusion) await concluded(caller, after, conclusion)
  return after
}

async function reported(
  caller: Caller,
  row: TransfusionRow,
  report: NonNullable<ReactionInput['report']>,
): Promise<TransfusionRow> {
  if (!can(caller, 'transfusion:give')) throw notPermitted('transfusion:give')
  const known = await reactionOf(caller, row.id)
  const kept = {
    onset_at: report.onset_at ? new Date(report.onset_at).toISOString() : clock.instant(),
    signs: [...report.signs],
    volume_given_ml: report.volume_given_ml ?? null,
    actions: report.actions,
    doctor_name: report.doctor_name ?? null,
    infection: report.infection ?? false,
  }
  if (known !== undefined) {
    const locked = await reactionRecord.locked(caller, known.id)
    await reactionRecord.changed(caller, locked, 'report', { report: kept })
    return row.status === 'RUNNING' ? stopped(caller, row, kept.volume_given_ml) : row
  }
  const long_ago = row.ended_at !== null && clock.ms() - Date.parse(row.ended_at) > days(open_days)
  if (long_ago && !kept.infection) {
    throw conflict(`A reaction is reported within ${open_days} days, an infection at any time.`)
  }
  await open(caller, row, kept)
  const after = row.status === 'RUNNING' ? await stopped(caller, row, kept.volume_given_ml) : row
  await holdSiblings(caller, row)
  await tell(caller, row, report.signs)
  await afterReport(caller, after, report.signs)
  return after
}

const open = (caller: Caller, row: TransfusionRow, report: Report): Promise<ReactionRow> =>
  reactionRecord.created(
    caller,
    {
      transfusion_id: row.id,
      patient_id: row.patient_id,
      unit_number: row.unit_number,
      report,
    },
    'report',
  )

const stopped = (
  caller: Caller,
  row: TransfusionRow,
  volume_given_ml: number | null,
): Promise<TransfusionRow> =>
  ended(caller, row, {
    status: 'STOPPED',
    ended_at: clock.instant(),
    volume_given_ml,
    stop_reason: 'Reaction',
  })

/**
 * BLD-63: a unit that runs, or ran, does not fit its patient. The reaction is open at once, so that nothing more goes
 * out; whoever stands at the bed stops it and says how the patient is.
 */
export async function reactInRetrospect(caller: Caller, unit_id: string): Promise<void> {
  const { hospital_id } = caller
  const row = await blood_transfusions.find({ hospital_id, unit_id })
  if (row === undefined || (await reactionOf(caller, row.id)) !== undefined) return
  await open(caller, row, {
    onset_at: clock.instant(),
    signs: [],
    volume_given_ml: null,
    actions: 'The cross-match afterwards is incompatible',
    doctor_name: null,
  })
  await holdSiblings(caller, row)
}

/** Everything else that was made of the same donation. */
async function holdSiblings(caller: Caller, { unit_id }: TransfusionRow): Promise<void> {
  const { donation_id } = await unitRecord.get(caller, unit_id)
  await holdAll(caller, { donation_id }, hold_words)
}

const tell = (caller: Caller, row: TransfusionRow, signs: readonly string[]) =>
  notify(caller, {
    to: { permission: 'blood:issue' },
    kind: 'blood.reaction',
    title: `Reaction to unit ${row.unit_number}`,
    body: `${signs.join(', ')}. ${row.ward ?? ''}`.trim(),
    entity: { type: 'transfusion', id: row.id },
    escalate: { after_min: 10, to: { role: 'lab_manager' } },
  })

/** The version that was seen is the transfusion's: its reaction only follows. */
async function lockedFor(
  caller: Caller,
  transfusion_id: string,
  move: 'investigate' | 'conclude',
): Promise<ReactionRow> {
  const { permission } = reaction_life.moves[move]
  if (permission !== undefined && !can(caller, permission)) throw notPermitted(permission)
  const found = await reactionOf(caller, transfusion_id)
  if (found === undefined) throw noSuch('reaction')
  const row = await reactionRecord.locked(caller, found.id)
  reactionRecord.check(row, move)
  return row
}

async function investigated(
  caller: Caller,
  id: string,
  said: NonNullable<ReactionInput['investigation']>,
): Promise<void> {
  const before = await lockedFor(caller, id, 'investigate')
  const investigation = {
    clerical_ok: said.clerical_ok,
    repeat_group: said.repeat_group ?? null,
    repeat_crossmatch: said.repeat_crossmatch ?? null,
    dat: said.dat ?? null,
    haemolysis: said.haemolysis ?? null,
    bag_culture: said.bag_culture ?? null,
    note: said.note ?? null,
  }
  const wrong_blood = !said.clerical_ok || (await groupsDiffer(caller, before, said.repeat_group))
  await reactionRecord.moved(caller, before, 'investigate', { investigation, wrong_blood })
  if (!wrong_blood) return
  const body = await whoElse(caller, before)
  for (const role of ['manager', 'medical_in_charge']) {
    await notify(caller, {
      to: { role },
      kind: 'blood.reaction',
      title: `Unit ${before.unit_number} may have been another patient's`,
      body,
      entity: { type: 'transfusion', id },
    })
  }
}

/** BLD-83: what was found now is not what the record says. */
async function groupsDiffer(
  caller: Caller,
  { patient_id }: ReactionRow,
  typed: string | null | undefined,
): Promise<boolean> {
  if (!typed) return false
  const found = groupRead(typed)
  const { group } = await bloodOf(caller, patient_id)
  return group !== null && found !== group
}

/** As people write it: `o pos` is O+. What is no group says nothing of whether it agrees. */
function groupRead(typed: string): BloodGroup {
  const word = capitals(typed)
    .replaceAll(/\s/g, '')
    .replace(/POS(?:ITIVE)?$/, '+')
    .replace(/NEG(?:ATIVE)?$/, '-')
  const found = blood_groups.find((group) => group === word)
  if (found === undefined) throw invalid('investigation.repeat_group', 'must be a group, like O+.')
  return found
}

/** Units that went out about then and are not given yet: one of them may be this patient's. */
async function whoElse(caller: Caller, { transfusion_id }: ReactionRow): Promise<string> {
  const { unit_id } = await transfusionRecord.get(caller, transfusion_id)
  const { issued_at } = await unitRecord.get(caller, unit_id)
  const at = Date.parse(issued_at ?? clock.instant())
  const out = await blood_units.read(
    sql`select ${blood_units.selection()} from blood_units
      where hospital_id = ${caller.hospital_id} and status in ('ISSUED', 'TRANSFUSING')
        and id <> ${unit_id} and issued_at >= ${new Date(at - hours(about_then)).toISOString()}
        and issued_at <= ${new Date(at + hours(about_then)).toISOString()}
      order by issued_at, id limit ${named_most}`,
  )
  if (out.length === 0) return 'The papers or the groups do not agree: look for the other patient.'
  const names = out.map(({ number }) => number).join(', ')
  return `Out at the same time, stop and check first: ${names}.`
}

/** What waits for a culture or a donor stays held; the rest is free again (BLD-84). */
const keeps_held = new Set(['BACTERIAL', 'INFECTION', 'LUNG_INJURY'])

async function concluded(
  caller: Caller,
  row: TransfusionRow,
  said: NonNullable<ReactionInput['conclusion']>,
): Promise<void> {
  const before = await lockedFor(caller, row.id, 'conclude')
  const conclusion = {
    type: said.type,
    severity: said.severity,
    imputability: said.imputability,
    preventable: said.preventable ?? null,
    action: said.action ?? null,
    antibody: said.antibody || null,
  }
  await reactionRecord.moved(caller, before, 'conclude', { conclusion })
  await afterConclusion(caller, row, conclusion)
  await backFromReaction(caller, row, said.type)
  if (keeps_held.has(said.type)) return
  const { donation_id } = await unitRecord.get(caller, row.unit_id)
  await freeHeld(caller, donation_id, hold_words)
}
