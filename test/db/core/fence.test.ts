// Of what a rule answers only the fields of the reply's shape go out (decision 0512).

import t from 'tap'
import { fenced } from '../../../db/core/fence.ts'
import { listOf, oneOfTwo, optional, shape, Text, Whole } from '../../../db/core/kinds/kinds.ts'

t.test('a reply of two shapes is cut to the one whose fields are all there', async (t) => {
  const Order = shape({ id: Text(1, 20), note: optional(Text(0, 20)) })
  const Check = shape({ price: Whole(0), lines: listOf(shape({ code: Text(1, 20) })) })
  const either = oneOfTwo(Order, Check)
  const secret = { word: 'secret' }
  t.same(fenced(either, { id: 'a', note: 'b', ...secret }), { id: 'a', note: 'b' })
  t.same(fenced(either, { id: 'a', ...secret }), { id: 'a' })
  const lines = [{ code: 'K', ...secret }]
  t.same(fenced(either, { price: 3, lines, ...secret }), { price: 3, lines: [{ code: 'K' }] })
  t.same(fenced(shape({ of: either }), { of: { price: 3, lines, ...secret } }), {
    of: { price: 3, lines: [{ code: 'K' }] },
  })
})
