// TB cases as they come in and go out (modules D.2, D.5).

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
  Reason,
  shape,
  some,
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
  case_states,
  categories,
  diagnoses,
  dose_marks,
  follow_up_states,
  found_by,
  histories,
  hiv_states,
  outcomes,
  overdue_kinds,
  regimen_actions,
  resistances,
  sites,
  sputum_results,
  tb_papers,
  treatment_places,
} from '../words.ts'
import { case_life } from './record.ts'
import { tb_cases, tb_follow_ups } from './tables.ts'

const one = fieldsOf(tb_cases)
const follow_up = fieldsOf(tb_follow_ups)
const text = (max: number) => optional(nullable(Text(0, max)))
const figure = kind<number>({ type: 'number' })
const Kg = Decimal(0.5, 400)
const flag = optional(nullable(Flag))

export const TbSigns = named(
  'TbSigns',
  form({
    cough_weeks: optional(nullable(Whole(0, 520))),
    fever: flag,
    night_sweats: flag,
    weight_loss: flag,
    blood: flag,
    not_gaining: flag,
    playing_less: flag,
  }),
)
const Supporter = named(
  'TbSupporter',
  form({ name: Text(1, 160), phone: text(40), relation: text(60) }),
)
const Hiv = named(
  'TbHivInput',
  form({
    status: choice(hiv_states),
    tested_on: optional(nullable(Day)),
    art_started_on: optional(nullable(Day)),
    cpt_started_on: optional(nullable(Day)),
  }),
)
const ByHand = form({ tablets: Decimal(0.25, 20), reason: Reason })

const registering = {
  site: choice(sites),
  extra_site: text(120),
  diagnosis: choice(diagnoses),
  diagnosis_reason: text(300),
  resistance: optional(nullAsAbsent(choice(resistances))),
  regimen_key: Text(1, 40),
  weight_kg: Kg,
  weighed_on: optional(nullable(Day)),
  treatment_place: optional(nullAsAbsent(choice(treatment_places))),
  supporter: optional(nullable(Supporter)),
  hiv: Hiv,
  by_hand: optional(nullable(ByHand)),
  /** A positive result of another laboratory, with its number and date (TBC-3). */
  reported: optional(nullable(form({ laboratory: Text(1, 160), number: Text(1, 60), on: Day }))),
  overrides: Overrides,
}

export const TbRegisterInput = named(
  'TbRegisterInput',
  form({
    ...registering,
    history: choice(histories),
    started_on: optional(nullable(Day)),
  }),
)
export type TbRegisterInput = Static<typeof TbRegisterInput>

export const TbTransferInInput = named(
  'TbTransferInInput',
  form({
    ...registering,
    facility: Text(1, 160),
    number: Text(1, 60),
    started_on: Day,
    phase: Text(1, 40),
    doses_taken: Whole(0, 1000),
  }),
)
export type TbTransferInInput = Static<typeof TbTransferInInput>

export const TbCaseInput = named(
  'TbCaseInput',
  form({
    id: optional(Id),
    patient_id: Id,
    signs: optional(nullAsAbsent(TbSigns)),
    found_by: choice(found_by),
    contact_of: text(120),
    tests: optional(nullAsAbsent(listOf(Text(1, 20), 10))),
    transfer_in: optional(nullable(TbTransferInInput)),
  }),
)
export type TbCaseInput = Static<typeof TbCaseInput>

export const TbRegimenInput = named(
  'TbRegimenInput',
  form({
    action: choice(regimen_actions),
    regimen_key: text(40),
    weight_kg: optional(nullable(Kg)),
    reason_code: Text(1, 40),
    reason: Reason,
    by_hand: optional(nullable(ByHand)),
    overrides: Overrides,
  }),
)
export type TbRegimenInput = Static<typeof TbRegimenInput>

export const TbCalendarInput = named(
  'TbCalendarInput',
  form({
    days: some(form({ on: Day, mark: choice(dose_marks), note: text(300) }), 62),
  }),
)
export type TbCalendarInput = Static<typeof TbCalendarInput>

export const TbFollowUpInput = named(
  'TbFollowUpInput',
  form({
    month: Whole(1, 36),
    weight_kg: optional(nullable(Kg)),
    signs: text(500),
    test_code: text(20),
    order_id: optional(nullable(Id)),
    reported: optional(
      nullable(
        form({
          laboratory: Text(1, 160),
          number: Text(1, 60),
          on: Day,
          result: choice(sputum_results),
        }),
      ),
    ),
    note: text(500),
  }),
)
export type TbFollowUpInput = Static<typeof TbFollowUpInput>

export const TbCloseInput = named(
  'TbCloseInput',
  form({
    outcome: choice(outcomes),
    on: optional(nullable(Day)),
    note: text(500),
    facility: text(160),
    letter: flag,
  }),
)
export type TbCloseInput = Static<typeof TbCloseInput>

const Totals = shape({
  due: Whole(),
  taken: Whole(),
  observed: Whole(),
  missed: Whole(),
  held: Whole(),
  unmarked: Whole(),
  run_of_misses: Whole(),
  adherence_pct: nullable(figure),
})
const Regimen = shape({
  key: Text(1, 40),
  title: Text(1, 120),
  phase: Text(1, 40),
  phase_started_on: Day,
  phase_doses: Whole(),
  doses_taken: Whole(),
  planned_end_on: Day,
  weight_kg: figure,
  band: nullable(Text(1, 40)),
  tablets: listOf(shape({ medicine: Text(1, 200), per_dose: figure })),
  held: Flag,
  prescription_id: nullable(Id),
})
const FollowUp = shape({
  ...follow_up('month', 'due_on', 'weight_kg', 'signs', 'test_code', 'order_id', 'result'),
  on: nullable(Day),
  ...follow_up('laboratory', 'laboratory_no', 'note', 'by_name'),
  state: choice(follow_up_states),
})

const listed = {
  ...one('id', 'facility_id', 'patient_id'),
  patient: PatientRow,
  /** The enrolment of care's programme engine comes with that. */
  enrolment_id: nullable(Id),
  ...one('status', 'presumptive_no', 'number', 'found_by', 'site', 'extra_site', 'diagnosis'),
  ...one('history', 'resistance', 'treatment_place', 'presumed_on', 'registered_on'),
  ...one('treatment_started_on', 'positive_on', 'outcome', 'outcome_on'),
  category: nullable(choice(categories)),
  regimen: nullable(Regimen),
  calendar: nullable(Totals),
  overdue: listOf(choice(overdue_kinds)),
  ...one('created_at', 'updated_at', 'version'),
  moves: listOf(choice(case_life.names)),
}
export const TbCaseListed = named('TbCaseListed', shape(listed))
export type TbCaseListed = Static<typeof TbCaseListed>

export const TbCase = named(
  'TbCase',
  shape({
    ...listed,
    signs: shape({
      cough_weeks: nullable(Whole()),
      fever: nullable(Flag),
      night_sweats: nullable(Flag),
      weight_loss: nullable(Flag),
      blood: nullable(Flag),
      not_gaining: nullable(Flag),
      playing_less: nullable(Flag),
    }),
    ...one('contact_of', 'diagnosis_reason', 'outcome_note'),
    tests: listOf(
      shape({
        order_id: Id,
        test_code: Text(1, 40),
        test: Text(1, 160),
        status: Text(1, 40),
        result: nullable(Text(0, 200)),
        positive: nullable(Flag),
        on: nullable(Day),
      }),
    ),
    /** Null to who may not read HIV care (TBC-22). */
    hiv: nullable(
      shape({
        status: choice(hiv_states),
        tested_on: nullable(Day),
        art_started_on: nullable(Day),
        cpt_started_on: nullable(Day),
      }),
    ),
    supporter: nullable(
      shape({
        name: Text(0, 160),
        phone: nullable(Text(0, 40)),
        relation: nullable(Text(0, 60)),
      }),
    ),
    transfer_in: nullable(
      shape({
        facility: Text(0, 160),
        number: Text(0, 60),
        started_on: Day,
        regimen_key: Text(0, 40),
        phase: Text(0, 40),
        doses_taken: Whole(),
      }),
    ),
    follow_ups: listOf(FollowUp),
    warnings: listOf(GateResult),
    events: History,
  }),
)

export const TbCalendar = named(
  'TbCalendar',
  shape({
    case_id: Id,
    days: listOf(
      shape({
        on: Day,
        mark: choice(dose_marks),
        note: nullable(Text(0, 300)),
        by_name: Text(0, 160),
      }),
    ),
    totals: Totals,
    planned_end_on: Day,
    warnings: listOf(Text(1, 300)),
  }),
)

export const CaseFilters = {
  status: optional(choice(case_states)),
  site: optional(choice(sites)),
  history: optional(choice(histories)),
  resistance: optional(choice(resistances)),
  village: optional(Id),
  hiv: optional(choice(hiv_states)),
  phase: optional(Text(1, 40)),
  overdue: optional(choice(overdue_kinds)),
  supporter: optional(Text(1, 160)),
  patient_id: optional(Id),
  facility_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
}

export const TbPaperQuery = form({
  kind: optional(choice(tb_papers)),
  language: optional(choice(languages)),
})
