// Visits: who is in the house, and which were forgotten.

import { text } from '../../db/appliance/configuration/kinds.ts'
import type { Caller } from '../../db/core/caller.ts'
import { command, done, type Frame, limit_flag, maybe } from '../frame/grammar/command.ts'
import { gathered, searched, tableOf } from '../frame/lists.ts'

interface Listed {
  number: string
  token: string | null
  state: string
  kind: string
  service_point: string | null
  patient: string
  opened_at: string
}

const states = text('states, with commas between', /^[A-Z_,]{1,200}$/)

const list = command('visit list', {
  says: 'Prints the visits that are open, or those of the states named.',
  class: 'R',
  permission: 'visit:read',
  http: 'GET /api/v1/visits',
  flags: { ...searched, status: maybe(states, 'only in these states') },
  examples: [
    'kituo visit list',
    'kituo visit list --status AWAITING_PAYMENT --facility MAIN --json',
  ],
  run: async ({ flags: { limit, search, status }, caller }) => {
    const by = await caller()
    const { list: visits } = await import('../../db/hospital/desk/visits/list.ts')
    const found = await gathered(limit, (page) =>
      visits(by, {
        ...page,
        ...(search === undefined ? {} : { search }),
        ...(status === undefined ? {} : { status }),
      }),
    )
    const rows = found.data.map((one): Listed => {
      if (!('number' in one)) {
        const { status: state, opened_at } = one
        return { ...nobody, state, opened_at }
      }
      const { number, token, state, kind, service_point, patient, opened_at } = one
      return {
        number,
        token,
        state,
        kind,
        service_point: service_point?.name ?? null,
        patient: patient.number,
        opened_at,
      }
    })
    return { ...found, data: rows }
  },
  view: tableOf<Listed>(
    ['Number', (row) => row.number],
    ['Token', (row) => row.token],
    ['State', (row) => row.state],
    ['Kind', (row) => row.kind, 'wide'],
    ['At', (row) => row.service_point],
    ['Patient', (row) => row.patient],
    ['Opened', (row, page) => page.time(row.opened_at)],
  ),
})

const nobody = { number: '–', token: null, kind: '–', service_point: null, patient: 'restricted' }

interface Stale {
  number: string
  touched_at: string
  kept: string | null
}

async function stale(by: Caller): Promise<Stale[]> {
  const { staleVisits } = await import('../../db/hospital/desk/visits/jobs.ts')
  return (await staleVisits(by)).map(({ visit, kept }) => ({
    number: visit.number,
    touched_at: visit.touched_at,
    kept,
  }))
}

const closeStale = command('visit close-stale', {
  says: 'Closes the visits that nobody has touched for the hours the hospital has set.',
  class: 'M',
  permission: 'visit:update',
  transaction: 'rule',
  flags: { limit: limit_flag },
  examples: ['kituo visit close-stale --dry-run', 'kituo visit close-stale --json'],
  plan: async (frame: Frame) => {
    const found = await stale(await frame.caller())
    const closing = found.filter(({ kept }) => kept === null)
    return {
      steps: closing.map(({ number }) => `close visit ${number}`),
      nothing: closing.length === 0,
    }
  },
  run: async ({ caller, signal }) => {
    const by = await caller()
    const { closeStaleVisits } = await import('../../db/hospital/desk/visits/jobs.ts')
    const { closed, kept } = await closeStaleVisits(by, signal)
    const rest = kept === 0 ? '' : ` ${kept} stay open: an emergency or an urgent order.`
    return done(`${closed} closed.${rest}`, { closed, kept }, { changed: closed > 0 })
  },
})

export const commands = [list, closeStale]
