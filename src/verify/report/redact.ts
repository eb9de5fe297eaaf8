// Redacts the credentials of requests in reports.

/** A value that names a part of an earlier answer, in double braces, has no secret, and repetitions need it. */
export function redactHeader(name: string, value: string): string {
  if (/\{\{[^{}]+\}\}/.test(value)) return value
  return /^(authorization|cookie|proxy-authorization|x-api-key)$/i.test(name) ? `${value.split(' ')[0]!.slice(0, 12)} …` : value
}
