/** Says what is wrong with a value; undefined when it fits. What it shares with the value before by identity needs no look. */
export type Check = (value: unknown, before?: unknown) => string | undefined;

const ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant', 'tool']);

const PART_FIELDS: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  reasoning: ['text'],
  file: ['mediaType'],
  data: [],
  'tool-call': ['id', 'name'],
  'tool-result': ['id', 'name'],
  other: ['kind'],
};

const CHECKS: Readonly<Record<string, Check>> = {
  message: checkMessage,
  messages: (value, before) => checkMessages(value, before),
  request: checkRequest,
  response: checkResponse,
  call: checkCall,
  delta: (value) => (typeof value === 'string' ? undefined : 'a delta must be a string'),
  summary: (value) => (typeof value === 'string' ? undefined : 'a summary must be a string'),
  error: checkError,
  trigger: (value) => withContent(value, 'a trigger'),
  query: (value) => withStrings(value, ['text'], 'a query'),
  results: listOf((value) => withStrings(value, ['id', 'content'], 'a knowledge result')),
  memory: listOf((value) => withStrings(value, ['content'], 'a memory item')),
  task: (value) => withStrings(value, ['kind', 'to'], 'a task'),
  answer: (value) => (typeof value === 'string' ? undefined : checkResponse(value)),
  reply: (value) => (isRecord(value) ? undefined : 'a reply must be an object'),
};

/** Protocol messages share the key `message` with chat messages, but are JSON objects. */
const WIRE_EVENTS = new Set(['preMcpMessage', 'onMcpMessage', 'preA2aMessage', 'onA2aMessage']);

/** What is wrong with what a verdict puts under this key of this event; results may be anything. */
export function checkValue(event: string, key: string, value: unknown): string | undefined {
  return checkOf(event, key)?.(value);
}

/** The check of one key of one event, looked up once for what is checked often. */
export function checkOf(event: string, key: string): Check | undefined {
  if (key === 'message' && WIRE_EVENTS.has(event)) return checkWireMessage;
  return Object.hasOwn(CHECKS, key) ? CHECKS[key] : undefined;
}

function checkWireMessage(value: unknown): string | undefined {
  return isRecord(value) ? undefined : 'a message must be an object';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withStrings(value: unknown, fields: readonly string[], what: string): string | undefined {
  if (!isRecord(value)) return `${what} must be an object`;
  const wrong = fields.find((field) => typeof value[field] !== 'string');
  return wrong === undefined ? undefined : `${what} needs a string \`${wrong}\``;
}

function listOf(check: Check): Check {
  return (value, before) => {
    if (!Array.isArray(value)) return 'the value must be a list';
    const known: readonly unknown[] = Array.isArray(before) ? before : [];
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      const problem = item === known[index] && item !== undefined ? undefined : check(item);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

function withContent(value: unknown, what: string, before?: unknown): string | undefined {
  if (!isRecord(value) || !Array.isArray(value['content'])) {
    return `${what} needs a list \`content\``;
  }
  return checkParts(value['content'], isRecord(before) ? before['content'] : undefined);
}

function checkPart(part: unknown): string | undefined {
  if (!isRecord(part)) return 'a part must be an object';
  const { type } = part;
  if (typeof type !== 'string') return 'a part needs a type';
  const fields = Object.hasOwn(PART_FIELDS, type) ? PART_FIELDS[type] : undefined;
  if (fields === undefined) return `there is no part type ${type}`;
  if (type === 'tool-call' && !isRecord(part['args']))
    return 'a tool-call part needs an object `args`';
  return withStrings(part, fields, `a ${type} part`);
}

function checkMessage(value: unknown, before?: unknown): string | undefined {
  if (!isRecord(value) || !ROLES.has(value['role'])) return 'a message needs a role';
  return withContent(value, 'a message', before);
}

function checkRequest(value: unknown, before?: unknown): string | undefined {
  if (!isRecord(value)) return 'a request must be an object';
  const { instructions, tools } = value;
  if (instructions !== undefined && typeof instructions !== 'string')
    return '`instructions` must be a string';
  if (tools !== undefined) {
    const problem = checkTools(tools, isRecord(before) ? before['tools'] : undefined);
    if (problem !== undefined) return problem;
  }
  return checkMessages(value['messages'], isRecord(before) ? before['messages'] : undefined);
}

function checkResponse(value: unknown, before?: unknown): string | undefined {
  return withContent(value, 'a response', before);
}

function checkCall(value: unknown): string | undefined {
  if (!isRecord(value)) return 'a call must be an object';
  const { id, name, args } = value;
  return typeof id === 'string' && typeof name === 'string' && isRecord(args)
    ? undefined
    : 'a call needs a string `id`, a string `name` and an object `args`';
}

function checkError(value: unknown): string | undefined {
  return typeof value === 'string' ? undefined : withStrings(value, ['message'], 'an error');
}

const checkMessages: Check = listOf(checkMessage);
const checkParts: Check = listOf(checkPart);
const checkTools: Check = listOf((tool) => withStrings(tool, ['name'], 'a tool'));
