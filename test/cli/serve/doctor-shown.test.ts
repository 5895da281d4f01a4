// How findings are shown to a person.

import t from 'tap'
import { newPage } from '../../../cli/frame/page.ts'
import { findingsView } from '../../../cli/serve/doctor.ts'
import type { Finding } from '../../../db/appliance/doctor/finding.ts'
import { judgeDisk } from '../../../db/core/disk-room.ts'
import { sizeInWords } from '../../../db/core/sizes.ts'

t.test('what is wrong stands first, sizes and times as people say them', (t) => {
  const found = (id: string, state: Finding['state'], message: string): Finding => ({
    id,
    category: 'machine',
    state,
    message,
    evidence: null,
    mend: null,
    mend_command: null,
    mends_itself: false,
    took_ms: 1,
  })
  const zone = 'Africa/Dar_es_Salaam'
  const page = newPage({ width: 100, wide: false, colour: false, utc: false, zone })
  const shown = findingsView(
    [
      found('disk.free', 'OK', judgeDisk(210 * 1024 ** 3).message),
      found('tls.expiry', 'SKIPPED', 'no certificate is shown'),
      found('backup.drill', 'WARN', 'never'),
      found('backup.age', 'BAD', 'the newest backup is of 2026-11-28T23:02:05.193Z'),
      found('backup.elsewhere', 'WARN', 'it lies on the same disk'),
    ],
    page,
  )
  t.same(
    shown
      .split('\n')
      .slice(1)
      .map((row) => row.trim().split(/ +/, 2).join(' ')),
    ['X backup.age', '! backup.drill', '! backup.elsewhere', 'OK disk.free', '- tls.expiry'],
  )
  t.match(shown, '210 GB are free')
  t.match(shown, /of 2026-11-29 02:02/)
  t.same(
    [1, 600, 1024, 1536, 5120, 215_040].map((mib) => sizeInWords(mib * 1024 ** 2)),
    ['1 MB', '600 MB', '1 GB', '1.5 GB', '5 GB', '210 GB'],
  )
  t.end()
})
