// The rules of the Interop Test Platform, which are those of Laravel's validator: `required|in:202`, for each value at a path.

export type Rules = { readonly [path: string]: string | readonly string[] }

/** The rules that the message breaks, each with its path; `render` fills what they refer to. */
export function findBrokenRules(rules: Rules, message: object, render: (text: string) => string): string[] {
  return Object.entries(rules).flatMap(([path, written]) =>
    (typeof written === 'string' ? splitRules(render(written)) : written.map(render)).flatMap((rule) => {
      const found = findValues(message, path).filter((value) => !isKept(rule, value))
      return found.map((value) => `${path} ${JSON.stringify(value)} is not ${rule}`)
    }),
  )
}

/** A regular expression may have `|` of its own, and is the last of its rules. */
function splitRules(rules: string): string[] {
  const start = rules.search(/(?<=^|\|)regex:/)
  if (start === -1) return rules.split('|')
  return [
    ...rules
      .slice(0, start)
      .split('|')
      .filter((rule) => rule !== ''),
    rules.slice(start),
  ]
}

function findValues(message: object, path: string): unknown[] {
  return path.split('.').reduce<unknown[]>(
    (values, name) =>
      values.flatMap((value) => {
        if (typeof value !== 'object' || value === null) return [undefined]
        return name === '*' ? (Object.values(value) as unknown[]) : [(value as Record<string, unknown>)[name]]
      }),
    [message],
  )
}

/** All but `required` let an absent value pass. */
function isKept(rule: string, value: unknown): boolean {
  const [, name = '', argument = ''] = /^(\w+):?(.*)$/s.exec(rule) ?? []
  const isAbsent = value === undefined || value === null || value === ''
  if (name === 'required') return !isAbsent
  if (isAbsent) return true
  switch (name) {
    case 'in':
      return argument.split(',').includes(textOf(value))
    case 'regex':
      return patternOf(argument).test(textOf(value))
    case 'array':
      return typeof value === 'object'
    case 'min':
      return sizeOf(value) >= Number(argument)
    case 'max':
      return sizeOf(value) <= Number(argument)
    default:
      throw new Error(`there is no rule ${rule}`)
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function patternOf(written: string): RegExp {
  const [, pattern = '', flags] = /^\/(.*)\/([a-z]*)$/s.exec(written) ?? []
  return new RegExp(pattern, flags)
}

function sizeOf(value: unknown): number {
  return typeof value === 'object' ? Object.keys(value as object).length : Number(value)
}
