// Dispatch, where nobody has a screen at hand (ambulance 8).

import type { Board, Vehicle } from '../../db/hospital/modules/ambulance/shapes.ts'
import { command, done, yes } from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'
import { runsHere } from './runs-here.ts'

const shapes = () => import('../../db/hospital/modules/ambulance/shapes.ts')

const board = command('ambulance board', {
  says: 'Prints who waits for an ambulance and how long, the most urgent first; without names.',
  class: 'R',
  reply: async () => ({ each: (await shapes()).BoardRequest }),
  permission: 'ambulance:read',
  http: 'GET /api/v1/ambulance-board',
  examples: ['kituo ambulance board --facility MAIN', 'kituo ambulance board --json'],
  run: async ({ caller }) => {
    const by = await runsHere(await caller(), 'ambulance')
    const { board: boardOf } = await import('../../db/hospital/modules/ambulance/board.ts')
    const { requests, vehicles } = await boardOf(by, { display: true })
    const free = vehicles.filter(({ trip, state }) => trip === null && state === 'AVAILABLE').length
    return done(
      `${requests.length} wait; ${free} of ${vehicles.length} ambulances are free.`,
      requests,
      {
        total: requests.length,
      },
    )
  },
  view: tableOf<Board['requests'][number]>(
    ['Request', (row) => row.reference],
    ['Priority', (row) => row.priority],
    ['Kind', (row) => row.kind],
    ['From', (row) => row.area],
    ['Minutes', (row) => row.minutes],
    ['Target', (row) => row.target],
    ['Late', (row) => (row.late ? 'late' : null)],
  ),
})

const vehicles = command('ambulance vehicles', {
  says: 'Prints the ambulances: where they stand, and what is due of them.',
  class: 'R',
  reply: async () => ({ each: (await shapes()).Vehicle }),
  permission: 'ambulance:read',
  http: 'GET /api/v1/ambulance-vehicles',
  flags: { due: yes('only those of which a paper or a service is due') },
  examples: ['kituo ambulance vehicles', 'kituo ambulance vehicles --due --json'],
  run: async ({ flags: { due }, caller }) => {
    const by = await runsHere(await caller(), 'ambulance')
    const { board: boardOf } = await import('../../db/hospital/modules/ambulance/board.ts')
    const { list } = await import('../../db/hospital/modules/ambulance/vehicles.ts')
    const late = new Set((await boardOf(by, { display: true })).due.map((one) => one.call_sign))
    const all = await list(by, { active: true })
    const found = due ? all.filter(({ call_sign }) => late.has(call_sign)) : all
    return done(`${found.length} ambulances.`, found, { total: found.length })
  },
  view: tableOf<Vehicle>(
    ['Call sign', (row) => row.call_sign],
    ['Plate', (row) => row.plate],
    ['Kind', (row) => row.kind],
    ['State', (row) => row.state],
    ['Km', (row) => row.odometer],
    ['Service at', (row) => row.next_service_km, 'wide'],
    ['Trip', (row) => row.trip?.reference ?? null],
  ),
})

export const commands = [board, vehicles]
