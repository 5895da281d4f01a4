import t from 'tap'
import { form, Instant, LongText, Phone, Text } from '../../../../db/core/kinds/kinds.ts'
import { read } from '../../../../db/core/validate.ts'

const shape = form({ name: Text(1, 20), notes: LongText(0, 100), phone: Phone, at: Instant })
const good = { name: 'Asha', notes: '', phone: '0712345678', at: '2026-03-31T08:30:00.000Z' }
const kept = (more: Partial<typeof good>) => read(shape, { ...good, ...more })

t.test('characters nobody sees (decision 0275)', async (t) => {
  t.test('around a text they go, as blanks do', async (t) => {
    t.equal(kept({ name: '\u200b Asha\u200f\ufeff ' }).name, 'Asha')
    t.equal(kept({ phone: '\u202a+255 712 345 678\u202c' }).phone, '+255 712 345 678')
    t.throws(() => kept({ name: '\u200b\u2060\u00ad' }), {
      message: 'name must be between 1 and 20 characters.',
    })
  })

  t.test('what joins letters within a word stays', async (t) => {
    for (const name of ['می\u200cخواهم', '👩\u200d⚕️', 'ශ්\u200dරී'])
      t.equal(kept({ name }).name, name)
  })

  t.test('a line is one line, read in one direction, of whole characters', async (t) => {
    for (const letter of [
      '\u0085',
      '\u009b',
      '\u2028',
      '\u2029',
      '\u202e',
      '\u2066',
      '\ud800',
      '\0',
    ]) {
      const message = 'name holds a character that cannot be kept.'
      t.throws(
        () => kept({ name: `As${letter}ha` }),
        { message },
        letter.charCodeAt(0).toString(16),
      )
    }
  })

  t.test('several lines lose them; half a character is refused there too', async (t) => {
    t.equal(kept({ notes: 'one\u202e\n\u009btwo' }).notes, 'one\ntwo')
    const message = 'notes holds a character that cannot be kept.'
    t.throws(() => kept({ notes: 'one\udc00two' }), { message })
  })
})

t.test('an instant is kept in one way, whatever its zone', async (t) => {
  t.equal(kept({ at: '2026-03-31T08:30+03:00' }).at, '2026-03-31T05:30:00.000Z')
  t.equal(kept({ at: '2026-03-31T24:00:00Z' }).at, '2026-04-01T00:00:00.000Z')
  const message = 'at must be an instant like 2026-03-31T08:30:00.000Z.'
  for (const at of ['0000-01-01T00:00:00+14:00', '9999-12-31T23:59:59-12:00', '2026-03-31T08:30'])
    t.throws(() => kept({ at }), { message }, at)
})
