// The disk fills up (OPS-44): first no more files, then no more changes, reads go on; it ends by itself.

import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { setDiskLimits } from '../../db/core/disk-room.ts'
import { forgetRoom, holdReadOnly, lookAtDisk, readOnly } from '../../db/appliance/house/room.ts'
import { closedFor } from '../../daemon/edge/gate.ts'
import { folder } from '../support/folder.ts'

const mib = 1024 ** 2
const full = 'The disk is full: nothing can be saved. Tell the IT desk.'

t.test('a disk that fills up, and has room again', async (t) => {
  setDiskLimits({ warn: 5 * 1024 * mib, refuse_uploads: 768 * mib, read_only: 256 * mib })
  t.teardown(forgetRoom)
  const dir = folder(t)
  const reserve = join(dir, 'reserve')
  const asked = (method: string, url: string, type = 'application/json') =>
    closedFor({ method, url, headers: { 'content-type': type } }, 'UTC')?.sentence ?? null
  const change = () => asked('POST', '/api/v1/visits')
  const file = () => asked('POST', '/api/v1/attachments', 'multipart/form-data; boundary=x')

  t.equal(await lookAtDisk(dir, async () => 20 * 1024 * mib), null)
  t.equal(statSync(reserve).size, 64 * mib, 'the reserve lies ready')
  t.same([change(), file()], [null, null])

  t.equal(await lookAtDisk(dir, async () => 700 * mib), null)
  t.same([change(), file()], [null, 'The disk is nearly full.'])
  t.ok(existsSync(reserve))

  t.equal(await lookAtDisk(dir, async () => 200 * mib), 'held')
  t.notOk(existsSync(reserve), 'it is given back (OPS-157)')
  t.same([change(), file()], [full, full])
  t.same([asked('GET', '/api/v1/visits'), asked('GET', '/api/v1/ready')], [null, null])

  t.equal(await lookAtDisk(dir, async () => 600 * mib), null, 'a little room is not enough')
  t.equal(change(), full)
  t.equal(await lookAtDisk(dir, async () => 800 * mib), 'released')
  t.equal(change(), null)
  t.ok(existsSync(reserve), 'the reserve is made again')

  t.equal(holdReadOnly(dir, 'a write found the disk full'), true)
  t.equal(holdReadOnly(dir, 'again'), false)
  t.match(readOnly(), { reason: 'a write found the disk full' })
  t.equal(change(), full)
})
