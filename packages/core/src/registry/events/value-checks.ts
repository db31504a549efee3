import type {
  Message,
  ModelRequest,
  ModelResponse,
  Part,
  ToolCall,
} from '../../contract/values/index.ts';
import { isThenable } from '../../maybe-promise.ts';

/** Returns what is wrong with a value; undefined if nothing. Objects that were there before are not checked again. */
export type Check = (value: unknown, before?: unknown) => string | undefined;

/** All of these names, once each and in any order: the compiler stops at a list that lacks one. */
type AllOf<Name extends string, First extends string = Name> = [Name] extends [never]
  ? readonly []
  : First extends Name
    ? readonly [First, ...AllOf<Exclude<Name, First>>]
    : never;

const ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant', 'tool'] satisfies AllOf<
  Message['role']
>);

const PARTS: Readonly<Record<string, Check>> = {
  text: object('a text part', 'text'),
  reasoning: object('a reasoning part', 'text'),
  file: object('a file part', 'mediaType'),
  data: object('a data part'),
  'tool-call': callLike('a tool-call part'),
  'tool-result': object('a tool-result part', 'id', 'name'),
  other: object('a part of another type', 'kind'),
} satisfies Record<Part['type'], Check>;

const REQUEST: ReadonlySet<string> = new Set([
  'model',
  'instructions',
  'messages',
  'tools',
  'settings',
] satisfies AllOf<keyof ModelRequest>);
const RESPONSE: ReadonlySet<string> = new Set([
  'content',
  'citations',
  'finishReason',
  'usage',
  'metadata',
] satisfies AllOf<keyof ModelResponse>);

const checkParts = list(checkPart);
const checkMessages = list(checkMessage);
const checkTools = list(object('a tool', 'name'));
const checkAnswered = withContent('a response');
const checkContent = withContent('a message');

const CHECKS: Readonly<Record<string, Check>> = {
  message: checkMessage,
  messages: checkMessages,
  request: checkRequest,
  response: checkResponse,
  call: callLike('a call'),
  delta: textOr(() => 'a delta must be a string'),
  summary: textOr(() => 'a summary must be a string'),
  error: textOr(object('an error', 'message')),
  trigger: withContent('a trigger'),
  query: object('a query', 'text'),
  results: list(object('a knowledge result', 'id', 'content')),
  memory: list(object('a memory item', 'content')),
  task: object('a task', 'kind', 'to'),
  answer: textOr(checkResponse),
  reply: object('a reply'),
};

/** The events whose key `message` holds a protocol message, a JSON object, and no chat message. */
const WIRE_EVENTS = new Set(['preMcpMessage', 'onMcpMessage', 'preA2aMessage', 'onA2aMessage']);
const checkWireMessage = object('a message');

/** Returns what is wrong with a verdict's value under this key of this event. Results may be anything. */
export function checkValue(event: string, key: string, value: unknown): string | undefined {
  return checkOf(event, key)?.(value);
}

/** Returns the check for one key of one event, so that code that checks often looks it up once. */
export function checkOf(event: string, key: string): Check | undefined {
  if (key === 'message' && WIRE_EVENTS.has(event)) return checkWireMessage;
  return Object.hasOwn(CHECKS, key) ? CHECKS[key] : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Checks for an object with a string in each of these fields. */
function object(what: string, ...fields: readonly string[]): Check {
  return (value) => {
    if (!isRecord(value)) return `${what} must be an object`;
    const wrong = fields.find((field) => !isText(value[field]));
    return wrong === undefined ? undefined : `${what} needs a string \`${wrong}\``;
  };
}

/** Checks for a text, or a value that passes this check. */
function textOr(check: Check): Check {
  return (value) => (isText(value) ? undefined : check(value));
}

function callLike(what: string): Check {
  const named = object(what, 'id', 'name');
  return (value) =>
    named(value) ?? (isRead(value as ToolCall) ? undefined : `${what} needs an object \`args\``);
}

/** Whether arguments can be read; a hook that forgot an `await` gives a promise. */
function isRead({ args }: ToolCall): boolean {
  return isRecord(args) && !isThenable(args);
}

/** Checks the items of a list, except for items that are the same objects as before. */
function list(check: Check): Check {
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

function checkResponse(value: unknown, before?: unknown): string | undefined {
  return checkAnswered(value, before) ?? unknownIn(value, 'a response', RESPONSE);
}

/** Returns the problem of a key with a typo, which would leave the value unchanged. */
function unknownIn(value: unknown, what: string, known: ReadonlySet<string>): string | undefined {
  const unknown = Object.keys(value as object).find((key) => !known.has(key));
  return unknown === undefined ? undefined : `${what} has no \`${unknown}\``;
}

function withContent(what: string): Check {
  return (value, before) =>
    isRecord(value) && Array.isArray(value['content'])
      ? checkParts(value['content'], fieldOf(before, 'content'))
      : `${what} needs a list \`content\``;
}

function fieldOf(before: unknown, field: string): unknown {
  return isRecord(before) ? before[field] : undefined;
}

function checkPart(part: unknown): string | undefined {
  if (!isRecord(part)) return 'a part must be an object';
  const { type } = part;
  if (!isText(type)) return 'a part needs a type';
  return Object.hasOwn(PARTS, type) ? PARTS[type]!(part) : `there is no part type ${type}`;
}

function checkMessage(value: unknown, before?: unknown): string | undefined {
  return isRecord(value) && ROLES.has(value['role'])
    ? checkContent(value, before)
    : 'a message needs a role';
}

function checkRequest(value: unknown, before?: unknown): string | undefined {
  if (!isRecord(value)) return 'a request must be an object';
  const { instructions, tools, messages } = value;
  if (instructions !== undefined && !isText(instructions)) return '`instructions` must be a string';
  const problem = tools === undefined ? undefined : checkTools(tools, fieldOf(before, 'tools'));
  return (
    problem ??
    checkMessages(messages, fieldOf(before, 'messages')) ??
    unknownIn(value, 'a request', REQUEST)
  );
}
