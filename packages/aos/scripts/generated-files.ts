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

/** RFC 3339, since a schema may name a format but not what it means. */
const DATE_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

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
