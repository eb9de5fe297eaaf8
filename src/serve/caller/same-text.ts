// Compares a credential with a secret in constant time, so that timing does not reveal the secret's length or content.

import { hash, timingSafeEqual } from 'node:crypto'

/** Texts up to this many UTF-16 units are compared in a buffer of fixed size; longer ones by their digest. */
const most = 100

/** Compares texts with the secret, in constant time. */
export function sameAs(secret: string): (candidate: string) => boolean {
  const secretBytes = place()
  const other = place()
  copyText(secret, secretBytes)
  return (said) => {
    copyText(said, other)
    return timingSafeEqual(other, secretBytes)
  }
}

function place(): Buffer {
  return Buffer.alloc(2 + most * 2)
}

/** Writes the length first (beyond all others for a digest), and zeroes the unused rest. */
function copyText(text: string, into: Buffer): void {
  const isLong = text.length > most
  into.fill(0)
  into.writeUInt16LE(isLong ? most + 1 : text.length)
  if (isLong) into.write(hash('sha256', Buffer.from(text, 'utf16le'), 'latin1'), 2, 'latin1')
  else into.write(text, 2, 'utf16le')
}
