// Redacts captured values marked `redact` in reports.

import type { Label } from '../diagnostic/diagnostic.ts'
import type { ScenarioFailure } from './failure.ts'

export function withoutSecrets(failure: ScenarioFailure, secrets: readonly string[]): ScenarioFailure {
  const hidden = secrets.filter((each) => each !== '')
  if (hidden.length === 0) return failure
  const redact = (text: string): string => hidden.reduce((redacted, secret) => redacted.replaceAll(secret, '***'), text)
  const label = ({ span, text }: Label): Label => ({ span, text: redact(text) })
  const { diagnostic, expected, actual } = failure
  const { reason, help } = diagnostic
  return {
    diagnostic: {
      ...diagnostic,
      message: redact(diagnostic.message),
      primary: label(diagnostic.primary),
      others: diagnostic.others.map(label),
      ...(reason === undefined ? {} : { reason: redact(reason) }),
      ...(help === undefined ? {} : { help: redact(help) }),
    },
    ...(expected === undefined ? {} : { expected: redact(expected) }),
    ...(actual === undefined ? {} : { actual: redact(actual) }),
  }
}
