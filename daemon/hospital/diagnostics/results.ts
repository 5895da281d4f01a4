// The bench: what waits, what was measured, what goes out, what is corrected (diagnostics 5.4).

import type { Caller } from '../../../db/core/caller.ts'
import { listOf } from '../../../db/core/kinds/kinds.ts'
import { writeCulture } from '../../../db/hospital/diagnostics/laboratory/cultures/entering.ts'
import { CultureInput } from '../../../db/hospital/diagnostics/laboratory/cultures/shapes.ts'
import { amend } from '../../../db/hospital/diagnostics/laboratory/results/amending.ts'
import { enter } from '../../../db/hospital/diagnostics/laboratory/results/entering.ts'
import { lineRecord } from '../../../db/hospital/diagnostics/laboratory/results/lines.ts'
import { release } from '../../../db/hospital/diagnostics/laboratory/results/releasing.ts'
import {
  AmendInput,
  ReleaseInput,
  Result,
  ResultsInput,
  ResultWhole,
  ReturnInput,
  VerifyInput,
  WorkFilters,
  WorkRow,
} from '../../../db/hospital/diagnostics/laboratory/results/shapes.ts'
import {
  giveBack,
  type Moved,
  verify,
} from '../../../db/hospital/diagnostics/laboratory/results/verifying.ts'
import { shownAll, whole } from '../../../db/hospital/diagnostics/laboratory/results/view.ts'
import { worklist } from '../../../db/hospital/diagnostics/laboratory/results/worklist.ts'
import { benchList } from '../../../db/hospital/diagnostics/laboratory/papers/bench.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { benchListPaper } from '../../../templates/bench-list.ts'
import { paperReply } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { byId, get, list, post, put } from '../words.ts'

const shown = async (caller: Caller, done: Promise<Moved>) => shownAll(caller, (await done).lines)

export const door = area('results', [
  list('/diagnostics/worklist', {
    summary: 'What waits at the bench',
    access: 'diagnostic:read',
    sheet: 'worklist',
    opens: 'many',
    audit: 'diagnostic_item.list',
    filters: WorkFilters,
    each: WorkRow,
    paper: async ({ caller, query }, rows) => {
      const made = await benchList(caller, query, rows)
      const head = await letterheadOf(caller, caller.facility_id)
      return paperReply(benchListPaper({ ...made, head }), `worklist-${made.list}`)
    },
    run: ({ caller, query }) => worklist(caller, query),
  }),
  post('/diagnostics/results', {
    summary: 'Enter results',
    access: ['result:enter', 'result:poc'],
    opens: 'many',
    signs: true,
    once: true,
    body: ResultsInput,
    reply: listOf(Result),
    says: 'Results entered.',
    run: async ({ caller, body }) => shownAll(caller, await enter(caller, body)),
  }),
  get('/diagnostics/results/:id', {
    summary: 'One result, with every version of it',
    access: 'diagnostic:read',
    opens: 'clinical',
    audit: 'diagnostic_result.read',
    record: byId(lineRecord.get),
    reply: ResultWhole,
    run: ({ caller, params }) => whole(caller, params.id),
  }),
  post('/diagnostics/results/verify', {
    summary: 'Results are technically sound',
    access: 'result:verify',
    opens: 'many',
    signs: true,
    body: VerifyInput,
    reply: listOf(Result),
    says: 'Results verified.',
    run: ({ caller, body }) => shown(caller, verify(caller, body)),
  }),
  post('/diagnostics/results/release', {
    summary: 'Results go out',
    access: 'result:release',
    opens: 'many',
    signs: true,
    body: ReleaseInput,
    reply: listOf(Result),
    says: 'Results released.',
    run: ({ caller, body }) => shown(caller, release(caller, body)),
  }),
  post('/diagnostics/results/return', {
    summary: 'Results go back to who entered them, or are measured again',
    access: 'result:verify',
    opens: 'many',
    signs: true,
    body: ReturnInput,
    reply: listOf(Result),
    says: 'Results returned.',
    run: async ({ caller, body }) => shownAll(caller, await giveBack(caller, body)),
  }),
  put('/diagnostics/results/:id/culture', {
    summary: 'Write what grew of a specimen, as a whole',
    access: 'result:enter',
    opens: 'clinical',
    signs: true,
    record: byId(lineRecord.get),
    body: CultureInput,
    reply: ResultWhole,
    says: 'Culture written.',
    run: async ({ caller, params, body }) =>
      whole(caller, (await writeCulture(caller, params.id, body)).id),
  }),
  post('/diagnostics/results/:id/amend', {
    summary: 'Correct a result that is out',
    access: 'result:amend',
    opens: 'clinical',
    signs: true,
    once: true,
    record: byId(lineRecord.get),
    body: AmendInput,
    reply: ResultWhole,
    says: 'Result corrected.',
    run: async ({ caller, params, body }) =>
      whole(caller, (await amend(caller, params.id, body)).id),
  }),
])
