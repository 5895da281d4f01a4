import t from 'tap'
import { isId, newId, newSecret } from '../../../db/core/ids.ts'

t.test(
  'ids: a hundred thousand made one after the other are in order, and all are version 7',
  async (t) => {
    let last = ''
    for (let index = 0; index < 100_000; index++) {
      const id = newId()
      if (id <= last || !isId(id) || id[14] !== '7' || !'89ab'.includes(id[19] ?? ''))
        t.fail(`${last} ${id}`)
      last = id
    }
    t.ok(
      Math.abs(Number.parseInt(last.slice(0, 8) + last.slice(9, 13), 16) - Date.now()) < 1000,
      'they tell the time',
    )
  },
)

t.test('ids: a secret is never the same', async (t) => {
  t.not(newSecret(), newSecret())
  t.equal(newSecret().length, 43)
})
