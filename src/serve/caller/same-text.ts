// Compares a credential with a secret in constant time, so that timing does not reveal the secret's length or content.

import { hash, timingSafeEqual } from 'node:crypto'

/** Texts up to this many UTF-16 units are compared in a buffer of fixed size; longer ones by their digest. */
const maxBytes = 100

/** Compares texts with the secret, in constant time. */
export function makeTextComparison(secret: string): (candidate: string) => boolean {
  const secretBytes = allocate()
  const otherBuffer = allocate()
  copyText(secret, secretBytes)
  return (sent) => {
    copyText(sent, otherBuffer)
    return timingSafeEqual(otherBuffer, secretBytes)
  }
}

function allocate(): Buffer {
  return Buffer.alloc(2 + maxBytes * 2)
}

/** Writes the length first (beyond all others for a digest), and zeroes the unused rest. */
function copyText(text: string, buffer: Buffer): void {
  const isLong = text.length > maxBytes
  buffer.fill(0)
  buffer.writeUInt16LE(isLong ? maxBytes + 1 : text.length)
  if (isLong) buffer.write(hash('sha256', Buffer.from(text, 'utf16le'), 'latin1'), 2, 'latin1')
  else buffer.write(text, 2, 'utf16le')
}
