// Which field of a body holds its greatest number: `lines[2].unit_price`.

export function greatestIn(body: unknown): string | undefined {
  let greatest = 0
  let name: string | undefined
  const look = (value: unknown, at: string): void => {
    if (typeof value === 'number' && Math.abs(value) > greatest) {
      greatest = Math.abs(value)
      name = at
    }
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return
    for (const [key, inner] of Object.entries(value))
      look(inner, Array.isArray(value) ? `${at}[${key}]` : at === '' ? key : `${at}.${key}`)
  }
  look(body, '')
  return name === '' ? undefined : name
}
