// What is taken and what is refused, by real bytes (PLT-104, PLT-106, PLT-108).

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import t from 'tap'
import { fileKind } from '../../../../db/hospital/office/attachments/file-kinds.ts'
import { inspect } from '../../../../db/hospital/office/attachments/inspect.ts'
import { orientationOf } from '../../../../db/hospital/office/attachments/exif.ts'
import { readJpeg } from '../../../../db/hospital/office/attachments/jpeg.ts'
import { readPng } from '../../../../db/hospital/office/attachments/png.ts'
import { keptName } from '../../../../db/hospital/office/attachments/names.ts'
import * as files from '../../../support/files.ts'

const not_accepted = 'This kind of file is not accepted.'
const lying = 'The file is not what its name says.'
const text = (words: string): Buffer => Buffer.from(words)

t.test('file kinds: these are accepted, whatever they are called', async (t) => {
  const picture = await files.jpeg(20, 10)
  const accepted: [string, Buffer, string][] = [
    ['a.pdf', files.pdf, 'application/pdf'],
    ['A.PDF', files.pdf, 'application/pdf'],
    ['scan', files.pdf, 'application/pdf'],
    ['scan.001', files.pdf, 'application/pdf'],
    ['a.jpg', picture, 'image/jpeg'],
    ['a.jpeg', picture, 'image/jpeg'],
    ['a.png', files.png(3, 3), 'image/png'],
    ['a.webp', files.webp, 'image/webp'],
    ['a.heic', files.heic, 'image/heic'],
    ['a.tif', files.tiff, 'image/tiff'],
    ['a.dcm', files.dicom(), 'application/dicom'],
    ['IM000001', files.dicom(), 'application/dicom'],
    ['both.dcm', files.dicom(files.tiff.subarray(0, 128)), 'application/dicom'],
    [
      'a.docx',
      files.docx,
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['a.xlsx', files.xlsx, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['a.odt', files.odt, 'application/vnd.oasis.opendocument.text'],
    ['a.ods', files.ods, 'application/vnd.oasis.opendocument.spreadsheet'],
    ['a.csv', text('jina,umri\r\nÉmile,7\r\n'), 'text/csv'],
    ['a.txt', text('Habari\nza leo\t…\n'), 'text/plain'],
    ['a', text('1 < 2 and a <b'), 'text/plain'],
    ['bom.csv', text('\uFEFFa;b\n'), 'text/csv'],
  ]
  for (const [name, bytes, type] of accepted) {
    t.equal(fileKind(bytes, name).content_type, type, name)
  }
})

t.test('file kinds: these are refused', async (t) => {
  const picture = await files.jpeg(20, 10)
  const behind = files.zip({ 'evil.class': 'x' })
  const refused: [string, string, Buffer, string][] = [
    ['a program under its own name', 'setup.exe', files.exe, not_accepted],
    ['a program called a letter', 'report.pdf', files.exe, lying],
    ['a program called a photo', 'photo.jpg', files.elf, lying],
    ['a letter called a program', 'setup.exe', files.pdf, lying],
    ['a letter called a photo', 'a.jpg', files.pdf, lying],
    ['a photo called a letter', 'a.pdf', picture, lying],
    ['text called a letter', 'a.pdf', text('hello'), lying],
    ['text called a sheet', 'a.xlsx', text('hello'), lying],
    ['a letter called text', 'a.txt', files.pdf, lying],
    ['an archive', 'a.zip', files.zip({ 'a.txt': 'x' }), not_accepted],
    ['an archive called a document', 'a.docx', files.zip({ 'a.txt': 'x' }), lying],
    ['a sheet called a document', 'a.docx', files.xlsx, lying],
    ['a document with a macro', 'a.docm', files.docm, not_accepted],
    ['a document with a macro, renamed', 'a.docx', files.docm, lying],
    ['a sheet with a macro in Basic', 'a.ods', files.ods_with_macro, lying],
    ['a locked document', 'a.odt', files.odt_locked, lying],
    ['members that are locked', 'a', files.zip({ 'word/document.xml': 'x' }, 1), not_accepted],
    [
      'a document with a program inside',
      'a',
      files.zip({
        '[Content_Types].xml': 'wordprocessingml.document.main',
        'word/document.xml': 'x',
        'word/setup.exe': 'MZ',
      }),
      not_accepted,
    ],
    [
      'a document that climbs out of its folder',
      'a',
      files.zip({
        '[Content_Types].xml': 'wordprocessingml.document.main',
        'word/document.xml': 'x',
        '../../etc/passwd': 'x',
      }),
      not_accepted,
    ],
    ['something behind a document', 'a', Buffer.concat([files.docx, files.exe]), not_accepted],
    ['half a document', 'a', files.docx.subarray(0, 120), not_accepted],
    ['an archive behind a letter', 'a', Buffer.concat([files.pdf, behind]), not_accepted],
    ['an archive behind a photo', 'a', Buffer.concat([files.tiff, behind]), not_accepted],
    ['an old office file', 'a.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex'), not_accepted],
    ['a program before a DICOM mark', 'a.dcm', files.dicom_program, lying],
    ['a page', 'a.html', text('<!DOCTYPE html><html></html>'), not_accepted],
    ['a page called text', 'a.txt', text('\n <HTML><script>'), lying],
    ['a page behind a mark of order', 'a', text('\uFEFF<script>1</script>'), not_accepted],
    ['a drawing', 'a.svg', text('<svg xmlns="x" onload="x"/>'), not_accepted],
    ['XML', 'a.xml', text('<?xml version="1.0"?><a/>'), not_accepted],
    ['a script', 'a.sh', text('#!/bin/sh\nrm -rf /'), not_accepted],
    ['a script called text', 'a.txt', text('#!/bin/sh\nrm -rf /'), lying],
    ['a script without a mark', 'a.js', text('alert(1)'), not_accepted],
    ['a batch file', 'a.bat', text('del *.*'), not_accepted],
    ['PHP', 'a', text('<?php system($_GET[0]);'), not_accepted],
    ['an archived page', 'a', text('MIME-Version: 1.0\n'), not_accepted],
    ['rich text', 'a.rtf', text('{\\rtf1}'), not_accepted],
    ['a moving picture', 'a.gif', text('GIF89a\x01\0\x01\0\0\0\0;'), not_accepted],
    ['another coding in the same box', 'a.avif', files.avif, not_accepted],
    ['text that is not UTF-8', 'a.txt', Buffer.from([0x4a, 0xe9, 0x6e]), lying],
    ['text with a NUL', 'a', text('a\0b'), not_accepted],
    ['gzip', 'a.gz', Buffer.from([0x1f, 0x8b, 8, 0, 0]), not_accepted],
    ['a jar', 'a.jar', behind, not_accepted],
  ]
  for (const [what, name, bytes, message] of refused) {
    t.throws(() => fileKind(bytes, name), { status: 400, message }, what)
  }
})

t.test('names: a kept name is harmless and its ending true (PLT-106)', async (t) => {
  const names: [string, string[], string][] = [
    ['report.pdf', ['pdf'], 'report.pdf'],
    ['REPORT.PDF', ['pdf'], 'REPORT.pdf'],
    ['../../etc/passwd', ['txt'], 'passwd.txt'],
    ['C:\\Users\\x\\scan.jpeg', ['jpg', 'jpeg'], 'scan.jpeg'],
    ['a"b\'c`d.pdf', ['pdf'], 'abcd.pdf'],
    ['a\r\nSet-Cookie: x.pdf', ['pdf'], 'aSet-Cookie x.pdf'],
    ['invoice\u202Efdp.exe', ['pdf'], 'invoicefdp.exe.pdf'],
    ['', ['pdf'], 'file.pdf'],
    ['...', ['pdf'], 'file.pdf'],
    ['.pdf', ['pdf'], 'file.pdf'],
    ['Ripoti ya Dkt. Émile', ['docx'], 'Ripoti ya Dkt. Émile.docx'],
    ['x'.repeat(300), ['pdf'], `${'x'.repeat(116)}.pdf`],
    ['🩺'.repeat(100), ['pdf'], `${'🩺'.repeat(58)}.pdf`],
  ]
  for (const [typed, endings, kept] of names) t.equal(keptName(typed, endings), kept, typed)
})

t.test('pictures: the place goes, the picture stays (PLT-108)', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'kituo-inspect-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const secret = 'SECRET PLACE'
  const inspected = async (name: string, bytes: Buffer) => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    const found = await inspect({ path, file_name: name })
    return { found, kept: readFileSync(path) }
  }
  const picture = await files.jpeg(60, 40)

  for (const little of [true, false]) {
    t.test(`EXIF in ${little ? 'little' : 'big'} order loses its place alone`, async (t) => {
      const block = files.exif({ orientation: 6, little })
      const { found, kept } = await inspected('a.jpg', files.withExif(picture, block))
      t.equal(found.size, kept.length)
      t.notOk(kept.includes(secret), 'no place')
      t.ok(kept.includes('2026:03:02'), 'the date stays')
      const read = readJpeg(kept)
      t.match(read, { width: 60, height: 40, orientation: 6 }, 'and so does the way up')
      const png = files.png(20, 20, files.chunk('eXIf', block))
      const other = await inspected('a.png', png)
      t.notOk(other.kept.includes(secret))
      t.ok(other.kept.includes('2026:03:02'))
      t.match(readPng(other.kept), { width: 20, orientation: 6 })
      t.ok(other.kept.includes(files.chunk('eXIf', blockOf(other.kept))), 'its checksum is right')
    })
  }

  t.test('a picture without a place is kept byte by byte', async (t) => {
    const plain = files.withExif(picture, files.exif({ place: false }))
    t.same((await inspected('a.jpg', plain)).kept, plain)
    t.same((await inspected('b.png', files.png(20, 20))).kept, files.png(20, 20))
  })

  t.test('EXIF that nobody can read goes whole; so does XMP with a place', async (t) => {
    const broken = files.exif()
    broken.writeUInt32LE(100_000, 30)
    const { kept } = await inspected('a.jpg', files.withExif(picture, broken))
    t.same(kept, picture)
    const xmp = Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude="${secret}"/>`)
    t.same((await inspected('b.jpg', files.withSegment(picture, 0xe1, xmp))).kept, picture)
    const profile = deflateSync(Buffer.from(secret))
    const texts = [
      files.chunk('tEXt', Buffer.from(`Raw profile type exif\0${secret}`)),
      files.chunk('zTXt', Buffer.concat([Buffer.from('Raw profile type exif\0\0'), profile])),
      files.chunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${secret}`)),
    ]
    t.same((await inspected('c.png', files.png(9, 9, ...texts))).kept, files.png(9, 9))
  })

  t.test('what hangs behind the end of a picture is cut off', async (t) => {
    const hung = Buffer.from('<script>alert(1)</script>')
    t.same((await inspected('a.jpg', Buffer.concat([picture, hung]))).kept, picture)
    const png = files.png(9, 9)
    t.same((await inspected('a.png', Buffer.concat([png, hung]))).kept, png)
  })

  t.test('an empty file is refused', async (t) => {
    const empty = { status: 400, message: 'file is empty.' }
    await t.rejects(inspected('a.pdf', Buffer.alloc(0)), empty)
  })

  t.test('broken EXIF never throws', async (t) => {
    const whole = files.exif({ orientation: 3 })
    for (let length = 0; length < whole.length; length += 1) {
      const way = orientationOf(whole.subarray(0, length))
      t.ok(way === 1 || way === 3)
    }
    for (let at = 0; at < whole.length; at += 1) {
      const bent = Buffer.from(whole)
      bent[at] = 0xff
      t.resolves(inspected(`${at}.jpg`, files.withExif(picture, bent)))
    }
  })
})

function blockOf(png: Buffer): Buffer {
  const chunk = readPng(png)?.chunks.find(({ type }) => type === 'eXIf')
  return chunk === undefined ? Buffer.alloc(0) : png.subarray(chunk.start + 8, chunk.end - 4)
}
