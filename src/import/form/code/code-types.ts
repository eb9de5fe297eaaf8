// Finds the types that a form declares in code beside its records: enumerations, and bases whose members other types have.

export type CodeTypes = {
  /** The values of enumerations, by name. */
  readonly choices: ReadonlyMap<string, readonly string[]>
  /** The names of types that other types extend. */
  readonly bases: ReadonlySet<string>
}

const enumeration = /\benum(?:\s+class)?\s+([A-Z]\w*)\s*(?::\s*\w+\s*)?\{([^{}]*)\}/g
const union = /^\s*(?:export\s+)?(?:type\s+)?([A-Z]\w*)\s*=\s*\|?\s*((?:["'][\w .-]+["']\s*\|\s*)+["'][\w .-]+["'])\s*;?\s*(?:\/\/.*)?$/gm
const extending = /\b(?:type|interface|class|struct|record|message)\s+\w+\s*(?:=\s*|extends\s+|:\s*(?=[A-Z]\w*\s*\{))([A-Z]\w*)\s*(?=&|\{)/g

const alias = /^\s*(?:export\s+)?type\s+([A-Z]\w*)\s*=\s*([a-z]\w*(?:\[\])?)\s*;?[ \t]*(?:\/\/[ \t]*(.*))?$/gm

/** `type Cents = number; // whole, never negative`: names for kinds of values, with the words for them. */
export function readCodeAliases(text: string): ReadonlyMap<string, string> {
  return new Map(
    Array.from(text.matchAll(alias), ([, name, kind, remark]) => [name!, [kind, remark].filter((each) => each !== undefined).join('; ')]),
  )
}

export function readCodeTypes(text: string): CodeTypes {
  const choices = new Map<string, readonly string[]>()
  for (const [, name, body] of text.matchAll(enumeration)) {
    const values = body!
      .replaceAll(/\/\/.*|\/\*.*?\*\//g, '')
      .split(/[,;\s]+(?![^=]*=\s*$)/)
      .join(' ')
      .replaceAll(/\s*=\s*(?:["']([\w.-]+)["']|-?\d+)/g, (_, value?: string) => (value === undefined ? '' : `=${value}`))
      .split(' ')
      .map((each) => each.replace(/^.*=/, '').replaceAll(/["']/g, ''))
      .filter((each) => /^[A-Za-z][\w-]*$/.test(each) && !/(?:^|_)(?:UNSPECIFIED|UNKNOWN)$/.test(each))
    if (values.length > 1) choices.set(name!, values)
  }
  for (const [, name, values] of text.matchAll(union))
    choices.set(
      name!,
      Array.from(values!.matchAll(/["']([\w .-]+)["']/g), ([, value]) => value!),
    )
  return { choices, bases: new Set(Array.from(text.matchAll(extending), ([, name]) => name!)) }
}
