import {
  ask,
  deny,
  respond,
  type Policy,
  type PolicyHooks,
  type Tool,
  type ToolCall,
} from '@interpose/core';

/** A call that policies judge. */
export const call: ToolCall = { id: 'c', name: 'refund', args: { cents: 5 } };

/** The tool behind it. */
export const tool: Tool = { name: 'refund', origin: 'local', known: true, enabled: true };

/** A policy of one hook at `preToolCall`, which may return anything. */
export function on(name: string, run: () => unknown): Policy {
  return { name, version: '1.0.0', hooks: { preToolCall: run } as PolicyHooks };
}

export const yes: Policy = on('yes', () => undefined);
export const no: Policy = on('no', () => deny('no', { code: 'no' }));
export const never: Policy = on('never', () => deny('never', { code: 'never', message: 'Never.' }));
export const person: Policy = on('person', () => ask('a person must look'));
export const answer: Policy = on('answer', () => respond({ result: 'known' }));

/** Adds this to the cents that the policies before it left. */
export function adds(name: string, cents: number): Policy {
  return {
    name,
    hooks: {
      preToolCall: (ctx) => ({
        call: { ...ctx.call, args: { cents: Number(ctx.call.args['cents']) + cents } },
      }),
    },
  };
}
