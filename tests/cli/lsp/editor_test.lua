-- Types a record in Neovim and looks at what the language server makes of it. Ends the editor with
-- status 0, or 1 after a failure.

local function fail(message)
  io.stderr:write(message .. "\n")
  vim.cmd("cquit 1")
end

local function check(is_good, message)
  if not is_good then fail("failed: " .. message) end
end

local function await(message, condition)
  check(vim.wait(300000, condition, 20), message)
end

local function findings()
  return vim.diagnostic.get(0)
end

local function ask(method, more)
  local params = vim.lsp.util.make_position_params()
  for key, value in pairs(more or {}) do params[key] = value end
  local answers = vim.lsp.buf_request_sync(0, method, params, 60000)
  for _, answer in pairs(answers or {}) do return answer.result end
end

local ok, message = pcall(function()
  local tags = {
    '[Event "Müller 𝄞"]', '[Site "s"]', '[Date "2024.05.17"]', '[Round "1"]', '[White "Anna"]',
    '[Black "Bert"]', '[Result "*"]', '[Game "creeper"]', "",
  }
  vim.api.nvim_buf_set_lines(0, 0, -1, false, tags)
  local client = vim.lsp.start_client({ name = "schiri", cmd = { vim.env.SCHIRI, "lsp" } })
  vim.lsp.buf_attach_client(0, client)
  await("the server starts", function() return vim.lsp.buf_is_attached(0, client) end)

  -- Typed keys, so that changes arrive piece by piece.
  vim.api.nvim_feedkeys("Go1. A2+B3 A6-B9 *", "tx", false)
  await("a wrong turn is found", function()
    local found = findings()
    return #found == 1 and found[1].code == "syntax"
  end)
  local wrong = findings()[1]
  check(wrong.lnum == 9 and wrong.col == 9 and wrong.end_col == 14, "it has its place")

  vim.api.nvim_win_set_cursor(0, { 10, 10 })
  local actions = ask("textDocument/codeAction", {
    range = { start = { line = 9, character = 10 }, ["end"] = { line = 9, character = 10 } },
    context = { diagnostics = {} },
  })
  check(actions and #actions > 0, "a quick fix is offered")
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  await("the quick fix mends it", function() return #findings() == 0 end)

  local hover = ask("textDocument/hover")
  check(hover and hover.contents.value:find("Black, turn 2", 1, true), "the board is shown")

  vim.api.nvim_buf_set_lines(0, 9, 10, false, { "1. A2+B3 A6-B6 2. B1" })
  vim.api.nvim_win_set_cursor(0, { 10, 20 })
  local turns = ask("textDocument/completion", {
    position = { line = 9, character = 20 },
  })
  check(turns and #turns.items == 3, "turns are completed")

  vim.api.nvim_buf_set_lines(0, 9, 10, false, { "1. a2+b3  a6-b6 *" })
  await("a spelling is noted", function() return #findings() > 0 end)
  local edits = ask("textDocument/formatting", { options = { tabSize = 2, insertSpaces = true } })
  vim.lsp.util.apply_text_edits(edits, vim.api.nvim_get_current_buf(), "utf-16")
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  check(lines[10] == "1. A2+B3 A6-B6 *", "formatting writes the canonical form: " .. lines[10])
  await("then nothing is found", function() return #findings() == 0 end)

  local outline = ask("textDocument/documentSymbol")
  check(outline and outline[1].name == "1. Anna - Bert *", "the outline has the game")

  vim.lsp.stop_client(client)
  await("the server ends", function() return not vim.lsp.get_client_by_id(client) end)
end)
if not ok then fail(tostring(message)) end
vim.cmd("qall!")
