// Clinical records, proved from the command line (care 8; CAR-7).

import type { Caller } from '../../db/core/caller.ts'
import { command, done, maybe } from '../frame/grammar/command.ts'
import { text } from '../../db/appliance/configuration/kinds.ts'
import { lines, table } from '../frame/page.ts'

const number = text('the number of a patient', /^[A-Za-z]{0,8}[-/ ]?[0-9][0-9/-]{0,19}$/)

const verify = command('records verify', {
  says: 'Proves that what was signed in charts still stands as it was signed.',
  class: 'R',
  permission: 'audit:verify',
  flags: { patient: maybe(number, 'the chain of this patient alone') },
  examples: ['kituo records verify', 'kituo records verify --patient PT-000412 --json'],
  run: async ({ flags: { patient }, caller, signal }) => {
    const { verifyRecords } = await import('../../db/hospital/care/records/chain.ts')
    const by = await caller()
    const patient_id = patient === undefined ? undefined : await idCalled(by, patient)
    const found = await verifyRecords(by, { patient_id, signal })
    const data = { ok: found.problems.length === 0, ...found }
    const first = found.problems[0]
    return first === undefined
      ? done(`What was signed stands: ${found.versions} versions.`, data)
      : done(`${first.detail}.`, data, { error: { code: 'proof.failed' } })
  },
  view: ({ problems, ...facts }, page) =>
    [
      lines(
        [
          ['Sound', facts.ok ? 'yes' : 'NO'],
          ['Chains', facts.chains],
          ['Versions', facts.versions],
        ],
        page,
      ),
      ...(problems.length === 0
        ? []
        : [
            table(
              problems,
              [
                { title: 'Kind', of: (row) => row.kind },
                { title: 'What', of: (row) => row.detail },
              ],
              page,
            ),
          ]),
    ].join('\n\n'),
})

/** By the number on the card; that somebody looked at this chain stands in the log. */
async function idCalled(by: Caller, typed: string): Promise<string> {
  const { byNumber } = await import('../../db/hospital/desk/patients/register/find.ts')
  const { authoriseRead } = await import('../../db/hospital/desk/patients/privacy/authorise.ts')
  const { noneCalled } = await import('../../db/core/refusal.ts')
  const [id] = await byNumber(by, typed)
  if (id === undefined) throw noneCalled('patient', typed)
  return (await authoriseRead(by, id, 'clinical_record.verify')).id
}

export const commands = [verify]
