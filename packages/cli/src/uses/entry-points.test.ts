import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { ShippedCensus } from '../census/shipped-census.ts';
import { ENTRY_POINTS } from './entry-points.ts';

const PACKAGES = join(import.meta.dirname, '../../..');

/** The censuses of all adapters, by package. */
const censuses = globSync('*/census/{*,@*/*}.json', { cwd: PACKAGES }).map(
  (file) =>
    JSON.parse(readFileSync(join(PACKAGES, file), 'utf8')) as {
      readonly package: string;
      readonly entries: Readonly<Record<string, string>>;
    },
);

const counted = ENTRY_POINTS.filter(({ from }) =>
  censuses.some((census) => census.package === from),
);

test.for(counted.map(({ from, name, ...rest }) => ({ from, name, ...rest })))(
  '$name of $from stands in the census of its SDK',
  ({ from, name }) => {
    const found = censuses
      .filter((census) => census.package === from)
      .flatMap(({ entries }) => Object.keys(entries));
    expect(found.map((id) => id.split(': ').at(-1))).toContain(name);
  },
);

/** The judgements of the SDKs that the adapters ship. */
const shipped = globSync('*/census/shipped.json', { cwd: PACKAGES }).map(
  (file) => JSON.parse(readFileSync(join(PACKAGES, file), 'utf8')) as ShippedCensus,
);

test('every function that is enforced and asks the model that it is given is an entry point', () => {
  const asking = shipped.flatMap(({ classes, packages }) =>
    packages.flatMap(({ name: from, entries }) =>
      entries.flatMap(([id, kind, judged]) => {
        const { status, path } = classes[judged]!;
        const [, name] = /^(\w+)\{model\}$/.exec(id) ?? [];
        const asks = status === 'enforced' && /^(?:Language|Embedding)Model/.test(kind);
        return asks && name === path ? [`${from} ${name}`] : [];
      }),
    ),
  );
  expect(new Set(asking).size).toBeGreaterThan(7);
  const known = ENTRY_POINTS.map(({ from, name }) => `${from} ${name}`);
  expect(asking.filter((each) => !known.includes(each))).toEqual([]);
});

/**
 * Enforced exports that are no entry point: they reach a model or tool only through one, and do nothing alone. Patterns
 * match the beginning or end of a name, since an SDK names its parts alike.
 */
const PARTS = [
  /(?:Middleware|Tool|Event|Item|Error|Output|Stream|Result|Guardrail|Saver|Store|Emitter)$/,
  /^(?:tool|task|Output|StructuredTool|ToolNode|toolSearch|toolNamespace|tools)$/,
  /^(?:to|wrap|define|extract|attach|get|make|is|invoke|runner)[A-Z]\w*$/,
  /^(?:createMiddleware|createEmbedding|experimental_(?:toolCaller|createSteering)|ParsingToolFunction)$/,
  // Parts that ask an agent through a chat of the SDK; the agent itself is the entry point.
  /^(?:DirectChatTransport|createAgentUI|pipeAgentUI)/,
  // Parts, results and arguments of a client, an agent or a model.
  /^(?:APIPromise|Stream|ConfigurableModel|BaseChatModel)$/,
  /^(?:Abstract)?ChatCompletion\w*Runner$|^ResponsesToolRunner$/,
  /^(?:AgentHooks|Handoff|handoff|MCPServer\w+|MemorySession|RunState|retryPolicies)$/,
  /^(?:OutputGuardrailTripwireTriggered|ToolGuardrailFunctionOutputFactory|EventEmitterDelegate)$/,
] as const;

const SUPPORTED = new Set([
  'ai',
  'openai',
  '@openai/agents-core',
  'langchain',
  '@langchain/langgraph',
]);

test('whatever else is enforced under a name of its own is known to be a part of something', () => {
  const names = shipped.flatMap(({ classes, packages }) =>
    packages
      .filter(({ name }) => SUPPORTED.has(name))
      .flatMap(({ name: from, entries }) =>
        entries
          .filter(([, , judged]) => classes[judged]!.status === 'enforced')
          .map(([id]) => [from, id.split(': ').at(-1) ?? id] as const)
          .filter(([, name]) => /^\w+$/.test(name)),
      ),
  );
  expect(names.length).toBeGreaterThan(60);
  const open = names.filter(
    ([from, name]) =>
      !ENTRY_POINTS.some((entry) => entry.from === from && entry.name === name) &&
      !PARTS.some((part) => part.test(name)),
  );
  // A name listed here is new in a census: decide whether an app calls it to reach a model, and list it.
  expect(open).toEqual([]);
});

test('every package with a census has an entry', () => {
  expect(counted.length).toBeGreaterThan(12);
});

test.for(ENTRY_POINTS.filter(({ beyondReach }) => beyondReach !== undefined))(
  '$name is declared by its adapter as out of reach',
  ({ adapter, name, beyondReach }) => {
    const folder = adapter.replace('@interpose/', '');
    const declared = readFileSync(join(PACKAGES, folder, 'src/coverage/declared.ts'), 'utf8');
    const row = declared
      .split('\n')
      .find(
        (line) =>
          line.includes(` ${name} `) || line.includes(`'${name} `) || line.includes(` ${name}'`),
      );
    expect(row).toContain(beyondReach);
  },
);
