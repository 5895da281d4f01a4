// Sizes as people say them: in gigabytes where gigabytes belong.

const mib = 1024 ** 2
const gib = 1024 ** 3

/** `512 MB`, `1.5 GB`, `210 GB`: as many figures as somebody reads. */
export function sizeInWords(bytes: number): string {
  if (bytes < 10 * gib) return bytes < gib ? `${Math.round(bytes / mib)} MB` : `${tenth(bytes)} GB`
  return `${Math.round(bytes / gib)} GB`
}

const tenth = (bytes: number): string => (bytes / gib).toFixed(1).replace(/\.0$/, '')
