// Our SMPP link against Kannel's `drive_smpp`, an operator's side that is not ours (MSG-344). Says so
// and ends well where Kannel is not installed (apt-get install kannel-extras).
//   npm run bench -- kannel-peer [messages it brings, 100]

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { SmppLink } from '../daemon/operators/smpp/link.ts'
import { real_timers } from '../daemon/operators/timers.ts'
import { plain_settings, plain_submission } from '../test/support/smpp-link.ts'

const driver = '/usr/lib/kannel/test/drive_smpp'
if (!existsSync(driver)) {
  console.log('Kannel is not installed here; nothing was tried.')
  process.exit(0)
}
const wanted = Number(process.argv[2] ?? 100)
const port = 20_000 + Math.floor(Math.random() * 20_000)
const peer = spawn(driver, ['-v', '4', '-p', String(port), '-m', String(wanted)], {
  stdio: ['ignore', 'ignore', 'inherit'],
})
let arrived = 0
let answered = 0
let accepted = 0
const link = new SmppLink(
  { ...plain_settings, port, system_id: 'foo', password: 'bar', system_type: 'VMA' },
  {
    answered(_place, outcome) {
      answered += 1
      if (outcome.kind === 'accepted') accepted += 1
    },
    late: () => undefined,
    async arrived() {
      arrived += 1
      const [place] = link.reserve(1)
      if (place !== undefined)
        link.submit(place, { ...plain_submission, text: `answer ${arrived}` })
    },
    state: (state, cause) => console.log(state, cause),
    ready: () => undefined,
  },
  { timers: real_timers, now: () => new Date(performance.timeOrigin) },
)
link.start()
const until = performance.now() + 30_000
while (performance.now() < until && (arrived < wanted || answered < accepted || answered === 0))
  await new Promise((resolve) => setTimeout(resolve, 50))
console.log(
  `Kannel brought ${arrived} of ${wanted}; of ours it answered ${answered}, accepted ${accepted}.`,
)
await link.stop(0)
peer.kill()
process.exitCode = arrived >= wanted && accepted > 0 ? 0 : 1
