import type { FuzzApp, FuzzAppTool, FuzzToolKind } from '@interpose/testing/fuzz';
import type { ToolSet } from 'ai';

import type { Sdk } from '../../test/sdk-versions.ts';

/** The kinds of tools that the AI SDK can run. */
export const toolKinds: readonly FuzzToolKind[] = [
  'sync',
  'async',
  'generator',
  'class',
  'slow',
  'throws',
  'rejects',
  'odd',
];

/** The tools of a program as an app writes them. */
export function fuzzTools(sdk: Sdk, { tools, has }: FuzzApp): ToolSet {
  const made = tools.map((tool) => {
    const inputSchema = sdk.jsonSchema<object>({
      type: 'object',
      properties: { secret: { type: 'string' } },
    });
    const written =
      tool.kind === 'class' ? new Counted(tool, inputSchema) : plain(tool, inputSchema);
    return [tool.name, has('frozen tools') ? Object.freeze(written) : written] as const;
  });
  // What the kinds return differs, and the SDK takes every one of them.
  return Object.fromEntries(made) as unknown as ToolSet;
}

function plain({ name, run }: FuzzAppTool, inputSchema: object): object {
  return { description: `Runs ${name}.`, inputSchema, execute: (args: unknown) => run(args) };
}

/** A tool with state that a proxy of it cannot reach. */
class Counted {
  readonly description: string;
  readonly inputSchema: object;
  readonly #run: FuzzAppTool['run'];
  #runs = 0;

  constructor({ name, run }: FuzzAppTool, inputSchema: object) {
    this.description = `Runs ${name}.`;
    this.inputSchema = inputSchema;
    this.#run = run;
  }

  get runs(): number {
    return this.#runs;
  }

  execute(args: unknown): unknown {
    this.#runs += 1;
    return this.#run(args);
  }
}
