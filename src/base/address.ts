// Parses and prints addresses of the Internet Protocol.

/** Four decimal numbers up to 255, without leading zeros. */
export function isIpv4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?!$)|$)){4}$/.test(text)
}

/** RFC 4291, section 2.2, without zone. */
export function isIpv6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const lastGroup = groups.at(-1) ?? ''
  const embedded = lastGroup.includes('.')
  if (embedded && (!isIpv4(lastGroup) || text.endsWith('::'))) return false
  const written = embedded ? groups.slice(0, -1) : groups
  if (!written.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return false
  const count = written.length + (embedded ? 2 : 0)
  return halves.length === 2 ? count <= 7 : count === 8
}

export const parseAddress4 = (text: string): readonly number[] => text.split('.').map(Number)

export function parseAddress6(text: string): readonly number[] {
  const [head = '', tail] = text.split('::')
  const leading = parseGroups(head)
  const trailing = parseGroups(tail ?? '')
  return [...leading, ...Array.from({ length: 16 - leading.length - trailing.length }, () => 0), ...trailing]
}

function parseGroups(text: string): readonly number[] {
  return text === ''
    ? []
    : text.split(':').flatMap((group) => {
        if (group.includes('.')) return parseAddress4(group)
        const value = Number.parseInt(group, 16)
        return [value >> 8, value & 0xff]
      })
}

/** The number of leading bits that distinguish clients. */
export type Prefixes = { readonly ipv4: number; readonly ipv6: number }

/**
 * The canonical spelling of an address: RFC 5952, without a zone. An IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2) becomes
 * IPv4. Other text stays unchanged.
 */
export function normaliseAddress(text: string): string {
  if (!text.includes(':')) return text
  const [address = ''] = text.split('%')
  return isIpv6(address) ? printAddress(parseAddress6(address)) : text
}

/** The network of an address, such as `2001:db8::/64`; the address itself if the prefix has its full length. */
export function parseClientNetwork(text: string, { ipv4, ipv6 }: Prefixes): string {
  const address = normaliseAddress(text)
  if (isIpv4(address)) return ipv4 >= 32 ? address : `${maskBytes(parseAddress4(address), ipv4).join('.')}/${ipv4}`
  return !isIpv6(address) || ipv6 >= 128 ? address : `${printAddress6(maskBytes(parseAddress6(address), ipv6))}/${ipv6}`
}

function maskBytes(bytes: readonly number[], bits: number): number[] {
  return bytes.map((byte, index) => byte & (0xff << Math.min(8, Math.max(0, 8 - (bits - index * 8)))))
}

function printAddress(bytes: readonly number[]): string {
  const isMapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff
  return isMapped ? bytes.slice(12).join('.') : printAddress6(bytes)
}

/** RFC 5952, section 4: abbreviates the first of the longest runs of two or more zeros. */
function printAddress6(bytes: readonly number[]): string {
  const groups = Array.from({ length: 8 }, (_, index) => ((bytes[index * 2]! << 8) | bytes[index * 2 + 1]!).toString(16))
  let [at, length] = [-1, 1]
  for (let runStart = 0; runStart < 8; runStart++) {
    let runEnd = runStart
    while (groups[runEnd] === '0') runEnd++
    if (runEnd - runStart > length) [at, length] = [runStart, runEnd - runStart]
  }
  return at < 0 ? groups.join(':') : `${groups.slice(0, at).join(':')}::${groups.slice(at + length).join(':')}`
}
