// The picture codecs as WebAssembly: read once by the main thread, handed to worker threads with
// the order, because a thread inside the binary has no files of its own.

import { asset } from '../../../db/core/assets.ts'

export interface Codecs {
  jpeg_reader: object
  jpeg_writer: object
  png_reader: object
}

/** Known to Node, but not to the types that we compile with: they are without a browser's. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { compile(bytes: Uint8Array): Promise<object> }
}

let compiled: Promise<Codecs> | null = null

export function codecs(): Promise<Codecs> {
  compiled ??= compile()
  return compiled
}

async function compile(): Promise<Codecs> {
  const [jpeg_reader, jpeg_writer, png_reader] = await Promise.all([
    module('jpeg/codec/dec/mozjpeg_dec.wasm'),
    module('jpeg/codec/enc/mozjpeg_enc.wasm'),
    module('png/codec/pkg/squoosh_png_bg.wasm'),
  ])
  return { jpeg_reader, jpeg_writer, png_reader }
}

const module = (path: string): Promise<object> =>
  WebAssembly.compile(new Uint8Array(asset(`node_modules/@jsquash/${path}`)))
