import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { calls, MemoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const parameters = { type: 'object', properties: {}, required: [], additionalProperties: true };

describe.each(sdkVersions)('the span of a run, on agents $version', ({ sdk }) => {
  /** Runs an agent whose tool throws. Returns the errors that a trace processor finds on the spans. */
  const errorsOf = async (hooks: ReturnType<typeof createHooks>): Promise<string> => {
    const errors: unknown[] = [];
    sdk.setTracingDisabled(false);
    sdk.setTraceProcessors([
      {
        start: () => undefined,
        onTraceStart: async () => undefined,
        onTraceEnd: async () => undefined,
        onSpanStart: async () => undefined,
        onSpanEnd: async (span: { readonly error: unknown }) => void errors.push(span.error),
        shutdown: async () => undefined,
        forceFlush: async () => undefined,
      },
    ]);
    const execute = (): never => {
      throw new Error('CANARY');
    };
    const lookup = { name: 'lookup', description: 'Looks.', parameters, strict: false, execute };
    const tools = [sdk.tool(lookup as never)];
    const agent = new sdk.Agent({
      name: 'main',
      model: new MemoryModel([calls('lookup')], 'Done.'),
      tools,
    });
    await new sdk.Runner().run(withHooks(agent, hooks), 'Look.');
    sdk.setTraceProcessors([]);
    sdk.setTracingDisabled(true);
    return JSON.stringify(errors);
  };

  test('keeps the error of a tool, where hooks let it pass', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallError', () => undefined);
    expect(await errorsOf(hooks)).toContain('Error running tool');
  });

  test('has no error that a hook withheld', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallError', () => deny('private'));
    expect(await errorsOf(hooks)).not.toMatch(/CANARY|Error running tool/);
  });
});
