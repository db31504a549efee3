import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { compile } from 'json-schema-to-typescript';

type Schema = { $schema?: string; $id: string; $defs: Record<string, unknown> };

/** The schema beside the checkout. */
export const schemaPath: string = join(
  import.meta.dirname,
  '../../../../shared/aos/aos_schema.repaired.json',
);

const NOTE =
  'Generated from the repaired schema of AOS 0.1.0 by `pnpm generate`; not edited by hand.';

/** RFC 3339, since a schema may name a format but not what it means: days that there are, and leap seconds at midnight. */
const DAY =
  /\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29/;
const OFFSET = /[+-](?:[01]\d|2[0-3]):[0-5]\d/;
const SECOND = /(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?/;
const LEAP_SECOND =
  /23:59:60(?:\.\d+)?(?:[Zz]|[+-]00:00)|(?:[01]\d|2[0-3]):[0-5][49]:60(?:\.\d+)?(?![+-]00:00)/;
const DATE_TIME = new RegExp(
  `^(?:${DAY.source})[Tt](?:${SECOND.source}(?:[Zz]|${OFFSET.source})|${LEAP_SECOND.source}${OFFSET.source})$`,
);

/** What the validators are called, by the definition they check. */
const validators: Readonly<Record<string, string>> = {
  AOSRequest: 'AOSRequest',
  AOSResponse: 'AOSResponse',
  AgentTriggerStep: 'AgentTriggerStep',
  MessageStep: 'MessageStep',
  ToolCallRequestStep: 'ToolCallRequestStep',
  ToolCallResultStep: 'ToolCallResultStep',
  MemoryContextRetrievalStep: 'MemoryContextRetrievalStep',
  MemoryStoreStep: 'MemoryStoreStep',
  KnowledgeRetrievalStep: 'KnowledgeRetrievalStep',
  MCPMessage: 'MCPMessage',
  A2AMessageSend: 'A2AMessageSend',
  A2AMessageStream: 'A2AMessageStream',
  A2ATaskGet: 'A2ATaskGet',
  A2ATasksCancel: 'A2ATasksCancel',
  A2ATasksResubscribe: 'A2ATasksResubscribe',
  A2ATaskPushNotificationConfigGet: 'A2ATaskPushNotificationConfigGet',
  A2ATaskPushNotificationConfigSet: 'A2ATaskPushNotificationConfigSet',
  PingRequest: 'PingRequest',
};

/** Every generated file by name: the types, the validators, and the types of the validators. */
export async function generatedFiles(): Promise<Readonly<Record<string, string>>> {
  const schema = JSON.parse(readFileSync(schemaPath, 'utf8')) as Schema;
  return {
    'aos-messages.ts': await typesOf(schema),
    'validators.mjs': validatorsOf(schema),
    'validators.d.mts': declarations(),
  };
}

async function typesOf(schema: Schema): Promise<string> {
  return compile(structuredClone(schema) as never, 'AOSMessage', {
    bannerComment: `/** ${NOTE} */`,
    additionalProperties: true,
    unreachableDefinitions: true,
    format: true,
  });
}

/** Plain functions, so that nothing has to be compiled where `eval` is forbidden. */
function validatorsOf(schema: Schema): string {
  const ajv = new Ajv({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    inlineRefs: false,
    messages: true,
    code: { source: true, esm: true, lines: false, optimize: 2 },
    formats: { 'date-time': DATE_TIME },
  });
  // None of its keywords changed with 2020-12, whose dynamic references cost every function some code.
  const { $schema: _, ...plain } = schema;
  ajv.addSchema(plain);
  const refs = Object.fromEntries(
    Object.entries(validators).map(([name, definition]) => [
      name,
      `${schema.$id}#/$defs/${definition}`,
    ]),
  );
  const code = standalone.default(ajv, refs);
  if (/\brequire\(|new Function|\beval\(/.test(code)) throw new Error('the validators load code');
  return `// ${NOTE}\n${code}\n`;
}

function declarations(): string {
  const lines = Object.keys(validators).map((name) => `export declare const ${name}: Validate;`);
  return `// ${NOTE}
/** True for what fits; otherwise \`errors\` holds the first fault. */
export interface Validate {
  (value: unknown): boolean;
  errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}
${lines.join('\n')}
`;
}
