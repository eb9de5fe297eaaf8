// Parses sizes in bytes: `64KiB`, `1MB`, `512`.

const units: { readonly [unit: string]: number } = {
  '': 1,
  B: 1,
  kB: 1e3,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
}

/** Bytes; undefined if the text is not a size. */
export function parseSize(text: string): number | undefined {
  const [, digits, unit = ''] = /^(\d+)\s*([A-Za-z]*)$/.exec(text) ?? []
  const factor = units[unit]
  if (digits === undefined || factor === undefined) return undefined
  const bytes = Number(digits) * factor
  return Number.isSafeInteger(bytes) ? bytes : undefined
}
