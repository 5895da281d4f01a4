// The built-in assistant: the same note, the same answer, on this machine alone (CAR-187).

import { folded } from '../../../store/table.ts'
import { type AssistRule, assist_rules, type VitalLimit } from './rules.ts'
import type { AssistNote, Suggestion } from './shapes.ts'
import { assist_notice, no_suggestion } from './words.ts'

const most = 6

export type Said = Omit<Suggestion, 'id' | 'took_ms' | 'table_adopted'>

export function suggest(note: AssistNote): Said {
  const found = assist_rules
    .filter((rule) => holds(rule, note))
    .toSorted((a, b) => b.weight - a.weight || (a.rule < b.rule ? -1 : 1))
  const said = {
    red_flags: found.flatMap(({ rule, gives, source }) =>
      gives.red_flag === undefined ? [] : [{ ...gives.red_flag, rule, source }],
    ),
    differentials: differentialsOf(found),
    questions: unique(found.flatMap(({ gives }) => gives.questions ?? [])),
    examinations: unique(found.flatMap(({ gives }) => gives.examinations ?? [])),
    tests: testsOf(found),
    cautions: cautionsOf(note, found),
  }
  const nothing = Object.values(said).every((list) => list.length === 0)
  return {
    provider: 'BUILT_IN',
    model: null,
    ...said,
    notice: assist_notice,
    message: nothing ? no_suggestion : null,
  }
}

function holds({ when }: AssistRule, note: AssistNote): boolean {
  const text = textOf(note)
  const says = (words: readonly string[]): boolean => words.some((word) => text.includes(word))
  return (
    inAge(when, note.ageYears) &&
    (when.sex === undefined || note.sex === when.sex) &&
    (when.pregnant === undefined || note.pregnant === when.pregnant) &&
    (when.any === undefined || says(when.any)) &&
    (when.all ?? []).every(says) &&
    !says(when.none ?? []) &&
    (when.vitals ?? []).every((limit) => beyond(limit, note))
  )
}

/** A rule for an age says nothing of somebody whose age is not told. */
function inAge({ min_age, max_age }: AssistRule['when'], age: number | undefined): boolean {
  if (min_age === undefined && max_age === undefined) return true
  if (age === undefined) return false
  return age >= (min_age ?? 0) && age <= (max_age ?? Number.POSITIVE_INFINITY)
}

/** What a note denies is not told of it: `no fever`, `hana homa`. */
const denied = /\b(?:no|not|denies|without|hana|hakuna|bila)\s+(?:\S+\s+)?\S+/g

const textOf = (note: AssistNote): string =>
  folded(
    [
      note.chiefComplaint,
      note.historyOfPresentIllness,
      note.examination,
      ...(note.knownConditions ?? []),
    ]
      .filter((part) => part !== undefined)
      .join(' . '),
  ).replace(denied, (words) => (/\b(?:drink|kunywa)/.test(words) ? words : ' '))

function beyond({ field, below, above }: VitalLimit, { vitals }: AssistNote): boolean {
  const value = vitals?.[field]
  if (value === undefined) return false
  return (below === undefined || value < below) && (above === undefined || value > above)
}

function differentialsOf(found: readonly AssistRule[]): Said['differentials'] {
  const all = found.flatMap(({ gives, source }) =>
    gives.differential === undefined
      ? []
      : [
          {
            title: gives.differential.title,
            code: gives.differential.code,
            coding_system: 'ICD10',
            likelihood: gives.differential.likelihood,
            for: [...(gives.differential.for ?? [])],
            against: [...(gives.differential.against ?? [])],
            source,
          },
        ],
  )
  return all
    .filter(({ code }, at) => all.findIndex((one) => one.code === code) === at)
    .slice(0, most)
}

function testsOf(found: readonly AssistRule[]): Said['tests'] {
  const all = found.flatMap(({ gives, source }) =>
    (gives.tests ?? []).map(({ text, why }) => ({ code: null, text, why, source })),
  )
  return all
    .filter(({ text }, at) => all.findIndex((one) => one.text === text) === at)
    .slice(0, most)
}

const cautionsOf = ({ allergies }: AssistNote, found: readonly AssistRule[]): string[] => [
  ...unique((allergies ?? []).filter(Boolean)).map((name) => `Allergy: ${name}`),
  ...unique(found.flatMap(({ gives }) => gives.cautions ?? [])),
]

const unique = (texts: readonly string[]): string[] => [...new Set(texts)].slice(0, most)
