// `ninefold explain`: an operation with the origin of everything it can do, all facts as data, or a diagnostic's page.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { nearest } from '../base/nearest.ts'
import { explainFacts } from '../explain/facts.ts'
import { explainOperation } from '../explain/operation.ts'
import { type Command, type Console, Misuse, type Status, flag, format } from './command.ts'
import { compiled } from './compiled.ts'

const pages = resolve(import.meta.dirname, '../../docs/diagnostics')

export const explainCommand: Command = {
  name: 'explain',
  arguments: "DOC ['POST /orders'] | CODE",
  about: 'Says everything that an operation can do and where each line comes from; or what a diagnostic means.',
  options: [
    { flag: '--format text|json', about: 'json: all facts, as data' },
    { flag: '--no-origins', about: 'with json: without origins; two documents that mean the same print the same' },
  ],
  parse: { format: { type: 'string' }, 'no-origins': { type: 'boolean' } },
  words: [1, 2],
  async run([first, name], values, console) {
    const code = /^[a-z]+\/[\w-]+(\/[\w-]+)?$/.test(first!) ? page(first!) : undefined
    if (code !== undefined && name === undefined) {
      console.out(code)
      return 0
    }
    const { facts } = compiled(first!)
    if (format(values, 'text', 'json') === 'json') {
      console.out(`${JSON.stringify(explainFacts(facts, { origins: !flag(values, 'no-origins') }), null, 2)}\n`)
      return 0
    }
    if (name !== undefined) return one(facts, name, console)
    const all = facts.operations.map(({ operation }) => explainOperation(facts, operation, console))
    console.out(all.length === 0 ? 'The document shows no operation: every path gets what HTTP alone says.\n' : all.join('\n'))
    return 0
  },
}

function one(facts: ReturnType<typeof compiled>['facts'], name: string, console: Console): Status {
  const names = facts.operations.flatMap(({ operation }) => [operation.name, operation.id])
  const found = facts.operations.find(({ operation }) => operation.name === name || operation.id === name)
  if (found === undefined) {
    const [near] = nearest(name, names)
    throw new Misuse(`there is no operation \`${name}\`${near === undefined ? '' : `; did you mean \`${near}\`?`}`)
  }
  console.out(explainOperation(facts, found.operation, console))
  return 0
}

/** The page of a diagnostic; undefined where there is none of that code. What conventions demand has one page for all. */
function page(code: string): string | undefined {
  const name = code.replace(/^convention\/[\w-]+\/[\w-]+$/, 'convention/NAME/EXPECTATION')
  try {
    return readFileSync(resolve(pages, `${name}.md`), 'utf8')
  } catch {
    return undefined
  }
}
