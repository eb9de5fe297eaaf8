// Finds variables that an entry uses before they have a value.

import type { Span } from '../base/text.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { unknownName } from '../diagnostic/voice.ts'
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
export function undefinedVariables(entries: readonly HurlEntry[], names: readonly string[]): Diagnostic[] {
  const defined = new Set(names)
  const diagnostics: Diagnostic[] = []
  const use = (uses: Iterable<Use>): void => {
    for (const { name, span } of uses) {
      if (defined.has(name)) continue
      const reason = 'Nothing captures it above this place, and the run does not give it.'
      diagnostics.push({ ...unknownName('scenario/unknown-variable', 'variable', name, span, defined), reason })
      defined.add(name)
    }
  }
  for (const { request, response, directives: { receive } } of entries) {
    for (const option of request.options) {
      use(inOption(option))
      if (option.kind === 'variable') defined.add(option.name)
    }
    use(inRequest(request))
    for (const judged of [...(response === undefined ? [] : [response]), ...receive.flatMap(({ expected }) => expected ?? [])]) {
      if ('url' in judged && judged.url !== undefined) use(inTemplate(judged.url))
      use(inHead(judged))
      for (const { name, query, filters } of judged.captures) {
        use([...inTemplate(name), ...inArgument(query.argument), ...inFilters(filters)])
        defined.add(plain(name))
      }
      use(inAsserts(judged))
    }
  }
  return diagnostics
}

/** The text of a template without placeholders, as in most names of captures. */
function plain(template: HurlTemplate): string {
  return template.parts.map((part) => (part.kind === 'text' ? part.value : '')).join('')
}

function* inRequest(request: HurlRequest): Iterable<Use> {
  yield* inTemplate(request.url)
  const { headers, query, form, multipart, cookies, basicAuth } = request
  for (const pair of [...headers, ...query, ...form, ...multipart, ...cookies, ...(basicAuth === undefined ? [] : [basicAuth])]) {
    yield* inTemplate(pair.key)
    if (pair.kind === 'pair') yield* inTemplate(pair.value)
    else yield* inTemplate(pair.file)
  }
  if (request.body !== undefined) yield* inBody(request.body)
}

function* inHead(response: Pick<HurlResponse, 'headers' | 'body'>): Iterable<Use> {
  for (const { key, value } of response.headers) {
    yield* inTemplate(key)
    yield* inTemplate(value)
  }
  if (response.body !== undefined) yield* inBody(response.body)
}

function* inAsserts(response: Pick<HurlResponse, 'asserts'>): Iterable<Use> {
  for (const { query, filters, predicate } of response.asserts) {
    yield* inArgument(query.argument)
    yield* inFilters(filters)
    if (predicate.value !== undefined) yield* inOperand(predicate.value)
  }
}

function* inOption(option: Option): Iterable<Use> {
  switch (option.kind) {
    case 'variable':
      if ('parts' in option.value) yield* inTemplate(option.value)
      return
    case 'user':
      return yield* inTemplate(option.value)
    case 'flag':
      if (typeof option.value !== 'boolean') yield* inPlaceholder(option.value)
      return
    case 'repeat':
      if (typeof option.times !== 'number') yield* inPlaceholder(option.times)
      return
    case 'nothing':
      return
  }
}

function* inBody(body: HurlBody): Iterable<Use> {
  switch (body.kind) {
    case 'json':
    case 'oneline':
      return yield* inTemplate(body.text)
    case 'multiline':
      yield* inTemplate(body.text)
      if (body.variables !== undefined) yield* inTemplate(body.variables)
      return
    case 'file':
      return yield* inTemplate(body.name)
    case 'xml':
    case 'bytes':
      return
  }
}

function* inOperand(value: Operand): Iterable<Use> {
  switch (value.kind) {
    case 'placeholder':
      return yield* inPlaceholder(value)
    case 'string':
      return yield* inTemplate(value.text)
    case 'multiline':
    case 'file':
      return yield* inBody(value)
    case 'literal':
    case 'pattern':
    case 'bytes':
      return
  }
}

function* inArgument(argument: HurlTemplate | HurlPattern | undefined): Iterable<Use> {
  if (argument !== undefined && 'parts' in argument) yield* inTemplate(argument)
}

function* inFilters(filters: readonly HurlFilter[]): Iterable<Use> {
  for (const argument of filters.flatMap((each) => each.arguments)) {
    if ('parts' in argument) yield* inTemplate(argument)
    else if (argument.kind === 'placeholder') yield* inPlaceholder(argument)
  }
}

function* inTemplate(template: HurlTemplate): Iterable<Use> {
  for (const part of template.parts) if (part.kind === 'placeholder') yield* inPlaceholder(part)
}

function* inPlaceholder({ expression }: Placeholder): Iterable<Use> {
  if (expression.kind === 'variable') yield { name: expression.name, span: expression.span }
  yield* inFilters(expression.filters)
}
