// Six at once on SQLite (P4): what a rule does in more than one transaction.

import t from 'tap'
import { on_postgres } from '../support/database.ts'
import { sixInPieces } from '../support/sweeps/six-at-once.ts'

const skip = on_postgres && 'test/faults/six walks every route there'

for (const api of ['hospital', 'messaging'] as const) {
  t.test(`six at once in pieces: ${api}`, { skip }, (t) => sixInPieces(t, api))
}
