// A page for each activation code (OPS-89), carried to the workstation and destroyed there. In both
// languages, because nobody knows yet who sits down at it.

import type { Block } from './paper.ts'

export interface ActivationPage {
  code: string
  label: string
  role: string
  branch: string
  networks: readonly string[]
  /** As people of the house read it; null while the code waits for ever. */
  until: string | null
  /** In groups of four; null where no authority was made yet. */
  fingerprint: string | null
  /** Whether a machine that comes here is shown a certificate of this fingerprint. */
  compares: boolean
  address: string | null
}

export function activationBlocks(pages: readonly ActivationPage[]): Block[] {
  return pages.flatMap((page, index): Block[] => [
    ...(index === 0 ? [] : [{ kind: 'page' as const }]),
    { kind: 'heading', text: page.label },
    { kind: 'gap', height: 10 },
    { kind: 'large', text: page.code, size: 34, caption: 'Code / Msimbo' },
    { kind: 'gap', height: 10 },
    { kind: 'codes', qr: page.code, lines: ['The same code, for a camera.', 'Kwa kamera.'] },
    { kind: 'gap', height: 6 },
    { kind: 'facts', columns: 1, rows: factsOf(page) },
    { kind: 'gap', height: 10 },
    { kind: 'text', title: 'How to activate', framed: true, text: numbered(steps(page)) },
    { kind: 'text', title: 'Jinsi ya kuwasha', framed: true, text: numbered(hatua(page)) },
  ])
}

const factsOf = (page: ActivationPage): (readonly [string, string])[] => [
  ['Label / Jina', page.label],
  ['Role / Kazi', page.role],
  ['Branch / Tawi', page.branch],
  ['Networks / Mitandao', page.networks.length === 0 ? 'any / wowote' : page.networks.join(', ')],
  ['Until / Hadi', page.until ?? 'it is used / itumike'],
  ...(page.fingerprint === null ? [] : [['Server SHA-256', page.fingerprint] as const]),
]

const numbered = (lines: readonly string[]): string =>
  lines.map((text, index) => `${index + 1}. ${text}`).join('\n')

const steps = ({ compares, address }: ActivationPage): string[] => [
  `Open Kituo on the machine that becomes this workstation${address === null ? '.' : `: ${address}`}`,
  ...(compares
    ? [
        'Compare the fingerprint it shows with the one above, group by group. If one group differs, stop and tell the IT desk.',
      ]
    : []),
  'Type the code, or show the square to the camera.',
  'When the machine shows its label it is activated. Destroy this page: the code works once.',
]

const hatua = ({ compares, address }: ActivationPage): string[] => [
  `Fungua Kituo kwenye kompyuta itakayotumika hapa${address === null ? '.' : `: ${address}`}`,
  ...(compares
    ? [
        'Linganisha alama ya seva inayoonyeshwa na iliyo hapo juu, kundi kwa kundi. Kundi moja likitofautiana, acha na umwambie mtu wa TEHAMA.',
      ]
    : []),
  'Andika msimbo, au onyesha mraba kwa kamera.',
  'Kompyuta ikionyesha jina lake, imewashwa. Haribu karatasi hii: msimbo hutumika mara moja tu.',
]
