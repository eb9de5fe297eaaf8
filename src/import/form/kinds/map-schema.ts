// Builds the YAML schema of a map's values from the cell with their type.

const bases: { readonly [word: string]: string } = { text: 'string', 'whole number': 'integer', number: 'number', 'yes/no': 'boolean' }

/** Maps of texts, numbers and booleans; the values of any other map are a gap. */
export function convertCell(cell: string): string {
  const [, base = '', least, most] = /^(text|whole number|number|yes\/no)(?: (-?\d+)?\.\.(-?\d+)?)?$/.exec(cell) ?? []
  const type = bases[base]
  if (type === undefined) return 'not shown'
  const [lower, upper] = type === 'string' ? ['minLength', 'maxLength'] : ['minimum', 'maximum']
  return `{ ${[`type: ${type}`, least === undefined ? '' : `${lower}: ${least}`, most === undefined ? '' : `${upper}: ${most}`].filter((each) => each !== '').join(', ')} }`
}
