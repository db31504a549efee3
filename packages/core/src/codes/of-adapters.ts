import type { CodeNote } from './code-note.ts';

/** The codes of adapters and of `register`. */
export const ADAPTER_CODES: Readonly<Record<string, CodeNote>> = {
  config_missing: {
    from: 'core/register',
    cause: 'The working directory contains no `interpose.config.ts`, nor one that ends otherwise.',
    remedy: 'Run `npx interpose init`, or write one whose default export is an array of policies.',
  },
  config_unreadable: {
    from: 'core/register',
    cause: 'This version of Node cannot load TypeScript, or two of these files are there.',
    remedy: 'Use Node 22.18 or later, or write `interpose.config.mjs`; keep one.',
  },
  register_unused: {
    from: 'adapters',
    cause: '`register` hooked no import of the SDK: it came too late, or the app is bundled.',
    remedy: 'Start with `node --import`; call `withHooks` in an app that is bundled.',
  },
  register_unsupported: {
    from: 'core/register',
    cause: 'This version of Node cannot hook modules while they load.',
    remedy: 'Use Node 22.15 or later, or call `withHooks` in the app.',
  },
  target_unknown: {
    from: 'adapters',
    cause: 'You gave `withHooks` or `inspect` an object that the adapter does not know.',
    remedy: 'Pass one of the objects that the message lists, or use the adapter of that SDK.',
  },
  target_frozen: {
    from: 'adapters',
    cause: 'The object is frozen, so hooks cannot be added.',
    remedy: 'Call `withHooks` before the object is frozen.',
  },
  not_enforced: {
    from: 'adapters',
    cause: "You set `require: 'enforced'`, and hooks cannot stop every call of this target.",
    remedy: "Remove what the message lists, or drop `require: 'enforced'`.",
  },
  unmediated_call: {
    from: 'adapters',
    cause: 'Your app made a call that the adapter does not know, so no hook saw it.',
    remedy: "Use a call from the capability table, or refuse others with `require: 'enforced'`.",
  },
  unhooked_original: {
    from: 'adapters',
    cause:
      'You ran the original object instead of the one that `withHooks` returned, so no hook saw it.',
    remedy: 'Use what `withHooks` returned everywhere.',
  },
  agent_not_mediated: {
    from: 'adapters',
    cause: 'This agent was run in a way that its hooks do not see.',
    remedy: 'Call `withHooks` on the agent or the runner, as the message says.',
  },
  model_unhooked: {
    from: 'adapters',
    cause: 'The target calls a model that hooks cannot reach.',
    remedy: 'Call `withHooks` on that model.',
  },
  tool_unhooked: {
    from: 'adapters',
    cause: 'This tool cannot be hooked, or it was called after its run had ended.',
    remedy: 'Create the tool with the function of the SDK, and await it inside the run.',
  },
  model_unresolved: {
    from: 'adapters',
    cause: 'A hook or your app named a model that the adapter cannot find.',
    remedy: 'Name a model that your provider knows, or pass the model object.',
  },
  answers_unsupported: {
    from: 'langchain',
    cause: 'The model returned several answers at once, and hooks can judge only one.',
    remedy: 'Remove `n` from the request.',
  },
  resume_ambiguous: {
    from: 'langchain',
    cause: 'The graph waits for several answers, and you resumed with one for all.',
    remedy: 'Resume with one answer per interrupt, keyed by its id.',
  },
  part_unknown: {
    from: 'adapters',
    cause: 'A hook returned a message part that the SDK cannot represent.',
    remedy: 'Return text, files, data and tool calls; leave other parts as they are.',
  },
  embedding_count_changed: {
    from: 'adapters',
    cause: 'A hook changed the number of values to embed.',
    remedy: 'Change values one by one; deny if one must not be embedded.',
  },
  request_unreadable: {
    from: 'openai',
    cause: 'The adapter could not read the request, so it was not sent.',
    remedy: 'Pass plain JSON as the body of the request.',
  },
  stream_unreadable: {
    from: 'openai',
    cause: 'The provider sent an event that the adapter cannot read, so the stream ended.',
    remedy: 'Try again; check the provider if it happens often.',
  },
  model_absent: {
    from: 'core',
    cause: 'A policy rejected this model when it was added to the agent.',
    remedy: 'Allow it at `onInventoryChange`, or use another model.',
  },
  tool_absent: {
    from: 'mcp',
    cause: 'A policy rejected this tool when it was added to the agent.',
    remedy: 'Allow it at `onInventoryChange`, or do without the tool.',
  },
  server_absent: {
    from: 'mcp',
    cause: 'A policy rejected this MCP server when it was added to the agent.',
    remedy: 'Allow it at `onInventoryChange`, or do without the server.',
  },
  mcp_message_malformed: {
    from: 'mcp',
    cause: 'A message is not valid JSON-RPC 2.0, so it was refused.',
    remedy: 'Repair the side that sent it; the message names the error.',
  },
  mcp_check_failed: {
    from: 'mcp',
    cause: 'A hook failed while it checked a message, so the message was refused.',
    remedy: 'Observe `onHookError` to see why, then repair the hook.',
  },
  mcp_id_changed: {
    from: 'mcp',
    cause: 'A hook changed the id of a message.',
    remedy: 'Keep the id; change only `params` or `result`.',
  },
  mcp_transport_closed: {
    from: 'mcp',
    cause: 'The transport was closed while hooks were deciding about a message.',
    remedy: 'Do nothing if the app closed it; otherwise find out why the other side ended.',
  },
};
