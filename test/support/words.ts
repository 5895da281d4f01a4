// A line as a shell would split it: blanks between words, double quotes around some.

export const words = (line: string): string[] =>
  [...line.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', ''))
