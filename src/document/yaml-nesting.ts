// Finds text that is nested so deeply that the stack of the YAML library would overflow, before the library reads it.

/** The offset at which more than `most` brackets are open, or more than `most` list items and keys begin on one line. */
export function findDeepNesting(text: string, most: number): number | undefined {
  let brackets = 0
  let dashes = 0 // of items and keys that begin on one line
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 0x0a) dashes = 0
    else if (unit === 0x2d || unit === 0x3f || unit === 0x3a) dashes++
    else if (unit !== 0x20) {
      dashes = -text.length
      if (unit === 0x5b || unit === 0x7b) brackets++
      else if ((unit === 0x5d || unit === 0x7d) && brackets > 0) brackets--
    }
    if (brackets > most || dashes > most) return i
  }
  return undefined
}
