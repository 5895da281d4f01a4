// Transfusions as people see them, with when the patient is looked at next (BLD-72), what is late in front.

import type { Caller } from '../../../../core/caller.ts'
import { clock, hours } from '../../../../core/clock.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { type Sql, sql, when, where } from '../../../../store/sql.ts'
import { clinicalOpenTo } from '../../../care/clinical/open-to.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { inScope } from '../../../office/places/facilities.ts'
import { firstMeasured } from '../../laboratory/results/latest.ts'
import { checklistFor } from './checklist.ts'
import { observationsOf } from './observing.ts'
import { reactionOf } from './reacting.ts'
import { reactionRecord, type TransfusionRow as Row, transfusionRecord } from './record.ts'
import type { Transfusion, TransfusionFilter, TransfusionShown } from './shapes.ts'
import { blood_transfusions } from './tables.ts'

export async function list(
  caller: Caller,
  asked: TransfusionFilter & PageAsked,
): Promise<Page<TransfusionShown>> {
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(blood_transfusions, asked, {
    alias: 't',
    from: sql` from blood_transfusions t${where([
      sql`t.hospital_id = ${caller.hospital_id}`,
      await inScope(caller, undefined, 't.facility_id'),
      when(asked.status, sql`t.status = ${asked.status}`),
      when(asked.ward, sql`t.ward = ${asked.ward}`),
      when(asked.patient_id, sql`t.patient_id = ${asked.patient_id}`),
      when(asked.due, isDue()),
      when(asked.paper, sql`t.paper_ref is not null`),
      when(asked.reaction, reacted(asked.reaction === 'CONCLUDED')),
      ...withinDays(sql`t.started_at`, timezone, { from: asked.from, to: asked.to }),
      await clinicalOpenTo(caller, asked.patient_id, 't'),
    ])}`,
    order: asked.due
      ? sql` order by t.next_due_at, t.id`
      : sql` order by t.started_at desc, t.id desc`,
  })
  return { ...found, rows: await shownAll(caller, found.rows) }
}

const isDue = (): Sql => sql`t.status = 'RUNNING' and t.next_due_at <= ${clock.instant()}`

const reacted = (concluded: boolean): Sql =>
  sql`exists (select 1 from blood_reactions r where r.transfusion_id = t.id
    and ${concluded ? sql`r.status = 'CONCLUDED'` : sql`r.status <> 'CONCLUDED'`})`

async function shownAll(caller: Caller, found: readonly Row[]): Promise<TransfusionShown[]> {
  const people = found.map(({ patient_id }) => patient_id)
  const patients = await patientsById(caller, people)
  return found.flatMap((row) => {
    const patient = patients.get(row.patient_id)
    if (patient === undefined) return []
    return [{ ...row, patient }]
  })
}

export async function whole(
  caller: Caller,
  { id }: Pick<Row, 'id'>,
  warnings: readonly GateResult[] = [],
): Promise<Transfusion> {
  const row = await transfusionRecord.get(caller, id)
  const [shown] = await shownAll(caller, [row])
  if (shown === undefined) throw noSuch('transfusion')
  const observations = await observationsOf(caller, id)
  const reaction = await reactionOf(caller, id)
  return {
    ...row,
    ...shown,
    observations,
    suspect: observations.at(-1)?.suspect ?? false,
    haemoglobin_after: await haemoglobinAfter(caller, row),
    reaction:
      reaction === undefined
        ? null
        : {
            ...reaction,
            checklist: checklistFor(reaction.report.signs),
            proposed_type: reaction.wrong_blood ? 'WRONG_BLOOD' : null,
            moves: reactionRecord.moves(caller, reaction),
            history: await reactionRecord.history(caller, reaction.id),
          },
    warnings: [...warnings],
    moves: transfusionRecord.moves(caller, row),
    history: await transfusionRecord.history(caller, id),
  }
}

const watched = hours(24)

/** BLD-75: the first that was released within a day of its end. */
async function haemoglobinAfter(
  caller: Caller,
  { patient_id, ended_at: after }: Row,
): Promise<number | null> {
  if (after === null) return null
  const until = new Date(Date.parse(after) + watched).toISOString()
  return firstMeasured(caller, { patient_id, code: 'HGB', after, until })
}
