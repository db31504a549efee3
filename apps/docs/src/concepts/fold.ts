import { createHooks, definePolicy, deny } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';

const outer = definePolicy({
  name: 'outer',
  priority: 10,
  hooks: {
    preToolCall: ({ call }) => {
      console.log('outer before', call.args);
      return { call: { ...call, args: { cents: 1500 } } };
    },
    onToolCallResult: ({ result }) => console.log('outer after ', result),
  },
});
const inner = definePolicy({
  name: 'inner',
  priority: 20,
  hooks: {
    preToolCall: ({ call }) => {
      console.log('inner before', call.args);
      return call.name === 'delete' ? deny('nothing is deleted') : undefined;
    },
    onToolCallResult: ({ result }) => {
      console.log('inner after ', result);
      return { result: `${String(result)}, receipt sent` };
    },
  },
});
const hooks = createHooks({ policies: [outer, inner] });
hooks.observe('onDecision', logDecisions());

// An adapter does this for each tool call of its SDK.
for (const name of ['refund', 'delete']) {
  const call = { id: `call-${name}`, name, args: { cents: 99_000 } };
  const tool = { name, origin: 'local', known: true, enabled: true } as const;
  const done = await hooks.step('preToolCall', { call, tool }, () => 'paid');
  console.log(name, done.kind === 'output' ? done.output : done.kind);
}
await hooks.close();
