// Reports literal addresses that deliveries cannot reach: not HTTP, or not public.

import { classifyAddress } from '../../base/special-address.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { type DeclaredDelivery, listDeclaredDeliveries } from '../deliveries.ts'

const code = 'events/unreachable-target'

export const check: Check = {
  code,
  run: ({ model }) => listDeclaredDeliveries(model).flatMap(checkDelivery),
}

function checkDelivery({ name, destination }: DeclaredDelivery): Diagnostic[] {
  const text = slotValueOf(destination.url)
  if (text === undefined) return []
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text.text)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    return [
      createDiagnostic(
        'error',
        code,
        `${quoteName(name)} is delivered by ${quoteName(scheme)}, and only HTTP is spoken`,
        { span: text.node.span, text: 'never reached' },
        {
          help: 'Write an address that begins with `https://`.',
        },
      ),
    ]
  }
  // Computed addresses are known only at delivery.
  if (text.text.includes('${')) return []
  const url = URL.parse(text.text)
  if (url === null) {
    return [
      createDiagnostic(
        'error',
        code,
        `${quoteName(text.text)} is not an address`,
        { span: text.node.span, text: 'never reached' },
        { help: 'Write a whole address, such as `https://example.org/hooks`.' },
      ),
    ]
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const special = /^[\d.]+$|:/.test(host) ? classifyAddress(host) : /(^|\.)localhost$/.test(host) ? 'loopback' : undefined
  if (special === undefined) return []
  return [
    createDiagnostic(
      'warning',
      code,
      `${quoteName(name)} is delivered to ${quoteName(host)}, which is ${special}`,
      { span: text.node.span, text: 'not public' },
      {
        reason: 'Deliveries go to public addresses only, so that the service cannot be used to reach its internal network.',
        help: 'Write a public address, or have the operator start with `serve --private-targets`.',
      },
    ),
  ]
}
