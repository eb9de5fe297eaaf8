// Reads the options of a command from a YAML file, by their names and units on the command line, which takes precedence.

import { parseArgs } from 'node:util'
import { findNearest } from '../base/nearest.ts'
import { createSource } from '../base/text.ts'
import { readYaml } from '../document/read-yaml.ts'
import type { Node, Scalar } from '../document/node.ts'
import { createRegion } from '../document/region.ts'
import { type Command, Misuse, type Values } from './command.ts'
import { load } from './load.ts'

/** `defaults` apply to options that neither sets. */
export function withConfig(file: string | undefined, values: Values, parse: Command['parse'], defaults: Values): Values {
  return { ...defaults, ...(file === undefined ? {} : readConfig(file, parse)), ...values }
}

function readConfig(file: string, parse: Command['parse']): Values {
  const [read, ...otherFiles] = load(file)
  if (read === undefined || otherFiles.length > 0) throw new Misuse(`${file} is a folder; --config names one file`)
  const configSource = createSource(file, read.text)
  const {
    node,
    diagnostics: [problem],
  } = readYaml(createRegion(configSource, 0, read.text.length))
  if (problem !== undefined) throw new Misuse(`${file} is not read: ${problem.message}`)
  if (node?.kind !== 'map') throw new Misuse(`${file} does not contain a map of options`)
  const args = node.entries.flatMap(({ key, value }) => toArguments(file, key.text, value, parse))
  return parseArgs({ args, options: parse, strict: true, allowPositionals: false }).values as Values
}

/** The options in their command line form. */
function toArguments(file: string, name: string, value: Node, parse: Command['parse']): readonly string[] {
  const option = Object.hasOwn(parse, name) && name !== 'config' ? parse[name] : undefined
  if (option === undefined) {
    const [suggestion] = findNearest(name, Object.keys(parse))
    throw new Misuse(`${file}: there is no option ${name}${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`)
  }
  const texts = (value.kind === 'list' ? value.items : [value]).map((each) => (each.kind === 'scalar' ? each : undefined))
  const isWrong = texts.some((each) => each === undefined || each.value === null) || (value.kind === 'list' && option.multiple !== true)
  const textForm = option.multiple === true ? 'a text, or a list of them' : 'a text'
  if (isWrong) throw new Misuse(`${file}: ${name} takes ${option.type === 'boolean' ? 'true or false' : textForm}`)
  const scalars = texts as readonly Scalar[]
  if (option.type === 'string') return scalars.map(({ text }) => `--${name}=${text}`)
  if (typeof scalars[0]!.value !== 'boolean') throw new Misuse(`${file}: ${name} takes true or false, not ${scalars[0]!.text}`)
  return scalars[0]!.value ? [`--${name}`] : []
}
