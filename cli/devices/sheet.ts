// The page of an activation code as a PDF, and the command that makes one of a code just shown.

import { path, text } from '../../db/appliance/configuration/kinds.ts'
import type { Activation } from '../../db/hospital/office/devices/shapes.ts'
import { command, done, file, type Frame, word } from '../frame/grammar/command.ts'
import { usage } from '../frame/grammar/usage.ts'

type Fresh = Activation & { code: string }

const sheet = command('device sheet', {
  says: 'Writes the page of an activation code that was just shown.',
  class: 'R',
  permission: 'device:activate',
  asks: { activation_id: word(text('the id of an activation', /^[^\s\0]{1,60}$/), 'of the code') },
  flags: {
    code_file: file('holds the code as it was shown; - is standard input'),
    out: word(path(), 'the file to write'),
  },
  examples: [
    'kituo device sheet 0199a5c2-7d1e-7000-8000-000000000001 --code-file - --out ./till-1.pdf',
    'kituo device sheet 0199a5c2-7d1e-7000-8000-000000000001 --code-file code.txt --out ./a.pdf --json',
  ],
  run: async (frame) => {
    const { withCode } = await import('../../db/hospital/office/devices/activations.ts')
    const typed = frame.sent('code_file')?.bytes.toString('utf8').trim() ?? ''
    const found = await withCode(await frame.caller(), frame.asked.activation_id, typed)
    if (found === null) throw usage('value', '--code-file holds another code, or one that died.')
    await frame.put(await sheetOf(frame, [found]))
    return done(`The page is in ${frame.flags.out}.`, { file: frame.flags.out })
  },
  view: () => null,
})

/** A page for each. */
export async function sheetOf(
  frame: Pick<Frame, 'caller' | 'deployment' | 'configuration'>,
  made: readonly Fresh[],
): Promise<Buffer> {
  const { activationBlocks } = await import('../../templates/activation-sheet.ts')
  const { momentText } = await import('../../templates/figures.ts')
  const { deskPaper, headOf } = await import('../frame/desk-paper.ts')
  const head = await headOf(frame)
  const branches = await branchesOf(frame)
  const fingerprint = await fingerprintShown(frame)
  const blocks = activationBlocks(
    made.map((one) => ({
      code: one.code,
      label: one.label,
      role: one.station_role,
      branch: branches.get(one.facility_id) ?? '',
      networks: one.allowed_cidrs,
      until:
        one.expires_at === null || head === null
          ? one.expires_at
          : momentText(one.expires_at, head.timezone, head.date_format, 'en'),
      fingerprint,
      compares: fingerprint !== null && frame.configuration.get('tls.mode') !== 'off',
      address: frame.configuration.get('public_url'),
    })),
  )
  return deskPaper(frame, { title: 'Activation of a workstation', blocks })
}

async function branchesOf({ caller }: Pick<Frame, 'caller'>): Promise<Map<string, string>> {
  const { list } = await import('../../db/hospital/office/places/facilities.ts')
  const { gathered } = await import('../frame/lists.ts')
  const by = await caller()
  const { data } = await gathered(0, (page) => list(by, page))
  return new Map(data.map(({ id, name, code }) => [id, `${name} (${code})`]))
}

/** Of what a machine sees when it comes here for the first time. */
async function fingerprintShown({
  configuration,
}: Pick<Frame, 'configuration'>): Promise<string | null> {
  const { fingerprintOf, inFours } = await import('../../db/appliance/pki/keys.ts')
  if (configuration.get('tls.mode') === 'files') {
    const { certificateIn, pairInFiles } = await import('../../db/appliance/pki/files-pair.ts')
    const { certificate } = pairInFiles(configuration, 'start')
    return inFours(fingerprintOf(certificateIn(certificate, 'tls.certificate').raw))
  }
  const { listAuthorities } = await import('../../db/appliance/pki/server-authority.ts')
  const present = listAuthorities().find(({ state }) => state === 'CURRENT')
  return present === undefined ? null : inFours(present.fingerprint)
}

export const commands = [sheet]
