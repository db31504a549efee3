import { badRequest } from './api-error.ts';
import type { RequestField } from './request-field.ts';

const namePattern = /^[a-zA-Z0-9_-]{1,64}$/;

/** The rules of an API for declared tools and the choice among them. */
export interface ToolRules {
  /** True if the fields of a function are under `function` (chat completions), false if at the top (responses). */
  readonly nested: boolean;
  /** Names that the script calls are allowed in any form, since recordings have unusual ones. */
  readonly scripted: ReadonlySet<string>;
}

/** Checks `tools`, `tool_choice` and `parallel_tool_calls`. */
export function checkTools(body: RequestField, rules: ToolRules): void {
  const names = new Set<string>();
  const tools = body.field('tools');
  for (const tool of tools.isAbsent ? [] : listTools(tools, rules)) {
    const name = readTool(tool, rules);
    if (name !== undefined && names.has(name)) {
      throw badRequest(`Two tools are named '${name}'.`, tool.path, 'invalid_value');
    }
    if (name !== undefined) names.add(name);
  }
  const choice = body.field('tool_choice');
  if (!choice.isAbsent) checkChoice(choice, names, tools.isAbsent, rules);
  if (rules.nested && tools.isAbsent && !body.field('parallel_tool_calls').isAbsent) {
    const message = `'parallel_tool_calls' needs 'tools'.`;
    throw badRequest(message, 'parallel_tool_calls', 'invalid_value');
  }
}

/** Returns the name in this field; refuses a name that the API does not allow. */
export function readToolName(field: RequestField, scripted: ReadonlySet<string>): string {
  const name = field.string();
  if (namePattern.test(name) || scripted.has(name)) return name;
  throw field.wrongValue(`a name that matches ${namePattern.source}`);
}

/** Returns the tools. Responses accepts an empty list, chat completions does not. */
function listTools(tools: RequestField, { nested }: ToolRules): readonly RequestField[] {
  return nested ? tools.filledList() : tools.list();
}

function readTool(tool: RequestField, { nested, scripted }: ToolRules): string | undefined {
  const type = nested
    ? tool.field('type').oneOf(['function', 'custom'])
    : tool.field('type').string();
  const declared = nested ? tool.field(type) : tool;
  if (type !== 'function' && type !== 'custom') return undefined;
  const name = readToolName(declared.field('name'), scripted);
  if (!declared.field('description').isAbsent) declared.field('description').string();
  if (type === 'function') checkSchema(declared, name);
  return name;
}

function checkSchema(declared: RequestField, name: string): void {
  const schema = declared.field('parameters');
  if (schema.isAbsent) return;
  const { type, properties, required, additionalProperties } = schema.record();
  if (type !== 'object' && Object.keys(schema.record()).length > 0) {
    throw wrongSchema(schema, name, `its type is ${JSON.stringify(type)}, not "object"`);
  }
  if (properties !== undefined) schema.field('properties').record();
  if (required !== undefined) for (const key of schema.field('required').list()) key.string();
  if (declared.field('strict').value !== true) return;
  if (additionalProperties !== false) {
    throw wrongSchema(schema, name, 'a strict schema has additionalProperties false');
  }
  const named = new Set<unknown>(Array.isArray(required) ? required : []);
  const optional = Object.keys(properties ?? {}).filter((key) => !named.has(key));
  if (optional.length > 0) {
    throw wrongSchema(
      schema,
      name,
      `a strict schema requires every property, also ${optional.join(', ')}`,
    );
  }
}

function wrongSchema(schema: RequestField, name: string, problem: string): Error {
  const message = `The schema of tool '${name}' is not valid: ${problem}.`;
  return badRequest(message, schema.path, 'invalid_function_parameters');
}

function checkChoice(
  choice: RequestField,
  names: ReadonlySet<string>,
  withoutTools: boolean,
  { nested }: ToolRules,
): void {
  if (withoutTools && nested) {
    throw badRequest(`'tool_choice' needs 'tools'.`, 'tool_choice', 'invalid_value');
  }
  if (typeof choice.value === 'string') {
    choice.oneOf(['none', 'auto', 'required']);
    return;
  }
  const type = choice.field('type').string();
  if (type !== 'function' && type !== 'custom') return;
  const name = (nested ? choice.field(type) : choice).field('name');
  if (!names.has(name.string())) {
    const message = `The tool '${name.string()}' of 'tool_choice' is not among 'tools'.`;
    throw badRequest(message, 'tool_choice', 'invalid_value');
  }
}
