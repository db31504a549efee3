type Body = Readonly<Record<string, unknown>>;

/** What stands in each of the texts. */
export const SECRET = 'sk-secret';
const says = (field: string): Body => ({ [field]: `Says ${SECRET}.` });
const schema = { type: 'object', properties: { city: says('description') } };
const skill = { type: 'inline', name: 'tidy', ...says('description'), source: {} };
const container = (type: string): Body => ({ type, skills: [skill] });
const location = { user_location: { type: 'approximate', city: SECRET } };
/** A function of this kind. */
export const called = (own: Body): Body => ({ type: 'function', name: 'refund', ...own });
const grammar = { syntax: 'lark', definition: `start: "${SECRET}"` };
/** What a user asks. */
export const asked: Body = { role: 'user', content: 'Pay me.' };
/** A request that offers these. */
export const offered = (...tools: Body[]): Body => ({ input: 'Pay me.', tools });
const added = (type: string, ...tools: Body[]): Body => ({ input: [asked, { type, tools }] });
const chat = (tool: Body): Body => ({ messages: [asked], tools: [tool] });
/** A namespace without tools. */
export const space: Body = { type: 'namespace', name: 'crm', ...says('description') };

/** Every text by which a tool describes itself to a model, with the name that hooks know the tool by. */
export const texts: readonly (readonly [string, string, string, Body])[] = [
  ['a function', 'responses', 'refund', offered(called(says('description')))],
  ['what a function takes', 'responses', 'refund', offered(called({ parameters: schema }))],
  ['what a function gives', 'responses', 'refund', offered(called({ output_schema: schema }))],
  [
    'the grammar of a custom tool',
    'responses',
    'ask',
    offered({ type: 'custom', name: 'ask', format: { type: 'grammar', ...grammar } }),
  ],
  [
    'a custom tool',
    'responses',
    'ask',
    offered({ type: 'custom', name: 'ask', ...says('description') }),
  ],
  ['a namespace', 'responses', 'refund', offered({ ...space, tools: [called({})] })],
  [
    'a tool of a namespace',
    'responses',
    'refund',
    offered({ ...space, description: 'Customers.', tools: [called(says('description'))] }),
  ],
  [
    'an MCP server',
    'responses',
    'shop',
    offered({ type: 'mcp', server_label: 'shop', ...says('server_description') }),
  ],
  [
    'the names of tools of an MCP server',
    'responses',
    'shop',
    offered({ type: 'mcp', server_label: 'shop', allowed_tools: { tool_names: [SECRET] } }),
  ],
  [
    'a search among tools',
    'responses',
    'tool_search',
    offered({ type: 'tool_search', execution: 'client', ...says('description') }),
  ],
  [
    'what a search among tools takes',
    'responses',
    'tool_search',
    offered({ type: 'tool_search', execution: 'client', parameters: schema }),
  ],
  ['a web search', 'responses', 'web_search', offered({ type: 'web_search', ...location })],
  [
    'a preview of a web search',
    'responses',
    'web_search',
    offered({ type: 'web_search_preview_2025_03_11', ...location }),
  ],
  [
    'the filters of a file search',
    'responses',
    'file_search',
    offered({ type: 'file_search', filters: { type: 'eq', key: 'of', value: SECRET } }),
  ],
  [
    'a skill of a shell at the service',
    'responses',
    'shell',
    offered({ type: 'shell', environment: container('container_auto') }),
  ],
  [
    'a skill of a shell at the app',
    'responses',
    'shell',
    offered({ type: 'shell', environment: container('local') }),
  ],
  [
    'a tool that an item adds',
    'responses',
    'ask',
    added('additional_tools', { type: 'custom', name: 'ask', format: grammar }),
  ],
  [
    'a namespace that a search has found',
    'responses',
    'refund',
    added('tool_search_output', { ...space, tools: [called({})] }),
  ],
  [
    'a tool that a server has listed',
    'responses',
    'look',
    added('mcp_list_tools', { name: 'look', ...says('description'), input_schema: schema }),
  ],
  [
    'a function of a chat',
    'chat/completions',
    'pay',
    chat({ type: 'function', function: { name: 'pay', ...says('description') } }),
  ],
  [
    'what a function of a chat takes',
    'chat/completions',
    'pay',
    chat({ type: 'function', function: { name: 'pay', parameters: schema } }),
  ],
  [
    'a custom tool of a chat',
    'chat/completions',
    'ask',
    chat({ type: 'custom', custom: { name: 'ask', ...says('description') } }),
  ],
  [
    'the grammar of a custom tool of a chat',
    'chat/completions',
    'ask',
    chat({ type: 'custom', custom: { name: 'ask', format: { type: 'grammar', grammar } } }),
  ],
  [
    'a function in the older form',
    'chat/completions',
    'pay',
    { messages: [asked], functions: [{ name: 'pay', ...says('description') }] },
  ],
];
