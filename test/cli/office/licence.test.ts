// What a seller does: a pair of keys, kept as it was printed, and a licence signed with it.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { folder } from '../../support/folder.ts'
import { typed } from '../../support/programs/typed.ts'

t.test('licence keygen: what is printed is a key that licence issue reads', async (t) => {
  const key = join(folder(t), 'seller.pem')
  const { out } = await typed(['licence', 'keygen'])
  t.match(out, /^-----BEGIN PRIVATE KEY-----\n\S+\n-----END PRIVATE KEY-----\n/)
  t.match(out, /^public_key {2}\S+\nkey_id {6}[0-9a-f]{16}\n$/m)
  writeFileSync(key, out)
  const line = 'licence issue st-mary CLINIC --number L-1 --name M --until 2099-12-31 --key'
  const issued = await typed([...line.split(' '), key])
  t.match(issued, { code: 0, err: '', out: /KITUO/ })
})
