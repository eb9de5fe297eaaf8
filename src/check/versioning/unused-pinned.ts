// `pinned` where every request names a version: under `path` an address without one is not an address of the service.

import { diagnostic } from '../../diagnostic/voice.ts'
import { shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'versioning/unused-pinned'

export const check: Check = {
  code,
  run({ model }) {
    const { pinned, scheme } = model.versioning.value
    if (pinned.state !== 'shown' || scheme.state !== 'shown' || shown(scheme) !== 'path') return []
    return [diagnostic('warning', code, '`pinned` is never asked, because every path begins with a version', { span: pinned.at.span, text: 'says nothing' }, {
      others: [{ span: scheme.at.span, text: 'the version stands in the path' }],
      reason: 'A request whose path names no version is `unknown-version` before it is known who sends it.',
      help: 'Leave it out, or let the version stand in a header.',
    })]
  },
}
