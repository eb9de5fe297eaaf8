// The arguments of an adoption: names of declarations, and values for the convention's own `given`.

import { advise, paste } from '../diagnostic/help.ts'
import type { Type } from '../cel/type.ts'
import type { Value } from '../cel/value.ts'
import { createDiagnostic, quoteName, reportUnknownName } from '../diagnostic/voice.ts'
import type { Node, Scalar } from '../document/node.ts'
import type { Adoption, Front } from '../model/front.ts'
import type { SchemaNode } from '../model/schema.ts'
import { type Reader, reportExpected } from '../model/shape.ts'
import { listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Argument, Author, Arguments, Single } from './author.ts'
import type { Declarations } from './declarations.ts'
import { type DeclarationKind, argumentOf, declarationKinds } from './kinds.ts'

const kindOfArgument = (name: string): DeclarationKind | undefined => declarationKinds.find((kind) => argumentOf[kind] === name)

/** Reads the arguments of an adoption, and fills in the convention's defaults. */
export function readArguments(convention: string, front: Front, adoption: Adoption, reader: Reader): Arguments {
  const args: { [name: string]: Argument } = {}
  const described = new Map(listSpecifiedEntries(front.given).map(({ name, value }) => [name, value]))
  for (const { key, value } of adoption.arguments) {
    const schema = described.get(key.text)
    if (kindOfArgument(key.text) !== undefined) args[key.text] = readNames(value, reader)
    else if (schema !== undefined) args[key.text] = readArgument(value, schema, reader)
    else
      reader.report(
        reportUnknownName('convention/unknown-argument', `argument of ${quoteName(convention)}`, key.text, key.span, [
          ...described.keys(),
          ...Object.values(argumentOf),
        ]),
      )
  }
  for (const [name, schema] of described) {
    const fallback = slotValueOf(schema.keywords.default)
    if (args[name] === undefined && fallback !== undefined)
      args[name] = toArgument(fallback.node) ?? { kind: 'list', values: [], spans: [], at: fallback.node.span }
  }
  return args
}

/** Reports arguments that a convention describes but that no adoption can set. */
export function checkDescribed(front: Front, reader: Reader): void {
  for (const { name, key, value } of listSpecifiedEntries(front.given)) {
    const items = slotValueOf(value.keywords.items)
    const [type] = slotValueOf(value.keywords.type) ?? []
    const [itemType] = items === undefined ? ['string'] : (slotValueOf(items.keywords.type) ?? [])
    if (Object.hasOwn(jsonTypes, (type === 'array' ? itemType : type) ?? '')) continue
    reader.report(
      createDiagnostic(
        'error',
        'convention/argument-type',
        `${quoteName(name)} is described as something that an adoption cannot give`,
        { span: key.span, text: 'no single value, and no list of them' },
        {
          help: 'An argument is a string, an integer or a boolean, or a list of one of these:\n\n    given:\n      tags: { type: array, items: { type: string }, default: [] }',
        },
      ),
    )
  }
}

/** `all`, a name, or a list of names. */
function readNames(node: Node, reader: Reader): Argument {
  if (node.kind === 'scalar' && node.style === 'plain' && node.text === 'all') return { kind: 'all', at: node.span }
  const items = node.kind === 'list' ? node.items : [node]
  const names = items.filter((item) => item.kind === 'scalar' && item.text !== '') as Scalar[]
  if (names.length === items.length)
    return { kind: 'list', values: names.map(({ text }) => text), spans: names.map(({ span }) => span), at: node.span }
  reportExpected('a list of names, or `all`', node, reader)
  return { kind: 'wrong', at: node.span }
}

const jsonTypes: { readonly [type: string]: (value: Single) => boolean } = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => typeof value === 'bigint' || Number.isInteger(value),
}

function readArgument(node: Node, schema: SchemaNode, reader: Reader): Argument {
  const type = typeOfArgument(schema)
  const argument = toArgument(node)
  const items = type.kind === 'list' ? slotValueOf(schema.keywords.items) : schema
  const [typeName] = (items === undefined ? undefined : slotValueOf(items.keywords.type)) ?? []
  const isOfKind = argument !== undefined && argument.kind === (type.kind === 'list' ? 'list' : 'value')
  const singleValues = argument?.kind === 'value' ? [argument.value] : []
  const values = argument?.kind === 'list' ? argument.values : singleValues
  if (isOfKind && values.every((value) => jsonTypes[typeName ?? 'string']?.(value))) return argument
  reportExpected(
    type.kind === 'list' ? `a list of ${typeName ?? 'string'} values` : `a value of type ${typeName ?? 'string'}`,
    node,
    reader,
  )
  return { kind: 'wrong', at: node.span }
}

function toArgument(node: Node): Argument | undefined {
  const items = node.kind === 'list' ? node.items : [node]
  const singles = items.filter((item) => item.kind === 'scalar' && item.value !== null) as Scalar[]
  if (singles.length !== items.length) return undefined
  const values = singles.map(({ value }) => value as Single)
  return node.kind === 'list'
    ? { kind: 'list', values, spans: singles.map(({ span }) => span), at: node.span }
    : { kind: 'value', value: values[0]!, at: node.span }
}

/** Single values and lists of them; arguments are not nested deeper. */
function typeOfArgument({ keywords }: SchemaNode): Type {
  const [type] = slotValueOf(keywords.type) ?? []
  const items = slotValueOf(keywords.items)
  if (type === 'array') return { kind: 'list', element: items === undefined ? { kind: 'string' } : typeOfArgument(items) }
  if (type === 'integer') return { kind: 'int' }
  return type === 'boolean' ? { kind: 'bool' } : { kind: 'string' }
}

/** The type of `given` in a convention. */
export function makeGivenType(front: Front): Type {
  const names = Object.values(argumentOf).map((name) => [name, { type: { kind: 'list', element: { kind: 'string' } } }] as const)
  const described = listSpecifiedEntries(front.given).map(({ name, value }) => [name, { type: typeOfArgument(value) }] as const)
  return {
    kind: 'object',
    name: 'given',
    members: new Map([...names, ...described.filter(([name]) => kindOfArgument(name) === undefined)] as never),
  }
}

/** The value of `given`, with `all` replaced by the names of all declarations. */
export function makeGivenValue(args: Arguments, declarations: Declarations): Value {
  return new Map(Object.entries(args).map(([name, argument]) => [name, resolveArgument(argument, kindOfArgument(name), declarations)]))
}

function resolveArgument(argument: Argument, kind: DeclarationKind | undefined, declarations: Declarations): Value {
  if (argument.kind === 'wrong') return null
  if (argument.kind === 'all') return kind === undefined ? [] : declarations[kind].map(({ name }) => name)
  return argument.kind === 'list' ? argument.values.map(valueOfSingle) : valueOfSingle(argument.value)
}

/** CEL's integers are bigint. */
const valueOfSingle = (value: Single): Value => (typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value)

/** Reports arguments that rules need but the adoption lacks, and arguments that no rule uses. False if the rules cannot run. */
export function checkArguments(author: Author, used: ReadonlySet<string>, reader: Reader): boolean {
  const convention = quoteName(author.convention ?? '')
  const asWritten = author.adoption.source.text.slice(author.adoption.start, author.adoption.end)
  for (const name of used) {
    if (author.args[name] !== undefined) continue
    reader.report(
      createDiagnostic(
        'error',
        'convention/missing-argument',
        `${convention} needs an argument ${quoteName(name)}`,
        { span: author.adoption, text: `${quoteName(name)} is missing` },
        {
          help: advise`Write it where the document adopts the convention, for example${paste(`    use: [{ ${asWritten}: { ${name}: ${kindOfArgument(name) === undefined ? '…' : '[…]'} } }]`)}`,
        },
      ),
    )
  }
  for (const [name, { at }] of Object.entries(author.args)) {
    if (used.has(name) || at.source.convention === author.convention) continue
    reader.report(
      createDiagnostic('error', 'convention/unused-argument', `${convention} takes no ${quoteName(name)}`, {
        span: at,
        text: 'nothing reads this',
      }),
    )
  }
  return [...used].every((name) => author.args[name] !== undefined && author.args[name].kind !== 'wrong')
}

/** Reports names in arguments that no declaration has. */
export function checkNames(
  author: Author,
  currentModel: { readonly context: () => { readonly declarations: Declarations } },
  reader: Reader,
): void {
  for (const [name, argument] of Object.entries(author.args)) {
    const kind = kindOfArgument(name)
    if (kind === undefined || argument.kind !== 'list') continue
    const declaredNames = currentModel
      .context()
      .declarations[kind].flatMap((declaration) => [declaration.name, declaration.alias ?? declaration.name])
    argument.values.forEach((value, index) => {
      if (!declaredNames.includes(String(value)))
        reader.report(reportUnknownName('convention/unknown-name', kind, String(value), argument.spans[index]!, declaredNames))
    })
  }
}

/** True if the adoption names a declaration or its resource. */
export function namesDeclaration(
  args: Arguments,
  declaration: { readonly kind: DeclarationKind; readonly name: string; readonly alias?: string; readonly resource?: string },
): boolean {
  const hasDeclaration = (kind: DeclarationKind, name: string | undefined): boolean => {
    const argument = args[argumentOf[kind]]
    return argument?.kind === 'all' || (argument?.kind === 'list' && name !== undefined && argument.values.includes(name))
  }
  return (
    hasDeclaration(declaration.kind, declaration.name) ||
    hasDeclaration(declaration.kind, declaration.alias) ||
    hasDeclaration('resource', declaration.resource)
  )
}
