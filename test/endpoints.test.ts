// The API as a committed list: a change of it is a line in a reviewer's diff.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Door } from '../daemon/edge/route.ts'
import { endpointLines } from '../daemon/edge/describe/endpoints.ts'
import { hospital_doors } from '../daemon/hospital/areas.ts'
import { messaging_doors } from '../daemon/messaging/areas.ts'

const folder = join(import.meta.dirname, 'endpoints')

/** What each area mounts, a file an area; those of messaging say so in their name. */
const wanted = new Map([
  ...files(hospital_doors, '/api/v1', ''),
  ...files(messaging_doors, '/v1', 'messaging-'),
])

function files(doors: readonly Door[], prefix: string, before: string): [string, string][] {
  return [...Map.groupBy(doors, ({ area }) => area)].map(([area, own]) => [
    `${before}${area}.txt`,
    `${endpointLines(own, prefix).join('\n')}\n`,
  ])
}

t.test(
  'endpoints: test/endpoints/ lists what is mounted (MSG-660: none goes unseen)',
  async (t) => {
    // Written only when asked for, by hand; never by the run that checks it.
    if (process.env['WRITE_ENDPOINTS'] === '1') {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder)
      for (const [name, lines] of wanted) writeFileSync(join(folder, name), lines)
    }
    t.same(readdirSync(folder).toSorted(), [...wanted.keys()].toSorted())
    for (const [name, lines] of wanted) {
      t.equal(
        readFileSync(join(folder, name), 'utf8'),
        lines,
        `${name}: run WRITE_ENDPOINTS=1 npm test -- test/endpoints.test.ts`,
      )
    }
  },
)

t.test('endpoints: no route stands twice', async (t) => {
  const lines = [
    ...endpointLines(hospital_doors, '/api/v1'),
    ...endpointLines(messaging_doors, '/v1'),
  ]
  const keys = lines.map((line) =>
    line
      .split('\t')
      .slice(0, 2)
      .join(' ')
      .replace(/:[a-z_]+/g, ':x'),
  )
  t.equal(new Set(keys).size, keys.length)
})

const hospital = hospital_doors.flatMap(({ routes }) => routes)

/** A question with a body, work that is queued, and one that answers what it belongs to. */
const answered_otherwise: Record<string, number> = {
  '/exports': 202,
  '/imports': 202,
  '/patients/duplicates': 200,
  '/emergencies/:id/reassessments': 200,
}

t.test('endpoints: what makes a record in its list answers 201 (ALL-16, PLT-2)', async (t) => {
  const lists = new Set(
    hospital
      .filter(({ method, reply }) => method === 'GET' && reply.kind === 'page')
      .map(({ path }) => path),
  )
  const making = hospital.filter(({ method, path }) => method === 'POST' && lists.has(path))
  t.ok(making.length > 60)
  for (const { path, status } of making) t.equal(status, answered_otherwise[path] ?? 201, path)
})

/** Replaced whole, or PUT by a source document or, of the gateway, as its API on `/v1` has it. */
const replaced = [
  '/ambulance-tables/:key',
  '/ambulance-vehicles/:id/crew',
  '/billing/denial-reasons',
  '/billing/exemption-rules',
  '/billing/service-gates',
  '/blood-bank/transfusions/:id/reaction',
  '/clinical/gates/:key',
  '/commercial/clients/:id/payer-names',
  '/diagnostics/auto-rules',
  '/diagnostics/imaging/studies/:id/report',
  '/diagnostics/imaging/studies/:id/safety',
  '/diagnostics/results/:id/culture',
  '/diagnostics/tests/:id/ranges',
  '/emergencies/:id/police',
  '/gateway/links/:id',
  '/gateway/settings',
  '/hr/establishments',
  '/hr/pay-inputs',
  '/hr/rosters/:id/shifts',
  '/maternity-tables/:key',
  '/messaging/settings',
  '/mortuary-tables/:key',
  '/notifications/preferences',
  '/patient-message-templates/:code',
  '/patients/:id/contact-preferences',
  '/patients/:id/pregnancy-status',
  '/patients/:id/sensitivity',
  '/patients/:id/spo2-target',
  '/pharmacy/ingredients/:code',
  '/pharmacy/medicines/:id/products',
  '/pharmacy/rules/:table',
  '/photos/:subject/:id',
  '/procurement/approval-rules',
  '/settings/email',
  '/settings/system/icon',
  '/settings/system/logo',
  '/stock/counts/:id/lines',
  '/stock/products/:id/units',
  '/stock/reorder-rules',
  '/stock/stores/:id/keepers',
  '/tb-ctc-tables/:key',
  '/theatre-cases/:id/checklists/:phase',
  '/theatre-tables/:key',
  '/users/:id/facilities',
  '/users/:id/roles',
]

t.test('endpoints: a change of some fields is PATCH; PUT replaces a whole (ALL-16)', async (t) => {
  t.same(
    hospital
      .filter(({ method }) => method === 'PUT')
      .map(({ path }) => path)
      .toSorted(),
    replaced,
  )
})
