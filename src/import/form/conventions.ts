// Knows the standards that a form may name and a convention follows.

const standards: readonly (readonly [pattern: RegExp, convention: string])[] = [
  [/\bRFC[ -]?(?:9457|7807)\b|\bapplication\/problem\+json\b/i, 'problem-details@1'],
  [/\bcloud ?events\b/i, 'cloudevents@1'],
  [/\bstandard webhooks\b/i, 'standard-webhooks@1'],
]

/** The convention for the standard that a text names. */
export function findConvention(text: string): string | undefined {
  return standards.find(([pattern]) => pattern.test(text))?.[1]
}
