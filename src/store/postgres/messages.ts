// Writes messages to PostgreSQL (its documentation, "Message Formats"): those of one flight are one piece of memory and one write.

import type { SqlValue } from '../sql/database.ts'

/** The size of a piece of memory that flights share one after the other. */
const pieceSize = 65_536

const [letterOfParse, letterOfBind, letterOfDescribe, letterOfExecute, letterOfClose, letterOfFlush, letterOfSync] = Buffer.from('PBDECHS')
const [kindOfStatement] = Buffer.from('S')

let piece = Buffer.allocUnsafeSlow(pieceSize)
let [start, end] = [0, 0]
/** The place of the open message's length. */
let lengthAt = 0

export const messages = {
  parse(name: string, text: string): void {
    openMessage(letterOfParse!)
    addName(name)
    addName(text)
    addInt16(0)
    close()
  },
  describe: (name: string): void => addNamed(letterOfDescribe!, name),
  close: (name: string): void => addNamed(letterOfClose!, name),
  /** All values are texts, but for bytes. */
  bind(name: string, values: readonly SqlValue[]): void {
    openMessage(letterOfBind!)
    addName('')
    addName(name)
    if (values.some((value) => value instanceof Uint8Array)) {
      addInt16(values.length)
      for (const value of values) addInt16(value instanceof Uint8Array ? 1 : 0)
    } else addInt16(0)
    addInt16(values.length)
    for (const value of values) addValue(value)
    addInt16(0)
    close()
  },
  execute(): void {
    openMessage(letterOfExecute!)
    addName('')
    addInt32(0)
    close()
  },
  flush(): void {
    openMessage(letterOfFlush!)
    close()
  },
  sync(): void {
    openMessage(letterOfSync!)
    close()
  },
  /** The messages since the last call. */
  take(): Buffer {
    const taken = piece.subarray(start, end)
    start = end
    return taken
  },
}

function addNamed(letter: number, name: string): void {
  openMessage(letter)
  reserve(1)
  piece[end++] = kindOfStatement!
  addName(name)
  close()
}

function openMessage(letter: number): void {
  reserve(5)
  piece[end] = letter
  lengthAt = end + 1 - start
  end += 5
}

function close(): void {
  const at = start + lengthAt
  piece.writeInt32BE(end - at, at)
}

function addInt16(value: number): void {
  reserve(2)
  end = piece.writeUInt16BE(value, end)
}

function addInt32(value: number): void {
  reserve(4)
  end = piece.writeInt32BE(value, end)
}

/** A text that ends with a zero byte. */
function addName(text: string): void {
  addText(text)
  reserve(1)
  piece[end++] = 0
}

function addValue(value: SqlValue): void {
  if (value === null) return addInt32(-1)
  const at = end - start
  addInt32(0)
  if (value instanceof Uint8Array) {
    reserve(value.length)
    piece.set(value, end)
    end += value.length
  } else addText(typeof value === 'string' ? value : String(value))
  piece.writeInt32BE(end - start - at - 4, start + at)
}

function addText(text: string): void {
  // A character has three bytes at most for each of its units.
  reserve(text.length * 3)
  end += piece.write(text, end)
}

/** Makes room; if the piece is full, the messages that were not taken move to another one. */
function reserve(size: number): void {
  if (end + size <= piece.length) return
  const next = Buffer.allocUnsafeSlow(Math.max(pieceSize, (end - start + size) * 2))
  piece.copy(next, 0, start, end)
  ;[piece, end, start] = [next, end - start, 0]
}
