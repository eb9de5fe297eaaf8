// The commands in help order. Each is loaded on use, so that `serve` does not load `test`.

import type { Command } from './command.ts'

export const commands: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['init', async () => (await import('./init.ts')).initCommand],
  ['check', async () => (await import('./check.ts')).checkCommand],
  ['explain', async () => (await import('./explain.ts')).explainCommand],
  ['diff', async () => (await import('./diff.ts')).diffCommand],
  ['serve', async () => (await import('./serve.ts')).serveCommand],
  ['migrate', async () => (await import('./migrate.ts')).migrateCommand],
  ['events', async () => (await import('./events.ts')).eventsCommand],
  ['deliveries', async () => (await import('./deliveries.ts')).deliveriesCommand],
  ['timers', async () => (await import('./timers.ts')).timersCommand],
  ['backup', async () => (await import('./backup.ts')).backupCommand],
  ['restore', async () => (await import('./restore.ts')).restoreCommand],
  ['copy', async () => (await import('./copy.ts')).copyCommand],
  ['test', async () => (await import('./test.ts')).testCommand],
  ['token', async () => (await import('./token.ts')).tokenCommand],
  ['verify', async () => (await import('./verify.ts')).verifyCommand],
  ['export', async () => (await import('./export.ts')).exportCommand],
  ['import', async () => (await import('./import.ts')).importCommand],
  ['decisions', async () => (await import('./decisions.ts')).decisionsCommand],
  ['types', async () => (await import('./types.ts')).typesCommand],
  ['expand', async () => (await import('./expand.ts')).expandCommand],
  ['lsp', async () => (await import('./lsp.ts')).lspCommand],
  ['mcp', async () => (await import('./mcp.ts')).mcpCommand],
  ['format', async () => (await import('./format.ts')).formatCommand],
])
