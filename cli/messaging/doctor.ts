// What is wrong with messaging here (messaging 8), as the doctor of the house says it.

import { command, done } from '../frame/grammar/command.ts'
import { findingsView, patientOf } from '../serve/doctor.ts'

const of_the_house = ['machine.clock', 'disk.free']

const doctor = command('messaging doctor', {
  says: 'Looks for what keeps messages from leaving or being told of, and says how to mend it.',
  class: 'R',
  permission: 'gateway:read',
  exits: [20, 1],
  examples: ['kituo messaging doctor', 'kituo messaging doctor --json'],
  run: async (frame) => {
    const { checks, counted, examine, worst } = await import('../../db/appliance/doctor/doctor.ts')
    const { messaging_checks } = await import('../../db/appliance/doctor/messaging.ts')
    const shared = checks.filter(({ id }) => of_the_house.includes(id))
    const findings = await examine(patientOf(frame), {
      among: [...messaging_checks, ...shared],
      onCheck: (name, at, total) => frame.progress('checks', { item: name, done: at, total }),
    })
    const state = worst(findings)
    const data = { findings, counts: counted(findings) }
    if (state === 'BAD') return done('Something is BAD.', data, { error: { code: 'finding.bad' } })
    return done(state === 'OK' ? 'All is well.' : 'There are warnings.', data, {
      exit: state === 'WARN' ? 20 : 0,
      next: [...new Set(findings.flatMap(({ mend_command }) => mend_command ?? []))],
    })
  },
  view: ({ findings }, page) => findingsView(findings, page),
})

export const commands = [doctor]
