// Determines the client's address and the requested address behind proxies: `Forwarded` (RFC 7239) and the older `X-Forwarded-For`,
// `-Proto` and `-Host`, to the extent that the operator trusts the proxies that wrote them.

import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { normaliseAddress } from '../base/address.ts'

/** `url` is the scheme and the host, if a trusted proxy reports them. */
export type ForwardedClient = { readonly address: string; readonly url?: string }

export type ClientOf = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => ForwardedClient

/** An address, or a network such as `10.0.0.0/8`; undefined if the text is neither. */
export function parseNetwork(
  text: string,
): { readonly address: string; readonly prefix: number; readonly family: 'ipv4' | 'ipv6' } | undefined {
  const [, address = '', prefixText] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const kind = isIP(address)
  const maxBits = kind === 4 ? 32 : 128
  const prefix = prefixText === undefined ? maxBits : Number(prefixText)
  return kind === 0 || prefix > maxBits ? undefined : { address, prefix, family: kind === 4 ? 'ipv4' : 'ipv6' }
}

/** `proxies` are addresses and networks. */
export function makeClientFinder(proxies: readonly string[]): ClientOf {
  if (proxies.length === 0) return ({ socket }) => ({ address: normaliseAddress(socket.remoteAddress ?? '') })
  const trusted = new BlockList()
  for (const network of proxies.map(parseNetwork))
    if (network !== undefined) trusted.addSubnet(network.address, network.prefix, network.family)
  const isTrusted = (address: string): boolean => isIP(address) !== 0 && trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
  return ({ headers, socket }) => {
    const peer = normaliseAddress(socket.remoteAddress ?? '')
    if (!isTrusted(peer)) return { address: peer }
    const clients = [parseForwarded(readField(headers['forwarded'])), parseOlderHeaders(headers)].flatMap((hops) =>
      hops === undefined ? [] : [follow(peer, hops, isTrusted, headers.host)],
    )
    const [first, second] = clients
    // A proxy sets one of the two headers and may forward the client's other one: if they differ, ignore both.
    if (first === undefined || (second !== undefined && second.address !== first.address)) return { address: peer }
    return first
  }
}

/** One step of a request's route, as the proxy reports it; members that it leaves out are absent. */
type Hop = { readonly for?: string; readonly proto?: string; readonly host?: string }

/** Follows the steps back from the peer, as long as the reporting proxy is trusted. */
function follow(peer: string, hops: readonly Hop[], isTrusted: (address: string) => boolean, host: string | undefined): ForwardedClient {
  let address = peer
  let outermost: Hop = {}
  for (let index = hops.length - 1; index >= 0 && isTrusted(address); index--) {
    outermost = hops[index]!
    const before = outermost.for === undefined ? undefined : parseNode(outermost.for)
    if (before === undefined) break
    address = before
  }
  const proto = /^https?$/i.test(outermost.proto ?? '') ? outermost.proto!.toLowerCase() : undefined
  const named = isHost(outermost.host ?? '') ? outermost.host : undefined
  if (proto === undefined && named === undefined) return { address }
  return { address, url: `${proto ?? 'http'}://${named ?? host ?? ''}` }
}

function isHost(text: string): boolean {
  return /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(text)
}

/** RFC 7239, section 4: elements after commas, their pairs after semicolons. A malformed field is ignored as a whole. */
function parseForwarded(text: string | undefined): readonly Hop[] | undefined {
  if (text === undefined) return undefined
  const token = "[\\w!#$%&'*+.^`|~-]+"
  const pair = new RegExp(`[ \\t]*(${token})=(?:(${token})|"((?:[^"\\\\]|\\\\.)*)")[ \\t]*(;|,|$)`, 'y')
  const hops: { [name: string]: string }[] = [{}]
  while (pair.lastIndex < text.length) {
    const match = pair.exec(text)
    if (match === null) return undefined
    const [, name = '', plainValue, quotedValue, end] = match
    hops.at(-1)![name.toLowerCase()] = plainValue ?? quotedValue!.replace(/\\(.)/g, '$1')
    if (end === ',') hops.push({})
  }
  return hops
}

function parseOlderHeaders(headers: IncomingMessage['headers']): readonly Hop[] | undefined {
  const list = (name: string): string[] =>
    readField(headers[name])
      ?.split(',')
      .map((item) => item.trim()) ?? []
  const nodes = list('x-forwarded-for')
  if (nodes.length === 0) return undefined
  /** A header has one value for the whole route, or one for each step. */
  const findValueFromEnd = (lists: readonly string[], index: number): string | undefined => {
    if (lists.length === 1) return lists[0]
    return lists.length === nodes.length ? lists[index] : undefined
  }
  const [protos, hosts] = [list('x-forwarded-proto'), list('x-forwarded-host')]
  return nodes.map((node, index): Hop => {
    const [proto, host] = [findValueFromEnd(protos, index), findValueFromEnd(hosts, index)]
    return { for: node, ...(proto === undefined ? {} : { proto }), ...(host === undefined ? {} : { host }) }
  })
}

function readField(value: string | readonly string[] | undefined): string | undefined {
  return value === undefined || typeof value === 'string' ? value : value.join(', ')
}

/** RFC 7239, section 6: an address, in brackets for IPv6, and an optional port; `unknown` and obfuscated names give none. */
function parseNode(node: string): string | undefined {
  const address = /^\[([^\]]+)\](?::\w+)?$/.exec(node)?.[1] ?? (isIP(node) !== 0 ? node : node.replace(/:\w+$/, ''))
  return isIP(address) === 0 ? undefined : normaliseAddress(address)
}
