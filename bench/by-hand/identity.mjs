// UUIDs, entity tags and tokens for the services by hand.

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A UUID of version 7 (RFC 9562). */
export function uuidv7() {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes[6] = (bytes[6] & 0x0f) | 0x70
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

export function tagOf(body) {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** Issues and verifies JSON Web Tokens (RFC 7519) signed with HS256. */
export function tokens(secret) {
  const sign = (text) => createHmac('sha256', secret).update(text).digest('base64url')
  const head = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')
  return {
    issue(claims) {
      const text = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
      return `${text}.${sign(text)}`
    },
    /** The claims of a token; undefined if its signature is wrong or it has expired. */
    verify(token) {
      const [header, payload, signature] = token.split('.')
      if (signature === undefined) return undefined
      const [expected, received] = [Buffer.from(sign(`${header}.${payload}`)), Buffer.from(signature)]
      if (expected.length !== received.length || !timingSafeEqual(expected, received)) return undefined
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
      return claims.exp > Date.now() / 1000 ? claims : undefined
    },
  }
}
