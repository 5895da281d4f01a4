// What a route opens of a patient, said by every route of the hospital as it says its permission
// (PRV-1 to PRV-3, PLT-112). The edge asks whether the caller may, and writes the reading down.

/**
 * Of the record that `record` looks up. record: the care team, and who has the right (PRV-2). clinical:
 * of staff and important people, and of restricted visits, that team as well (PRV-1, PRV-3). desk: what
 * registration, queue and cash desk do with a record that is closed to them; the rule masks whose it is.
 */
export type Part = 'record' | 'clinical' | 'desk'

/** The patient is named by a field of the body or by a query word. */
export interface Named<In extends 'body' | 'query' = 'body' | 'query', F extends string = string> {
  readonly part: Part
  readonly in: In
  readonly field: F
}

/** Only the rule can tell; `why` says how it does. */
export interface Ruled {
  readonly why: string
}

/** nobody: no patient stands in it. many: a list or figures of many, which the rule masks. */
export type Opens = 'nobody' | 'many' | Part | Named | Ruled

export const inBody = <F extends string>(part: Part, field: F): Named<'body', F> => ({
  part,
  in: 'body',
  field,
})

export const inQuery = <F extends string>(part: Part, field: F): Named<'query', F> => ({
  part,
  in: 'query',
  field,
})

export const ruled = (why: string): Ruled => ({ why })

/** A patient, or a record that names its patient. */
export type OfAPatient = { readonly sensitivity: string } | { readonly patient_id: string | null }

/** A field that is named is one that the body or the query has. */
export type Fits<O extends Opens, Body extends string, Query extends string> =
  O extends Named<infer In, infer Field>
    ? Field extends (In extends 'body' ? Body : Query)
      ? O
      : Named<'body', Body> | Named<'query', Query>
    : O

export const isPart = (opens: Opens | undefined): opens is Part =>
  opens === 'record' || opens === 'clinical' || opens === 'desk'

export const isNamed = (opens: Opens | undefined): opens is Named =>
  typeof opens === 'object' && 'field' in opens

export const isOfOne = (opens: Opens | undefined): boolean => isPart(opens) || isNamed(opens)
