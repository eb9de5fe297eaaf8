// Redacts the credentials of requests in reports.

export function redactHeader(name: string, value: string): string {
  return /^(authorization|cookie|proxy-authorization|x-api-key)$/i.test(name) ? `${value.split(' ')[0]!.slice(0, 12)} …` : value
}
