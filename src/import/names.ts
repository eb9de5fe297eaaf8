// Chooses unique names for imported resources, shapes and views: the source's names if the language allows them.

export type NameAllocator = {
  /** The name in the language's form, such as `Pet` for `pet`; if it is in use, with the suffix, and then with a number. */
  take(wanted: string, suffix?: string): string
}

export function allocateNames(): NameAllocator {
  const usedNames = new Set<string>(['Http'])
  return {
    take(wanted, suffix = '') {
      const typeName = makeResourceName(wanted)
      let name = usedNames.has(typeName) ? `${typeName}${suffix}` : typeName
      for (let count = 2; usedNames.has(name); count++) name = `${typeName}${suffix}${count}`
      usedNames.add(name)
      return name
    },
  }
}

/** Only letters and digits, with a capital first: the form of names in expressions. */
export function makeResourceName(text: string): string {
  const words = spellInAscii(text)
    .split(/[^A-Za-z0-9]+/)
    .filter((each) => each !== '')
  const name = words.map((each) => each.charAt(0).toUpperCase() + each.slice(1)).join('')
  if (name === '') return 'Thing'
  return /^[0-9]/.test(name) ? `N${name}` : name
}

/** The singular of a regular English noun: `pets` → `pet`, `categories` → `category`. */
export function singularize(word: string): string {
  const [, lead = '', last = word] = /^(.*[^A-Za-z])?([A-Za-z]+)$/.exec(word) ?? []
  if (/[^aeiou]ies$/i.test(last)) return `${lead}${last.slice(0, -3)}y`
  if (
    /(?:ss|us|is|news|series|species|sales|ops|premises|headquarters|(?:telemat|analyt|logist|diagnost|stat?ist|electron|robot|econom|eth|graph|athlet|forens|aesthet|cosmet)ics)$/i.test(
      last,
    )
  )
    return word
  if (/(?:ss|x|ch|sh|[^aeiou]z|[^aeo]us|ias)es$/i.test(last)) return `${lead}${last.slice(0, -2)}`
  return /s$/i.test(last) && last.length > 2 ? `${lead}${last.slice(0, -1)}` : word
}

/** The text with the letters allowed in names of transitions and settings: `bestätigen` becomes `bestaetigen`. */
export function spellInAscii(text: string): string {
  const spelt: { readonly [letter: string]: string } = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss' }
  return text
    .normalize('NFC')
    .replaceAll(/[äöüÄÖÜß]/g, (letter) => spelt[letter]!)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
}

/** The same text for names that differ only in case and separators: `pet_id`, `petId` and `PetID`. */
export function normaliseSpelling(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')
}

/** `input.path.petId`, or `input.path["pet-id"]`. */
export function select(of: string, name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) && !words.has(name) ? `${of}.${name}` : `${of}[${JSON.stringify(name)}]`
}

/** Reserved words of CEL. */
const words = new Set(
  'as break const continue else false for function if import in let loop package namespace null return true var void while'.split(' '),
)
