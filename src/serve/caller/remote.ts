// A JSON document that an issuer publishes: fetched on first use, cached as long as its headers allow, then fetched again.

import { type JsonObject, isJsonObject, parseJson } from '../../base/json.ts'

/** The document is unavailable, so credentials that depend on it cannot be verified. */
export class Unreachable extends Error {}

export type Remote = {
  readonly address: string
  /** `refresh`: fetch again, because the cached copy lacks a key; ignored shortly after the last fetch. */
  read(refresh?: boolean): Promise<JsonObject>
}

/** Operator limits: milliseconds for a fetch, its bytes, the default cache time, and the minimal time between fetches. */
const fetchLimits = { wait: 5000, bytes: 1024 * 1024, kept: 600_000, again: 30_000 }

type CachedDocument = { readonly value: JsonObject; readonly at: number; readonly until: number }

/** `now` in milliseconds since 1970. Concurrent reads share one fetch. */
export function makeRemote(address: string, now: () => number): Remote {
  let cached: CachedDocument | undefined
  let fetching: Promise<CachedDocument> | undefined
  return {
    address,
    async read(anew = false) {
      const isGood = cached !== undefined && now() < cached.until && (!anew || now() < cached.at + fetchLimits.again)
      if (!isGood) {
        fetching ??= fetchDocument(address, now).finally(() => (fetching = undefined))
        cached = await fetching
      }
      return cached!.value
    },
  }
}

async function fetchDocument(address: string, now: () => number): Promise<CachedDocument> {
  try {
    // Redirects are refused: only the document's address is trusted.
    const answer = await fetch(address, {
      redirect: 'error',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(fetchLimits.wait),
    })
    if (answer.status !== 200) throw new Unreachable(`${address} answers ${answer.status}`)
    const parsed = parseJson(await readBytes(answer, address), { depth: 16 })
    if (!('value' in parsed) || !isJsonObject(parsed.value)) throw new Unreachable(`${address} returns no JSON object`)
    const time = now()
    return { value: parsed.value as JsonObject, at: time, until: time + readLifetime(answer.headers.get('cache-control')) }
  } catch (error) {
    if (error instanceof Unreachable) throw error
    const { name, cause } = error as { name?: string; cause?: { code?: string; message?: string } }
    throw new Unreachable(`${address} cannot be reached (${cause?.code ?? cause?.message ?? name ?? 'no reason given'})`)
  }
}

async function readBytes(answer: Response, address: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of answer.body ?? []) {
    size += (piece as Uint8Array).length
    if (size > fetchLimits.bytes) throw new Unreachable(`${address} returns more than ${fetchLimits.bytes} bytes`)
    pieces.push(piece as Uint8Array)
  }
  return Buffer.concat(pieces)
}

/** RFC 9111, section 5.2.2.1; by default the operator's limit. */
function readLifetime(control: string | null): number {
  const age = /(?:^|[\s,])max-age\s*=\s*"?(\d+)/i.exec(control ?? '')?.[1]
  return age === undefined ? fetchLimits.kept : Math.min(Number(age) * 1000, 86_400_000)
}
