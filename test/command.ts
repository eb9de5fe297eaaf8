// The command that tests start as a process: the bundle that a run of all tests builds first, else the source.

import { resolve } from 'node:path'

export const commandPath = process.env['NINEFOLD_TEST_COMMAND'] ?? resolve(import.meta.dirname, '../src/cli/main.ts')
