// Clients as they are read by who may read HIV care: a page of them, one whole (TBC-22, TBC-24).

import { type Caller, can } from '../../../../core/caller.ts'
import { dayIn } from '../../../../core/clock.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import { clinicalOpenTo } from '../../../care/clinical/open-to.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { notOfColleagues } from '../../../desk/patients/privacy/lists.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import { resultsOfPatients } from '../../../diagnostics/laboratory/results/of-patient.ts'
import { staffOf } from '../../../neighbours/people.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import { inScope } from '../../../office/places/facilities.ts'
import { daysFrom, plusDays } from '../calendar-days.ts'
import { type VisitRow, visitsOf } from './body.ts'
import { type ClientRow, clientRecord } from './record.ts'
import type { CtcClientListed } from './shapes.ts'
import { ctc_clients, ctc_sessions } from './tables.ts'
import { reckonAll, type Reckoned } from './viral-load.ts'

export interface ClientFilter extends PageAsked {
  search?: string
  facility_id?: string
  patient_id?: string
  status?: ClientRow['status']
  stage?: ClientRow['stage']
  line?: number
  regimen_key?: string
  model?: ClientRow['model']
  viral_load?: ClientRow['vl_state']
  tb?: NonNullable<ClientRow['tb_status']>
  late_over?: number
  entry?: ClientRow['entry']
  interrupted?: boolean
  from?: string
  to?: string
}

export async function list(caller: Caller, asked: ClientFilter): Promise<Page<CtcClientListed>> {
  const { timezone } = await hospitalOf(caller)
  const day = await today(caller)
  const found = await pageFrom(ctc_clients, asked, {
    alias: 'c',
    from: sql` from ctc_clients c${where([
      sql`c.hospital_id = ${caller.hospital_id}`,
      await inScope(caller, asked.facility_id, 'c.facility_id'),
      when(asked.patient_id, sql`c.patient_id = ${asked.patient_id}`),
      when(asked.status, sql`c.status = ${asked.status}`),
      when(asked.stage, sql`c.stage = ${asked.stage}`),
      when(asked.line, sql`c.line = ${asked.line}`),
      when(asked.regimen_key, sql`c.regimen_key = ${asked.regimen_key}`),
      when(asked.model, sql`c.model = ${asked.model}`),
      when(asked.viral_load, sql`c.vl_state = ${asked.viral_load}`),
      when(asked.tb, sql`c.tb_status = ${asked.tb}`),
      when(asked.entry, sql`c.entry = ${asked.entry}`),
      asked.late_over === undefined
        ? undefined
        : sql`(c.status in ('ACTIVE', 'INTERRUPTED') and c.next_visit_on < ${plusDays(day, -asked.late_over)})`,
      asked.interrupted === undefined
        ? undefined
        : asked.interrupted
          ? sql`c.status = 'INTERRUPTED'`
          : sql`c.status <> 'INTERRUPTED'`,
      // By the number alone: a name is asked of the register.
      when(asked.search, sql`c.number = ${asked.search?.trim()}`),
      ...withinDays(sql`c.created_at`, timezone, { from: asked.from, to: asked.to }),
      await clinicalOpenTo(caller, asked.patient_id, 'c'),
      await colleaguesOpenTo(caller),
    ])}`,
    order: sql` order by c.created_at desc, c.id desc`,
  })
  const shown = await listedAll(caller, found.rows, day)
  return mapPage(found, ({ id }) => shown.get(id) as CtcClientListed)
}

/** TBC-24. */
async function colleaguesOpenTo(caller: Caller) {
  if (can(caller, 'ctc:approve')) return undefined
  const staff = await staffOf(caller)
  return sql`(c.named_carer = ${staff?.staff_id ?? ''}
    or ${notOfColleagues(sql`c.patient_id`)})`
}

async function listedAll(
  caller: Caller,
  found: readonly ClientRow[],
  day: string,
): Promise<Map<string, CtcClientListed>> {
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  const loads = await reckonAll(caller, found, day)
  return new Map(
    found.flatMap((row) => {
      const patient = patients.get(row.patient_id)
      const load = loads.get(row.id)
      if (patient === undefined || load === undefined) return []
      return [[row.id, { ...view(caller, row, load, day), patient }] as const]
    }),
  )
}

function view(
  caller: Caller,
  row: ClientRow,
  { state, due_on, last, sessions_done }: Reckoned,
  day: string,
): Omit<CtcClientListed, 'patient'> {
  const here = row.status === 'ACTIVE' || row.status === 'INTERRUPTED'
  return {
    ...row,
    enrolment_id: null,
    supply: row.supply && { ...row.supply, model: row.model },
    viral_load: {
      last_on: last?.on ?? null,
      last_value: last?.value ?? null,
      state,
      due_on,
      sessions_done,
    },
    adherence: row.adherence && {
      last_pct: row.adherence.pct,
      class: row.adherence.class,
      on: row.adherence.on,
    },
    tb: row.tb_status,
    late_days:
      here && row.next_visit_on !== null ? Math.max(0, daysFrom(row.next_visit_on, day)) : 0,
    moves: clientRecord.moves(caller, row),
  }
}

export async function whole(caller: Caller, id: string, warnings: GateResult[] = []) {
  const row = await clientRecord.get(caller, id)
  const one = (await listedAll(caller, [row], await today(caller))).get(id)
  if (one === undefined) throw noSuch('client')
  const { hospital_id } = caller
  const sessions = await ctc_sessions.all(
    { hospital_id, client_id: id },
    { order: ['-held_on'], limit: 50 },
  )
  return {
    ...one,
    test: { first_on: null, index_client: null, ...row.test },
    disclosed_to: row.disclosed_to,
    supporter: row.supporter && { phone: null, ...row.supporter },
    family: row.family.map((each) => ({ ...unknown, ...each })),
    named_carer: row.named_carer,
    closed_note: row.closed_note,
    transfer_in: row.transfer_in,
    cd4: await cd4Of(caller, row),
    visits: (await visitsOf(caller, id)).map(visitShown),
    sessions: sessions.map((each) => ({ ...each, on: each.held_on })),
    warnings,
    history: await clientRecord.history(caller, id),
  }
}

const unknown = { age_years: null, hiv: null, number: null, patient_id: null }

async function cd4Of(caller: Caller, { patient_id }: ClientRow) {
  const { timezone } = await hospitalOf(caller)
  const found = await resultsOfPatients(caller, [patient_id], ['CD4'])
  const last = found.find(({ value }) => value !== null)
  if (last === undefined || last.released_at === null) return null
  return { last_on: dayIn(timezone, new Date(last.released_at)), last_value: last.value }
}

const unasked = {
  cough: null,
  fever: null,
  weight_loss: null,
  night_sweats: null,
  poor_gain: null,
  contact: null,
}

export const visitShown = (row: VisitRow) => ({
  ...row,
  on: row.visited_on,
  tb_screen: { ...unasked, ...row.tb_screen },
  adherence:
    row.adherence_method === null
      ? null
      : {
          method: row.adherence_method,
          returned_units: row.returned_units,
          missed_days: row.missed_days,
          pct: row.adherence_pct,
          class: row.adherence_class,
          reasons: row.adherence_reasons,
        },
  signed_by: row.signed_by_name,
})

/** What is due at this visit (TBC-20). */
export const dueOf = (client: Awaited<ReturnType<typeof whole>>) => [
  {
    key: 'viral_load',
    due_on: client.viral_load.due_on,
    state: client.viral_load.state as string,
  },
  { key: 'cd4', due_on: null, state: client.cd4 === null ? 'DUE' : 'DONE' },
  { key: 'next_visit', due_on: client.next_visit_on, state: 'PLANNED' },
]
