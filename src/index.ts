// Exports the package's program interface: compile a document, print its diagnostics, explain it, and answer requests in memory.
// `test/doors.test.ts` lists these names, so an addition is a visible decision.

export { type Compiled, type CompileEnvironment, compile } from './compile/compile.ts'
export type { Diagnostic, Label, Severity } from './diagnostic/diagnostic.ts'
export { toJson as diagnosticJson } from './diagnostic/json.ts'
export { render as renderDiagnostic } from './diagnostic/render.ts'
export type { File } from './document/read.ts'
export { formatFile as format } from './table/format.ts'
export type { Answer, Backend, Exchange } from './exchange/exchange.ts'
export { explainFacts } from './explain/facts.ts'
export { type MemoryRuntime as Meaning, createMemoryRuntime as createMeaning } from './meaning/meaning.ts'
export { makeLanguageSchema as languageSchema } from './model/language-schema.ts'
