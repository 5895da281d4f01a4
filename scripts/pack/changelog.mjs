// Why this version may not be packaged: it was released already, and there are changes since.
export function changelogRefusal(text, version) {
  const sections = text.split(/^## /m).slice(1)
  const next = sections.find((section) => /^next\b/i.test(section))
  const released = sections.some((section) => section.split(/\s/, 1)[0] === version)
  if (!released || !next || next.split('\n').slice(1).join('').trim() === '') return
  return `CHANGELOG.md lists ${version} as released and has changes under "Next". Give them a number of their own.`
}
