// A line as a shell would split it: blanks between words, double quotes around some.

export const words = (line: string): string[] =>
  [...line.matchAll(/"(?<quoted>[^"]*)"|(?<bare>\S+)/g)].map(
    ({ groups }) => groups?.['quoted'] ?? groups?.['bare'] ?? '',
  )
