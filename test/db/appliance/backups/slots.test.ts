import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { newWords } from '../../../../db/appliance/backups/recovery-words.ts'
import {
  makeSlot,
  newMaster,
  openSlot,
  setStretching,
} from '../../../../db/appliance/backups/slots.ts'
import { folder } from '../../../support/folder.ts'
import { initialised, typedJson } from '../../../support/programs/typed.ts'

const by = { label: 'words', made_by: 'a test' }

t.test('words are stretched, and the slot says how far (OPS-110)', async (t) => {
  const holding = { kind: 'recovery', words: newWords() } as const
  const masters = new Map([[1, newMaster()]])
  t.teardown(() => setStretching(10))
  setStretching()
  const slot = await makeSlot(holding, masters, by)
  t.equal(slot.stretched, 17)
  setStretching(10)
  t.same(await openSlot(slot, holding), masters, 'whatever a program asks today')
  t.equal(await openSlot(slot, { ...holding, words: newWords() }), null)
  const machine = await makeSlot({ kind: 'machine', key: newMaster() }, masters, by)
  t.equal(machine.stretched, null, 'nobody guesses a key')
})

t.test(
  'a slot that asks for more memory than ours is named, and never tried (OPS-111)',
  async (t) => {
    const dir = join(folder(t), 'data')
    await initialised(dir)
    const keys = join(dir, 'backups', 'keys')
    for (const name of readdirSync(keys)) {
      const slot = JSON.parse(readFileSync(join(keys, name), 'utf8')) as { kind: string }
      if (slot.kind === 'recovery') {
        writeFileSync(join(keys, name), JSON.stringify({ ...slot, stretched: 60 }))
      }
    }
    const made = await typedJson(['backup', 'create', '--data', dir])
    t.match(made, {
      success: false,
      message: /keys\/.*\.json cannot be read\. The others open as ever/,
    })
  },
)
