// The name a file keeps (PLT-106): no paths, no quotes, nothing invisible, an ending that is true.

const longest = 120

/** What stands after the last dot, in lower case; nothing where there is no such thing. */
export const endingOf = (name: string): string =>
  /\.(?<ending>[a-z0-9]{1,8})$/i.exec(name.trim())?.groups?.['ending']?.toLowerCase() ?? ''

/** `endings` are those that fit what the file holds; the first is given where none of them stands. */
export function keptName(typed: string, endings: readonly string[]): string {
  const [given = ''] = endings
  const name = clean(typed)
  const ending = endingOf(name)
  const fits = endings.includes(ending)
  const stem = (fits ? name.slice(0, -(ending.length + 1)) : name).replace(/^[. ]+|[. ]+$/g, '')
  const last = fits ? ending : given
  return `${cut(stem === '' ? 'file' : stem, longest - last.length - 1)}.${last}`
}

/** Unicode that turns the reading direction could show `exe.pdf` for `fdp.exe`. */
const clean = (typed: string): string =>
  (typed.normalize('NFC').split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .replace(/["'`<>|:*?“”‘’]/g, '')
    .trim()

const cut = (text: string, length: number): string => {
  let kept = ''
  for (const letter of text) {
    if (kept.length + letter.length > length) break
    kept += letter
  }
  return kept.trimEnd()
}
