// The log of SQLite as bytes: which generation it is, and how many frames of it are whole.

export interface LogAt {
  /** Of this generation alone; empty for a log that has no header. */
  salt: string
  frames: number
  frame_bytes: number
}

export const header_bytes = 32

/** Frames carry the salts of the log that they belong to; those behind are of one before. */
export function logAt(read: (at: number, bytes: Buffer) => number): LogAt {
  const header = Buffer.alloc(header_bytes)
  if (read(0, header) < header_bytes) return { salt: '', frames: 0, frame_bytes: 0 }
  const salts = header.subarray(16, 24)
  const frame_bytes = 24 + header.readUInt32BE(8)
  const frame = Buffer.alloc(24)
  let frames = 0
  while (
    read(header_bytes + frames * frame_bytes, frame) === 24 &&
    frame.subarray(8, 16).equals(salts)
  ) {
    frames += 1
  }
  return { salt: salts.toString('hex'), frames, frame_bytes }
}
