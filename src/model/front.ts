// The front matter: the language's version, adopted conventions, and the arguments of a convention.

import { advise, paste, quoteWord } from '../diagnostic/help.ts'
import type { Entry, Node } from '../document/node.ts'
import { generativeKeys } from './generative.ts'
import { mapOf, oneOrMany } from './maps.ts'
import { choice, refine } from './shape-combinators.ts'
import { name, plainText, scalarShape } from './scalars.ts'
import { schema } from './schema.ts'
import { type Read, type Shape, documentation, reportExpected, key, toReading } from './shape.ts'
import type { Word } from './slot.ts'

/** One item of `use`: the convention's name or path, and its arguments. */
export type Adoption = { readonly name: Word; readonly arguments: readonly Entry[]; readonly node: Node }

const conventionName = name('the name of a convention such as `http@1`, or the path of one')

const adoption: Shape<Adoption> = choice('the name of a convention, or a map of one name to its arguments', {
  scalar: refine(conventionName, (name, node) => toReading<Adoption>({ name, arguments: [], node })),
  map: {
    words: 'a map of one name to its arguments',
    read(node, reader) {
      if (node.kind !== 'map') return reportExpected('a map', node, reader)
      const [first, second] = node.entries
      if (first === undefined || second !== undefined)
        return reportExpected(
          'a map with one convention',
          node,
          reader,
          advise`Each convention is a separate item:${paste('use: [http@1, { crud@1: { resources: [Order] } }]')}`,
        )
      if (first.value.kind !== 'map') return reportExpected("a map of the convention's arguments", first.value, reader)
      return toReading({ name: { text: first.key.text, node: first.key }, arguments: first.value.entries, node })
    },
    schema: () => ({ type: 'object', minProperties: 1, maxProperties: 1, additionalProperties: { type: 'object' } }),
  },
})

/** The version of the language that this edition reads. */
export const languageVersion = 1

const version: Shape<1> = scalarShape(`\`${languageVersion}\``, { const: languageVersion }, (scalar, reader) =>
  scalar.text === String(languageVersion)
    ? toReading(languageVersion)
    : reportExpected(
        `\`${languageVersion}\``,
        scalar,
        reader,
        advise`Write ${quoteWord(String(languageVersion))}: this edition reads version ${languageVersion} of the language.`,
      ),
)

export const frontMatterKeys = {
  ninefold: key(version, `version ${languageVersion}`, 'The version of the language.'),
  title: documentation(plainText, "The document's title, where it is YAML."),
  use: key(oneOrMany('a list of conventions', adoption), 'none', 'The conventions that the document adopts.'),
  given: key(mapOf('a map of names to schemas', schema), 'only names of declarations', 'In a convention: what an adoption can give it.'),
  ...generativeKeys,
}

export type Front = Read<typeof frontMatterKeys>
