// Whether the machine's clock is trusted (OPS-98).

import { command, done } from '../frame/grammar/command.ts'

const show = command('clock show', {
  says: 'Prints the time, and whether it is trusted.',
  class: 'R',
  about: 'deployment',
  permission: 'system:read',
  examples: ['kituo clock show', 'kituo clock show --field data.state'],
  run: async () => {
    const { clock } = await import('../../db/core/clock.ts')
    const { timeSource } = await import('../../db/appliance/doctor/time-source.ts')
    const { clockState, highWater } = await import('../../db/appliance/timetable/clock-guard.ts')
    const state = await clockState()
    return done('', {
      now: clock.instant(),
      high_water: await highWater(),
      ...timeSource(),
      held: state.state === 'BAD',
      ...state,
    })
  },
})

const accept = command('clock accept', {
  says: 'Says that the time is right after the clock has jumped.',
  class: 'M',
  about: 'operator',
  permission: 'system:operate',
  confirm: 'C2',
  reason: 'must',
  examples: [
    'kituo clock accept --reason "time server was down"',
    'kituo clock accept --reason "new battery" --yes --confirm clock',
  ],
  plan: async () => {
    const { clock } = await import('../../db/core/clock.ts')
    const { clockState } = await import('../../db/appliance/timetable/clock-guard.ts')
    const { state } = await clockState()
    return {
      steps: [`trust the clock of this machine: ${clock.instant()}`],
      type: 'clock',
      nothing: state === 'OK',
    }
  },
  run: async ({ reason, caller }) => {
    const { acceptClock, clockState } = await import('../../db/appliance/timetable/clock-guard.ts')
    const before = await clockState()
    if (before.state === 'OK') {
      return done('The clock is trusted already.', before, { changed: false })
    }
    return done('The clock is trusted.', await acceptClock(await caller(), reason ?? ''))
  },
})

export const commands = [show, accept]
