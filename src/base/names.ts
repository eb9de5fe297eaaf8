// Converts names to kebab-case, snake_case and camelCase, and forms regular English plurals.

/**
 * The words of a name in any spelling: `OrderLine`, `order-line` and `order_line` have two, `APIKey` has `API` and `Key`, `APIs` has
 * one.
 */
function splitWords(name: string): string[] {
  return name.match(/[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g) ?? []
}

export function kebabCase(name: string): string {
  return join(splitWords(name), '-')
}

export function snakeCase(name: string): string {
  return join(splitWords(name), '_')
}

/** A number stays with the word before it (`line2`), as people write it. */
function join(parts: readonly string[], separator: string): string {
  return parts.reduce((text, part) => {
    const word = part.toLowerCase()
    return text === '' || /^[0-9]/.test(word) ? text + word : `${text}${separator}${word}`
  }, '')
}

export function camelCase(name: string): string {
  const [first = '', ...rest] = splitWords(name)
  return first.toLowerCase() + rest.map(capitaliseWord).join('')
}

function capitaliseWord(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
}

/** Words for which the rules below would be wrong: irregular, without plural, or already plural. */
const irregular = new Set(
  (
    'person people child children foot feet tooth teeth goose geese mouse mice louse lice ox oxen die dice penny pence ' +
    'criterion phenomenon automaton ganglion polyhedron stomach monarch epoch patriarch matriarch eunuch tech ' +
    'sheep fish deer moose salmon trout shrimp swine bison aircraft spacecraft offspring cattle police staff crew ' +
    'information news money equipment software hardware firmware feedback furniture luggage baggage traffic weather ' +
    'knowledge advice research progress evidence content metadata alumni fungi cacti foci nuclei radii stimuli ' +
    'bureau plateau chateau tableau quiz chef belief brief chief proof roof reef grief safe'
  ).split(' '),
)

/**
 * The plural of a name, `Order` → `Orders`, `ProductCategory` → `ProductCategories`; undefined if no rule gives the plural of the last word
 * for certain, so that the document must state it.
 */
export function pluralize(name: string): string | undefined {
  const last = splitWords(name).at(-1)
  if (last === undefined || /[^A-Za-z0-9_-]|[0-9]$/.test(name)) return undefined
  const ending = findPluralEnding(last.toLowerCase())
  return ending === undefined ? undefined : name.slice(0, name.length - ending.drop) + ending.add
}

function findPluralEnding(word: string): { drop: number; add: string } | undefined {
  if (word.length < 2 || irregular.has(word)) return undefined
  // Leaf and roof, hero and photo, index and box, status and bus, datum and album, schema and data: each class has both kinds.
  if (/(?:[^f]f|fe|o|[ei]x|a|um|man|[^s]s|z)$/.test(word)) return undefined
  if (/(?:s|x|ch|sh)$/.test(word)) return { drop: 0, add: 'es' }
  if (/[^aeiou]y$/.test(word)) return { drop: 1, add: 'ies' }
  return { drop: 0, add: 's' }
}
