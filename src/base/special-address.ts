// Recognises addresses outside the public internet (private, loopback, link-local and others), also inside IPv6 forms.

import { parseAddress4, parseAddress6, isIpv4, isIpv6 } from './address.ts'

/** The special-purpose registry of IPv4 (RFC 6890 and its successors), and multicast. */
const special4: readonly (readonly [network: string, bits: number, description: string])[] = [
  ['0.0.0.0', 8, 'no address of its own network'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'shared by a carrier'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'reserved'],
  ['192.0.2.0', 24, 'for documentation'],
  ['192.88.99.0', 24, 'reserved'],
  ['192.168.0.0', 16, 'private'],
  ['198.18.0.0', 15, 'for benchmarks'],
  ['198.51.100.0', 24, 'for documentation'],
  ['203.0.113.0', 24, 'for documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved'],
]

/**
 * IPv6 addresses are special unless they are global unicast; these ranges are special too. An embedded IPv4 address is tested
 * separately.
 */
const special6: readonly (readonly [network: string, bits: number, description: string])[] = [
  ['2001::', 23, 'reserved'],
  ['2001:db8::', 32, 'for documentation'],
  ['3fff::', 20, 'for documentation'],
  ['::1', 128, 'loopback'],
  ['::', 128, 'unspecified'],
  ['fe80::', 10, 'link-local'],
  ['fc00::', 7, 'private'],
  ['fec0::', 10, 'private'],
  ['ff00::', 8, 'multicast'],
]

/** IPv6 ranges that embed an IPv4 address in their last or middle bytes: mapped, translated (RFC 6052), compatible, 6to4. */
const containing: readonly (readonly [network: string, bits: number, at: number])[] = [
  ['::ffff:0:0', 96, 12],
  ['::ffff:0:0:0', 96, 12],
  ['64:ff9b::', 96, 12],
  ['::', 96, 12],
  ['2002::', 16, 2],
]

/** The reason why an address is special, such as `private`; undefined for a public address; `no address` for other text. */
export function classifyAddress(text: string): string | undefined {
  const [address = ''] = text.split('%')
  if (isIpv4(address)) return findSpecialNetwork(parseAddress4(address), special4, parseAddress4)
  if (!isIpv6(address)) return 'no address'
  const bytes = parseAddress6(address)
  const network = findSpecialNetwork(bytes, special6, parseAddress6)
  if (network !== undefined) return network
  const embedded = containing.find(([network, bits]) => isWithin(bytes, parseAddress6(network), bits))
  if (embedded !== undefined) return findSpecialNetwork(bytes.slice(embedded[2], embedded[2] + 4), special4, parseAddress4)
  return isWithin(bytes, parseAddress6('2000::'), 3) ? undefined : 'reserved'
}

function findSpecialNetwork(
  address: readonly number[],
  networks: typeof special4,
  bytesOf: (text: string) => readonly number[],
): string | undefined {
  return networks.find(([network, bits]) => isWithin(address, bytesOf(network), bits))?.[2]
}

function isWithin(address: readonly number[], network: readonly number[], bits: number): boolean {
  return address.every((byte, index) => {
    const bitsOfByte = Math.min(8, Math.max(0, bits - index * 8))
    const mask = (0xff << (8 - bitsOfByte)) & 0xff
    return (byte & mask) === (network[index]! & mask)
  })
}
