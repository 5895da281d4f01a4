/** What stands at a JSON pointer (RFC 6901). */
export function at(value: unknown, pointer: string): unknown {
  let found = value
  for (const step of pointer.split('/').slice(1)) {
    if (typeof found !== 'object' || found === null) return undefined
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    found = Object.hasOwn(found, key) ? (found as Record<string, unknown>)[key] : undefined
  }
  return found
}

export function textAt(value: unknown, pointer: string | undefined): string | null {
  const found = pointer === undefined ? undefined : at(value, pointer)
  if (typeof found === 'number') return String(found)
  return typeof found === 'string' && found !== '' ? found.slice(0, 5000) : null
}
