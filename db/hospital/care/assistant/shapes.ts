// The assistant's note and what it says to it (the source document's assistNote; 2.16).

import {
  choice,
  Decimal,
  Flag,
  form,
  Id,
  listOf,
  LongText,
  named,
  nullable,
  nullAsAbsent,
  optional,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { assist_settings } from './tables.ts'
import { likelihoods, note_sexes, providers } from './words.ts'

const given = <T extends Parameters<typeof nullAsAbsent>[0]>(kind: T) =>
  optional(nullAsAbsent(kind))
const words = given(LongText(0, 8000))
const limit = (low: number, high: number) => given(Whole(low, high))

export const AssistNote = named(
  'AssistNote',
  form({
    ageYears: limit(0, 130),
    allergies: given(listOf(Text(0, 200), 50)),
    chiefComplaint: words,
    examination: words,
    historyOfPresentIllness: words,
    knownConditions: given(listOf(Text(0, 200), 50)),
    pregnant: given(Flag),
    sex: given(choice(note_sexes)),
    vitals: given(
      form({
        diastolic: limit(10, 200),
        heartRate: limit(10, 300),
        oxygenSaturation: limit(20, 100),
        respiratoryRate: limit(2, 120),
        systolic: limit(30, 300),
        temperature: given(Decimal(25, 45)),
      }),
    ),
  }),
)
export type AssistNote = Static<typeof AssistNote>

const Source = Text(1, 200)
const suggestion = {
  id: Text(36, 36),
  provider: choice(providers),
  model: nullable(Text(0, 80)),
  took_ms: Whole(),
  red_flags: listOf(
    shape({ text: Text(1, 300), why: Text(1, 300), rule: nullable(Text(1, 60)), source: Source }),
  ),
  differentials: listOf(
    shape({
      title: Text(1, 200),
      code: nullable(Text(1, 40)),
      coding_system: nullable(Text(1, 40)),
      likelihood: choice(likelihoods),
      for: listOf(Text(1, 200)),
      against: listOf(Text(1, 200)),
      source: Source,
    }),
  ),
  questions: listOf(Text(1, 300)),
  examinations: listOf(Text(1, 300)),
  tests: listOf(
    shape({ code: nullable(Text(1, 40)), text: Text(1, 200), why: Text(1, 300), source: Source }),
  ),
  cautions: listOf(Text(1, 300)),
  notice: Text(1, 200),
  message: nullable(Text(1, 200)),
  /** False: nobody of this hospital has adopted the rules it comes from. */
  table_adopted: Flag,
}
export const Suggestion = named('Suggestion', shape(suggestion))
export type Suggestion = Static<typeof Suggestion>

const setting = fieldsOf(assist_settings)
export const AssistSettings = named(
  'AssistSettings',
  shape({
    ...setting('enabled', 'provider', 'timeout_ms', 'max_per_hour', 'fallback'),
    facilities: nullable(listOf(Text(1, 36))),
    version: Whole(),
  }),
)
export type AssistSettings = Static<typeof AssistSettings>
export const AssistSettingsInput = named(
  'AssistSettingsInput',
  form({
    enabled: given(Flag),
    provider: given(Text(1, 40)),
    url: optional(nullable(Text(0, 300))),
    key: optional(nullable(Text(0, 300))),
    timeout_ms: given(Whole(1000, 60_000)),
    max_per_hour: given(Whole(1, 1000)),
    fallback: given(Flag),
    facilities: optional(nullable(listOf(Id, 200))),
  }),
)
export type AssistSettingsInput = Static<typeof AssistSettingsInput>
