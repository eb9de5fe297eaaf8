// An issuer on this machine: discovery, keys that rotate, and tokens that it signs.

import { type KeyObject, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export type Issuer = {
  readonly url: string
  /** Requests so far, by path. */
  readonly asked: { readonly path: string }[]
  /** Signs from now on with a new key, and publishes no other. */
  rotate(): void
  token(claims: object, header?: object): string
  /** Answers otherwise from now on: a status, or a body in the place of the one of a path. */
  answer: { status: number; control?: string; readonly bodies: Map<string, string> }
  /** Takes no connection any more. */
  close(): Promise<void>
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

type Key = { readonly kid: string; readonly privateKey: KeyObject; readonly jwk: object }

export async function issuer(context: TestContext): Promise<Issuer> {
  const asked: { path: string }[] = []
  const answer: Issuer['answer'] = { status: 200, bodies: new Map() }
  let key = made(0)
  let count = 0
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push({ path })
    const documents: { readonly [path: string]: object } = {
      '/.well-known/openid-configuration': {
        issuer: url(),
        jwks_uri: `${url()}/keys`,
        id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
      },
      '/keys': { keys: [key.jwk] },
    }
    response.writeHead(answer.status, {
      'Content-Type': 'application/json',
      ...(answer.control === undefined ? {} : { 'Cache-Control': answer.control }),
    })
    response.end(answer.bodies.get(path) ?? JSON.stringify(documents[path] ?? {}))
  })
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  context.after(close)
  return {
    url: url(),
    asked,
    answer,
    close,
    rotate: () => void (key = made(++count)),
    token(claims, header = { alg: 'ES256', kid: key.kid }) {
      const content = `${encode(header)}.${encode(claims)}`
      return `${content}.${sign('sha256', Buffer.from(content), { key: key.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
    },
  }
}

function made(count: number): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const kid = `key-${count}`
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' } }
}
