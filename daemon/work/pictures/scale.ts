// Making pictures smaller and turning them upright: plain arithmetic on RGBA pixels.

export interface Pixels {
  data: Uint8Array | Uint8ClampedArray
  width: number
  height: number
}

/** The size that fits, never enlarged. */
export function fitting(
  { width, height }: { width: number; height: number },
  longest: number,
): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/**
 * Each new pixel is the mean of the area it covers, edges by their share; what is transparent is
 * laid on white. Two passes, lines first, so that the cost is one look at each pixel.
 */
export function shrunk(from: Pixels, width: number, height: number): Pixels {
  const narrow = new Float32Array(width * from.height * 3)
  const columns = shares(from.width, width)
  for (let y = 0; y < from.height; y += 1) {
    for (let x = 0; x < width; x += 1) sumLine(from, y, columns[x] as Share, narrow, y * width + x)
  }
  const data = new Uint8ClampedArray(width * height * 4)
  const lines = shares(from.height, height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      sumColumn(narrow, width, x, lines[y] as Share, data, (y * width + x) * 4)
    }
  }
  return { data, width, height }
}

/** Which of the old a new one covers, and how much of each. */
interface Share {
  first: number
  weights: Float32Array
}

function shares(old: number, now: number): Share[] {
  const step = old / now
  return Array.from({ length: now }, (_, index) => {
    const start = index * step
    const end = Math.min(old, start + step)
    const first = Math.floor(start)
    const last = Math.max(first + 1, Math.ceil(end - 1e-9))
    const weights = new Float32Array(last - first)
    for (let at = first; at < last; at += 1) {
      weights[at - first] = (Math.min(end, at + 1) - Math.max(start, at)) / (end - start)
    }
    return { first, weights }
  })
}

function sumLine(
  { data, width }: Pixels,
  y: number,
  { first, weights }: Share,
  out: Float32Array,
  to: number,
): void {
  let red = 0
  let green = 0
  let blue = 0
  for (let index = 0; index < weights.length; index += 1) {
    const at = (y * width + first + index) * 4
    const weight = weights[index] as number
    const alpha = (data[at + 3] as number) / 255
    const white = 255 * (1 - alpha)
    red += weight * ((data[at] as number) * alpha + white)
    green += weight * ((data[at + 1] as number) * alpha + white)
    blue += weight * ((data[at + 2] as number) * alpha + white)
  }
  out[to * 3] = red
  out[to * 3 + 1] = green
  out[to * 3 + 2] = blue
}

function sumColumn(
  narrow: Float32Array,
  width: number,
  x: number,
  { first, weights }: Share,
  out: Uint8ClampedArray,
  to: number,
): void {
  for (let colour = 0; colour < 3; colour += 1) {
    let sum = 0
    for (let index = 0; index < weights.length; index += 1) {
      sum +=
        (weights[index] as number) * (narrow[((first + index) * width + x) * 3 + colour] as number)
    }
    out[to + colour] = sum
  }
  out[to + 3] = 255
}

/** EXIF's eight ways of holding a camera. */
export function upright(from: Pixels, orientation: number): Pixels {
  if (orientation <= 1 || orientation > 8) return from
  const { width, height } = from
  const lying = orientation >= 5
  const to = { width: lying ? height : width, height: lying ? width : height }
  const data = new Uint8ClampedArray(from.data.length)
  for (let y = 0; y < to.height; y += 1) {
    for (let x = 0; x < to.width; x += 1) {
      const [from_x, from_y] = source(orientation, x, y, width, height)
      const at = (from_y * width + from_x) * 4
      const target = (y * to.width + x) * 4
      for (let part = 0; part < 4; part += 1) data[target + part] = from.data[at + part] as number
    }
  }
  return { data, ...to }
}

function source(
  orientation: number,
  x: number,
  y: number,
  width: number,
  height: number,
): [number, number] {
  switch (orientation) {
    case 2:
      return [width - 1 - x, y]
    case 3:
      return [width - 1 - x, height - 1 - y]
    case 4:
      return [x, height - 1 - y]
    case 5:
      return [y, x]
    case 6:
      return [y, height - 1 - x]
    case 7:
      return [width - 1 - y, height - 1 - x]
    default:
      return [width - 1 - y, x]
  }
}
