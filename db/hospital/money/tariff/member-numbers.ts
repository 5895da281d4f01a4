// What a scheme's member numbers look like (BIL-107).

import { invalid } from '../../../core/refusal.ts'

export function checkMemberNo(member_no: string, pattern: string | null): void {
  if (pattern === null || new RegExp(`^(?:${pattern})$`, 'u').test(member_no)) return
  throw invalid('member_no', `"${member_no}" does not fit ${pattern}.`)
}
