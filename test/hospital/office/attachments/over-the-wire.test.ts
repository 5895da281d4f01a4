// Uploads over a real connection: one that is refused half-way must still be answered.

import { request } from 'node:http'
import t from 'tap'
import { within } from '../../../../db/store/connection.ts'
import * as security from '../../../../db/hospital/office/settings/security.ts'
import { boot } from '../../../support/boot.ts'
import * as files from '../../../support/files.ts'

const mb = 1024 * 1024

t.test('uploads over the wire', async (t) => {
  const { app, people, facility_id, system } = await boot(t)
  const officer = await people.with('system_administrator')
  const nurse = await people.with('nurse')
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const branch: [string, string][] = [
    ['entity_type', 'facility'],
    ['entity_id', facility_id],
  ]
  const send = (
    method: string,
    path: string,
    token: string | undefined,
    body: { payload: Buffer; headers: Record<string, string> },
  ): Promise<{ status: number; message: string }> =>
    new Promise((resolve, reject) => {
      const headers = { ...body.headers, ...(token && { authorization: `Bearer ${token}` }) }
      const sent = request(`${address}/api/v1${path}`, { method, headers }, (reply) => {
        let text = ''
        reply.on('data', (piece: Buffer) => {
          text += piece.toString()
        })
        reply.on('end', () => {
          const { message } = JSON.parse(text) as { message: string }
          resolve({ status: reply.statusCode ?? 0, message })
        })
      })
      sent.on('error', reject)
      sent.end(body.payload)
    })
  const upload = (size: number, token = officer.token) =>
    send(
      'POST',
      '/attachments',
      token,
      files.multipart([
        ...branch,
        ['file', ['a.pdf', Buffer.concat([files.pdf, Buffer.alloc(size)])]],
      ]),
    )

  t.test('a file that is too large is answered, small or huge', async (t) => {
    for (const size of [21 * mb, 70 * mb]) {
      const refused = await upload(size)
      t.match(refused, { status: 413, message: 'The file is larger than 20 MB.' })
    }
  })

  t.test('who may not attach here is answered as well', async (t) => {
    t.match(await upload(5 * mb, nurse.token), { status: 403 })
  })

  t.test('a hospital sets its own limit (PLT-105)', async (t) => {
    await within(() => security.change(system, { attachment_max_mb: 2 }))
    t.match(await upload(3 * mb), { status: 413, message: 'The file is larger than 2 MB.' })
    t.match(await upload(1 * mb), { status: 201 })
  })

  t.test('a photo that is too large is answered, in parts and raw', async (t) => {
    const path = `/photos/user/${nurse.user.id}`
    const large = Buffer.concat([await files.jpeg(200, 200), Buffer.alloc(12 * mb)])
    const too_large = { status: 413, message: 'The file is larger than 8 MB.' }
    const parts = files.multipart([['file', ['me.jpg', large]]])
    t.match(await send('PUT', path, nurse.token, parts), too_large)
    const raw = {
      payload: large.subarray(0, 8 * mb + 1),
      headers: { 'content-type': 'image/jpeg' },
    }
    t.match(await send('PUT', path, nurse.token, raw), too_large)
  })

  t.test('twenty at once are all kept', async (t) => {
    const all = await Promise.all(Array.from({ length: 20 }, () => upload(mb)))
    t.same([...new Set(all.map(({ status }) => status))], [201])
  })
})
