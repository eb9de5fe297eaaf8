// Reads what a client prefers about the time of an answer (RFC 7240): `respond-async`, and `wait` in seconds.

export type Preference = { readonly isAsync: boolean; readonly seconds: number | undefined }

const none: Preference = { isAsync: false, seconds: undefined }

/** `Prefer`, joined from all its lines. Of a repeated preference the first counts (section 2); an unreadable one is ignored. */
export function readPreference(text: string | undefined): Preference {
  if (text === undefined) return none
  const values = new Map<string, string>()
  // Parameters of a preference are not about time.
  const withoutParameters = text.replaceAll(/;(?:[^,"]|"(?:[^"\\]|\\.)*")*/g, '')
  for (const [, name, value] of withoutParameters.matchAll(/(?:^|,)\s*([!#$%&'*+.^_`|~\w-]+)\s*(?:=\s*("(?:[^"\\]|\\.)*"|[^\s",;]*))?/g)) {
    const key = name!.toLowerCase()
    if (!values.has(key)) values.set(key, (value ?? '').replaceAll('"', ''))
  }
  const seconds = values.get('wait')
  return { isAsync: values.has('respond-async'), seconds: seconds !== undefined && /^\d{1,9}$/.test(seconds) ? Number(seconds) : undefined }
}
