// The house itself: starting it, and asking it to stop.

import { address, duration, writeAddress } from '../../db/appliance/configuration/kinds.ts'
import { readConfiguration } from '../../db/appliance/configuration/read.ts'
import { command, done, maybe, words, yes } from '../frame/grammar/command.ts'

const serve = command('serve', {
  says: 'Runs the house until it is stopped.',
  class: 'S',
  permission: null,
  exits: [5, 8, 9, 12, 13, 14],
  flags: {
    listen: words(address(), 'host:port, instead of the configured ones'),
    first_run: yes('set up an empty data root as a hospital to try, without a question'),
    maintenance: yes('every daemon of these data answers nobody until kituo maintenance off'),
    no_timetable: yes('never lead: what runs by itself runs elsewhere, or not at all'),
    no_outbound: yes('let nothing leave this machine but answers and backups'),
    allow_root: yes('run as root all the same'),
  },
  examples: [
    'kituo serve',
    'kituo serve --first-run --data ./.kituo',
    'kituo serve --listen 127.0.0.1:9000',
    'kituo serve --maintenance --no-outbound',
  ],
  run: async ({ flags, asking, env, terminal }) => {
    const { keepOwnFile } = await import('../set-up/first-run.ts')
    if (flags.first_run) keepOwnFile(asking)
    const listen = flags.listen.map(writeAddress).join(',')
    const asked = {
      ...asking,
      flags: {
        ...asking.flags,
        ...(listen === '' ? {} : { listen }),
        ...(flags.no_timetable ? { 'timetable.enabled': 'false' } : {}),
        ...(flags.no_outbound ? { 'outbound.enabled': 'false' } : {}),
      },
    }
    const { finishCutOver } = await import('../../db/appliance/deployment/cut-over.ts')
    const configuration = finishCutOver(asked, readConfiguration(asked))
    const { openHouse } = await import('./serve.ts')
    const house = await openHouse({
      configuration,
      asking: asked,
      env,
      first_run: flags.first_run,
      maintenance: flags.maintenance,
      allow_root: flags.allow_root,
      say: (text) => terminal?.out(`${text}\n`),
      on_terminal: terminal?.out_is_terminal === true,
    })
    const { cut, fault } = await house.ended
    if (fault !== undefined) throw fault
    return cut === 0
      ? done('', { cut }, { changed: false })
      : done(`Stopped; ${cut} requests were cut.`, { cut }, { error: { code: 'work.cut' } })
  },
  view: () => '',
})

const stop = command('stop', {
  says: 'Stops the house: requests in flight are finished first.',
  class: 'M',
  needs: 'whatever',
  about: 'deployment',
  permission: 'system:operate',
  confirm: 'C1',
  flags: { deadline: maybe(duration(), 'so long they may take; without it: drain.deadline_s') },
  examples: ['kituo stop', 'kituo stop --deadline 5m --yes --reason "new disk"'],
  plan: async ({ house }) => ({
    steps: house === null ? [] : ['finish the requests in flight, then end the daemon'],
    nothing: house === null,
  }),
  run: async ({ house, flags }) => {
    const state = house?.status().state ?? null
    if (house === null) {
      return done('Kituo is not running.', { state, in_flight: 0 }, { changed: false })
    }
    const in_flight = house.inFlight()
    house.stop(flags.deadline)
    return done('Kituo stops.', { state, in_flight })
  },
})

export const commands = [serve, stop]
