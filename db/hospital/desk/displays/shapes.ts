// What goes in and what comes out about screens. No field of a board holds a name of a person, a
// phone, a patient's number or a diagnosis (QUE-9, PRV-8).

import {
  optional,
  choice,
  Flag,
  form,
  Id,
  listOf,
  nullable,
  named,
  partial,
  QueryFlag,
  type Static,
  shape,
  some,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { display_languages } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { queue_displays } from './tables.ts'

const queueDisplay = fieldsOf(queue_displays)

const fields = {
  name: Text(1, 80),
  service_point_ids: some(Id, 12),
  language: choice(display_languages),
  columns: optional(Whole(1, 4)),
  announce: optional(Flag),
  ticker: optional(nullable(Text(0, 200))),
}
export const DisplayInput = named('QueueDisplayInput', form(fields))
export type DisplayInput = Static<typeof DisplayInput>
export const DisplayChange = named(
  'QueueDisplayChange',
  partial({
    ...fields,
    columns: Whole(1, 4),
    announce: Flag,
    ticker: nullable(Text(0, 200)),
    active: Flag,
  }),
)
export type DisplayChange = Static<typeof DisplayChange>

export const QueueDisplay = named(
  'QueueDisplay',
  shape({
    ...queueDisplay('id', 'name', 'facility_id'),
    service_point_ids: listOf(Id),
    ...queueDisplay('language', 'columns', 'announce', 'ticker'),
    ...queueDisplay('last_seen_at', 'active', 'version'),
    /** Once, when it is made. */
    key: optional(Text(1, 40)),
  }),
)
export type QueueDisplay = Static<typeof QueueDisplay>

export const DisplayFilters = { active: optional(QueryFlag), facility_id: optional(Id) }
export const KeyAsked = form({ key: optional(Text(1, 60)) })

const counter = nullable(Text(0, 20))
export const Board = named(
  'Board',
  shape({
    hospital: Text(1, 200),
    name: Text(1, 80),
    at: Text(24, 24),
    /** Of the hospital: the screen's own clock may stand anywhere. */
    time_zone: Text(1, 60),
    ...queueDisplay('ticker', 'language', 'columns', 'announce'),
    points: listOf(
      shape({
        name: Text(1, 80),
        name_sw: Text(1, 80),
        counters: listOf(Text(1, 20)),
        now: listOf(shape({ token: Text(1, 20), counter })),
        called: listOf(
          shape({
            token: Text(1, 20),
            counter,
            called_at: Text(24, 24),
            calls: Whole(),
          }),
        ),
        next: listOf(Text(1, 20)),
        waiting: Whole(),
        estimated_wait_minutes: nullable(Whole()),
      }),
    ),
  }),
)
export type Board = Static<typeof Board>

export interface CallSaid {
  token: string
  point: string
  point_sw: string
  counter: string | null
  calls: number
  text_en: string
  text_sw: string
}
