// The words that leave the house are those that the hospital was shown.

import t from 'tap'
import { events } from '../../../../db/hospital/office/outbox/events.ts'
import { textsOf } from '../../../support/texts.ts'

t.test('events, classes and texts are those of the chapter (PLT-147)', async (t) => {
  const chapter = textsOf('docs/rules').get('docs/rules/platform.md') ?? ''
  const rows = [
    ...chapter.matchAll(
      /^\| ([a-z_]+\.[a-z_]+)\b.*? \| (.+?) \| (.*\{h\}.*?) \| (.*\{h\}.*?) \|$/gm,
    ),
  ]
  const shown = rows.map(([, code = '', kind = '', en, sw]) => ({ code, kind, en, sw }))
  t.same(
    shown.map(({ code }) => code),
    events.map(({ code }) => code),
  )
  for (const { code, kind, en, sw } of shown) {
    const event = events.find((one) => one.code === code)
    t.match(event, { en, sw }, code)
    // A notice is as grave as what it tells.
    if (code !== 'staff.notice') t.equal(`${event?.class} ${event?.audience}`, kind)
  }
})
