// Prints a record's representation from its own fields and those of its references.

import type { Expression } from '../../cel/expression.ts'
import { hasRestrictedRecords } from '../../fact/rules.ts'
import { mayHideProperty } from '../../fact/hidden-data.ts'
import type { ModelIndex } from '../../fact/model-index.ts'
import type { Template } from '../../model/slot.ts'
import { findCalledView } from '../../typing/selected-members.ts'
import type { Property, ResourceInfo, ViewInfo } from '../../typing/domain.ts'
import { isSpread } from '../../typing/views.ts'
import { type LeafPrinter, type Printer, makeObjectPrinter, makeTemplatePrinter } from './template-printer.ts'

/** A property of a record, or of a record that a path of single references reaches. */
type Field = { readonly through: readonly Property[]; readonly property: Property }

/** Fields as JSON text in the requested order; undefined if absent. */
type Texts = readonly (string | undefined)[]

/** The printer of a record: JSON text of its fields alone, undefined if all of them are absent. */
type RecordPrinter = { readonly fields: readonly Field[]; readonly print: (texts: Texts) => string | undefined }

/** Prints the result of an expression over the record of a variable; undefined if it reads anything else. */
export function makeRecordPrinter(
  modelIndex: ModelIndex,
  info: ResourceInfo,
  variable: string,
  makePrinter: (leaf: LeafPrinter<Texts>) => Printer<Texts> | undefined,
): RecordPrinter | undefined {
  const fields: Field[] = []
  const print = makePrinter((expression) => makeLeafPrinter({ modelIndex, info, fields }, variable, expression, new Set()))
  return print && fields.length > 0 ? { fields, print } : undefined
}

type PrinterContext = { readonly modelIndex: ModelIndex; readonly info: ResourceInfo; readonly fields: Field[] }

function makeLeafPrinter(
  context: PrinterContext,
  variable: string,
  expression: Expression,
  within: ReadonlySet<string>,
): Printer<Texts> | undefined {
  if (expression.kind === 'call') return makeViewPrinter(context, variable, expression, within)
  const path = findPathFrom(expression, variable)
  // A record is represented by its key.
  return path && makeFieldPrinter(context, path.length === 0 && context.info.key.length === 1 ? context.info.key : path)
}

/** A view of the record itself. */
function makeViewPrinter(
  context: PrinterContext,
  variable: string,
  called: Extract<Expression, { kind: 'call' }>,
  within: ReadonlySet<string>,
): Printer<Texts> | undefined {
  const {
    name,
    target,
    arguments: [first],
  } = called
  const view = findCalledView(context.modelIndex.domain, called, (text) => context.modelIndex.typing.expression(text))
  if (
    view?.resource !== context.info.name ||
    isSpread(view) ||
    target !== undefined ||
    first?.kind !== 'variable' ||
    first.name !== variable ||
    within.has(name)
  )
    return undefined
  return makeMembersPrinter(context, view, new Set([...within, name]))
}

function makeMembersPrinter(context: PrinterContext, { members }: ViewInfo, within: ReadonlySet<string>): Printer<Texts> | undefined {
  const makeInnerPrinter = (template: Template): Printer<Texts> | undefined =>
    makeTemplatePrinter(template, context.modelIndex.typing, (expression) => makeLeafPrinter(context, 'this', expression, within))
  return makeObjectPrinter(
    members.map((member) => [
      member.name,
      member.kind === 'take' ? makeFieldPrinter(context, [member.name]) : makeInnerPrinter(member.template),
    ]),
  )
}

/** The path from a variable, if the expression is only a path. */
function findPathFrom(expression: Expression, variable: string): readonly string[] | undefined {
  if (expression.kind === 'variable') return expression.name === variable ? [] : undefined
  if (expression.kind !== 'select' || expression.optional || expression.operand.type.kind === 'optional') return undefined
  const path = findPathFrom(expression.operand, variable)
  return path && [...path, expression.member]
}

function makeFieldPrinter({ modelIndex, info, fields }: PrinterContext, path: readonly string[]): Printer<Texts> | undefined {
  const field = findField(modelIndex, info, path)
  if (field === undefined) return undefined
  const known = fields.findIndex((other) => isSameField(other, field))
  const index = known >= 0 ? known : fields.push(field) - 1
  return (texts) => texts[index]
}

function isSameField(field: Field, other: Field): boolean {
  return (
    field.property === other.property &&
    field.through.length === other.through.length &&
    field.through.every((each, at) => each === other.through[at])
  )
}

/** A stored property, reached by single references; every caller who may read the record may read all of them. */
function findField(modelIndex: ModelIndex, info: ResourceInfo, path: readonly string[]): Field | undefined {
  const through: Property[] = []
  let owner = info
  for (const [at, name] of path.entries()) {
    const property = owner.properties.get(name)
    if (property === undefined || !isPrintable(property) || mayHideProperty(modelIndex, owner.name, name)) return undefined
    if (at === path.length - 1) return { through, property }
    const target = property.reference?.many === false ? modelIndex.domain.resources.get(property.reference.resource) : undefined
    if (target === undefined || target.source.slots.tenant.state === 'shown' || hasRestrictedRecords(modelIndex.model, target.name))
      return undefined
    through.push(property)
    owner = target
  }
  return undefined
}

/** True unless the property is computed on read, needs a computation to know its absence, or is secret. */
function isPrintable({ inverse, compute, nullable, secret }: Property): boolean {
  return inverse === undefined && !secret && (compute === undefined || (compute.stored && !nullable))
}
