// The census of wards from the command line (care 8; CAR-153).

import { day, text } from '../../db/appliance/configuration/kinds.ts'
import type { Census } from '../../db/hospital/care/wards/census/shapes.ts'
import { command, done, type Frame, maybe, word } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'

const ward = text('the code or the name of a ward', /^[^\0]{1,80}$/)

/** The ward of that code or name. */
async function called(frame: Pick<Frame, 'caller'>, typed: string) {
  const by = await frame.caller()
  const { noneCalled } = await import('../../db/core/refusal.ts')
  const { whole_page } = await import('../../db/store/pages.ts')
  const { list: wards } = await import('../../db/hospital/care/wards/places/wards.ts')
  const { rows } = await wards(by, { ...whole_page, active: true })
  const wanted = typed.trim().toLowerCase()
  const found = rows.find(({ code, name }) =>
    [code, name].some((one) => one.toLowerCase() === wanted),
  )
  if (found === undefined) throw noneCalled('ward', typed)
  return { by, found }
}

const show = command('census show', {
  says: 'Prints how many lay in each ward at the end of a day, who came and who went.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/care/wards/census/shapes.ts')).Census,
  }),
  permission: 'admission:read',
  http: 'GET /api/v1/census',
  flags: {
    ...limited,
    ward: maybe(ward, 'only this ward'),
    date: maybe(day(), 'only this day'),
  },
  examples: ['kituo census show --date 2026-03-30', 'kituo census show --ward FW --limit 7'],
  run: async ({ flags: { limit, ward: typed, date }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/care/wards/census/census.ts')
    const of_ward =
      typed === undefined ? {} : { ward_id: (await called({ caller }, typed)).found.id }
    const on = date === undefined ? {} : { from: date, to: date }
    return gathered(limit, (page) => list(by, { ...page, ...of_ward, ...on }))
  },
  view: tableOf<Census>(
    ['Day', (row) => row.date],
    ['Ward', (row) => row.ward],
    ['Beds', (row) => row.counts.beds],
    ['Before', (row) => row.counts.yesterday],
    ['In', (row) => row.counts.admitted + row.counts.transferred_in],
    ['Out', (row) => row.counts.discharged + row.counts.transferred_out + row.counts.absconded],
    ['Died', (row) => row.counts.died],
    ['Remain', (row) => row.counts.remaining],
    ['State', (row) => row.status],
    ['By', (row) => row.confirmed_by_name, 'wide'],
  ),
})

interface Said {
  ward: string
  date: string
}

async function counted(frame: Pick<Frame<object, Said>, 'flags' | 'caller'>) {
  const { by, found } = await called(frame, frame.flags.ward)
  const { noSuch } = await import('../../db/core/refusal.ts')
  const { list } = await import('../../db/hospital/care/wards/census/census.ts')
  const { date } = frame.flags
  const page = { page: 1, per_page: 1 }
  const { rows } = await list(by, { ...page, ward_id: found.id, from: date, to: date })
  if (rows[0] === undefined) throw noSuch(`census of ${found.name} on ${date}`)
  return { by, ward: found, census: rows[0] }
}

const confirm = command('census confirm', {
  says: 'Confirms the census of a ward and a day.',
  class: 'M',
  rehearses: true,
  permission: 'census:confirm',
  http: 'POST /api/v1/census/:id/confirm',
  confirm: 'C1',
  flags: { ward: word(ward, 'the ward'), date: word(day(), 'the day') },
  examples: [
    'kituo census confirm --ward FW --date 2026-03-30',
    'kituo census confirm --ward FW --date 2026-03-30 --yes',
  ],
  plan: async (frame) => {
    const { ward: of, census } = await counted(frame)
    return {
      steps: [`confirm ${of.name} on ${census.date}: ${census.counts.remaining} remain`],
      nothing: census.status === 'CONFIRMED',
    }
  },
  run: async (frame) => {
    const { by, ward: of, census } = await counted(frame)
    const { confirm: confirmed } = await import('../../db/hospital/care/wards/census/census.ts')
    const { status, date, counts } = await confirmed(by, census.id, null)
    return done(`The census of ${of.name} on ${date} is confirmed.`, {
      ward: of.code,
      date,
      status,
      remaining: counts.remaining,
    })
  },
  view: () => null,
})

export const commands = [show, confirm]
