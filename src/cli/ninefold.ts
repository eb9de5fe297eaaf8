#!/usr/bin/env -S node --max-semi-space-size=8 --v8-pool-size=2
// The installed command: refuses a Node that is too old before it loads modules that such a Node cannot read.

const minNodeVersion = 26
const { node } = process.versions

if (Number.parseInt(node) < minNodeVersion) {
  process.stderr.write(
    `ninefold needs Node ${minNodeVersion} or later, and this is ${node}: https://nodejs.org/ has it, and \`npx --package node@${minNodeVersion} --package ninefold ninefold\` brings it along\n`,
  )
  process.exitCode = 2
} else {
  const { start } = await import('./main.ts')
  await start()
}
