// The extension for VS Code: starts `ninefold lsp` for Markdown and YAML, of which the server looks only at documents of Ninefold.

const { join } = require('node:path')
const { commands, workspace } = require('vscode')
const { LanguageClient } = require('vscode-languageclient/node')

let client

function start() {
  const settings = workspace.getConfiguration('ninefold')
  const [command, ...args] = settings.get('command', ['npx', 'ninefold', 'lsp'])
  const folder = workspace.workspaceFolders?.[0]?.uri.fsPath
  client = new LanguageClient(
    'ninefold',
    'Ninefold',
    { command, args, options: folder === undefined ? {} : { cwd: folder } },
    {
      documentSelector: ['file', 'untitled'].flatMap((scheme) => ['markdown', 'yaml'].map((language) => ({ scheme, language }))),
      initializationOptions: { documents: settings.get('documents', []).map((each) => (folder === undefined ? each : join(folder, each))) },
    },
  )
  return client.start()
}

exports.activate = async (context) => {
  context.subscriptions.push(
    commands.registerCommand('ninefold.restart', async () => {
      await client?.stop()
      await start()
    }),
  )
  await start()
}

exports.deactivate = () => client?.stop()
