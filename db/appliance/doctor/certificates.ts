// Checks of certificates and authorities (OPS-142): what the listeners show, and what signs it.

import { clock, days, hours } from '../../core/clock.ts'
import { certificateShown, judgeEnd, judgeNames, type Judged } from '../pki/findings.ts'
import { listAuthorities } from '../pki/server-authority.ts'
import { deviceAuthorities, lists } from '../../hospital/office/devices/ca.ts'
import { bad, type Check, type Found, ok, skipped, warn } from './finding.ts'

export const certificate_checks: readonly Check[] = [
  {
    id: 'tls.expiry',
    category: 'certificates',
    says: 'the certificate of the listeners lasts',
    light: true,
    run({ configuration, deployment }) {
      if (deployment === null) return skipped('no data are open')
      const shown = certificateShown(configuration)
      if (shown === null) return skipped('no certificate is shown')
      return found(judgeEnd('the certificate', shown.validToDate, 30), {
        mend: 'Put new files in place, then reload.',
        mend_command:
          configuration.get('tls.mode') === 'own' ? 'kituo ca server renew' : 'kituo reload',
      })
    },
  },
  {
    id: 'tls.names',
    category: 'certificates',
    says: 'the certificate names what people type',
    light: true,
    run: ({ configuration, deployment }) =>
      deployment === null
        ? skipped('no data are open')
        : found(judgeNames(configuration), { mend_command: 'kituo ca server renew' }),
  },
  {
    id: 'ca.expiry',
    category: 'certificates',
    says: 'the authorities last',
    light: false,
    async run({ deployment }) {
      if (deployment === null) return skipped('no data are open')
      // The one that signs stands first, also past its end.
      const present = [listAuthorities()[0], (await deviceAuthorities())[0]]
      const judged = present
        .filter((one) => one !== undefined)
        .map(({ kind, not_after }) => ({
          kind,
          judged: judgeEnd(`the ${kind.toLowerCase()} authority`, new Date(not_after), 180, 14),
        }))
      const worst =
        judged.find((one) => one.judged.state === 'BAD') ??
        judged.find((one) => one.judged.state === 'WARN') ??
        judged[0]
      if (worst === undefined) return skipped('none was made yet')
      return found(worst.judged, {
        mend_command: worst.kind === 'SERVER' ? 'kituo ca server rotate' : 'kituo device ca rotate',
      })
    },
  },
  {
    id: 'ca.crl',
    category: 'certificates',
    says: 'the list of revoked workstations is fresh',
    light: false,
    async run({ deployment }) {
      if (deployment === null) return skipped('no data are open')
      const known = await lists()
      const newest = known.at(-1)
      if (newest === undefined) return skipped('no workstation was ever activated')
      const mend = { mend_command: 'kituo device crl publish' }
      if (Date.parse(newest.next_update) < clock.ms()) {
        return bad(`the list should have been built again on ${newest.next_update}`, mend)
      }
      const age = clock.ms() - Date.parse(newest.this_update)
      return age > days(2)
        ? warn(`the list is ${Math.round(age / hours(1))} hours old`, mend)
        : ok(`list ${newest.number}, ${newest.entries} revoked`)
    },
    mends: async () =>
      (await (await import('../../hospital/office/devices/revocation-list.ts')).rebuild()) > 0,
  },
]

function found({ state, message }: Judged, mend: Partial<Found>): Found {
  return state === 'OK' ? { state, message } : { state, message, ...mend }
}
