import { path } from '../../db/appliance/configuration/kinds.ts'
import type { Judged } from '../../db/appliance/pki/findings.ts'
import { command, done, type Frame, word, yes } from '../frame/grammar/command.ts'
import { table } from '../frame/page.ts'

/** Authority of operations 2.6, of either kind. */
export interface ShownAuthority {
  kind: 'SERVER' | 'DEVICE'
  state: string
  serial: string
  fingerprint: string
  subject: string
  not_before: string
  not_after: string
}

const show = command('ca show', {
  says: 'Prints the authorities of this house: of its own certificate and of the workstations.',
  class: 'R',
  about: 'deployment',
  permission: 'ca:read',
  examples: ['kituo ca show', 'kituo ca show --json'],
  run: async () => done('', await everyAuthority()),
  view: (list, page) =>
    table(
      list,
      [
        { title: 'Kind', of: (one) => one.kind },
        { title: 'State', of: (one) => one.state },
        { title: 'Until', of: (one) => one.not_after.slice(0, 10) },
        { title: 'Fingerprint', of: (one) => one.fingerprint },
        { title: 'Subject', of: (one) => one.subject, wide: true },
      ],
      page,
    ),
})

const check = command('ca check', {
  says: 'Judges the certificate of the listeners as other machines do.',
  class: 'R',
  about: 'deployment',
  permission: 'ca:read',
  flags: { openssl: yes('by openssl too') },
  examples: ['kituo ca check', 'kituo ca check --openssl --json'],
  run: async (frame) => {
    const { judgeChain } = await import('../../db/appliance/pki/findings.ts')
    const findings: Judged[] = [await judgeChain(frame.configuration, frame.flags.openssl)]
    const bad = findings.some(({ state }) => state === 'BAD')
    return done(
      findings.map(({ message }) => message).join('; '),
      { findings },
      bad ? { error: { code: 'proof.failed' } } : {},
    )
  },
  view: () => null,
})

const sheet = command('ca sheet', {
  says: 'Writes the fingerprints as a PDF for the wall of the IT desk.',
  class: 'R',
  about: 'deployment',
  permission: 'ca:read',
  flags: { out: word(path(), 'the file to write') },
  examples: ['kituo ca sheet --out ./fingerprints.pdf', 'kituo ca sheet --out ./ca.pdf --json'],
  run: async (frame) => {
    const { deskPaper } = await import('../frame/desk-paper.ts')
    const { inFours } = await import('../../db/appliance/pki/keys.ts')
    const list = await everyAuthority()
    const { get } = frame.configuration
    await frame.put(
      await deskPaper(frame, {
        title: 'Authorities of this house',
        blocks: [
          {
            kind: 'text',
            text: [
              `A new machine fetches what it must trust from ${get('public_url') ?? ''}/pki/server-ca.pem.`,
              'Compare the fingerprint it shows, group by group, with the one below.',
              'If one group differs, stop and ask the IT desk.',
            ].join(' '),
          },
          ...list.flatMap((one) => [
            {
              kind: 'heading' as const,
              text: `${one.kind === 'SERVER' ? 'Certificate of this house' : 'Workstations'} (${one.state})`,
            },
            {
              kind: 'facts' as const,
              columns: 1 as const,
              rows: [
                ['Name', one.subject],
                ['SHA-256', inFours(one.fingerprint)],
                ['Until', one.not_after.slice(0, 10)],
              ] as const,
            },
          ]),
        ],
      }),
    )
    return done(`The sheet is in ${frame.flags.out}.`, { file: frame.flags.out, authorities: list })
  },
  view: () => null,
})

const renew = command('ca server renew', {
  says: 'Makes a new certificate for the listeners now, and takes it into use without a stop.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'ca:manage',
  examples: ['kituo ca server renew', 'kituo ca server renew --json'],
  plan: async () => ({ steps: ['make a certificate of the present authority', 'show it'] }),
  run: async (frame) => {
    await madeAnew(frame)
    const [present] = await everyAuthority()
    return done('A new certificate is in use.', present)
  },
  view: () => null,
})

const rotate = command('ca server rotate', {
  says: 'Makes a new authority for the certificate of this house; the old one stays published 90 days.',
  class: 'M',
  transaction: 'rule',
  about: 'deployment',
  permission: 'ca:manage',
  confirm: 'C2',
  reason: 'must',
  examples: [
    'kituo ca server rotate --reason "the disk was lost"',
    'kituo ca server rotate --reason "a key was seen" --yes --confirm "server authority"',
  ],
  plan: async () => ({
    steps: [
      'make a new authority, and a certificate that it signs',
      'every machine that trusts the old one must fetch /pki/server-ca.pem again',
    ],
    type: 'server authority',
  }),
  run: async (frame) => {
    const { rotateAuthority } = await import('../../db/appliance/pki/server-authority.ts')
    const { deploymentName } = await import('../../db/appliance/pki/shown.ts')
    await rotateAuthority(await deploymentName())
    await madeAnew(frame)
    const [present] = await everyAuthority()
    return done('A new authority signs from now on.', present)
  },
  view: () => null,
})

/** Whatever the mode is, so that changing it later shows something good. */
async function madeAnew({ configuration, house }: Pick<Frame, 'configuration' | 'house'>) {
  const { serverCertificate } = await import('../../db/appliance/pki/server-certificate.ts')
  const { deploymentName } = await import('../../db/appliance/pki/shown.ts')
  await serverCertificate(configuration, await deploymentName(), true)
  await house?.certificate()
}

async function everyAuthority(): Promise<ShownAuthority[]> {
  const { listAuthorities } = await import('../../db/appliance/pki/server-authority.ts')
  const { deviceAuthorities } = await import('../../db/hospital/office/devices/ca.ts')
  return [...listAuthorities(), ...(await deviceAuthorities())]
}

export const commands = [show, check, sheet, renew, rotate]
