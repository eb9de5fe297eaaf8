-- Drives the language server through Neovim's own client, and prints what it answers as one line of JSON.
-- Global `settings` is the Lua of the reference; the file to open is in the environment variable DOCUMENT.

local patience = 120000
local answers = {}

local function wait(what, condition)
  if not vim.wait(patience, condition, 20) then error('nothing came: ' .. what) end
end

local function place(text, offset)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(text, 1, true)
    if column then return { number, column - 1 + (offset or 0) } end
  end
  error('the document has no ' .. text)
end

local function ask(method, text, offset, extra)
  vim.api.nvim_win_set_cursor(0, place(text, offset))
  local params = vim.tbl_extend('force', vim.lsp.util.make_position_params(0, 'utf-16'), extra or {})
  for _, answer in pairs(assert(vim.lsp.buf_request_sync(0, method, params, patience))) do
    if answer.error then error(vim.inspect(answer.error)) end
    return answer.result
  end
  error('no answer to ' .. method)
end

local function messages()
  return vim.tbl_map(function(each) return each.code .. ' ' .. each.lnum end, vim.diagnostic.get(0))
end

local function run()
  vim.cmd('filetype on')
  assert(loadstring(os.getenv('SETTINGS')))()
  vim.cmd('edit ' .. vim.fn.fnameescape(os.getenv('DOCUMENT')))
  local buffer = vim.api.nvim_get_current_buf()
  local clients = vim.lsp.get_clients or vim.lsp.get_active_clients
  local function isReady()
    local client = clients({ bufnr = buffer })[1]
    return client ~= nil and client.server_capabilities ~= nil and client.server_capabilities.hoverProvider ~= nil
  end
  wait('the server', isReady)

  local at = place('create: Note')
  vim.api.nvim_buf_set_text(0, at[1] - 1, at[2], at[1] - 1, at[2] + 6, { 'creat' })
  wait('a diagnostic', function() return #vim.diagnostic.get(0) > 0 end)
  answers.diagnostics = messages()

  local range = { start = { line = at[1] - 1, character = at[2] }, ['end'] = { line = at[1] - 1, character = at[2] + 5 } }
  local actions = ask('textDocument/codeAction', 'creat: Note', 0, { range = range, context = { diagnostics = {} } })
  answers.action = actions[1].title
  vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
  wait('the end of the diagnostic', function() return #vim.diagnostic.get(0) == 0 end)
  answers.mended = vim.api.nvim_buf_get_lines(0, at[1] - 1, at[1], false)[1]

  answers.hover = ask('textDocument/hover', 'output: Note(this)', 9).contents.value
  local items = ask('textDocument/completion', 'output: Note(this)', 10)
  answers.completion = vim.tbl_map(function(each) return each.label end, items.items or items)
  local declared = ask('textDocument/definition', 'output: Note(this)', 9)
  answers.definition = (declared[1] or declared).range.start.line
  vim.lsp.util.apply_workspace_edit(ask('textDocument/rename', 'output: Note(this)', 9, { newName = 'Memo' }), 'utf-16')
  answers.renamed = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  vim.lsp.stop_client(clients({ bufnr = buffer }))
end

local ok, problem = pcall(run)
if not ok then answers = { problem = tostring(problem) } end
io.stdout:write((vim.json and vim.json.encode or vim.fn.json_encode)(answers) .. '\n')
vim.cmd('qall!')
