import { existsSync } from 'node:fs'
import readJpegPixels, { init } from '@jsquash/jpeg/decode.js'
import t from 'tap'
import { codecs } from '../../../../daemon/work/pictures/codecs.ts'
import { runInWorker } from '../../../../daemon/work/workers.ts'
import { pathOf } from '../../../../db/store/files/store.ts'
import { readJpeg } from '../../../../db/hospital/office/attachments/jpeg.ts'
import { negativeOf } from '../../../../db/hospital/office/attachments/negatives.ts'
import { photos } from '../../../../db/hospital/office/attachments/tables.ts'
import { audit_rows } from '../../../../db/hospital/office/audit/tables.ts'
import type { Ask } from '../../../support/ask.ts'
import { boot } from '../../../support/boot.ts'
import * as files from '../../../support/files.ts'

const none = '01a20000-1de4-7573-b853-57b97905f91d'

t.test('photos', async (t) => {
  const { people, nobody, facility_id, hospital } = await boot(t)
  const hospital_id = hospital.id
  const officer = await people.with('system_administrator')
  const nurse = await people.with('nurse')
  const path = `/photos/user/${nurse.user.id}`
  const place = (who: Ask, bytes: Buffer, at = path, type = 'image/jpeg') =>
    who.raw('PUT', at, bytes, type)
  const portrait = await files.jpeg(1800, 900)

  t.before(async () => init((await codecs()).jpeg_reader))
  const pixels = async (bytes: Buffer) => readJpegPixels(new Uint8Array(bytes).buffer)
  const colour = async (bytes: Buffer, x: number, y: number) => {
    const { data, width } = await pixels(bytes)
    const at = (y * width + x) * 4
    return (data[at] as number) > (data[at + 2] as number) ? 'red' : 'blue'
  }

  t.test('none is there at first', async (t) => {
    t.match(await nurse.get(path), { status: 404, message: 'No photo yet.' })
    t.equal((await nurse.remove(path)).message, 'No photo yet.')
  })

  t.test('one’s own is placed, shown in two sizes and taken away (PLT-111)', async (t) => {
    const kept = await place(nurse, files.withExif(portrait, files.exif({ orientation: 1 })))
    t.equal(kept.status, 200, kept.message)
    t.match(kept.data, {
      subject: 'user',
      id: nurse.user.id,
      url: `/api/v1${path}`,
      width: 1200,
      height: 600,
      updated_by_name: nurse.user.full_name,
    })
    const full = await officer.get(path)
    t.match(full.headers, {
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-cache',
      etag: `"${kept.data.sha256}"`,
    })
    t.equal(full.raw.length, kept.data.size)
    t.match(readJpeg(full.raw), { width: 1200, height: 600 })
    t.notOk(full.raw.includes('Exif'), 'nothing but the picture')
    t.equal(await colour(full.raw, 600, 20), 'red')
    t.equal(await colour(full.raw, 600, 580), 'blue')
    const thumb = await nurse.get(path, { size: 'thumb' })
    t.match(readJpeg(thumb.raw), { width: 160, height: 80 })
    t.equal((await nurse.get(path, { size: 'huge' })).status, 400)
    const known = await nurse.with({ 'if-none-match': full.headers['etag'] ?? '' }).get(path)
    t.match(known, { status: 304 })
    t.equal(known.raw.length, 0)
    const gone = await nurse.remove(`${path}?reason=a%20new%20face`)
    t.match(gone, { status: 200, data: null })
    t.notOk(existsSync(pathOf(kept.data.sha256)), 'its bytes are gone')
    t.equal((await nurse.get(path)).status, 404)
  })

  t.test('multipart and PNG do as well; nothing is enlarged', async (t) => {
    const sent = await nurse.inject({
      method: 'PUT',
      url: `/api/v1${path}`,
      ...files.multipart([['file', ['me.png', files.png(150, 120)]]]),
    })
    t.match(sent, { status: 200, data: { width: 150, height: 120 } }, sent.message)
    t.equal(await colour((await nurse.get(path)).raw, 75, 10), 'red')
    t.match(readJpeg((await nurse.get(path, { size: 'thumb' })).raw), { width: 150 })
  })

  t.test('a picture taken sideways is turned upright', async (t) => {
    const lying = await files.jpeg(400, 200)
    // Where red, the upper half as it was taken, comes to lie.
    const ways: [number, 'above' | 'below' | 'left' | 'right'][] = [
      [1, 'above'],
      [2, 'above'],
      [3, 'below'],
      [4, 'below'],
      [5, 'left'],
      [6, 'right'],
      [7, 'right'],
      [8, 'left'],
    ]
    for (const [orientation, red] of ways) {
      const taken = files.withExif(lying, files.exif({ orientation }))
      const { data } = await place(nurse, taken)
      const stands = orientation >= 5
      t.match(data, stands ? { width: 200, height: 400 } : { width: 400, height: 200 })
      const { raw } = await nurse.get(path)
      const at: Record<typeof red, [number, number]> = {
        above: [data.width / 2, 10],
        below: [data.width / 2, data.height - 10],
        left: [10, data.height / 2],
        right: [data.width - 10, data.height / 2],
      }
      t.equal(await colour(raw, ...at[red]), 'red', `orientation ${orientation}`)
    }
  })

  t.test('a new one replaces the old, whose name stays in the audit log', async (t) => {
    const first = await place(nurse, portrait)
    const second = await place(nurse, await files.jpeg(300, 300))
    t.equal(Number(await photos.count({ hospital_id, subject_id: nurse.user.id })), 1)
    t.notOk(existsSync(pathOf(first.data.sha256)))
    const [last] = await audit_rows.all(
      { hospital_id, action: 'photo.update', entity_id: nurse.user.id },
      { order: ['-seq'], limit: 1 },
    )
    t.same(last?.changes, { sha256: [first.data.sha256, second.data.sha256] })
  })

  t.test('two subjects with the same picture do not take it from each other', async (t) => {
    const other = `/photos/user/${officer.user.id}`
    const one = await place(nurse, portrait)
    const two = await place(officer, portrait, other)
    t.equal(one.data.sha256, two.data.sha256)
    t.equal((await officer.remove(other)).status, 200)
    t.equal((await nurse.get(path)).status, 200)
  })

  t.test('the subject decides who may (PLT-110)', async (t) => {
    const stranger = await people.with('cashier')
    t.equal((await nobody.get(path)).status, 401)
    t.match((await stranger.get(path)).message, /It needs user:read\.$/)
    t.match((await place(stranger, portrait)).message, /It needs user:update\.$/)
    t.match((await stranger.remove(path)).message, /It needs user:update\.$/)
    const branch = `/photos/facility/${facility_id}`
    t.equal((await place(officer, portrait, branch)).status, 200)
    t.equal((await stranger.get(branch)).status, 200)
    t.match((await place(stranger, portrait, branch)).message, /It needs facility:manage\.$/)
    const patient = await people.patient()
    t.match((await patient.get(`/photos/user/${patient.user.id}`)).message, /It needs self:use\.$/)
    for (const nowhere of [`/photos/user/${none}`, '/photos/user/x', `/photos/moon/${none}`]) {
      t.equal((await officer.get(nowhere)).status, 404, nowhere)
      t.equal((await place(officer, portrait, nowhere)).status, 404, nowhere)
    }
    const gif = await place(stranger, Buffer.from('GIF89a'), path, 'image/gif')
    t.equal(gif.status, 403, 'the permission comes before the kind (PLT-1)')
  })

  t.test('bad pictures are refused and leave the old one', async (t) => {
    const before = (await place(nurse, portrait)).data.sha256
    const side = 'The photo must be between 100 and 8000 pixels a side.'
    const unreadable = 'file is not a picture that can be read.'
    const kind = 'Send the photo as JPEG or PNG.'
    const empty_png = files.png(200, 200)
    const bent = Buffer.from(empty_png)
    bent.fill(0x55, bent.indexOf('IDAT') + 6, bent.indexOf('IDAT') + 30)
    const huge = Buffer.from(empty_png)
    huge.writeUInt32BE(7999, 16)
    huge.writeUInt32BE(7999, 20)
    const bad: [string, Buffer, string, number, string][] = [
      ['one pixel', files.png(1, 1), 'image/png', 400, side],
      ['99 pixels', files.png(99, 200), 'image/png', 400, side],
      ['a thread', files.png(9000, 10), 'image/png', 400, side],
      ['a bomb', huge, 'image/png', 400, 'The photo must be at most 32 megapixels.'],
      ['GIF', Buffer.from('GIF89a'), 'image/gif', 400, kind],
      ['GIF called JPEG', Buffer.from('GIF89a'), 'image/jpeg', 400, kind],
      ['a letter called JPEG', files.pdf, 'image/jpeg', 400, kind],
      ['nothing', Buffer.alloc(0), 'image/jpeg', 400, kind],
      ['half a JPEG', portrait.subarray(0, portrait.length - 40), 'image/jpeg', 400, unreadable],
      ['the mark of a JPEG', portrait.subarray(0, 3), 'image/jpeg', 400, unreadable],
      ['half a PNG', empty_png.subarray(0, 200), 'image/png', 400, unreadable],
      ['a bent PNG', bent, 'image/png', 400, unreadable],
      [
        'nine megabytes',
        Buffer.concat([portrait, Buffer.alloc(9 * 1024 * 1024)]),
        'image/jpeg',
        413,
        'The file is larger than 8 MB.',
      ],
      [
        'a byte over eight megabytes',
        Buffer.concat([portrait, Buffer.alloc(8 * 1024 * 1024)]),
        'image/jpeg',
        413,
        'The file is larger than 8 MB.',
      ],
      ['JSON', Buffer.from('{}'), 'application/json', 400, kind],
    ]
    for (const [what, bytes, type, status, message] of bad) {
      const refused = await place(nurse, bytes, path, type)
      t.equal(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    const none_given = await nurse.inject({
      method: 'PUT',
      url: `/api/v1${path}`,
      ...files.multipart([['name', 'me']]),
    })
    t.match(none_given, { status: 400, message: 'file is required.' })
    t.equal((await nurse.get(path)).headers['etag'], `"${before}"`)
  })

  t.test('after a picture that broke the codec the next one is developed', async (t) => {
    const bent = Buffer.from(portrait)
    bent.fill(0xaa, 200, 330)
    await place(nurse, bent)
    t.equal((await place(nurse, portrait)).status, 200)
  })

  t.test('32 megapixels are developed in a thread, and others are answered', async (t) => {
    const large = await files.jpeg(6528, 4896)
    const started = performance.now()
    let answered = 0
    let longest = 0
    let busy = true
    const asking = (async () => {
      while (busy) {
        const before = performance.now()
        await nurse.get('/facilities')
        longest = Math.max(longest, performance.now() - before)
        answered += 1
      }
    })()
    const { width } = await runInWorker('develop a photo', {
      negative: negativeOf(large),
      codecs: await codecs(),
    })
    busy = false
    await asking
    t.equal(width, 1200)
    const took = performance.now() - started
    t.comment(`${Math.round(took)} ms; ${answered} answers, the longest ${Math.round(longest)} ms`)
    t.ok(answered > 0)
  })
})
