// Finds variables that an entry uses before they have a value.

import type { Span } from '../base/text.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { reportUnknownName } from '../diagnostic/voice.ts'
import type {
  HurlBody,
  HurlEntry,
  HurlFilter,
  Operand,
  Option,
  HurlPattern,
  Placeholder,
  HurlRequest,
  HurlResponse,
  HurlTemplate,
} from './tree.ts'

type Use = { readonly name: string; readonly span: Span }

/** Finds variables in the order of the run; each unknown name is reported at its first use. */
export function reportUndefinedVariables(entries: readonly HurlEntry[], names: readonly string[]): Diagnostic[] {
  const defined = new Set(names)
  const diagnostics: Diagnostic[] = []
  const checkUses = (uses: Iterable<Use>): void => {
    for (const { name, span } of uses) {
      if (defined.has(name)) continue
      const reason = 'Nothing captures it above this place, and the run does not give it.'
      diagnostics.push({ ...reportUnknownName('scenario/unknown-variable', 'variable', name, span, defined), reason })
      defined.add(name)
    }
  }
  for (const {
    request,
    response,
    directives: { receive },
  } of entries) {
    for (const option of request.options) {
      checkUses(usesInOption(option))
      if (option.kind === 'variable') defined.add(option.name)
    }
    checkUses(usesInRequest(request))
    for (const expectation of [...(response === undefined ? [] : [response]), ...receive.flatMap(({ expected }) => expected ?? [])]) {
      if ('url' in expectation && expectation.url !== undefined) checkUses(usesInTemplate(expectation.url))
      checkUses(usesInHead(expectation))
      for (const { name, query, filters } of expectation.captures) {
        checkUses([...usesInTemplate(name), ...usesInArgument(query.argument), ...usesInFilters(filters)])
        defined.add(findLiteral(name))
      }
      checkUses(usesInAsserts(expectation))
    }
  }
  return diagnostics
}

/** The text of a template without placeholders, as in most names of captures. */
function findLiteral(template: HurlTemplate): string {
  return template.parts.map((part) => (part.kind === 'text' ? part.value : '')).join('')
}

function* usesInRequest(request: HurlRequest): Iterable<Use> {
  yield* usesInTemplate(request.url)
  const { headers, query, form, multipart, cookies, basicAuth } = request
  for (const pair of [...headers, ...query, ...form, ...multipart, ...cookies, ...(basicAuth === undefined ? [] : [basicAuth])]) {
    yield* usesInTemplate(pair.key)
    if (pair.kind === 'pair') yield* usesInTemplate(pair.value)
    else yield* usesInTemplate(pair.file)
  }
  if (request.body !== undefined) yield* usesInBody(request.body)
}

function* usesInHead(response: Pick<HurlResponse, 'headers' | 'body'>): Iterable<Use> {
  for (const { key, value } of response.headers) {
    yield* usesInTemplate(key)
    yield* usesInTemplate(value)
  }
  if (response.body !== undefined) yield* usesInBody(response.body)
}

function* usesInAsserts(response: Pick<HurlResponse, 'asserts'>): Iterable<Use> {
  for (const { query, filters, predicate } of response.asserts) {
    yield* usesInArgument(query.argument)
    yield* usesInFilters(filters)
    if (predicate.value !== undefined) yield* usesInOperand(predicate.value)
  }
}

function* usesInOption(option: Option): Iterable<Use> {
  switch (option.kind) {
    case 'variable':
      if ('parts' in option.value) yield* usesInTemplate(option.value)
      return
    case 'user':
      return yield* usesInTemplate(option.value)
    case 'flag':
      if (typeof option.value !== 'boolean') yield* usesInPlaceholder(option.value)
      return
    case 'repeat':
      if (typeof option.times !== 'number') yield* usesInPlaceholder(option.times)
      return
    case 'nothing':
      return
  }
}

function* usesInBody(body: HurlBody): Iterable<Use> {
  switch (body.kind) {
    case 'json':
    case 'oneline':
      return yield* usesInTemplate(body.text)
    case 'multiline':
      yield* usesInTemplate(body.text)
      if (body.variables !== undefined) yield* usesInTemplate(body.variables)
      return
    case 'file':
      return yield* usesInTemplate(body.name)
    case 'xml':
    case 'bytes':
      return
  }
}

function* usesInOperand(value: Operand): Iterable<Use> {
  switch (value.kind) {
    case 'placeholder':
      return yield* usesInPlaceholder(value)
    case 'string':
      return yield* usesInTemplate(value.text)
    case 'multiline':
    case 'file':
      return yield* usesInBody(value)
    case 'literal':
    case 'pattern':
    case 'bytes':
      return
  }
}

function* usesInArgument(argument: HurlTemplate | HurlPattern | undefined): Iterable<Use> {
  if (argument !== undefined && 'parts' in argument) yield* usesInTemplate(argument)
}

function* usesInFilters(filters: readonly HurlFilter[]): Iterable<Use> {
  for (const argument of filters.flatMap((each) => each.arguments)) {
    if ('parts' in argument) yield* usesInTemplate(argument)
    else if (argument.kind === 'placeholder') yield* usesInPlaceholder(argument)
  }
}

function* usesInTemplate(template: HurlTemplate): Iterable<Use> {
  for (const part of template.parts) if (part.kind === 'placeholder') yield* usesInPlaceholder(part)
}

function* usesInPlaceholder({ expression }: Placeholder): Iterable<Use> {
  if (expression.kind === 'variable') yield { name: expression.name, span: expression.span }
  yield* usesInFilters(expression.filters)
}
