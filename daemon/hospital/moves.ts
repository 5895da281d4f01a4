// Moves of one kind of record, written once: each is a POST on the record's path, looks for it before
// it reads the body, and answers the record as it stands afterwards. They are the desk's part of a
// patient's record (PRV-1): `find` masks whose it is.

import type { Caller } from '../../db/core/caller.ts'
import type { PermitCode } from '../../db/hospital/permits.ts'
import type { Static, TSchema } from '../../db/core/kinds/kinds.ts'
import type { OfAPatient } from '../edge/opens.ts'
import type { Route } from '../edge/route.ts'
import { byId, post } from './words.ts'

interface Of<R extends TSchema> {
  /** `/billing/waivers`. */
  path: string
  /** 404 where it is not there. */
  row: (caller: Caller, id: string) => Promise<OfAPatient>
  reply: R
  find: (caller: Caller, id: string) => Promise<Static<R>>
}

interface Move<B extends TSchema | undefined> {
  summary: string
  access: PermitCode
  says: string
  /** Takes `Idempotency-Key`. */
  once?: true
  body?: B
  body_may_miss?: true
  run: (
    caller: Caller,
    id: string,
    body: B extends TSchema ? Static<B> : undefined,
  ) => Promise<unknown>
}

export const movesOf =
  <R extends TSchema>({ path, row, reply, find }: Of<R>) =>
  <B extends TSchema | undefined = undefined>(name: string, { run, ...rest }: Move<B>): Route =>
    post(`${path}/:id/${name}` as '/of/:id/move', {
      ...rest,
      opens: 'desk',
      record: byId(row),
      reply,
      async run({ caller, params, body }) {
        await run(caller, params.id, body as never)
        return find(caller, params.id)
      },
    })
