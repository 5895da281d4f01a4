import t from 'tap'
import { Day, Flag, Instant, kind, nullable, shape } from '../../../db/core/kinds/kinds.ts'
import {
  big,
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  json,
  money,
  nullable as mayBeNull,
  otherwise,
  real,
  ref,
  text,
} from '../../../db/store/columns.ts'
import { fieldsOf } from '../../../db/store/fields-of.ts'
import { faultOf } from '../../../db/core/validate.ts'

t.test('fields of a shape from columns', async (t) => {
  const columns = {
    id: id(),
    patient_id: mayBeNull(ref('patients')),
    number: code(40),
    status: choice(['OPEN', 'SHUT']),
    method: mayBeNull(choice(['Cash', 'Card'])),
    note: mayBeNull(text(300)),
    amount: money(),
    limit: mayBeNull(money()),
    count: big(),
    letters: otherwise(integer(), 0),
    weight: real(),
    active: flag(),
    made_on: day(),
    paid_at: mayBeNull(instant()),
    lines: json<string[]>(),
  }
  const thing = fieldsOf({ name: 'things', columns })
  const words = { type: 'string', format: 'text' }

  t.test('each as its column says: length, words, null, money, days', async (t) => {
    t.same(thing('id', 'patient_id', 'number', 'note'), {
      id: { ...words, maxLength: 36 },
      patient_id: { ...words, maxLength: 36, nullable: true },
      number: { ...words, maxLength: 40 },
      note: { ...words, maxLength: 300, nullable: true },
    })
    t.match(thing('status', 'method'), {
      status: { enum: ['OPEN', 'SHUT'] },
      method: { enum: ['Cash', 'Card', null], nullable: true },
    })
    const kept = kind<number>({ type: 'number', money: true })
    t.same(thing('amount', 'limit'), { amount: kept, limit: nullable(kept) }, 'whatever is kept')
    t.same(thing('count', 'letters'), { count: { type: 'integer' }, letters: { type: 'integer' } })
    t.same(thing('weight', 'active'), { weight: { type: 'number' }, active: Flag })
    t.same(thing('made_on', 'paid_at'), { made_on: Day, paid_at: nullable(Instant) })
  })

  t.test('stand in a shape in the order in which they are named', async (t) => {
    const Thing = shape({ ...thing('number', 'amount'), moves: Flag, ...thing('id') })
    t.same(Object.keys(Thing.properties), ['number', 'amount', 'moves', 'id'])
    const reply = { number: 'A-1', amount: 2.5, moves: true, id: 'x' }
    t.equal(faultOf(Thing, reply, 'exact'), null)
    t.match(faultOf(Thing, { ...reply, amount: null }, 'exact'), /amount must be number/)
    t.match(faultOf(Thing, { ...reply, note: 'more' }, 'exact'), /additional/)
  })

  t.test('what is kept as JSON has a shape of its own', async (t) => {
    t.throws(() => thing('lines'), /things\.lines is kept as JSON: say its shape/)
  })
})
