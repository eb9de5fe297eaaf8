// An address that is written out is one that deliveries can reach: HTTP, and public.

import { specialAddress } from '../../base/special-address.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoted } from '../../diagnostic/voice.ts'
import { shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { type Delivered, deliveriesIn } from '../deliveries.ts'

const code = 'events/unreachable-target'

export const check: Check = {
  code,
  run: ({ model }) => deliveriesIn(model).flatMap(ofDelivery),
}

function ofDelivery({ name, said }: Delivered): Diagnostic[] {
  const text = shown(said.url)
  if (text === undefined) return []
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text.text)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    return [diagnostic('error', code, `${quoted(name)} is delivered by ${quoted(scheme)}, and only HTTP is spoken`, { span: text.node.span, text: 'never reached' }, {
      help: 'Write an address that begins with `https://`.',
    })]
  }
  // What is computed is known when it is sent.
  if (text.text.includes('${')) return []
  const url = URL.parse(text.text)
  if (url === null) {
    return [diagnostic('error', code, `${quoted(text.text)} is no address`, { span: text.node.span, text: 'never reached' }, { help: 'Write a whole address, such as `https://example.org/hooks`.' })]
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const special = /^[\d.]+$|:/.test(host) ? specialAddress(host) : /(^|\.)localhost$/.test(host) ? 'loopback' : undefined
  if (special === undefined) return []
  return [diagnostic('warning', code, `${quoted(name)} is delivered to ${quoted(host)}, which is ${special}`, { span: text.node.span, text: 'not public' }, {
    reason: 'Deliveries go to public addresses only, so that nobody can make the service ask what only its own network may.',
    help: 'Write a public address, or have the operator start with `serve --private-targets`.',
  })]
}
