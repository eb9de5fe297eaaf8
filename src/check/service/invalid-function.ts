// Reports functions of part 1 and parameters whose name has another meaning or whose type cannot be read.

import { offerNames } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithAnd, suggestNames, quoteName } from '../../diagnostic/voice.ts'
import { functionNames } from '../../cel/library/all.ts'
import { basicTypes } from '../../cel/type-notation.ts'
import type { Scalar } from '../../document/node.ts'
import { reserved } from '../../model/roles.ts'
import { namesOfSchemaTypes } from '../../model/type-name.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import type { Domain } from '../../typing/domain.ts'
import { type DeclaredFunction, readDeclaredFunctions } from '../../typing/functions.ts'
import { hostFunctionNames } from '../../typing/scope.ts'
import type { Check } from '../check.ts'

const code = 'service/invalid-function'

export const check: Check = {
  code,
  run: ({ typing: { domain } }) =>
    [...readDeclaredFunctions(domain).values()].flatMap((declared) => [
      ...reportMisnamed(declared.key, isUsed(declared.name, domain) ? 'is a function, view or resource already' : undefined, 'a function'),
      ...listSpecifiedEntries(declared.slots.parameters).flatMap(({ name, key }) =>
        reportMisnamed(key, reserved.has(name) ? 'means something else in expressions' : undefined, 'a parameter'),
      ),
      ...declared.unknownTypes.map((unknown) => reportUnknownType(unknown, domain)),
    ]),
}

function reportMisnamed(key: Scalar, conflict: string | undefined, kind: string): Diagnostic[] {
  const problem = /^[A-Za-z_]\w*$/.test(key.text) && !keywords.has(key.text) ? conflict : 'is not a name that an expression can have'
  if (problem === undefined) return []
  return [
    createDiagnostic(
      'error',
      code,
      `${quoteName(key.text)} cannot be ${kind}: it ${problem}`,
      { span: key.span, text: `not a name for ${kind}` },
      { help: 'Give it another name, of letters, digits and `_`.' },
    ),
  ]
}

/** CEL's literals and reserved words (CEL's specification, "Syntax"). */
const keywords: ReadonlySet<string> = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(' '),
)

function isUsed(name: string, { views, resources }: Domain): boolean {
  return (
    functionNames.includes(name) ||
    hostFunctionNames.includes(name) ||
    name === 'has' ||
    name === 'round' ||
    views.has(name) ||
    resources.has(name)
  )
}

function reportUnknownType({ at, text: word }: DeclaredFunction['unknownTypes'][number], { resources, shapes }: Domain): Diagnostic {
  const typeNames = [...basicTypes, 'list', 'map', 'optional', ...resources.keys(), ...shapes.keys()]
  const celName = namesOfSchemaTypes.get(word)
  const suggestions = (celName === undefined ? suggestNames(word, new Set(typeNames)) : [celName]).map((name) =>
    at.text.replace(new RegExp(String.raw`\b${RegExp.escape(word)}\b`), name),
  )
  const message =
    word === '' || word === at.text
      ? `${quoteName(at.text)} is not a type`
      : `${quoteName(at.text)} is not a type, because ${quoteName(word)} cannot be used there`
  return createDiagnostic(
    'error',
    code,
    message,
    { span: at.span, text: 'not a type' },
    {
      help:
        suggestions.length > 0
          ? offerNames(suggestions)
          : `A type is one of ${joinWithAnd(basicTypes)}; a resource or a shape of \`$defs\`; \`list(T)\`, \`map(string, T)\`, \`optional(T)\`, \`decimal(2)\`, or \`T or null\`.`,
    },
  )
}
