// A photo as it is kept: upright, in two sizes, JPEG, with nothing in it but the picture (PLT-111).
// Runs in a worker thread.

import { Buffer } from 'node:buffer'
import readJpeg, { init as initReader } from '@jsquash/jpeg/decode.js'
import writeJpeg, { init as initWriter } from '@jsquash/jpeg/encode.js'
import readPng, { init as initPng } from '@jsquash/png/decode.js'
import {
  type Developed,
  type Negative,
  unreadablePhoto,
} from '../../../db/hospital/office/attachments/negatives.ts'
import type { Codecs } from './codecs.ts'
import { fitting, type Pixels, shrunk, upright } from './scale.ts'

const full_side = 1200
const thumb_side = 160
const quality = 82

let ready: Promise<unknown> | null = null

export async function developPhoto({
  negative,
  codecs,
}: {
  negative: Negative
  codecs: Codecs
}): Promise<Developed> {
  ready ??= Promise.all([
    initReader(codecs.jpeg_reader),
    initWriter(codecs.jpeg_writer),
    initPng(codecs.png_reader),
  ])
  await ready
  const picture = await decoded(negative)
  const { width, height } = fitting(picture, full_side)
  const full = upright(shrunk(picture, width, height), negative.orientation)
  const small = fitting(full, thumb_side)
  const thumb = shrunk(full, small.width, small.height)
  return {
    full: await encoded(full),
    thumb: await encoded(thumb),
    width: full.width,
    height: full.height,
  }
}

async function decoded({ kind, bytes }: Negative): Promise<Pixels> {
  const own = new Uint8Array(bytes).buffer
  try {
    return kind === 'jpeg' ? await readJpeg(own) : await readPng(own)
  } catch (cause) {
    throw Object.assign(unreadablePhoto(), { cause })
  }
}

async function encoded({ data, width, height }: Pixels): Promise<Buffer> {
  const pixels = { data, width, height, colorSpace: 'srgb' } as unknown as Parameters<
    typeof writeJpeg
  >[0]
  return Buffer.from(await writeJpeg(pixels, { quality, progressive: true }))
}
