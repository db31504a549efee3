type Body = Readonly<Record<string, unknown>>;

/** What stands in each of the texts. */
export const WORD = 'sk-secret';

const asked = { role: 'user', content: 'Pay me.' };
const asks = (more: Body): Body => ({ input: 'Pay me.', ...more });
const says = (...items: unknown[]): Body => ({ input: [asked, ...items] });
const chats = (more: Body): Body => ({ messages: [asked], ...more });
const tells = (...messages: unknown[]): Body => ({ messages: [asked, ...messages] });
const format = { type: 'json_schema', name: 'n', description: WORD, schema: {} };
const city = { type: 'approximate', approximate: { city: WORD } };
const done = { id: 'i', status: 'completed' };
const call = { call_id: 'c' };
const told = { type: 'input_text', text: WORD };
const image = { type: 'input_image', image_url: 'https://x.test/a' };
const action = { type: 'exec', command: [WORD], env: {} };
const server = { id: 'i', name: 'n', server_label: 's' };
const between = { type: 'agent_message', author: 'a', recipient: 'b' };

/** Fields and items of a request to `responses` that carry a text, each by what it is. */
export const ofResponses: Readonly<Record<string, Body>> = {
  instructions: asks({ instructions: WORD }),
  'instructions that are a list': asks({ instructions: [{ role: 'developer', content: WORD }] }),
  'variables of a prompt': asks({ prompt: { id: 'p', variables: { a: WORD } } }),
  metadata: asks({ metadata: { a: WORD } }),
  user: asks({ user: WORD, safety_identifier: WORD }),
  'what the answer is to be like': asks({ text: { format } }),
  'a choice among tools': asks({ tool_choice: { type: 'function', name: WORD } }),
  'a list of texts': { input: ['Pay me.', WORD] },
  'one message without a list': { input: { role: 'user', content: WORD } },
  'a list of texts in a message': says({ role: 'user', content: [WORD] }),
  'one part without a list': says({ role: 'user', content: told }),
  'a part of no known kind': says({ role: 'user', content: [{ type: 'zebra', text: WORD }] }),
  'a thought that agents tell each other': says({
    ...between,
    content: [{ type: 'reasoning_text', text: WORD }],
  }),
  'a picture that agents show each other': says({
    ...between,
    content: [{ type: 'computer_screenshot', image_url: WORD }],
  }),
  'an item of no known kind': says({ type: 'zebra', text: WORD }),
  'a change of what the answer is to be like': says({
    type: 'configuration_update',
    text: { format },
  }),
  'a call to a server that waits for a person': says({
    ...server,
    type: 'mcp_approval_request',
    arguments: `{"a":"${WORD}"}`,
  }),
  'why the tools of a server could not be listed': says({
    type: 'mcp_list_tools',
    ...server,
    tools: [],
    error: WORD,
  }),
  'what a call came to that failed': says({
    ...server,
    type: 'mcp_call',
    arguments: '{}',
    error: 'failed',
    output: WORD,
  }),
};

/** Items of a request to `responses` whose form is kept where hooks change them. */
export const keptItems: Readonly<Record<string, Body>> = {
  'a search of the provider': says({ ...done, type: 'file_search_call', queries: [WORD] }),
  'what a search of the provider found': says({
    ...done,
    type: 'file_search_call',
    queries: ['price'],
    results: [{ text: WORD }],
  }),
  'what a program of the provider printed': says({
    ...done,
    type: 'code_interpreter_call',
    code: '1',
    outputs: [{ type: 'logs', logs: WORD }],
  }),
  'a program': says({ ...call, id: 'i', type: 'program', code: WORD, fingerprint: 'f' }),
  'a call to a server': says({ ...server, type: 'mcp_call', arguments: `{"a":"${WORD}"}` }),
  'a call of a shell': says({ ...done, ...call, type: 'local_shell_call', action }),
  'what a shell printed': says({
    type: 'shell_call_output',
    ...call,
    output: [{ stdout: WORD, stderr: '' }],
  }),
  'what a local shell printed': says({ type: 'local_shell_call_output', id: 'i', output: WORD }),
  'a call of a custom tool': says({ ...call, type: 'custom_tool_call', name: 'a', input: WORD }),
  'a result in pieces': says({
    type: 'function_call_output',
    ...call,
    output: [told, image],
  }),
};

/** Fields and messages of a request to `chat/completions`. */
export const ofChat: Readonly<Record<string, Body>> = {
  'an answer that is expected': chats({ prediction: { type: 'content', content: WORD } }),
  'what the answer is to be like': chats({
    response_format: { type: 'json_schema', json_schema: format },
  }),
  'where a search looks': chats({ web_search_options: { user_location: city } }),
  'what is spoken and when to stop': chats({ audio: { voice: WORD }, stop: [WORD] }),
  'messages that are a text': { messages: WORD },
  'a picture in instructions': {
    messages: [
      { role: 'system', content: [{ type: 'image_url', image_url: { url: WORD } }] },
      asked,
    ],
  },
  'a text in instructions': { messages: [{ role: 'system', content: [WORD] }, asked] },
  'a list of texts': tells({ role: 'user', content: [WORD] }),
  'a part of no known kind': tells({ role: 'user', content: [{ type: 'zebra', text: WORD }] }),
  'a call of no known kind': tells({
    role: 'assistant',
    tool_calls: [{ id: 'c', type: 'zebra', zebra: { name: 'a', input: WORD } }],
  }),
  'a picture that a tool gave': tells({
    role: 'tool',
    tool_call_id: 'c',
    content: [
      { type: 'text', text: 'x' },
      { type: 'image_url', image_url: { url: WORD } },
    ],
  }),
};

/** Messages of a chat whose form is kept. */
export const keptMessages: Readonly<Record<string, Body>> = {
  'a result in the older form': tells({ role: 'function', name: 'a', content: WORD }),
};
