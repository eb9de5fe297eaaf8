// Addresses of the Internet Protocol as text.

/** Four decimal numbers up to 255, without leading zeros. */
export function isIpv4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?!$)|$)){4}$/.test(text)
}

/** RFC 4291, section 2.2, without zone. */
export function isIpv6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1) ?? ''
  const embedded = last.includes('.')
  if (embedded && (!isIpv4(last) || text.endsWith('::'))) return false
  const written = embedded ? groups.slice(0, -1) : groups
  if (!written.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return false
  const count = written.length + (embedded ? 2 : 0)
  return halves.length === 2 ? count <= 7 : count === 8
}
