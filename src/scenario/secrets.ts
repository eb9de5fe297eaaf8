// Redacts captured values marked `redact` in reports.

import type { Label } from '../diagnostic/diagnostic.ts'
import type { ScenarioFailure } from './failure.ts'

export function withoutSecrets(failure: ScenarioFailure, secrets: readonly string[]): ScenarioFailure {
  const hidden = secrets.filter((each) => each !== '')
  if (hidden.length === 0) return failure
  const hide = (text: string): string => hidden.reduce((shown, secret) => shown.replaceAll(secret, '***'), text)
  const label = ({ span, text }: Label): Label => ({ span, text: hide(text) })
  const { diagnostic, expected, actual } = failure
  const { reason, help } = diagnostic
  return {
    diagnostic: {
      ...diagnostic, message: hide(diagnostic.message), primary: label(diagnostic.primary), others: diagnostic.others.map(label),
      ...(reason === undefined ? {} : { reason: hide(reason) }), ...(help === undefined ? {} : { help: hide(help) }),
    },
    ...(expected === undefined ? {} : { expected: hide(expected) }), ...(actual === undefined ? {} : { actual: hide(actual) }),
  }
}
