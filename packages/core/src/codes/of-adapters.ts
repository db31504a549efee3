import type { CodeNote } from './code-note.ts';

/** What adapters and `register` say. */
export const ADAPTER_CODES: Readonly<Record<string, CodeNote>> = {
  config_missing: {
    from: 'core/register',
    cause: 'There is no `interpose.config.ts` or `.mjs` in the working directory.',
    remedy: 'Run `npx interpose init`, or add one that exports an array of policies as default.',
  },
  config_unreadable: {
    from: 'core/register',
    cause: 'This Node cannot load TypeScript, or there are two such files.',
    remedy: 'Use Node 22.18 or later, or write `interpose.config.mjs`; keep one of the two.',
  },
  register_unsupported: {
    from: 'core/register',
    cause: 'This Node cannot hook modules as they load.',
    remedy: 'Use Node 22.15 or later, or call `withHooks` in the app.',
  },
  target_unknown: {
    from: 'adapters',
    cause: '`withHooks` or `inspect` was given something it does not know.',
    remedy: 'Pass what the message lists, or use the adapter of that SDK.',
  },
  target_frozen: {
    from: 'adapters',
    cause: 'The object is frozen, so hooks cannot be put on it.',
    remedy: 'Hook it before it is frozen.',
  },
  not_enforced: {
    from: 'adapters',
    cause: "Under `require: 'enforced'` something is there that no hook can stop.",
    remedy: "Remove what the rows name, or drop `require: 'enforced'`.",
  },
  unmediated_call: {
    from: 'adapters',
    cause: 'A call that the adapter does not know passed no hooks.',
    remedy:
      "Use an entry of the capability table, or refuse such calls with `require: 'enforced'`.",
  },
  unhooked_original: {
    from: 'adapters',
    cause: 'The object was run as it was before `withHooks`, past its hooks.',
    remedy: 'Use what `withHooks` returned, and drop the original.',
  },
  agent_not_mediated: {
    from: 'adapters',
    cause: 'A run of this agent would not pass its hooks.',
    remedy: 'Hook the agent or the runner that makes the run, as the message says.',
  },
  model_unhooked: {
    from: 'adapters',
    cause: 'A model is called inside a target in a way that hooks cannot be put on.',
    remedy: 'Hook that model itself with `withHooks`.',
  },
  tool_unhooked: {
    from: 'adapters',
    cause: 'A tool cannot be hooked, or was called when its run was over.',
    remedy: 'Make the tool with the function of the SDK, and call it inside a run.',
  },
  model_unresolved: {
    from: 'adapters',
    cause: 'A hook named another model that cannot be found or made here.',
    remedy: 'Name a model that the provider of the app knows, or pass the model itself.',
  },
  answers_unsupported: {
    from: 'langchain',
    cause: 'The model gave several answers at once, and hooks judge one.',
    remedy: 'Ask for one answer: drop `n`.',
  },
  resume_ambiguous: {
    from: 'langchain',
    cause: 'A graph waits for several answers, and one was given for all.',
    remedy: 'Resume with an answer for each interrupt by its id.',
  },
  part_unknown: {
    from: 'adapters',
    cause: 'A hook made a part of a message that the SDK has no place for.',
    remedy: 'Make text, files, data and tool calls; carry other parts through untouched.',
  },
  embedding_count_changed: {
    from: 'adapters',
    cause: 'A hook changed how many values are embedded.',
    remedy: 'Change the values one by one; deny to drop one.',
  },
  request_unreadable: {
    from: 'openai',
    cause: 'A request could not be read, so it was not sent.',
    remedy: 'Pass plain JSON as the body of the request.',
  },
  stream_unreadable: {
    from: 'openai',
    cause: 'The provider sent an event that cannot be read, so the stream ended.',
    remedy: 'Try again; look at the provider if it happens often.',
  },
  model_absent: {
    from: 'core',
    cause: 'A policy said that this model is not part of the agent.',
    remedy: 'Allow it at `onInventoryChange`, or use another model.',
  },
  tool_absent: {
    from: 'mcp',
    cause: 'A policy said that this tool is not part of the agent.',
    remedy: 'Allow it at `onInventoryChange`, or do without the tool.',
  },
  server_absent: {
    from: 'mcp',
    cause: 'A policy said that this MCP server is not part of the agent.',
    remedy: 'Allow it at `onInventoryChange`, or do without the server.',
  },
  mcp_message_malformed: {
    from: 'mcp',
    cause: 'A message is no JSON-RPC 2.0, so it was refused.',
    remedy: 'Repair the side that sent it; the message names the fault.',
  },
  mcp_check_failed: {
    from: 'mcp',
    cause: 'The check of a message failed, so the message was refused.',
    remedy: 'Observe `onHookError` for the cause, then repair the hook.',
  },
  mcp_id_changed: {
    from: 'mcp',
    cause: 'A hook changed the id of a message.',
    remedy: 'Keep the id; change `params` or `result` only.',
  },
  mcp_transport_closed: {
    from: 'mcp',
    cause: 'The transport was closed while a message waited for its verdict.',
    remedy: 'Nothing, if the app closed it; else look why the other side ended.',
  },
};
