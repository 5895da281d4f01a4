import { randomBytes } from 'node:crypto'
import t from 'tap'
import { isSealed, seal, unseal, setAppKey } from '../../../../db/appliance/secrets/seal.ts'

const newKey = (): Buffer => randomBytes(32)
t.afterEach(() => setAppKey(null))

t.test(
  'a sealed value: is read back with the same key, and looks different each time',
  async (t) => {
    setAppKey(newKey())
    for (const text of ['', 'JBSWY3DPEHPK3PXP', 'Ünïcode 🏥', 'x'.repeat(10_000)]) {
      const sealed = seal(text)
      t.match(sealed, /^v1\.[0-9a-f]{8}\.[\w-]+$/)
      t.ok(isSealed(sealed))
      t.not(seal(text), sealed)
      t.equal(unseal(sealed), text)
    }
  },
)

t.test('a sealed value: another key is told from damage', async (t) => {
  setAppKey(newKey())
  const sealed = seal('hush')
  setAppKey(newKey())
  t.throws(() => unseal(sealed), { code: 'key.wrong', message: /must be entered anew/ })
})

t.test('a sealed value: any changed letter shows', async (t) => {
  setAppKey(newKey())
  const sealed = seal('hush')
  const start = sealed.lastIndexOf('.') + 1
  for (let at = start; at < sealed.length - 1; at++) {
    const other = sealed[at] === 'A' ? 'B' : 'A'
    const forged = sealed.slice(0, at) + other + sealed.slice(at + 1)
    t.throws(() => unseal(forged), { code: 'integrity.sealed' })
  }
  for (const odd of ['', 'hush', 'v2.x.y', sealed.slice(0, start + 10)]) {
    t.throws(() => unseal(odd), { code: 'integrity.sealed' })
  }
})

t.test('sealing without a key is a mistake of ours', async (t) => {
  t.throws(() => seal('x'), /app_key is not in use/)
})
