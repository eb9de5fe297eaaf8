// Combines shapes: choices by the kind of value, recursive shapes, and shapes with other help or another result.

import { replaceHelp } from '../diagnostic/voice.ts'
import { type Help, advise, paste } from '../diagnostic/help.ts'
import { printQuoted } from '../document/quote.ts'
import type { MapNode, Node, Scalar } from '../document/node.ts'
import { defineSchema, mapOf, describeItems } from './maps.ts'
import { type Reader, type Reading, type Shape, reportExpected, unexpectedValueCode } from './shape.ts'
import type { ExpressionText, Named } from './slot.ts'

/** The same shape; `suggestHelp` suggests what to write for another kind of value, perhaps as YAML. */
export function withHelp<T>(shape: Shape<T>, suggestHelp: (node: Scalar) => string | Help | undefined): Shape<T> {
  return withHelpFor(shape, (node) => (node.kind === 'scalar' ? suggestHelp(node) : undefined))
}

/** The same shape; `suggestHelp` suggests what to write for a map. */
export function withMapHelp<T>(shape: Shape<T>, suggestHelp: (node: MapNode) => string | Help | undefined): Shape<T> {
  return withHelpFor(shape, (node) => (node.kind === 'map' ? suggestHelp(node) : undefined))
}

/** The same shape; `help` says what to write instead of a list. */
export function withListHelp<T>(shape: Shape<T>, help: string): Shape<T> {
  return withHelpFor(shape, (node) => (node.kind === 'list' ? help : undefined))
}

function withHelpFor<T>(shape: Shape<T>, suggestHelp: (node: Node) => string | Help | undefined): Shape<T> {
  return {
    ...shape,
    read: (node, reader) =>
      shape.read(node, {
        ...reader,
        report(problem) {
          const isOfNode = problem.code === unexpectedValueCode && problem.primary.span === node.span
          const help = isOfNode ? suggestHelp(node) : undefined
          reader.report(help === undefined ? problem : replaceHelp(problem, help))
        },
      }),
  }
}

/** A map of named conditions, by which part 7 answers for them. */
export function conditionsOf(shape: Shape<ExpressionText>): Shape<readonly Named<ExpressionText>[]> {
  return withHelp(mapOf('a map of named conditions', shape), ({ text }) =>
    text.trim() === ''
      ? undefined
      : advise`Give it a name, by which part 7 can answer for it:${paste(`{ a-name: ${printQuoted(text, { flow: true, indent: '' }, 'expression')} }`)}`,
  )
}

/** Chooses a shape by the kind of node: a single value, a map or a list. */
export function choice<A = never, B = never, C = never>(
  words: string,
  shapes: { readonly scalar?: Shape<A>; readonly map?: Shape<B>; readonly list?: Shape<C> },
): Shape<A | B | C> {
  return {
    words,
    ...describeItems(shapes.map, shapes.list, shapes.scalar),
    read(node, reader): Reading<A | B | C> {
      const shape: Shape<A> | Shape<B> | Shape<C> | undefined = shapes[node.kind]
      return shape === undefined ? reportExpected(words, node, reader) : readAs<A | B | C>(words, shape, node, reader)
    },
    schema: (definitions) => ({
      anyOf: [shapes.scalar, shapes.map, shapes.list].flatMap((shape) => (shape === undefined ? [] : [shape.schema(definitions)])),
    }),
  }
}

/** If one of several shapes refuses a value as a whole, the message lists the words of all of them. */
function readAs<T>(words: string, shape: Shape<T>, node: Node, reader: Reader): Reading<T> {
  return shape.read(node, {
    ...reader,
    report: (problem) =>
      problem.code === unexpectedValueCode && problem.primary.span === node.span && problem.primary.text === `expected ${shape.words}`
        ? void reportExpected(words, node, reader, problem.help)
        : reader.report(problem),
  })
}

/** A shape that may contain itself, with a name under which its schema is defined once. */
export function lazy<T>(name: string, words: string, make: () => Shape<T>): Shape<T> {
  let createdShape: Shape<T> | undefined
  const shape = (): Shape<T> => (createdShape ??= make())
  let isListingKeys = false
  return {
    words,
    keys() {
      // A recursive shape lists only its own keys.
      if (isListingKeys) return undefined
      isListingKeys = true
      const keys = shape().keys?.()
      isListingKeys = false
      return keys
    },
    read: (node, reader) => shape().read(node, reader),
    schema: (definitions) => defineSchema(name, definitions, () => shape().schema(definitions)),
  }
}

/** Reads with one shape and converts the result, or reports a mistake and returns `wrong`. */
export function refine<A, B>(shape: Shape<A>, make: (value: A, node: Node, reader: Reader) => Reading<B>): Shape<B> {
  return {
    ...shape,
    read(node, reader) {
      const reading = shape.read(node, reader)
      return reading.state === 'shown' ? make(reading.value, node, reader) : reading
    },
  }
}
