// Clients of HIV care as they come in and go out (modules D.2, D.5).

import {
  choice,
  Day,
  Decimal,
  Flag,
  form,
  Id,
  kind,
  listOf,
  named,
  nullable,
  nullAsAbsent,
  optional,
  QueryFlag,
  Reason,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { GateResult, Overrides } from '../../../desk/gates/shapes.ts'
import { PatientRow } from '../../../desk/patients/shapes.ts'
import { History } from '../../../history.ts'
import { languages } from '../../../office/hospitals/words.ts'
import {
  adherence_classes,
  adherence_methods,
  art_actions,
  arv_states,
  client_outcomes,
  client_papers,
  client_states,
  entries,
  functions,
  models,
  stages,
  tb_statuses,
  viral_load_states,
  visit_kinds,
} from '../words.ts'
import { client_life } from './record.ts'
import { ctc_clients, ctc_sessions, ctc_visits } from './tables.ts'

const client = fieldsOf(ctc_clients)
const visit = fieldsOf(ctc_visits)
const session = fieldsOf(ctc_sessions)
const text = (max: number) => optional(nullable(Text(0, max)))
const flag = optional(nullable(Flag))
const some_day = optional(nullable(Day))
const figure = kind<number>({ type: 'number' })
const Kg = Decimal(0.5, 400)

const HivTest = form({
  first_on: some_day,
  confirmed_on: some_day,
  place: text(160),
  index_client: text(60),
})
const Supporter = form({ name: Text(1, 160), phone: text(40) })
const Relative = form({
  name: Text(1, 160),
  relation: Text(1, 60),
  age_years: optional(nullable(Whole(0, 120))),
  hiv: text(20),
  number: text(40),
  patient_id: optional(nullable(Id)),
})
const TransferIn = form({
  facility: Text(1, 160),
  art: form({ started_on: Day, regimen_key: Text(1, 40), line: Whole(1, 3) }),
  last_visit_on: Day,
  viral_load: optional(nullable(form({ on: Day, value: Whole(0, 100_000_000) }))),
})

export const CtcClientInput = named(
  'CtcClientInput',
  form({
    id: optional(Id),
    patient_id: Id,
    test: HivTest,
    entry: choice(entries),
    enrolled_on: some_day,
    number: text(40),
    transfer_in: optional(nullable(TransferIn)),
    disclosed_to: optional(nullable(listOf(Text(1, 80), 20))),
    supporter: optional(nullable(Supporter)),
    family: optional(nullAsAbsent(listOf(Relative, 30))),
    restart: flag,
  }),
)
export type CtcClientInput = Static<typeof CtcClientInput>

const TbScreen = form({
  cough: flag,
  fever: flag,
  weight_loss: flag,
  night_sweats: flag,
  poor_gain: flag,
  contact: flag,
})
const SideEffect = form({ text: Text(1, 120), grade: Whole(1, 4) })

export const CtcVisitInput = named(
  'CtcVisitInput',
  form({
    id: optional(Id),
    on: some_day,
    late_reason: optional(nullable(Reason)),
    kind: choice(visit_kinds),
    weight_kg: optional(nullable(Kg)),
    height_cm: optional(nullable(Decimal(20, 260))),
    muac_mm: optional(nullable(Decimal(50, 600))),
    who_stage: optional(nullable(Whole(1, 4))),
    function: optional(nullable(choice(functions))),
    pregnant: flag,
    breastfeeding: flag,
    family_planning: text(120),
    tb_screen: TbScreen,
    problems: optional(nullAsAbsent(listOf(Text(1, 200), 20))),
    side_effects: optional(nullAsAbsent(listOf(SideEffect, 20))),
    adherence: optional(
      nullable(
        form({
          method: choice(adherence_methods),
          returned_units: optional(nullable(Decimal(0, 10_000))),
          missed_days: optional(nullable(Whole(0, 365))),
          reasons: optional(nullAsAbsent(listOf(Text(1, 120), 10))),
        }),
      ),
    ),
    arv_status: choice(arv_states),
    reason_code: text(40),
    months: optional(nullable(Whole(1, 6))),
    cpt: flag,
    tests_ordered: optional(nullAsAbsent(listOf(Text(1, 20), 10))),
    referred_to: text(160),
    next_visit_on: some_day,
    overrides: Overrides,
  }),
)
export type CtcVisitInput = Static<typeof CtcVisitInput>

export const CtcRegimenInput = named(
  'CtcRegimenInput',
  form({
    action: choice(art_actions),
    regimen_key: text(40),
    months: optional(nullable(Whole(1, 6))),
    reason_code: text(40),
    reason: optional(nullable(Reason)),
    overrides: Overrides,
  }),
)
export type CtcRegimenInput = Static<typeof CtcRegimenInput>

export const CtcSessionInput = named(
  'CtcSessionInput',
  form({ on: some_day, findings: Text(1, 1000), plan: Text(1, 1000) }),
)
export type CtcSessionInput = Static<typeof CtcSessionInput>

export const CtcCloseInput = named(
  'CtcCloseInput',
  form({
    outcome: choice(client_outcomes),
    on: some_day,
    facility: text(160),
    reason: optional(nullable(Reason)),
  }),
)
export type CtcCloseInput = Static<typeof CtcCloseInput>

const Art = shape({
  started_on: Day,
  line: Whole(),
  regimen_key: nullable(Text(0, 40)),
  since: Day,
  prescription_id: nullable(Id),
  changes: listOf(
    shape({
      on: Day,
      action: choice(art_actions),
      from: nullable(Text(0, 40)),
      to: nullable(Text(0, 40)),
      reason_code: Text(0, 40),
      reason: nullable(Text(0, 300)),
      by_name: Text(0, 160),
    }),
  ),
})
const Supply = shape({
  months: Whole(),
  dispensed_on: Day,
  covers_until: Day,
  model: choice(models),
})
const ViralLoad = shape({
  last_on: nullable(Day),
  last_value: nullable(figure),
  state: choice(viral_load_states),
  due_on: nullable(Day),
  sessions_done: Whole(),
})
const Adherence = shape({
  last_pct: nullable(figure),
  class: choice(adherence_classes),
  on: Day,
})

const listed = {
  ...client('id', 'facility_id', 'patient_id'),
  patient: PatientRow,
  enrolment_id: nullable(Id),
  ...client('status', 'stage', 'number', 'entry', 'enrolled_on', 'who_stage', 'model'),
  art: nullable(Art),
  supply: nullable(Supply),
  viral_load: ViralLoad,
  adherence: nullable(Adherence),
  tb: nullable(choice(tb_statuses)),
  ...client('pregnant', 'next_visit_on', 'last_visit_on', 'closed_on'),
  late_days: Whole(),
  ...client('created_at', 'updated_at', 'version'),
  moves: listOf(choice(client_life.names)),
}
export const CtcClientListed = named('CtcClientListed', shape(listed))
export type CtcClientListed = Static<typeof CtcClientListed>

export const CtcVisit = named(
  'CtcVisit',
  shape({
    ...visit('id', 'client_id'),
    on: Day,
    ...visit('kind', 'weight_kg', 'height_cm', 'muac_mm', 'who_stage', 'function', 'pregnant'),
    ...visit('breastfeeding', 'family_planning'),
    tb_screen: shape({
      cough: nullable(Flag),
      fever: nullable(Flag),
      weight_loss: nullable(Flag),
      night_sweats: nullable(Flag),
      poor_gain: nullable(Flag),
      contact: nullable(Flag),
    }),
    ...visit('tb_status'),
    problems: listOf(Text(0, 200)),
    side_effects: listOf(shape({ text: Text(0, 120), grade: Whole() })),
    adherence: nullable(
      shape({
        method: choice(adherence_methods),
        returned_units: nullable(figure),
        missed_days: nullable(Whole()),
        pct: nullable(figure),
        class: nullable(choice(adherence_classes)),
        reasons: listOf(Text(0, 120)),
      }),
    ),
    ...visit('arv_status', 'regimen_key', 'reason_code', 'months', 'cpt'),
    tests_ordered: listOf(Text(0, 40)),
    ...visit('referred_to', 'next_visit_on'),
    signed_by: Text(0, 160),
    ...visit('created_at', 'version'),
  }),
)

const whole = {
  ...listed,
  test: shape({
    first_on: nullable(Day),
    confirmed_on: Day,
    place: Text(0, 160),
    index_client: nullable(Text(0, 60)),
  }),
  disclosed_to: nullable(listOf(Text(0, 80))),
  supporter: nullable(shape({ name: Text(0, 160), phone: nullable(Text(0, 40)) })),
  family: listOf(
    shape({
      name: Text(0, 160),
      relation: Text(0, 60),
      age_years: nullable(Whole()),
      hiv: nullable(Text(0, 20)),
      number: nullable(Text(0, 40)),
      patient_id: nullable(Id),
    }),
  ),
  ...client('named_carer', 'closed_note'),
  transfer_in: nullable(shape({ facility: Text(0, 160), last_visit_on: Day })),
  cd4: nullable(shape({ last_on: nullable(Day), last_value: nullable(figure) })),
  visits: listOf(CtcVisit),
  sessions: listOf(
    shape({ ...session('id', 'number'), on: Day, ...session('findings', 'plan', 'by_name') }),
  ),
  warnings: listOf(GateResult),
  history: History,
}
export const CtcClient = named('CtcClient', shape(whole))

export const CtcVisited = named(
  'CtcVisited',
  shape({
    visit: CtcVisit,
    client: CtcClient,
    due: listOf(shape({ key: Text(1, 40), due_on: nullable(Day), state: Text(1, 40) })),
    proposals: listOf(Text(1, 300)),
    warnings: listOf(GateResult),
  }),
)
export const CtcRegimenChanged = named(
  'CtcRegimenChanged',
  shape({ ...whole, prescription_id: nullable(Id) }),
)

export const ClientFilters = {
  status: optional(choice(client_states)),
  stage: optional(choice(stages)),
  line: optional(kind<number>({ type: 'integer', minimum: 1, maximum: 3 })),
  regimen_key: optional(Text(1, 40)),
  model: optional(choice(models)),
  viral_load: optional(choice(viral_load_states)),
  tb: optional(choice(tb_statuses)),
  late_over: optional(kind<number>({ type: 'integer', minimum: 0, maximum: 3650 })),
  entry: optional(choice(entries)),
  interrupted: optional(QueryFlag),
  patient_id: optional(Id),
  facility_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
}

export const CtcPaperQuery = form({
  kind: optional(choice(client_papers)),
  language: optional(choice(languages)),
})
