import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import t from 'tap'
import { setFileStore } from '../../../../db/store/files/store.ts'
import { boot } from '../../../support/boot.ts'
import { chunk, jpeg, png, png_signature, segment } from '../../../support/desk/pictures.ts'

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const place = Buffer.from('GPS 6.8 S 39.2 E')

t.test('logo and icon (PLT-64)', async (t) => {
  const { people, nobody } = await boot(t)
  const folder = mkdtempSync(join(tmpdir(), 'kituo-files-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  setFileStore(folder)
  const officer = await people.with('system_administrator')
  const put = (which: string, bytes: Buffer, kind = 'image/png') =>
    officer.raw('PUT', `/settings/system/${which}`, bytes, kind)

  t.test('none yet is 404', async (t) => {
    const none = await nobody.get('/settings/system/logo')
    t.equal(none.status, 404)
    t.equal(none.message, 'No logo yet.')
    t.equal((await nobody.get('/settings/system/icon')).message, 'No icon yet.')
  })

  t.test('a PNG is kept without its notes and given to whoever asks, with an ETag', async (t) => {
    const notes = [
      chunk('tEXt', Buffer.from('Author\0Neema')),
      chunk('eXIf', place),
      chunk('iTXt', Buffer.from('x')),
    ]
    const set = await put('logo', png(64, 300, { extra: notes }))
    t.equal(set.status, 200, set.message)
    const clean = png(64, 300)
    t.match(set.data.logo_url, `/api/v1/settings/system/logo?v=${hash(clean).slice(0, 12)}`)
    t.equal((await nobody.get('/settings/system')).data.logo_url, set.data.logo_url)
    const got = await nobody.get(set.data.logo_url)
    t.equal(got.status, 200)
    t.equal(got.headers['content-type'], 'image/png')
    t.equal(got.headers['etag'], `"${hash(clean)}"`)
    t.same(got.raw, clean)
    const again = await nobody
      .with({ 'if-none-match': `"${hash(clean)}"` })
      .get('/settings/system/logo')
    t.equal(again.status, 304, 'PLT-2')
    t.equal(again.raw.length, 0)
  })

  t.test('a JPEG is kept without what its camera says', async (t) => {
    const adobe = segment(0xee, Buffer.from('Adobe\0d\0\0\0\0\x01', 'latin1'))
    const notes = [
      segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), place])),
      segment(0xed, Buffer.from('Photoshop 3.0')),
      segment(0xe0, Buffer.from('JFXX\0 a small picture', 'latin1')),
      segment(0xfe, Buffer.from('a comment')),
    ]
    const set = await put('logo', jpeg(640, 480, { extra: [...notes, adobe] }), 'image/jpeg')
    t.equal(set.status, 200, set.message)
    const got = await nobody.get('/settings/system/logo')
    t.equal(got.headers['content-type'], 'image/jpeg')
    t.same(got.raw, jpeg(640, 480, { extra: [adobe] }))
    t.notMatch(got.raw.toString('latin1'), /GPS/)
    const trailing = Buffer.concat([jpeg(100, 100), Buffer.from('<script>')])
    t.equal((await put('logo', trailing, 'image/jpeg')).status, 200)
    t.same((await nobody.get('/settings/system/logo')).raw, jpeg(100, 100))
  })

  t.test('as a part of a form too, whatever the part calls itself', async (t) => {
    const boundary = 'xx'
    const body = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.svg"\r\ncontent-type: image/svg+xml\r\n\r\n`,
      ),
      png(128, 128),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const set = await put('icon', body, `multipart/form-data; boundary=${boundary}`)
    t.equal(set.status, 200, set.message)
    t.match(set.data.icon_url, '/api/v1/settings/system/icon?v=')
    t.equal((await nobody.get('/settings/system/icon')).headers['content-type'], 'image/png')
  })

  const broken = (bytes: Buffer, at: number): Buffer => {
    const copy = Buffer.from(bytes)
    copy[at] = (copy[at] ?? 0) ^ 1
    return copy
  }
  const header_check = 32
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const header = Buffer.from(png(100, 100).subarray(8, 33))
  const bomb = Buffer.concat([
    png_signature,
    header,
    chunk('IDAT', deflateSync(Buffer.alloc(5_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
  const too_large = png(100, 100, { extra: [chunk('tEXt', Buffer.alloc(600 * 1024))] })
  const bad: [string, string, Buffer, number, string, string?][] = [
    ['an SVG', 'logo', svg, 400, 'Send the logo as PNG or JPEG.', 'image/svg+xml'],
    ['an SVG that says it is a PNG', 'logo', svg, 400, 'Send the logo as PNG or JPEG.'],
    ['a GIF', 'logo', Buffer.from('GIF89a...'), 400, 'Send the logo as PNG or JPEG.', 'image/gif'],
    ['a JPEG', 'icon', jpeg(100, 100), 400, 'Send the icon as PNG.'],
    ['a JPEG by kind', 'icon', jpeg(100, 100), 400, 'Send the icon as PNG.', 'image/jpeg'],
    ['nothing', 'logo', Buffer.alloc(0), 400, 'file is empty.'],
    ['half a PNG', 'logo', png(100, 100).subarray(0, 60), 400, 'file is not a whole picture.'],
    ['an altered PNG', 'logo', broken(png(100, 100), 70), 400, 'file is not a whole picture.'],
    [
      'a PNG with a wrong check sum',
      'logo',
      broken(png(100, 100), header_check),
      400,
      'file is not a whole picture.',
    ],
    [
      'a PNG of too few rows',
      'logo',
      png(100, 100, { rows: 40 }),
      400,
      'file is not a whole picture.',
    ],
    ['a PNG that swells', 'logo', bomb, 400, 'file is not a whole picture.'],
    ['half a JPEG', 'logo', jpeg(100, 100, { end: false }), 400, 'file is not a whole picture.'],
    ['one too small', 'logo', png(63, 100), 400, 'file must be between 64 and 3000 pixels a side.'],
    ['one too wide', 'logo', png(3001, 64), 400, 'file must be between 64 and 3000 pixels a side.'],
    [
      'a JPEG too wide',
      'logo',
      jpeg(64, 3001),
      400,
      'file must be between 64 and 3000 pixels a side.',
    ],
    [
      'too large an icon',
      'icon',
      png(1025, 1025),
      400,
      'file must be between 64 and 1024 pixels a side.',
    ],
    ['one that is not square', 'icon', png(100, 101), 400, 'file must be square.'],
    ['an icon over 512 KB', 'icon', too_large, 413, 'The file is larger than 512 KB.'],
    [
      'a logo over 1 MB',
      'logo',
      Buffer.concat([png(100, 100), Buffer.alloc(1024 * 1024)]),
      413,
      'The file is larger than 1 MB.',
    ],
  ]
  for (const [what, which, bytes, status, message, kind] of bad) {
    t.test(`refused: ${what} as ${which}`, async (t) => {
      const before = (await nobody.get(`/settings/system/${which}`)).raw
      const refused = await put(which, bytes, kind)
      t.equal(refused.message, message)
      t.equal(refused.status, status)
      t.same((await nobody.get(`/settings/system/${which}`)).raw, before, 'the old one stays')
    })
  }

  t.test('it is taken away, and the history tells', async (t) => {
    const gone = await officer.remove('/settings/system/logo')
    t.equal(gone.status, 200)
    t.equal(gone.data, null)
    t.equal((await nobody.get('/settings/system/logo')).status, 404)
    t.equal((await nobody.get('/settings/system')).data.logo_url, null)
    t.equal((await officer.remove('/settings/system/icon')).status, 200)
    const { data } = await officer.get('/settings/history', { record: 'system' })
    t.match(data[0], { field: 'icon', after: null })
    t.match(data[1], { field: 'logo', after: null })
  })

  t.test('who may not is told so before the bytes are looked at', async (t) => {
    const nurse = await people.with('nurse')
    const refused = await nurse.raw('PUT', '/settings/system/logo', svg, 'image/svg+xml')
    t.equal(refused.status, 403)
    t.equal((await nurse.remove('/settings/system/icon')).status, 403)
  })
})
