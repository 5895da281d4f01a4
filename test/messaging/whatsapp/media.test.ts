// Files over WhatsApp (MSG-509): what people send is fetched and kept for a while, what is uploaded
// here is handed to the provider once.

import { createHash } from 'node:crypto'
import t from 'tap'
import { clock, days, minutes } from '../../../db/core/clock.ts'
import { rows, run, within } from '../../../db/store/connection.ts'
import { eraseMedia, keptFiles } from '../../../db/messaging/whatsapp/media.ts'
import { sql } from '../../../db/store/sql.ts'
import { multipart } from '../../support/files.ts'
import type { Ask } from '../../support/ask.ts'
import { errorOf } from '../../support/messaging/messaging.ts'
import {
  asha,
  messageOf,
  now,
  whatsappHouse,
  whatsappScene,
} from '../../support/messaging/whatsapp.ts'
import { fails, wrote } from '../../support/messaging/whatsapp-provider.ts'

const photo = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4])
const sum = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const image = (id: string) => ({
  type: 'image',
  image: { id, mime_type: 'image/jpeg', caption: 'Kidonda' },
})

const uploadBy = (ask: Ask, file: [string, Buffer, string]) =>
  ask.inject({ method: 'POST', url: '/v1/whatsapp/media', ...multipart([['file', file]]) })

t.test('whatsapp: media', async (t) => {
  const house = await whatsappHouse(t)

  t.test('what a person sent is fetched with the token and served as a file', async (t) => {
    const { key, there, bring, own } = await whatsappScene(t, house)
    there.files.set('m-1', { bytes: photo, mime_type: 'image/jpeg' })
    await bring(wrote(asha, 'wamid.a', now(), image('m-1')))
    const [message] = (await key.get('/v1/whatsapp/messages')).body.data
    t.match(message, {
      type: 'image',
      media: { mimeType: 'image/jpeg', size: photo.length, caption: 'Kidonda' },
    })
    const file = await key.get(`/v1/whatsapp/media/${message.media.id}`)
    t.equal(file.status, 200)
    t.ok(file.raw.equals(photo))
    t.equal(file.headers['content-type'], 'image/jpeg')
    t.match(file.headers['content-disposition'], /^attachment; /)
    t.equal(file.headers['x-content-type-options'], 'nosniff')
    const other = await whatsappScene(t, house)
    t.equal((await other.key.get(`/v1/whatsapp/media/${message.media.id}`)).status, 404)
    t.same(await keptFiles([sum(photo)]), [sum(photo)], 'the sweep of files leaves it')
    clock.advance(days(31))
    await eraseMedia()
    t.equal((await key.get(`/v1/whatsapp/media/${message.media.id}`)).status, 404)
    t.same(await keptFiles([sum(photo)]), [])
    t.ok(own.account.id)
  })

  t.test('a fetch that fails is tried again; what is wrong or too large is not kept', async (t) => {
    const { key, there, bring, hand } = await whatsappScene(t, house)
    const idOf = async (id: string) => {
      await bring(wrote(asha, `wamid.${id}`, now(), image(id)))
      return (await key.get('/v1/whatsapp/messages?limit=1')).body.data[0].media.id
    }
    const ask = async (id: string) => (await key.get(`/v1/whatsapp/media/${id}`)).status
    there.files.set('broken', { bytes: photo, mime_type: 'image/jpeg', breaks: true })
    const broken = await idOf('broken')
    t.equal(await ask(broken), 422, 'it is not here yet')
    there.files.set('broken', { bytes: photo, mime_type: 'image/jpeg' })
    clock.advance(minutes(1))
    await hand.idle()
    t.equal(await ask(broken), 200)
    there.files.set('other', { bytes: photo, mime_type: 'image/jpeg', sum: sum(Buffer.from('x')) })
    t.equal(await ask(await idOf('other')), 422)
    there.files.set('large', { bytes: photo, mime_type: 'image/jpeg', says: 17 * 1024 * 1024 })
    t.equal(await ask(await idOf('large')), 404)
    t.equal(await ask(await idOf('nobody')), 404, 'the provider has no such file')
    there.files.set('away', { bytes: photo, mime_type: 'image/jpeg' })
    there.files_at = 'https://elsewhere.example'
    const away = await idOf('away')
    t.equal(await ask(away), 422, 'nothing is asked elsewhere with the token')
    t.notOk(there.posts.some(({ path }) => path.includes('elsewhere')))
  })

  t.test('an uploaded file goes to the provider once, and messages name it', async (t) => {
    const { key, there, hand, bring } = await whatsappScene(t, house)
    const upload = (bytes: Buffer, kind = 'image/jpeg', ask: Ask = key) =>
      uploadBy(ask, ['picha.jpg', bytes, kind])
    const kept = await upload(photo)
    t.equal(kept.status, 201, JSON.stringify(kept.body))
    t.match(kept.body, {
      mimeType: 'image/jpeg',
      size: photo.length,
      sha256: sum(photo),
      direction: 'outbound',
      fileName: 'picha.jpg',
    })
    const once = key.with({ 'idempotency-key': 'file 1' })
    const first = await upload(photo, 'image/jpeg', once)
    const again = await upload(photo, 'image/jpeg', once)
    t.equal(first.body.id, again.body.id, 'a repeated upload is one')
    const send = (type: string, id = kept.body.id) =>
      key.post('/v1/whatsapp/messages', {
        to: '0712345678',
        type,
        media: { id, caption: 'Ratiba' },
      })
    t.equal((await send('image')).status, 422, 'no window')
    await bring(wrote(asha, 'wamid.b', now()))
    t.match(errorOf(await send('audio')), { field: 'media.id', message: /which is no audio/ })
    const sent = [await send('image'), await send('image')]
    t.same(
      sent.map(({ status }) => status),
      [202, 202],
    )
    await hand.idle()
    clock.advance(minutes(1))
    await hand.idle()
    t.equal(there.uploads.length, 1, 'handed over once')
    t.ok(there.uploads[0]?.includes(photo))
    t.match(
      there.messages().filter(({ type }) => type === 'image'),
      [{ image: { id: 'up-1', caption: 'Ratiba' } }, { image: { id: 'up-1', caption: 'Ratiba' } }],
    )
    t.match(await messageOf(key, sent[0]?.body.id), {
      media: { id: kept.body.id, mimeType: 'image/jpeg', size: photo.length },
    })
    for (const [bytes, kind] of [
      [Buffer.alloc(0), 'image/jpeg'],
      [Buffer.from('MZ'), 'image/jpeg'],
      [photo, 'application/x-msdownload'],
    ] as const)
      t.match(errorOf(await upload(bytes, kind)), { code: 'invalid_request', field: 'file' })
  })

  t.test('what the provider does not take goes later, or is paid back', async (t) => {
    const { key, there, hand, bring } = await whatsappScene(t, house)
    const { body } = await uploadBy(key, ['a.jpg', photo, 'image/jpeg'])
    await bring(wrote(asha, 'wamid.c', now()))
    const taking = there.onUpload
    there.onUpload = fails(503, 1)
    const sent = await key.post('/v1/whatsapp/messages', {
      to: '0712345678',
      type: 'image',
      media: { id: body.id },
    })
    await hand.idle()
    t.match(await messageOf(key, sent.body.id), { status: 'accepted', uncertain: false })
    t.equal(there.messages().length, 0)
    there.onUpload = taking
    clock.advance(minutes(6))
    await hand.idle()
    t.equal(there.messages().length, 1)
    there.onUpload = fails(400, 131053)
    await within(() => run(sql`update msg_whatsapp_media set provider_until = null`))
    const refused = await key.post('/v1/whatsapp/messages', {
      to: '0712345678',
      type: 'image',
      media: { id: body.id },
    })
    clock.advance(minutes(1))
    await hand.idle()
    t.match(await messageOf(key, refused.body.id), { status: 'failed', providerCode: '131053' })
  })

  t.test('a person who is forgotten leaves no file (MSG-621)', async (t) => {
    const { key, there, bring, own } = await whatsappScene(t, house)
    there.files.set('m-9', { bytes: photo, mime_type: 'image/jpeg' })
    await bring(wrote(asha, 'wamid.d', now(), image('m-9')))
    const contact = await key.post('/v1/contacts', { phone: asha })
    const forgotten = await key.post(`/v1/contacts/${contact.body.id}/forget`, { confirm: true })
    t.equal(forgotten.status, 200, JSON.stringify(forgotten.body))
    const left = await rows(
      sql`select 1 from msg_whatsapp_media where account_id = ${own.account.id}`,
    )
    t.equal(left.length, 0)
  })
})
